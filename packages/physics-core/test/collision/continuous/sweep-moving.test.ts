import { describe, expect, it } from 'vitest';
import { trials } from '../../../../../test/fuzz-scale.js';
import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  centreOfMass,
  createBody,
  createCollider,
  createWorld,
  cylinder,
  hashWorld,
  hull,
  linearVelocity,
  restoreSnapshot,
  type Shape,
  sphere,
  stepWorld,
  takeSnapshot,
  type Vec3,
  type World,
  worldEvents,
} from '../../../src/index.js';
import { normalizeQuat, rotate } from '../../../src/math/quat.js';
import { sub } from '../../../src/math/vec3.js';
import { DT } from '../../determinism/context.js';
import { createRandom, randomVec } from '../narrowphase/core-fixture.js';

/** Bullets of each kind of plate. */
const BULLETS = trials('BULLETS', 50, 1000);

const random = createRandom(23);
const between = (low: number, high: number): number => low + (high - low) * random();

const shapes = (): Shape[] => [
  sphere(between(0.03, 0.13)),
  box(between(0.02, 0.1), between(0.05, 0.15), between(0.05, 0.15)),
  capsule(between(0.02, 0.07), between(0.1, 0.3)),
  box(0.01, 0.4, 0.01),
  hull(Array.from({ length: 10 }, () => randomVec(random, 0.15))),
];

interface Plate {
  readonly type?: 'static' | 'kinematic' | 'dynamic';
  readonly bullet?: boolean;
  readonly velocity?: () => Vec3;
  readonly spin?: () => Vec3;
}

const plates: Record<string, Plate> = {
  'static walls': { type: 'static' },
  'plates at rest': {},
  'moving plates': { velocity: () => [between(-20, 10), between(-1, 1), between(-1, 1)] },
  'spinning plates': { spin: () => [between(-5, 5), between(-5, 5), between(-30, 30)] },
  'kinematic plates': {
    type: 'kinematic',
    velocity: () => [between(-20, 10), 0, 0],
    spin: () => [0, between(-5, 5), between(-5, 5)],
  },
  'bullets that come towards them': { bullet: true, velocity: () => [between(-500, -50), 0, 0] },
};

/** Whether a bullet gets through a plate of 1 to 5 cm before it bounces. */
const getsThrough = (
  world: World,
  shape: Shape,
  { type = 'dynamic', bullet = false, velocity, spin }: Plate,
): boolean => {
  const plate = createBody(world, {
    type,
    bullet,
    mass: 50,
    linearVelocity: velocity?.() ?? [0, 0, 0],
    angularVelocity: spin?.() ?? [0, 0, 0],
  });
  createCollider(world, plate, { shape: box(between(0.005, 0.025), 2, 2) });
  const body = createBody(world, {
    position: [-between(2, 6), between(-0.5, 0.5), between(-0.5, 0.5)],
    linearVelocity: [between(50, 500), 0, 0],
    angularVelocity: randomVec(random, 50),
    bullet: true,
    mass: between(1, 2),
  });
  createCollider(world, body, { shape });
  let before: Vec3 = [0, 9, 9];
  for (let i = 0; i < 12; i++) {
    stepWorld(world, DT);
    const at = seenFrom(world, plate, body);
    const isBeside = Math.abs(at[1]) > 1.8 || Math.abs(at[2]) > 1.8;
    if (isBeside) return false;
    if (before[0] < 0 && at[0] > 0) return true;
    if (linearVelocity(world, body)[0] < linearVelocity(world, plate)[0]) return false;
    before = at;
  }
  return false;
};

it.each(Object.entries(plates))(`of ${BULLETS} bullets of 50 to 500 m/s none gets through %s`, (_, plate) => {
  let through = 0;
  for (let k = 0; k < BULLETS; k++)
    if (getsThrough(createWorld({ gravity: [0, 0, 0] }), shapes()[k % 5], plate)) through++;
  expect(through).toBe(0);
});

/** Where a body is as another one sees it. */
const seenFrom = (world: World, other: BodyHandle, body: BodyHandle): Vec3 => {
  const [x, y, z, w] = bodyRotation(world, other);
  return rotate([-x, -y, -z, w], sub(centreOfMass(world, body), bodyPosition(world, other)));
};

it(`of ${5 * BULLETS} thin rods and coins none sinks through a plate that it has struck and that turns under it`, () => {
  let through = 0;
  for (let k = 0; k < 5 * BULLETS; k++) {
    const world = createWorld({ gravity: [0, 0, 0] });
    const plate = createBody(world, { mass: between(5, 80), angularVelocity: randomVec(random, 15) });
    createCollider(world, plate, { shape: box(between(0.0005, 0.0015), 2, 2) });
    const [tilt, aim] = [randomVec(random, 0.5), randomVec(random, 1)];
    const [away, speed] = [between(1, 8), between(300, 500)];
    const body = createBody(world, {
      position: [-away, aim[1] - tilt[1] * away, aim[2] - tilt[2] * away],
      rotation: normalizeQuat([...randomVec(random, 1), between(-1, 1)]),
      linearVelocity: [speed, tilt[1] * speed, tilt[2] * speed],
      angularVelocity: randomVec(random, 30),
      mass: between(0.05, 3),
      bullet: true,
    });
    const shape = k % 5 === 0 ? cylinder(between(0.05, 0.15), 0.004) : cylinder(0.008, between(0.2, 0.4));
    createCollider(world, body, { shape, friction: random() });
    for (let i = 0, before = 1; i < 16; i++) {
      stepWorld(world, DT);
      const [x, y, z] = seenFrom(world, plate, body);
      if (Math.hypot(y, z) > 1.6) break;
      if (before < 0 && x > 0) {
        through++;
        break;
      }
      before = x;
    }
  }
  expect(through).toBe(0);
});

