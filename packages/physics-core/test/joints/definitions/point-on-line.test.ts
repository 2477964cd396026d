import { expect, it } from 'vitest';
import {
  angularVelocity,
  bodyPosition,
  createJoint,
  jointCoordinate,
  jointError,
  jointReaction,
  linearVelocity,
  pointOnLine,
  updateBody,
  type Vec3,
} from '../../../src/index.js';
import { cross, length } from '../../../src/math/vec3.js';
import { addBox, G, jointWorld, off, run } from '../context.js';

const ANGLE = 0.5;
/** Downhill. */
const WIRE: Vec3 = [Math.cos(ANGLE), -Math.sin(ANGLE), 0];

it('slides down a wire with g sin α, turning freely, and stops at the limit', () => {
  const world = jointWorld();
  const bead = addBox(world, [0, 0, 0], 2);
  updateBody(world, bead, { angularVelocity: [1, 2, 3] });
  const joint = createJoint(world, pointOnLine({ bodyB: bead, axis: WIRE, limits: [-1, 1.5] }));
  run(world, 0.5);
  const { value, rate } = jointCoordinate(world, joint);
  const a = G * Math.sin(ANGLE);
  expect(off(rate, a * 0.5)).toBeLessThan(1e-9);
  expect(off(value, (a * 0.5 * 0.5) / 2)).toBeLessThan(1e-6);
  const normal = 2 * G * Math.cos(ANGLE);
  const { force } = jointReaction(world, joint);
  expect(off(force[0], normal * Math.sin(ANGLE))).toBeLessThan(1e-3);
  expect(off(force[1], normal * Math.cos(ANGLE))).toBeLessThan(1e-3);
  run(world, 2);
  expect(jointCoordinate(world, joint).value).toBeCloseTo(1.5, 3);
  const held = jointReaction(world, joint).force;
  expect(off(held[1], 2 * G)).toBeLessThan(1e-3);
  expect(Math.abs(held[0])).toBeLessThan(1e-3 * 2 * G);
  expect(length(angularVelocity(world, bead))).toBeCloseTo(Math.sqrt(14), 6);
});

it('carries a load that hangs beside its centre: the weight and no torque at the point', () => {
  const world = jointWorld();
  const bead = addBox(world, [0, -0.3, 0], 3);
  const joint = createJoint(world, pointOnLine({ bodyB: bead, anchor: [0, 0, 0] }));
  run(world, 2);
  const { force, torque } = jointReaction(world, joint);
  expect(off(force[1], 3 * G)).toBeLessThan(1e-3);
  expect(length(torque)).toBeLessThan(1e-9);
  expect(jointError(world, joint).linear).toBeLessThan(1e-3);
});

it('drives the bead with a motor and keeps the momentum of two bodies', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const rail = addBox(world, [0, 0, 0], 5, [1, 0.1, 0.1]);
  const trolley = addBox(world, [0.2, 0.3, 0], 1);
  const joint = createJoint(world, pointOnLine({ bodyA: rail, bodyB: trolley, motor: { speed: 0.6 } }));
  updateBody(world, rail, { angularVelocity: [0, 0, 0.4] });
  const momentum = (): number[] => {
    const [a, b] = [linearVelocity(world, rail), linearVelocity(world, trolley)];
    return [5 * a[0] + b[0], 5 * a[1] + b[1]];
  };
  const before = momentum();
  run(world, 1);
  expect(jointCoordinate(world, joint).rate).toBeCloseTo(0.6, 3);
  expect(momentum()[0]).toBeCloseTo(before[0], 10);
  expect(momentum()[1]).toBeCloseTo(before[1], 10);
});

it('on a wire that turns flings the bead out: r = r₀ cosh ωt', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const wire = addBox(world, [0, 0, 0], 1e6, [1, 0.1, 0.1]);
  const bead = addBox(world, [0.2, 0, 0], 1);
  const omega = 2;
  updateBody(world, wire, { angularVelocity: [0, omega, 0] });
  updateBody(world, bead, { linearVelocity: cross([0, omega, 0], [0.2, 0, 0]) });
  createJoint(world, pointOnLine({ bodyA: wire, bodyB: bead, anchor: [0, 0, 0], anchorB: [0, 0, 0] }));
  run(world, 1);
  expect(off(length(bodyPosition(world, bead)), 0.2 * Math.cosh(omega))).toBeLessThan(5e-3);
});
