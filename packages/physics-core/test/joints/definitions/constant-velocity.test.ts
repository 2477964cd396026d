import { describe, expect, it } from 'vitest';
import {
  applyTorque,
  constantVelocity,
  createJoint,
  hinge,
  jointCoordinate,
  jointCoordinates,
  jointError,
  type Quat,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { momentum } from '../../../src/inspect.js';
import { G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, weightless } from '../joint-rig.js';

const addShaft = (world: World, centre: Vec3, axis: Vec3, controls: object = {}) => {
  const body = addMass(world, centre, 2, [0.1, 0.1, 0.1]);
  return { body, bearing: createJoint(world, hinge({ bodyB: body, axis, ...controls })) };
};

/** Two shafts with a bend about z, which meet in the origin. */
const buildDrive = (world: World, beta: number, load: object = {}) => {
  const along: Vec3 = [Math.cos(beta), Math.sin(beta), 0];
  const driving = addShaft(world, [-1, 0, 0], [1, 0, 0], { motor: { speed: 3 } });
  const driven = addShaft(world, along, along, load);
  const rotation: Quat = [0, 0, Math.sin(beta / 2), Math.cos(beta / 2)];
  const joint = createJoint(
    world,
    constantVelocity({
      bodyA: driving.body,
      bodyB: driven.body,
      frameA: { position: [1, 0, 0] },
      frameB: { position: [-along[0], -along[1], 0], rotation },
    }),
  );
  return { driving: driving.bearing, driven: driven.bearing, joint };
};

describe('constant velocity', () => {
  it.each([0, 10, 30, 45, 70])('keeps the speed of the driven shaft at a bend of %f°', (bend) => {
    const world = jointWorld(weightless);
    const { driving, driven, joint } = buildDrive(world, (bend * Math.PI) / 180);
    run(world, 5, (time) => {
      if (time < 0.5) return;
      expect(off(jointCoordinate(world, driven).rate, jointCoordinate(world, driving).rate)).toBeLessThan(
        1e-9,
      );
    });
    expect(jointError(world, joint).angular).toBeLessThan(1e-3);
    const { swingY, swingZ } = jointCoordinates(world, joint);
    // Bend and phase: the bend stays, the phase turns with the shaft.
    expect(Math.hypot(swingY.value, swingZ.value)).toBeCloseTo((bend * Math.PI) / 180, 3);
  });

  it('keeps it under load, turn after turn', () => {
    const world = jointWorld(weightless);
    const { driving, driven } = buildDrive(world, 0.6, { motor: { effort: -1 } });
    run(world, 10);
    expect(jointCoordinate(world, driven).value - jointCoordinate(world, driving).value).toBeCloseTo(0, 2);
    expect(off(jointCoordinate(world, driven).rate, 3)).toBeLessThan(1e-3);
  });

  it('bends freely and conserves momentum', () => {
    const world = jointWorld(weightless);
    const a = addMass(world, [-1, 0, 0], 2, [0.1, 0.3, 0.3], { angularVelocity: [10, 0, 0] });
    const b = addMass(world, [1, 0, 0], 1, [0.1, 0.2, 0.2], { angularVelocity: [10, 0, 1] });
    const joint = createJoint(world, constantVelocity({ bodyA: a, bodyB: b, anchor: [0, 0, 0] }));
    const before = momentum(world);
    run(world, 2);
    expect(jointError(world, joint).angular).toBeLessThan(5e-3);
    for (let i = 0; i < 3; i++) {
      expect(momentum(world).linear[i]).toBeCloseTo(before.linear[i], 9);
      expect(momentum(world).angular[i]).toBeCloseTo(before.angular[i], 9);
    }
  });

  it('limits the bend', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 1, [0.1, 0.1, 0.1], { angularVelocity: [0, 0, 2] });
    const joint = createJoint(world, constantVelocity({ bodyB: body, swingZ: { limits: [-0.5, 0.5] } }));
    run(world, 2, () => expect(jointCoordinates(world, joint).swingZ.value).toBeLessThan(0.5 + 0.009));
    expect(jointCoordinates(world, joint).swingZ.value).toBeCloseTo(0.5, 3);
  });

  it('bears the weight, and a torque along the shaft', () => {
    const world = jointWorld();
    const body = addMass(world, [0, -1, 0], 10);
    const joint = createJoint(world, constantVelocity({ bodyB: body, anchor: [0, 0, 0], axis: [0, 1, 0] }));
    runPushed(world, 2, () => applyTorque(world, body, [0, 6, 0]));
    expectReaction(world, joint, [0, 10 * G, 0], [0, -6, 0]);
  });
});
