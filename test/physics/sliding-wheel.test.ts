import {
  angularVelocity,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  hinge,
  type JointSolver,
  jointReaction,
  slider,
  sphere,
  stepWorld,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';

const DT = 1 / 60;
const RADIUS = 0.4;
const BELT = 3;
const FRICTION = 0.8;

/**
 * A wheel under a car that can only sink, on a belt that runs along x, turned by an angle about the vertical. It cannot move
 * sideways, so the belt slips under it, and it rolls all the same: Coulomb friction acts against the slip.
 */
const onBelt = (turn: number, motorSpeed: number | undefined, jointSolver: JointSolver) => {
  const world = createWorld({ sleeping: false, jointSolver });
  const belt = createBody(world, { type: 'static', position: [0, -0.1, 0] });
  createCollider(world, belt, {
    shape: box(2, 0.1, 2),
    friction: FRICTION,
    surfaceVelocity: [-BELT, 0, 0],
  });
  const car = createBody(world, { position: [0, 1.2, 0], massProperties: { mass: 80, inertia: [5, 5, 5] } });
  const wheel = createBody(world, { position: [0, RADIUS, 0], mass: 15 });
  createCollider(world, wheel, { shape: sphere(RADIUS), friction: FRICTION });
  const axle = [Math.sin(turn), 0, Math.cos(turn)] as const;
  const guide = createJoint(world, slider({ bodyB: car, axis: [0, 1, 0] }));
  const motor = motorSpeed === undefined ? {} : { motor: { speed: motorSpeed, maxForce: 1e4 } };
  createJoint(world, hinge({ bodyA: car, bodyB: wheel, anchor: [0, RADIUS, 0], axis: axle, ...motor }));
  const mean = [0, 0, 0];
  let spin = 0;
  for (let i = 0; i < 300; i++) {
    stepWorld(world, DT);
    if (i < 180) continue;
    const { force } = jointReaction(world, guide);
    for (const k of [0, 1, 2]) mean[k] -= force[k] / 120;
    const w = angularVelocity(world, wheel);
    spin += (w[0] * axle[0] + w[2] * axle[2]) / 120;
  }
  return { spin, force: mean, load: 95 * 9.81 };
};

describe.each(['auto', 'sweeps'] as const)('with the joint solver %s', (jointSolver) => {
  it.each([0.02, 0.1, 0.26, -0.5, 1])('a wheel turned by %f rad rolls while it slips sideways', (turn) => {
    const { spin, force, load } = onBelt(turn, undefined, jointSolver);
    // Without a brake nothing slips along the wheel.
    expect(Math.abs(spin / ((-BELT * Math.cos(turn)) / RADIUS) - 1)).toBeLessThan(0.02);
    expect(Math.abs(Math.hypot(force[0], force[2]) / (FRICTION * load) - 1)).toBeLessThan(0.02);
  });
});

it.each([
  [0.1, -7.2],
  [0.3, -6],
  [0.3, 2],
  [-0.7, -9],
])('turned by %f rad and driven at %f rad/s its friction is against the slip', (turn, speed) => {
  const { force, load } = onBelt(turn, speed, 'auto');
  // The rim of the wheel passes the belt along its own direction at ω r.
  const rim = speed * RADIUS;
  const slip = [-BELT - rim * Math.cos(turn), rim * Math.sin(turn)];
  const length = Math.hypot(...slip);
  for (const [k, axis] of [
    [0, 0],
    [1, 2],
  ])
    expect(force[axis] / (FRICTION * load)).toBeCloseTo(slip[k] / length, 2);
});
