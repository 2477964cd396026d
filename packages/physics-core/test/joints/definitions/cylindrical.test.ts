import { describe, expect, it } from 'vitest';
import {
  applyForce,
  createJoint,
  cylindrical,
  jointCoordinates,
  jointError,
  jointImpulses,
} from '../../../src/index.js';
import { G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, substepOf, weightless } from '../joint-rig.js';

describe('cylindrical', () => {
  it('moves along its axis and turns about it, each by itself', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10, [0.5, 1, 1], { angularVelocity: [30, 0, 0] });
    const joint = createJoint(world, cylindrical({ bodyB: body, axis: [1, 0, 0] }));
    runPushed(world, 2, () => applyForce(world, body, [20, 0, 0]));
    const { translation, angle } = jointCoordinates(world, joint);
    expect(off(translation.rate, (20 / 10) * 2)).toBeLessThan(1e-6);
    expect(off(translation.value, 0.5 * 2 * 4)).toBeLessThan(3e-3);
    // The angle counts turns.
    expect(off(angle.value, 60)).toBeLessThan(1e-6);
    expect(jointError(world, joint).linear).toBeLessThan(1e-3);
  });

  it('limits and drives both coordinates', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 10, [0.5, 1, 1], { linearVelocity: [3, 0, 0] });
    const joint = createJoint(
      world,
      cylindrical({
        bodyB: body,
        axis: [1, 0, 0],
        translation: { limits: [-1, 1] },
        angle: { motor: { speed: 5, maxForce: 2 }, limits: [-1, 3 * Math.PI] },
      }),
    );
    run(world, 1);
    expect(jointCoordinates(world, joint).angle.rate).toBeCloseTo((2 / 0.5) * 1, 6);
    expect(jointCoordinates(world, joint).translation.value).toBeCloseTo(1, 6);
    run(world, 4);
    expect(jointCoordinates(world, joint).angle.value).toBeCloseTo(3 * Math.PI, 3);
    expect(Math.abs(jointCoordinates(world, joint).angle.rate)).toBeLessThan(1e-6);
  });

  it('bears force and torque across its axis', () => {
    const world = jointWorld();
    const body = addMass(world, [0.5, 0, 0], 10);
    const joint = createJoint(
      world,
      cylindrical({ bodyB: body, anchor: [0, 0, 0], axis: [1, 0, 0], translation: { motor: { speed: 0 } } }),
    );
    runPushed(world, 2, () => applyForce(world, body, [8, 0, 0]));
    expectReaction(world, joint, [-8, 10 * G, 0], [0, 0, 0.5 * 10 * G]);
    expect(jointImpulses(world, joint).translation.motor / substepOf(world)).toBeCloseTo(-8, 3);
  });
});
