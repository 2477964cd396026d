import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  bodyPosition,
  bodyRotation,
  createJoint,
  jointError,
  rotationLock,
} from '../../../src/index.js';
import { momentum } from '../../../src/inspect.js';
import { G, jointWorld, run } from '../context.js';
import { addMass, expectReaction, runPushed, weightless } from '../joint-rig.js';

describe('rotation lock', () => {
  it('bears a torque and no force: the body falls without turning', () => {
    const world = jointWorld();
    const body = addMass(world, [1, 2, 3], 10, [1, 2, 3]);
    const joint = createJoint(world, rotationLock({ bodyB: body }));
    runPushed(world, 1, () => applyTorque(world, body, [3, -4, 5]));
    expectReaction(world, joint, [0, 0, 0], [-3, 4, -5]);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(2 - G / 2, 9);
    expect(Math.abs(bodyRotation(world, body)[3])).toBeGreaterThan(1 - 1e-6);
  });

  it('shares the spin of two bodies by their inertia', () => {
    const world = jointWorld(weightless);
    const a = addMass(world, [0, 0, 0], 1, [1, 1, 1], { angularVelocity: [0, 3, 0] });
    const b = addMass(world, [5, 0, 0], 1, [2, 2, 2], { linearVelocity: [0, 1, 0] });
    const joint = createJoint(world, rotationLock({ bodyA: a, bodyB: b }));
    const before = momentum(world);
    run(world, 2);
    expect(angularVelocity(world, a)[1]).toBeCloseTo(1, 6);
    expect(angularVelocity(world, b)[1]).toBeCloseTo(1, 6);
    expect(jointError(world, joint).angular).toBeLessThan(1e-6);
    expect(bodyPosition(world, b)[1]).toBeCloseTo(2, 9);
    for (let i = 0; i < 3; i++) expect(momentum(world).angular[i]).toBeCloseTo(before.angular[i], 9);
  });

  it('finds back from half a turn', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 1, [1, 1, 1], {
      rotation: [Math.sin(1.55), 0, 0, Math.cos(1.55)],
    });
    const joint = createJoint(world, rotationLock({ bodyB: body, frameA: {}, frameB: {} }));
    run(world, 3);
    expect(jointError(world, joint).angular).toBeLessThan(1e-6);
  });
});
