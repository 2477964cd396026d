import { describe, expect, it } from 'vitest';
import {
  applyTorque,
  type BodyHandle,
  bodyRotation,
  createJoint,
  hinge,
  jointCoordinate,
  jointCoordinates,
  jointError,
  jointImpulses,
  universal,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { rotate } from '../../../src/math/quat.js';
import { G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, substepOf, weightless } from '../joint-rig.js';

/** A shaft through a point of the world, with its hinge. */
const addShaft = (world: World, centre: Vec3, axis: Vec3, controls: object = {}) => {
  const body = addMass(world, centre, 2, [0.1, 0.1, 0.1]);
  return { body, bearing: createJoint(world, hinge({ bodyB: body, axis, ...controls })) };
};

describe('universal', () => {
  it.each([10, 30, 45])('turns the driven shaft by cos β / (1 - sin²β cos²θ) at a bend of %f°', (bend) => {
    const beta = (bend * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(beta), Math.cos(beta)];
    const world = jointWorld(weightless);
    const driving = addShaft(world, [-1, 0, 0], [1, 0, 0], { motor: { speed: 3 } });
    const driven = addShaft(world, [cosine, sine, 0], [cosine, sine, 0]);
    const joint = createJoint(
      world,
      universal({
        bodyA: driving.body,
        bodyB: driven.body,
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        secondAxis: [sine, -cosine, 0],
      }),
    );
    let fastest = 0;
    let slowest = Infinity;
    run(world, 5, (time) => {
      if (time < 0.5) return;
      const input = jointCoordinate(world, driving.bearing);
      const ratio = jointCoordinate(world, driven.bearing).rate / input.rate;
      // The pin stands across the plane of the bend at the beginning.
      const theta = input.value + Math.PI / 2;
      const ideal = cosine / (1 - (sine * Math.cos(theta)) ** 2);
      expect(off(ratio, ideal)).toBeLessThan(2e-3);
      fastest = Math.max(fastest, ratio);
      slowest = Math.min(slowest, ratio);
    });
    expect(off(fastest, 1 / cosine)).toBeLessThan(2e-3);
    expect(off(slowest, cosine)).toBeLessThan(2e-3);
    expect(jointError(world, joint).angular).toBeLessThan(1e-3);
  });

  it('keeps the two shafts at the same number of turns under load', () => {
    const world = jointWorld(weightless);
    const driving = addShaft(world, [-1, 0, 0], [1, 0, 0], { motor: { speed: 4 } });
    const driven = addShaft(world, [0.8, 0.6, 0], [0.8, 0.6, 0], { motor: { effort: -1 } });
    createJoint(
      world,
      universal({
        bodyA: driving.body,
        bodyB: driven.body,
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        secondAxis: [0.6, -0.8, 0],
      }),
    );
    run(world, (10 * (2 * Math.PI)) / 4);
    expect(jointCoordinate(world, driven.bearing).value).toBeCloseTo(20 * Math.PI, 1);
  });

  it('has the angles of its two hinges', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 1);
    const joint = createJoint(
      world,
      universal({
        bodyB: body,
        axis: [1, 0, 0],
        secondAxis: [0, 1, 0],
        first: { motor: { target: 0.7, hertz: 2 } },
        second: { motor: { target: -7, hertz: 1 } },
      }),
    );
    run(world, 10);
    const { first, second } = jointCoordinates(world, joint);
    expect(first.value).toBeCloseTo(0.7, 4);
    // More than a turn.
    expect(second.value).toBeCloseTo(-7, 4);
    // Rx(0.7) Ry(-7) of the z axis.
    const [x, y, z] = axisOf(world, body);
    expect(x).toBeCloseTo(Math.sin(-7), 4);
    expect(y).toBeCloseTo(-Math.sin(0.7) * Math.cos(-7), 4);
    expect(z).toBeCloseTo(Math.cos(0.7) * Math.cos(-7), 4);
  });

  it('limits both angles', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 1, [1, 1, 1], { angularVelocity: [3, 2, 0] });
    const joint = createJoint(
      world,
      universal({
        bodyB: body,
        axis: [1, 0, 0],
        secondAxis: [0, 1, 0],
        first: { limits: [-0.4, 0.4] },
        second: { limits: [-0.6, 0.6] },
      }),
    );
    run(world, 3, () => {
      const { first, second } = jointCoordinates(world, joint);
      expect(Math.abs(first.value)).toBeLessThan(0.4 + 0.009);
      expect(Math.abs(second.value)).toBeLessThan(0.6 + 0.009);
    });
  });

  it('bears the weight, and a torque about the axis that it does not free', () => {
    const world = jointWorld();
    const body = addMass(world, [0, -1, 0], 10);
    const joint = createJoint(
      world,
      universal({ bodyB: body, anchor: [0, 0, 0], axis: [1, 0, 0], secondAxis: [0, 0, 1] }),
    );
    runPushed(world, 2, () => applyTorque(world, body, [0, 6, 0]));
    expectReaction(world, joint, [0, 10 * G, 0], [0, -6, 0]);
  });

  it('holds a load by its motors', () => {
    const world = jointWorld();
    const body = addMass(world, [0.3, 0, 0.2], 10);
    const joint = createJoint(
      world,
      universal({
        bodyB: body,
        anchor: [0, 0, 0],
        axis: [1, 0, 0],
        secondAxis: [0, 0, 1],
        first: { motor: { speed: 0 } },
        second: { motor: { speed: 0 } },
      }),
    );
    run(world, 2);
    expectReaction(world, joint, [0, 10 * G, 0], [-0.2 * 10 * G, 0, 0.3 * 10 * G]);
    const impulses = jointImpulses(world, joint);
    expect(off(impulses.first.motor / substepOf(world), -0.2 * 10 * G)).toBeLessThan(1e-3);
    expect(off(impulses.second.motor / substepOf(world), 0.3 * 10 * G)).toBeLessThan(1e-3);
  });
});

/** The z axis of a body in the world. */
const axisOf = (world: World, body: BodyHandle): Vec3 => rotate(bodyRotation(world, body), [0, 0, 1]);
