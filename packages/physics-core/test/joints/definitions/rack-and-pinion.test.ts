import { describe, expect, it } from 'vitest';
import {
  createJoint,
  hinge,
  jointCoordinate,
  jointError,
  jointImpulses,
  rackAndPinion,
  slider,
  type World,
} from '../../../src/index.js';
import { momentum } from '../../../src/inspect.js';
import { G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, substepOf, weightless } from '../joint-rig.js';

const RADIUS = 0.2;

/** A rack of 10 kg that slides up along y, and a pinion beside it that turns about z. */
const build = (world: World, pinionControls: object = {}) => {
  const rack = addMass(world, [0, 0, 0], 10);
  const pinion = addMass(world, [RADIUS, 0, 0], 2, [0.1, 0.1, 0.05]);
  const guide = createJoint(world, slider({ bodyB: rack, axis: [0, 1, 0] }));
  const bearing = createJoint(world, hinge({ bodyB: pinion, axis: [0, 0, 1], ...pinionControls }));
  const joint = createJoint(world, rackAndPinion({ jointA: guide, jointB: bearing, ratio: RADIUS }));
  return { guide, bearing, joint };
};

describe('rack and pinion', () => {
  it('accelerates under load: the weight of the rack spins the pinion', () => {
    const world = jointWorld();
    const { guide, bearing, joint } = build(world);
    run(world, 1);
    const ideal = (10 * G) / (10 + 0.05 / RADIUS ** 2);
    expect(off(jointCoordinate(world, guide).rate, -ideal)).toBeLessThan(1e-6);
    expect(off(jointCoordinate(world, bearing).rate, ideal / RADIUS)).toBeLessThan(1e-6);
    expect(jointError(world, joint).linear).toBeLessThan(1e-3);
  });

  it('lifts the rack by its radius for each radian, turn after turn', () => {
    const world = jointWorld();
    const { guide, bearing } = build(world, { motor: { speed: -4 } });
    run(world, 10);
    expect(jointCoordinate(world, bearing).value).toBeCloseTo(-40, 1);
    expect(
      off(jointCoordinate(world, guide).value, -RADIUS * jointCoordinate(world, bearing).value),
    ).toBeLessThan(1e-4);
  });

  it('holds the weight with m g r', () => {
    const world = jointWorld();
    const { bearing, joint } = build(world, { motor: { speed: 0 } });
    run(world, 2);
    expect(off(jointImpulses(world, bearing).angle.motor / substepOf(world), -10 * G * RADIUS)).toBeLessThan(
      1e-3,
    );
    // On the pinion, about its axis.
    expectReaction(world, joint, [0, 0, 0], [0, 0, 10 * G * RADIUS]);
  });

  it('conserves momentum in a frame that floats', () => {
    const world = jointWorld(weightless);
    const chassis = addMass(world, [0, 0, 0], 5, [1, 1, 1]);
    const rack = addMass(world, [0, 0, 0], 1);
    const pinion = addMass(world, [RADIUS, 0, 0], 1, [0.1, 0.1, 0.05]);
    const guide = createJoint(world, slider({ bodyA: chassis, bodyB: rack, axis: [0, 1, 0] }));
    const motor = { effort: 0.1 };
    const bearing = createJoint(world, hinge({ bodyA: chassis, bodyB: pinion, axis: [0, 0, 1], motor }));
    createJoint(world, rackAndPinion({ jointA: guide, jointB: bearing, ratio: -RADIUS }));
    run(world, 2);
    expect(
      off(jointCoordinate(world, guide).rate, RADIUS * jointCoordinate(world, bearing).rate),
    ).toBeLessThan(1e-3);
    expect(jointCoordinate(world, guide).value).toBeGreaterThan(0.1);
    const { linear, angular } = momentum(world);
    expect(Math.hypot(...linear)).toBeLessThan(1e-9);
    expect(Math.hypot(...angular)).toBeLessThan(1e-9);
  });
});
