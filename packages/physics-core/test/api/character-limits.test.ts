import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  box,
  type CharacterMove,
  type CharacterOptions,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  mesh,
  moveCharacter,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '../../src/index.js';
import { add, DT, G } from './context.js';

/** What is too steep and too high for a character. */

const MAN = capsule(0.3, 0.6);
const SKIN = 0.01;

const addMan = (world: World, position: Vec3, shape: Shape = MAN): BodyHandle =>
  add(world, shape, { type: 'kinematic', position });

const makeFloor = (): World => {
  const world = createWorld();
  add(world, halfSpace(), { type: 'static' });
  return world;
};

/** Walks with gravity; what it falls in a step is the mean of the speeds before and after. */
const walk = (
  world: World,
  man: BodyHandle,
  [x, y, z]: Vec3,
  steps: number,
  options: CharacterOptions = {},
): CharacterMove => {
  let fall = y;
  let last: CharacterMove | undefined;
  for (let i = 0; i < steps; i++) {
    last = moveCharacter(world, man, [x, fall - (G * DT) / 2, z], DT, options);
    fall = last.ground ? 0 : fall - G * DT;
    stepWorld(world, DT);
  }
  if (last === undefined) throw new Error('no step');
  return last;
};

const slopes: Record<string, (world: World, angle: number) => void> = {
  'half-space': (world, angle) => {
    add(world, halfSpace([-Math.sin(angle), Math.cos(angle), 0]), { type: 'static' });
  },
  box: (world, angle) => {
    add(world, box(40, 1, 10), {
      type: 'static',
      position: [Math.sin(angle), -Math.cos(angle), 0],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    });
  },
  mesh: (world, angle) => {
    const [x, y] = [40 * Math.cos(angle), 40 * Math.sin(angle)];
    const vertices = [-x, -y, -10, -x, -y, 10, x, y, 10, x, y, -10];
    createCollider(world, createBody(world, { type: 'static' }), {
      shape: mesh(vertices, [0, 1, 2, 0, 2, 3]),
    });
  },
};

describe.each(Object.keys(slopes))('on a %s that is too steep', (kind) => {
  it.each([51, 60, 75])('of %i° it slides down as without friction: g sin² of the angle', (degrees) => {
    const world = createWorld();
    const angle = (degrees * Math.PI) / 180;
    slopes[kind](world, angle);
    // A skin off the slope: the centre of the lower ball is as far above it as its radius.
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
    const start: Vec3 = [(0.3 + SKIN) * nx, (0.3 + SKIN) * ny + 0.6, 0];
    const man = addMan(world, start);
    const { ground, velocity } = walk(world, man, [0, 0, 0], 60);
    const [x, y] = bodyPosition(world, man);
    const along = (G / 2) * Math.sin(angle);
    expect(ground).toBeUndefined();
    expect(y - start[1]).toBeCloseTo(-along * Math.sin(angle), 1);
    expect(x - start[0]).toBeCloseTo(-along * Math.cos(angle), 1);
    expect(velocity[1]).toBeCloseTo(-(G * (1 - DT / 2) * Math.sin(angle) ** 2), 1);
  });

  it.each([51, 60, 75])('of %i° it does not climb', (degrees) => {
    const world = makeFloor();
    slopes[kind](world, (degrees * Math.PI) / 180);
    const man = addMan(world, [-2, 0.9 + SKIN, 0]);
    expect(walk(world, man, [3, 0, 0.5], 120).wall).toBe(true);
    expect(bodyPosition(world, man)[1]).toBeLessThan(0.9 + 2 * SKIN);
  });
});

it('slides down to the ground and stands there, also between two slopes', () => {
  const world = makeFloor();
  slopes.box(world, Math.PI / 3);
  const man = addMan(world, [0, 4, 0]);
  expect(walk(world, man, [0, 0, 0], 120).ground?.normal[1]).toBeCloseTo(1, 6);
  expect(bodyPosition(world, man)[1]).toBeCloseTo(0.9 + SKIN, 2);

  const valley = createWorld();
  slopes['half-space'](valley, Math.PI / 3);
  slopes['half-space'](valley, -Math.PI / 3);
  const wedged = addMan(valley, [0.4, 3, 0]);
  expect(walk(valley, wedged, [0, 0, 0], 120).ground).toBeDefined();
  expect(bodyPosition(valley, wedged)[0]).toBeCloseTo(0, 1);
});

describe.each<[string, Shape, number]>([
  ['capsule', MAN, 0.9],
  ['box', box(0.3, 0.9, 0.3), 0.9],
  ['ball', sphere(0.5), 0.5],
])('a %s', (_, shape, feet) => {
  it.each([
    [0.3, 0.32],
    [0.3, 0.4],
    [0.3, 0.5],
    [0.3, 0.59],
    [0.1, 0.12],
    [0.02, 0.05],
    [0, 0.05],
  ])('with a step height of %f m stops at a step of %f m', (stepHeight, height) => {
    for (const sideways of [0, 0.7, 1.3]) {
      const world = makeFloor();
      add(world, box(5, height / 2, 20), { type: 'static', position: [6, height / 2, 0] });
      const man = addMan(world, [0, feet + SKIN, 0], shape);
      const { wall } = walk(world, man, [1.5, 0, sideways], 120, { stepHeight });
      expect(wall).toBe(true);
      expect(bodyPosition(world, man)[1]).toBeLessThan(feet + 1.5 * SKIN);
    }
  });

  it.each([0.05, 0.1, 0.2, 0.3])('climbs a step of %f m with a step height of 0.3 m', (height) => {
    for (const sideways of [0, 0.7, 1.3]) {
      const world = makeFloor();
      add(world, box(5, height / 2, 20), { type: 'static', position: [6, height / 2, 0] });
      const man = addMan(world, [0, feet + SKIN, 0], shape);
      walk(world, man, [1.5, 0, sideways], 120, { stepHeight: 0.3 });
      expect(bodyPosition(world, man)[1]).toBeCloseTo(feet + height + SKIN, 2);
      expect(bodyPosition(world, man)[0]).toBeGreaterThan(2.5);
    }
  });
});
