import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyForce,
  bodyPosition,
  createBody,
  createWorld,
  isBodyAwake,
  isBodyEnabled,
  PhysicsError,
  stepWorld,
} from '../../src/index.js';
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
