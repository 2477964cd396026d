import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  halfSpace,
  hashWorld,
  linearVelocity,
  loadClassicMethods,
  restoreSnapshot,
  type SolverMethod,
  stepWorld,
  takeSnapshot,
  updateSettings,
  type Vec3,
  type World,
  worldSettings,
} from '../../src/index.js';
import { DT } from '../joints/context.js';

loadClassicMethods();

/** The intersecting stack of Tamis & Maggiore §10.2: five cubes of 2.4 m, 0.4 m into each other, the lowest 1.2 m in the floor. */
const intersectingStack = (method: SolverMethod): { world: World; cubes: BodyHandle[] } => {
  const world = createWorld({ sleeping: false, gravity: [0, -10, 0], method });
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const cubes = [0, 1, 2, 3, 4].map((i) => {
    const cube = createBody(world, { position: [0, 2 * i, 0], mass: 1.2 });
    createCollider(world, cube, { shape: box(1.2, 1.2, 1.2) });
    return cube;
  });
  return { world, cubes };
};

const heightAfter = (method: SolverMethod, seconds: number): number[] => {
  const { world, cubes } = intersectingStack(method);
  for (let i = 0; i < seconds / DT; i++) stepWorld(world, DT);
  return cubes.map((cube) => bodyPosition(world, cube)[1]);
};

const fastest = (method: SolverMethod): number => {
  const { world, cubes } = intersectingStack(method);
  let peak = 0;
  for (let i = 0; i < 180; i++) {
    stepWorld(world, DT);
    for (const cube of cubes) peak = Math.max(peak, linearVelocity(world, cube)[1]);
  }
  return peak;
};

describe('Tamis & Maggiore Fig. 7: cubes that begin inside each other', () => {
  const resting = [1.2, 3.6, 6, 8.4, 10.8];

  it('are thrown by baumgarte: the velocity that corrects stays', () => {
    expect(fastest('baumgarte')).toBeGreaterThan(10);
    const half = heightAfter('baumgarte', 0.5);
    half.forEach((height, i) => {
      expect(height).toBeGreaterThan(resting[i] + 2);
    });
  });

  it('come to rest with push-factor: they move by it and do not keep it', () => {
    expect(fastest('push-factor')).toBeLessThan(0.1);
    const half = heightAfter('push-factor', 0.5);
    half.forEach((height, i) => {
      expect(Math.abs(height - resting[i])).toBeLessThan(0.02);
    });
  });

  it('come apart slowly with soft-step', () => {
    expect(fastest('soft-step')).toBeLessThan(3.5);
    heightAfter('soft-step', 3).forEach((height, i) => {
      expect(Math.abs(height - resting[i])).toBeLessThan(0.05);
    });
  });
});

describe.each(['baumgarte', 'push-factor'] as const)('%s', (method) => {
  it('solves joints by the same rows', () => {
    const world = createWorld({ sleeping: false, method });
    const bob = createBody(world, { position: [1, 0, 0], massProperties: { mass: 2, inertia: [1, 1, 1] } });
    createJoint(world, ball({ bodyB: bob, anchor: [0, 0, 0] }));
    let worst = 0;
    for (let i = 0; i < 300; i++) {
      stepWorld(world, DT);
      worst = Math.max(worst, Math.abs(Math.hypot(...bodyPosition(world, bob)) - 1));
    }
    expect(worst).toBeLessThan(0.05);
    const [x, y] = bodyPosition(world, bob) as Vec3;
    expect(Math.hypot(x, y)).toBeGreaterThan(0.95);
  });

  it('is deterministic, and part of a snapshot', () => {
    const { world } = intersectingStack(method);
    for (let i = 0; i < 20; i++) stepWorld(world, DT);
    const copy = createWorld();
    restoreSnapshot(copy, takeSnapshot(world));
    expect(worldSettings(copy).method).toBe(method);
    for (let i = 0; i < 20; i++) {
      stepWorld(world, DT);
      stepWorld(copy, DT);
    }
    expect(hashWorld(copy)).toBe(hashWorld(world));
  });
});

it('another method takes over a world whose joints the first has solved', () => {
  const world = createWorld({ sleeping: false });
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const held = [0, 1, 2].map((i) => {
    const body = createBody(world, { position: [2 * i, 3, 0] });
    createCollider(world, body, { shape: box(0.2, 0.2, 0.2) });
    createJoint(world, ball({ bodyB: body, anchor: [2 * i, 3.5, 0] }));
    return body;
  });
  for (let i = 0; i < 3; i++) stepWorld(world, DT);
  for (const body of held) destroyBody(world, body);
  const falling = createBody(world, { position: [0, 0.6, 0] });
  createCollider(world, falling, { shape: box(0.5, 0.5, 0.5) });
  updateSettings(world, { method: 'baumgarte' });
  for (let i = 0; i < 120; i++) stepWorld(world, DT);
  expect(bodyPosition(world, falling)[1]).toBeCloseTo(0.5, 1);
});

it.each(['soft-step', 'baumgarte', 'push-factor'] as const)(
  'a cube of 200 m/s that turns does not pass a thin wall with %s',
  (method) => {
    for (let k = 0; k < 5; k++) {
      const world = createWorld({ method, gravity: [0, 0, 0] });
      const wall = createBody(world, { type: 'static' });
      createCollider(world, wall, { shape: box(0.05, 5, 5) });
      const cube = createBody(world, {
        position: [-20 - 0.4 * k, 0, 0],
        linearVelocity: [200, 0, 0],
        angularVelocity: [1, 2, 3],
      });
      createCollider(world, cube, { shape: box(0.1, 0.1, 0.1) });
      for (let i = 0; i < 30; i++) stepWorld(world, DT);
      expect(bodyPosition(world, cube)[0]).toBeLessThan(0);
    }
  },
);
