import { describe, expect, it } from 'vitest';
import {
  applyForce,
  applyTorque,
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  halfSpace,
  type JointHandle,
  jointCoordinates,
  jointError,
  jointImpulses,
  sphere,
  type World,
  wheel,
} from '../../../src/index.js';
import { momentum } from '../../../src/inspect.js';
import { G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, substepOf, weightless } from '../joint-rig.js';

const AXES = { axis: [0, 1, 0], secondAxis: [1, 0, 0] } as const;
const RADIUS = 0.3;

/** m: how high and how long the bump is. */
const BUMP = { height: 0.04, from: 0.5, to: 1 };

/** Height of the hub above where it rolls on the floor, at rest or slowly: over an edge it goes round it on a circle of its radius. */
const hubHeight = (z: number): number => {
  const away = Math.max(BUMP.from - z, z - BUMP.to, 0);
  if (away >= RADIUS) return 0;
  return Math.max(0, BUMP.height + Math.sqrt(RADIUS ** 2 - away ** 2) - RADIUS);
};

/** A wheel that rolls towards +z, under a carriage which moves at a constant speed. */
const buildRig = (world: World, speed: number): { tyre: BodyHandle; joint: JointHandle; rig: BodyHandle } => {
  const floor = createBody(world, { type: 'static' });
  createCollider(world, floor, { shape: halfSpace(), friction: 1 });
  const { height, from, to } = BUMP;
  const bump = createBody(world, { type: 'static', position: [0, height / 2, (from + to) / 2] });
  createCollider(world, bump, { shape: box(1, height / 2, (to - from) / 2), friction: 1 });
  const start = [0, RADIUS, 0.3] as const;
  const rig = createBody(world, { type: 'kinematic', position: start, linearVelocity: [0, 0, speed] });
  const tyre = createBody(world, {
    position: start,
    mass: 10,
    linearVelocity: [0, 0, speed],
    angularVelocity: [speed / RADIUS, 0, 0],
  });
  createCollider(world, tyre, { shape: sphere(RADIUS), friction: 1 });
  const suspension = { spring: { hertz: 3, dampingRatio: 0.7, rest: -0.05 }, limits: [-0.2, 0.2] } as const;
  return { rig, tyre, joint: createJoint(world, wheel({ bodyA: rig, bodyB: tyre, ...AXES, suspension })) };
};

describe('wheel', () => {
  it('rolls slowly over a bump as the geometry of its edges says, to 0.3 mm', () => {
    const world = jointWorld();
    const { tyre, joint } = buildRig(world, 0.2);
    let highest = 0;
    run(world, 4.5, () => {
      const height = jointCoordinates(world, joint).suspension.value;
      expect(Math.abs(height - hubHeight(bodyPosition(world, tyre)[2]))).toBeLessThan(3e-4);
      highest = Math.max(highest, height);
    });
    expect(highest).toBeGreaterThan(BUMP.height - 1e-4);
  });

  it('rolls fast over a bump: on its line, upright, straight ahead, and it spins as it rolls', () => {
    const world = jointWorld();
    const { rig, tyre, joint } = buildRig(world, 2);
    let highest = -1;
    run(world, 2, () => {
      const { suspension, steering, spin } = jointCoordinates(world, joint);
      const [x, y, z] = bodyPosition(world, tyre);
      expect(Math.hypot(x, z - bodyPosition(world, rig)[2])).toBeLessThan(2e-3);
      expect(suspension.value).toBeCloseTo(y - RADIUS, 6);
      expect(Math.abs(steering.value)).toBeLessThan(1e-3);
      expect(jointError(world, joint).angular).toBeLessThan(2e-3);
      expect(spin.rate).toBeGreaterThan(0);
      highest = Math.max(highest, suspension.value);
      // Up and along it stays on the edge: round it a hub has at most v² r² / (r - h)³ = 20 m/s², and weight, spring and damper give 27 and
      // more. In a step it moves 3.3 cm on, so its path is a polygon.
      if (z < BUMP.to) expect(Math.abs(suspension.value - hubHeight(z))).toBeLessThan(3e-3);
      else expect(suspension.value).toBeGreaterThan(hubHeight(z) - 3e-4);
    });
    expect(highest).toBeLessThan(BUMP.height + 2e-3);
    const { suspension, spin } = jointCoordinates(world, joint);
    expect(Math.abs(suspension.value)).toBeLessThan(2e-3);
    expect(off(spin.rate, 2 / RADIUS)).toBeLessThan(0.01);
    expect(spin.value).toBeGreaterThan(4);
  });

  it('sags by g / ω² and spins freely', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10, [0.4, 0.3, 0.3], { angularVelocity: [50, 0, 0] });
    const spring = { hertz: 2, dampingRatio: 0.5 };
    const joint = createJoint(world, wheel({ bodyB: body, ...AXES, suspension: { spring } }));
    run(world, 5);
    const { suspension, spin } = jointCoordinates(world, joint);
    expect(off(suspension.value, -G / (4 * Math.PI) ** 2)).toBeLessThan(1e-6);
    expect(off(spin.rate, 50)).toBeLessThan(1e-6);
    // Turns are counted.
    expect(off(spin.value, 250)).toBeLessThan(1e-6);
    expectReaction(world, joint, [0, 10 * G, 0], [0, 0, 0]);
  });

  it('bears side force, braking torque and the load of a bend', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 10, [0.4, 0.3, 0.3]);
    const joint = createJoint(
      world,
      wheel({ bodyB: body, ...AXES, suspension: { spring: { hertz: 2 } }, spin: { motor: { speed: 0 } } }),
    );
    runPushed(world, 4, () => {
      applyForce(world, body, [30, 20, -40]);
      applyTorque(world, body, [5, 6, 7]);
    });
    expectReaction(world, joint, [-30, -20, 40], [-5, -6, -7]);
    expect(off(jointImpulses(world, joint).spin.motor / substepOf(world), -5)).toBeLessThan(1e-3);
  });

  it('steers by a servo while it spins', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 10, [0.4, 0.4, 0.4], { angularVelocity: [30, 0, 0] });
    const joint = createJoint(
      world,
      wheel({
        bodyB: body,
        ...AXES,
        steeringLocked: false,
        suspension: { motor: { speed: 0 } },
        steering: { motor: { target: 0.5, hertz: 2 }, limits: [-0.6, 0.6] },
      }),
    );
    run(world, 3);
    const { steering, spin } = jointCoordinates(world, joint);
    expect(steering.value).toBeCloseTo(0.5, 3);
    expect(off(spin.rate, 30)).toBeLessThan(1e-2);
    expect(jointError(world, joint).angular).toBeLessThan(1e-3);
  });

  it('turns wheel and chassis against each other by its spin motor, and conserves momentum', () => {
    const world = jointWorld(weightless);
    const chassis = addMass(world, [0, 0, 0], 50, [5, 5, 5]);
    const tyre = addMass(world, [1, -0.3, 0], 5, [0.4, 0.3, 0.3]);
    const joint = createJoint(
      world,
      wheel({
        bodyA: chassis,
        bodyB: tyre,
        ...AXES,
        suspension: { spring: { hertz: 2 } },
        spin: { motor: { effort: 4 } },
      }),
    );
    run(world, 1);
    // Against each other about the axle.
    expect(off(jointCoordinates(world, joint).spin.rate, 4 / 0.4 + 4 / 5)).toBeLessThan(0.05);
    const { linear, angular } = momentum(world);
    expect(Math.hypot(...linear)).toBeLessThan(1e-9);
    expect(Math.hypot(...angular)).toBeLessThan(1e-9);
  });
});
