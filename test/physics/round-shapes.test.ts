import {
  angularVelocity,
  type BodyHandle,
  bodyMass,
  bodyPosition,
  bodyRotation,
  box,
  coneShape,
  createWorld,
  cylinder,
  heightField,
  isBodyAwake,
  linearVelocity,
  mesh,
  type Quat,
  roundedBox,
  roundedHull,
  type Shape,
  taperedCapsule,
  taperedCylinder,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import {
  about,
  acceleration,
  addBody,
  addFloor,
  addSlope,
  awakeWorld,
  G,
  run,
  size,
  speed,
} from './context.js';

/** The direction of a body's y axis. */
const axisOf = (world: World, body: BodyHandle): Vec3 => {
  const [x, y, z, w] = bodyRotation(world, body);
  return [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
};

const DEGREES = Math.PI / 180;
const LYING = about([1, 0, 0], 90 * DEGREES);

/** Floors of every kind, with their surface at y = 0. */
const FLOORS: readonly (readonly [string, Shape | undefined, Vec3])[] = [
  ['half-space', undefined, [0, 0, 0]],
  ['box', box(20, 1, 20), [0, -1, 0]],
  [
    'mesh',
    mesh([-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9, 0.1, 0, 0.2], [4, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3]),
    [0, 0, 0],
  ],
  ['height field', heightField(15, 15, new Array(225).fill(0), { spacing: [1.3, 1.3] }), [0.3, 0, 0.4]],
];

const onFloor = (world: World, floor: Shape | undefined, at: Vec3): void => {
  if (floor) addBody(world, floor, { type: 'static', position: at });
  else addFloor(world);
};

describe.each(FLOORS)('on a %s', (_name, floor, at) => {
  const settle = (shape: Shape, position: Vec3, rotation: Quat, seconds = 6) => {
    const world = awakeWorld();
    onFloor(world, floor, at);
    const body = addBody(world, shape, { position, rotation });
    run(world, seconds);
    return { world, body, height: bodyPosition(world, body)[1], axis: axisOf(world, body) };
  };
  const tilt = about([0, 0, 1], 0.3);

  it.each<[string, Shape, number]>([
    ['cylinder', cylinder(0.5, 0.4), 0.4],
    ['cone', coneShape(0.5, 0.5), 0.5],
    ['tapered cylinder', taperedCylinder(0.5, 0.3, 0.4), 0.4],
    ['rounded cylinder', cylinder(0.4, 0.3, 0.1), 0.4],
    ['rounded box', roundedBox(0.4, 0.3, 0.4, 0.1), 0.4],
  ])('a %s that lands tilted ends on its base and stays', (_shape, shape, height) => {
    const found = settle(shape, [0, height + 0.35, 0], tilt);
    expect(found.height).toBeCloseTo(height, 3);
    expect(found.axis[1]).toBeGreaterThan(1 - 1e-6);
    expect(speed(found.world, found.body)).toBeLessThan(1e-4);
    expect(size(angularVelocity(found.world, found.body))).toBeLessThan(1e-4);
  });

  it('a cylinder lies on its side', () => {
    const { world, body, height, axis } = settle(cylinder(0.3, 0.5), [0, 0.35, 0], LYING);
    expect(height).toBeCloseTo(0.3, 3);
    expect(Math.abs(axis[1])).toBeLessThan(1e-4);
    expect(speed(world, body)).toBeLessThan(1e-3);
  });

  it('a tapered capsule rests on its side, tilted by asin((r0 - r1) / 2h)', () => {
    const { height, axis } = settle(taperedCapsule(0.4, 0.2, 0.5), [0, 0.9, 0], tilt, 12);
    expect(Math.abs(axis[1])).toBeCloseTo(0.2, 3);
    // The middle of the axis is half way between the heights of the two centres.
    expect(height).toBeCloseTo(0.3, 3);
  });

  it('a cone rests on its side, tilted by its half angle', () => {
    const { height, axis } = settle(coneShape(0.3, 0.5), [0, 0.4, 0], about([0, 0, 1], 100 * DEGREES), 12);
    const half = Math.atan(0.3);
    expect(Math.abs(axis[1])).toBeCloseTo(Math.sin(half), 3);
    expect(height).toBeCloseTo(0.5 * Math.sin(half), 3);
  });

  it('a coin that spins on its edge comes to rest on its face', () => {
    const world = createWorld();
    onFloor(world, floor, at);
    const coin = addBody(
      world,
      cylinder(0.02, 0.0015),
      { position: [0, 0.0205, 0], rotation: about([0, 0, 1], 80 * DEGREES), angularVelocity: [0, 25, 0] },
      { friction: 0.3 },
    );
    let fastest = 0;
    run(world, 25, () => {
      fastest = Math.max(fastest, size(linearVelocity(world, coin)));
    });
    expect(bodyPosition(world, coin)[1]).toBeCloseTo(0.0015, 3);
    expect(Math.abs(axisOf(world, coin)[1])).toBeGreaterThan(0.9999);
    expect(isBodyAwake(world, coin)).toBe(false);
    // It never jumps: half the energy of its spin, as a fall, is 1 m/s.
    expect(fastest).toBeLessThan(1);
  });
});

describe('rolling down a slope', () => {
  const angle = 20 * DEGREES;
  const downhill: Vec3 = [-Math.cos(angle), -Math.sin(angle), 0];
  const across = about([1, 0, 0], 90 * DEGREES);
  const accelerationOf = (shape: Shape, radius: number): number => {
    const world = awakeWorld();
    addSlope(world, angle, { friction: 0.8 });
    const position: Vec3 = [-Math.sin(angle) * radius, Math.cos(angle) * radius, 0];
    const body = addBody(world, shape, { position, rotation: across }, { friction: 0.8 });
    return acceleration(world, 0.5, 2, () => {
      const v = linearVelocity(world, body);
      return v[0] * downhill[0] + v[1] * downhill[1] + v[2] * downhill[2];
    });
  };

  it('a cylinder gains 2/3 g sin θ a second, to 1e-3 of it', () => {
    const ideal = (2 / 3) * G * Math.sin(angle);
    expect(Math.abs(accelerationOf(cylinder(0.4, 0.3), 0.4) / ideal - 1)).toBeLessThan(1e-3);
  });

  it('a rounded cylinder gains g sin θ / (1 + I / m r²), to 1e-3 of it', () => {
    const world = awakeWorld();
    const body = addBody(world, cylinder(0.3, 0.3, 0.1));
    const { mass, inertia } = bodyMass(world, body);
    const ideal = (G * Math.sin(angle)) / (1 + inertia[3] / (mass * 0.16));
    expect(Math.abs(accelerationOf(cylinder(0.3, 0.3, 0.1), 0.4) / ideal - 1)).toBeLessThan(1e-3);
  });
});

describe('stacks of ten stand for 10 s without sleep', () => {
  it.each<[string, Shape, number]>([
    ['cylinders', cylinder(0.5, 0.25), 0.25],
    ['flat coins', cylinder(0.3, 0.05), 0.05],
    ['rounded boxes', roundedBox(0.4, 0.2, 0.4, 0.05), 0.25],
    ['rounded cylinders', cylinder(0.4, 0.2, 0.05), 0.25],
    ['tapered cylinders', taperedCylinder(0.5, 0.45, 0.25), 0.25],
    [
      'rounded hulls',
      roundedHull(
        [-1, 1].flatMap((y) =>
          Array.from(
            { length: 6 },
            (_, k): Vec3 => [0.4 * Math.cos(k * 60 * DEGREES), 0.2 * y, 0.4 * Math.sin(k * 60 * DEGREES)],
          ),
        ),
        0.05,
      ),
      0.25,
    ],
  ])('%s', (_name, shape, half) => {
    const world = awakeWorld();
    addFloor(world);
    const bodies = Array.from({ length: 10 }, (_, i) =>
      addBody(world, shape, {
        position: [0.01 * (i % 3), half * (2 * i + 1), 0.01 * ((i + 1) % 2)],
        rotation: about([0, 1, 0], 0.3 * i),
      }),
    );
    const start = bodies.map((body) => bodyPosition(world, body));
    run(world, 10);
    for (const [i, body] of bodies.entries()) {
      const [x, y, z] = bodyPosition(world, body);
      expect(Math.hypot(x - start[i][0], z - start[i][2])).toBeLessThan(5e-3);
      expect(Math.abs(y - start[i][1])).toBeLessThan(2e-3 * (i + 1));
      expect(axisOf(world, body)[1]).toBeGreaterThan(1 - 1e-5);
    }
  });
});