it('without bullet they do: the plates are thin enough', () => {
  let through = 0;
  for (let k = 0; k < 20; k++) {
    const world = createWorld({ gravity: [0, 0, 0] });
    const plate = createBody(world, { mass: 50 });
    createCollider(world, plate, { shape: box(0.01, 2, 2) });
    const body = createBody(world, { position: [-4 - 0.1 * k, 0, 0], linearVelocity: [300, 0, 0] });
    createCollider(world, body, { shape: sphere(0.05) });
    for (let i = 0; i < 6; i++) stepWorld(world, DT);
    if (bodyPosition(world, body)[0] > bodyPosition(world, plate)[0] + 1) through++;
  }
  expect(through).toBeGreaterThan(5);
});

it('a bullet keeps momentum: what the plate gets is what it lost', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const plate = createBody(world, { mass: 10 });
  createCollider(world, plate, { shape: box(0.01, 2, 2) });
  const body = createBody(world, {
    position: [-5, 0.3, 0.2],
    linearVelocity: [300, 0, 0],
    mass: 1,
    bullet: true,
  });
  createCollider(world, body, { shape: sphere(0.05) });
  for (let i = 0; i < 20; i++) stepWorld(world, DT);
  const momentum = linearVelocity(world, body)[0] + 10 * linearVelocity(world, plate)[0];
  expect(momentum).toBeCloseTo(300, 9);
  expect(linearVelocity(world, plate)[0]).toBeGreaterThan(10);
});

it('two bullets that meet: each is stopped by the other', () => {
  for (let k = 0; k < 30; k++) {
    const world = createWorld({ gravity: [0, 0, 0] });
    const add = (x: number, v: number) => {
      const body = createBody(world, {
        position: [x, 0, 0],
        linearVelocity: [v, 0, 0],
        mass: 1,
        bullet: true,
      });
      createCollider(world, body, { shape: sphere(0.05) });
      return body;
    };
    const left = add(-between(2, 6), between(50, 500));
    const right = add(between(2, 6), -between(50, 500));
    for (let i = 0; i < 20; i++) stepWorld(world, DT);
    expect(bodyPosition(world, left)[0]).toBeLessThan(bodyPosition(world, right)[0]);
  }
});

it('goes on from a snapshot with the same bits', () => {
  const world = createWorld();
  for (let i = 0; i < 6; i++) {
    const body = createBody(world, {
      position: [3 * i, 0, 0],
      linearVelocity: [300 - 100 * i, 0, 0],
      bullet: i % 2 === 0,
    });
    createCollider(world, body, { shape: shapes()[i % 5] });
  }
  for (let i = 0; i < 3; i++) stepWorld(world, DT);
  const bytes = takeSnapshot(world);
  for (let i = 0; i < 20; i++) stepWorld(world, DT);
  const hash = hashWorld(world);
  restoreSnapshot(world, bytes);
  for (let i = 0; i < 20; i++) stepWorld(world, DT);
  expect(hashWorld(world)).toBe(hash);
});

describe('sensors', () => {
  const kindsOf = (type: 'static' | 'kinematic', away: number, speed: number, shape: Shape): string[] => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const gate = createBody(world, { type, linearVelocity: type === 'kinematic' ? [-3, 0, 0] : [0, 0, 0] });
    createCollider(world, gate, { shape: box(0.01, 2, 2), sensor: true });
    const body = createBody(world, {
      position: [-away, between(-1, 1), between(-1, 1)],
      linearVelocity: [speed, 0, 0],
      angularVelocity: randomVec(random, 30),
    });
    createCollider(world, body, { shape });
    const before = linearVelocity(world, body);
    const kinds: string[] = [];
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      kinds.push(...worldEvents(world).map(({ kind }) => kind));
    }
    expect(linearVelocity(world, body)).toEqual(before);
    return kinds.filter((kind) => kind === 'begin' || kind === 'end');
  };

  it('static ones are tripped once by whatever passes them, also in the first step', () => {
    for (let k = 0; k < 30; k++)
      expect(kindsOf('static', between(1, 6), between(50, 500), shapes()[k % 5])).toEqual(['begin', 'end']);
  });

  it('moving ones, too, once the boxes know the speed', () => {
    for (let k = 0; k < 30; k++)
      expect(kindsOf('kinematic', between(20, 25), between(50, 500), shapes()[k % 5])).toEqual([
        'begin',
        'end',
      ]);
  });

  it('one behind a wall that stops the body is not tripped', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const still = createBody(world, { type: 'static' });
    createCollider(world, still, { shape: box(0.05, 2, 2) });
    createCollider(world, still, { shape: box(0.05, 2, 2), position: [1, 0, 0], sensor: true });
    const body = createBody(world, { position: [-5, 0, 0], linearVelocity: [400, 0, 0] });
    createCollider(world, body, { shape: sphere(0.1) });
    const sensors: string[] = [];
    for (let i = 0; i < 10; i++) {
      stepWorld(world, DT);
      for (const event of worldEvents(world)) if (event.kind === 'begin') sensors.push(event.kind);
    }
    expect(sensors).toEqual(['begin']);
  });
});
