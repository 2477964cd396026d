import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyForce,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  hashWorld,
  hinge,
  isBodyAwake,
  isBodyEnabled,
  PhysicsError,
  restoreSnapshot,
  stepWorld,
  takeSnapshot,
} from '../../src/index.js';
import { MOTION } from '../../src/state/bodies.js';
import { add, addFloor, DT, run, unitBox, weightless } from './context.js';

describe('a body that leaves the finite numbers', () => {
  it('is stopped where it was last seen and named in an error; the others go on', () => {
    const world = createWorld();
    addFloor(world);
    const victim = add(world, unitBox, { position: [0, 3, 0], userData: 42 }, { density: 1e-6 });
    const other = add(world, unitBox, { position: [5, 3, 0] });
    for (let i = 0; i < 40; i++) applyForce(world, victim, [1e12, 0, 0]);
    expect(() => {
      for (let i = 0; i < 5; i++) {
        applyForce(world, victim, [1e12, 0, 0]);
        stepWorld(world, DT);
      }
    }).toThrow(PhysicsError);
    expect(isBodyEnabled(world, victim)).toBe(false);
    expect(bodyPosition(world, victim).every(Number.isFinite)).toBe(true);
    run(world, 60);
    expect(bodyPosition(world, other)[1]).toBeLessThan(3);
    expect(bodyPosition(world, other).every(Number.isFinite)).toBe(true);
  });

  it('leaves nothing behind in what it lay on: a box that lands there later stays', () => {
    const world = createWorld({ sleeping: false });
    addFloor(world);
    const victim = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 30);
    world.bodies.motion[(victim % 0x400000) * MOTION] = Number.NaN;
    expect(() => stepWorld(world, DT)).toThrow(PhysicsError);
    const later = add(world, unitBox, { position: [5, 0.6, 0] });
    run(world, 60);
    expect(isBodyEnabled(world, later)).toBe(true);
    expect(bodyPosition(world, later)[1]).toBeCloseTo(0.5, 3);
  });

  it('leaves a world that a snapshot can hold: contacts, joints and what their links kept are numbers', () => {
    const world = createWorld({ sleeping: false });
    addFloor(world);
    let last = add(world, unitBox, { position: [0, 0.5, 0] });
    const victim = last;
    for (let i = 1; i < 4; i++) {
      const next = add(world, unitBox, { position: [2 * i, 0.5, 0] });
      createJoint(world, hinge({ bodyA: last, bodyB: next, anchor: [2 * i - 1, 0.5, 0], axis: [0, 0, 1] }));
      last = next;
    }
    run(world, 30);
    world.bodies.motion[(victim % 0x400000) * MOTION] = Number.NaN;
    expect(() => stepWorld(world, DT)).toThrow(PhysicsError);
    const copy = createWorld();
    restoreSnapshot(copy, takeSnapshot(world));
    expect(hashWorld(copy)).toBe(hashWorld(world));
  });
});

describe('a body without colliders', () => {
  it('does not fall asleep while it spins', () => {
    const world = weightless();
    const top = createBody(world, {
      massProperties: { mass: 1, inertia: [1, 2, 3] },
      angularVelocity: [0, 3, 0],
    });
    run(world, 120);
    expect(isBodyAwake(world, top)).toBe(true);
    expect(angularVelocity(world, top)[1]).toBeCloseTo(3, 9);
  });
});
