import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyAngularImpulse,
  applyImpulse,
  applyTorque,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  createBody,
  createCollider,
  createWorld,
  type LockName,
  linearVelocity,
  sphere,
  updateBody,
  type World,
} from '../../src/index.js';
import { about, add, addFloor, expectVector, run, unitBox, weightless } from './context.js';

const linear = ['x', 'y', 'z'] as const;
const angular = ['rotationX', 'rotationY', 'rotationZ'] as const;

/** All six speeds of a body in the order of the locks. */
const speeds = (world: World, body: BodyHandle): number[] => [
  ...linearVelocity(world, body),
  ...angularVelocity(world, body),
];

const pushEverywhere = (world: World, body: BodyHandle): void => {
  applyImpulse(world, body, [1, 2, 3], [0.3, 0.4, 0.5]);
  applyAngularImpulse(world, body, [0.1, 0.2, 0.3]);
};

describe('axis locks', () => {
  it.each([...linear, ...angular])('%s alone stops exactly its own axis', (lock) => {
    const world = weightless();
    const body = add(world, unitBox, { locks: [lock] });
    pushEverywhere(world, body);
    const locked = [...linear, ...angular].indexOf(lock);
    speeds(world, body).forEach((speed, i) => {
      if (i === locked) expect(speed).toBe(0);
      else expect(Math.abs(speed)).toBeGreaterThan(0.01);
    });
  });

  it.each(linear)('%s keeps its coordinate to the bit through collisions', (lock) => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0.1, 0.7, 0.3], locks: [lock] });
    const axis = linear.indexOf(lock);
    const start = bodyPosition(world, body)[axis];
    add(world, sphere(0.3), { position: [-2, 0.9, 0.2], linearVelocity: [6, 0, 0.4] });
    add(world, sphere(0.3), { position: [0.2, 0.9, 3], linearVelocity: [0, 0, -6] });
    run(world, 120, () => expect(bodyPosition(world, body)[axis]).toBe(start));
  });

  it.each(angular)('%s keeps its angular speed at 0 through off-centre collisions', (lock) => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, {
      position: [0, 0.8, 0],
      rotation: about([0.6, 0, 0.8], 0.4),
      locks: [lock],
    });
    add(world, sphere(0.3), { position: [-2, 1, 0.4], linearVelocity: [6, 0, 0.4] });
    run(world, 120, () => expect(angularVelocity(world, body)[angular.indexOf(lock)]).toBe(0));
  });

  it('all rotations locked keep the orientation to the bit', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, {
      position: [0, 1, 0],
      rotation: about([0, 0, 1], 0.5),
      locks: angular,
    });
    const start = bodyRotation(world, body);
    applyTorque(world, body, [5, 5, 5]);
    run(world, 120, () => expect(bodyRotation(world, body)).toEqual(start));
  });

  it('a lock that comes later stops the axis', () => {
    const world = weightless();
    const body = add(world, unitBox, { linearVelocity: [1, 1, 1] });
    updateBody(world, body, { locks: ['y'] });
    expect(linearVelocity(world, body)).toEqual([1, 0, 1]);
    updateBody(world, body, { locks: [] });
    applyImpulse(world, body, [0, 1, 0]);
    expectVector(linearVelocity(world, body), [1, 1, 1]);
  });

  it('a collider that moves the centre of mass gives no speed along a locked axis', () => {
    const world = weightless();
    const body = createBody(world, { locks: ['x'], angularVelocity: [0, 0, 2] });
    createCollider(world, body, { shape: unitBox, position: [0, 1, 0] });
    run(world, 10);
    expect(linearVelocity(world, body)[0]).toBe(0);
  });
});

describe('rotation locks and products of inertia', () => {
  it('give τ / I_zz about the only free axis, although the tensor has products', () => {
    const world = weightless();
    const massProperties = { mass: 1, inertia: [4, 0, 0.5, 3, 1, 2] } as const;
    const body = add(world, unitBox, { massProperties, locks: ['rotationX', 'rotationY'] });
    applyAngularImpulse(world, body, [7, 7, 3]);
    expectVector(angularVelocity(world, body), [0, 0, 1.5]);
    run(world, 60);
    expectVector(angularVelocity(world, body), [0, 0, 1.5]);
  });

  it('invert the free 2×2 block when one axis is locked', () => {
    const world = weightless();
    const massProperties = { mass: 1, inertia: [4, 1, 0.5, 3, 1, 6] } as const;
    const body = add(world, unitBox, { massProperties, locks: ['rotationZ'] });
    applyAngularImpulse(world, body, [11, 0, 5]);
    expectVector(angularVelocity(world, body), [3, -1, 0]);
  });
});

describe('planar', () => {
  const planarLocks: LockName[] = ['z', 'rotationX', 'rotationY'];

  it.each([
    ['planar: true', { planar: true }],
    ['the three locks', { locks: planarLocks }],
  ])('%s keeps a heap in the x-y plane to the bit', (_, def) => {
    const world = createWorld();
    addFloor(world);
    const bodies = [0, 1, 2, 3].map((i) =>
      add(world, i % 2 ? sphere(0.4) : unitBox, {
        ...def,
        position: [i * 0.2, 1 + i, 0.25],
        rotation: about([0, 0, 1], i),
      }),
    );
    // Balls that are free in space come in from the side.
    add(world, sphere(0.3), { position: [0.3, 1, 4], linearVelocity: [0, 1, -8] });
    run(world, 180, () => {
      for (const body of bodies) {
        expect(bodyPosition(world, body)[2]).toBe(0.25);
        const [x, y] = bodyRotation(world, body);
        expect([Math.abs(x), Math.abs(y)]).toEqual([0, 0]);
      }
    });
  });
});
