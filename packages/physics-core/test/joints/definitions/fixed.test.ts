import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  createJoint,
  fixed,
  jointDef,
  jointError,
  linearVelocity,
} from '../../../src/index.js';
import { jointRows, momentum } from '../../../src/inspect.js';
import { DT, G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, weightless } from '../joint-rig.js';

describe('fixed', () => {
  it('bears a clamped load', () => {
    const world = jointWorld();
    const body = addMass(world, [0.5, 0, 0.2], 10);
    const joint = createJoint(world, fixed({ bodyB: body, anchor: [0, 0, 0] }));
    run(world, 2);
    expectReaction(world, joint, [0, 10 * G, 0], [-0.2 * 10 * G, 0, 0.5 * 10 * G]);
  });

  it('makes one body of two: they turn about their common centre', () => {
    const world = jointWorld(weightless);
    const a = addMass(world, [-1, 0, 0], 1, [0.1, 0.1, 0.1], {
      linearVelocity: [0, -2, 0],
      angularVelocity: [0, 0, 2],
    });
    const b = addMass(world, [0.5, 0, 0], 2, [0.1, 0.1, 0.1], {
      linearVelocity: [0, 1, 0],
      angularVelocity: [0, 0, 2],
    });
    const joint = createJoint(world, fixed({ bodyA: a, bodyB: b, anchor: [0, 0, 0] }));
    const before = momentum(world);
    run(world, 10, () => {
      expect(jointError(world, joint).linear).toBeLessThan(2e-3);
      expect(jointError(world, joint).angular).toBeLessThan(2e-3);
    });
    expect(off(angularVelocity(world, a)[2], 2)).toBeLessThan(1e-3);
    expect(off(angularVelocity(world, b)[2], 2)).toBeLessThan(1e-3);
    expect(Math.hypot(...linearVelocity(world, b))).toBeCloseTo(1, 2);
    expect(momentum(world).angular[2]).toBeCloseTo(before.angular[2], 9);
    expect(Math.hypot(...momentum(world).linear)).toBeLessThan(1e-9);
  });

  it('pulls together what was put apart', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0.3, 0, 0], 1, [0.1, 0.1, 0.1], { rotation: [0.6, 0, 0, 0.8] });
    const joint = createJoint(world, fixed({ bodyB: body, frameA: {}, frameB: {} }));
    run(world, 2);
    expect(jointError(world, joint).linear).toBeLessThan(1e-6);
    expect(jointError(world, joint).angular).toBeLessThan(1e-6);
  });

  it('sags by g / ω² on its linear spring and stays straight', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const joint = createJoint(world, fixed({ bodyB: body, hertz: 2, angularHertz: 0 }));
    run(world, 4);
    expect(off(jointRows(world, joint)[1].error, -G / (4 * Math.PI) ** 2)).toBeLessThan(1e-3);
    expect(jointError(world, joint).angular).toBeLessThan(1e-9);
  });

  it('bends by τ / (I ω²) on its angular spring and holds its point', () => {
    const world = jointWorld();
    const body = addMass(world, [0.1, 0, 0], 1, [2, 2, 2]);
    const joint = createJoint(world, fixed({ bodyB: body, anchor: [0, 0, 0], angularHertz: 1 }));
    run(world, 10);
    const rotation = jointRows(world, joint).find(({ name }) => name === 'rotation z');
    // C = 2 sin(θ/2); gravity pulls with 0.1 g cos θ.
    expect(off(rotation?.error ?? 0, -(0.1 * G) / (2 * (2 * Math.PI) ** 2))).toBeLessThan(1e-3);
    expect(jointError(world, joint).linear).toBeLessThan(1e-3);
  });

  it('is as soft in rotation as in translation unless told otherwise', () => {
    const world = jointWorld();
    const soft = createJoint(
      world,
      fixed({ bodyB: addMass(world, [0, 0, 0], 1), hertz: 3, dampingRatio: 0.2 }),
    );
    run(world, DT);
    const [point, , , rotation] = jointRows(world, soft);
    expect(rotation.softness).toEqual(point.softness);
    const mixed = createJoint(
      world,
      fixed({ bodyB: addMass(world, [0, 0, 0], 1), hertz: 3, angularHertz: 7 }),
    );
    expect(jointDef(world, mixed)).toMatchObject({ hertz: 3, angularHertz: 7 });
    run(world, DT);
    expect(jointRows(world, mixed).map(({ name }) => name)).toEqual(fixed.definition.slots);
  });
});
