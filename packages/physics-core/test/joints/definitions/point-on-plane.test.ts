import { expect, it } from 'vitest';
import {
  angularVelocity,
  bodyPosition,
  createJoint,
  jointCoordinates,
  jointError,
  jointReaction,
  pointOnPlane,
  updateBody,
  type Vec3,
} from '../../../src/index.js';
import { length } from '../../../src/math/vec3.js';
import { addBox, G, jointWorld, off, run } from '../context.js';

const ANGLE = 0.4;
const NORMAL: Vec3 = [Math.sin(ANGLE), Math.cos(ANGLE), 0];
const DOWNHILL: Vec3 = [Math.cos(ANGLE), -Math.sin(ANGLE), 0];

it('slides down a slope with g sin α and straight across it, turning freely', () => {
  const world = jointWorld();
  const puck = addBox(world, [0, 0, 0], 2);
  updateBody(world, puck, { angularVelocity: [1, 2, 3], linearVelocity: [0, 0, 0.7] });
  const joint = createJoint(world, pointOnPlane({ bodyB: puck, axis: NORMAL, secondAxis: DOWNHILL }));
  run(world, 1);
  const { y, z } = jointCoordinates(world, joint);
  const a = G * Math.sin(ANGLE);
  expect(off(y.rate, a)).toBeLessThan(1e-9);
  expect(off(y.value, a / 2)).toBeLessThan(1e-6);
  // The third axis of the frame is normal × downhill, which points to -z.
  expect(z.rate).toBeCloseTo(-0.7, 9);
  expect(z.value).toBeCloseTo(-0.7, 9);
  const { force } = jointReaction(world, joint);
  const normal = 2 * G * Math.cos(ANGLE);
  expect(off(force[0], normal * Math.sin(ANGLE))).toBeLessThan(1e-3);
  expect(off(force[1], normal * Math.cos(ANGLE))).toBeLessThan(1e-3);
  expect(length(angularVelocity(world, puck))).toBeCloseTo(Math.sqrt(14), 6);
});

it('rests against a limit of the plane: the joint carries the whole weight', () => {
  const world = jointWorld();
  const puck = addBox(world, [0, 0, 0], 2);
  const joint = createJoint(
    world,
    pointOnPlane({ bodyB: puck, axis: NORMAL, secondAxis: DOWNHILL, y: { limits: [-1, 0.5] } }),
  );
  run(world, 3);
  expect(jointCoordinates(world, joint).y.value).toBeCloseTo(0.5, 3);
  const { force, torque } = jointReaction(world, joint);
  expect(off(force[1], 2 * G)).toBeLessThan(1e-3);
  expect(length(torque)).toBeLessThan(1e-9);
  expect(jointError(world, joint).linear).toBeLessThan(1e-3);
});

it('hangs a body below a ceiling by one point', () => {
  const world = jointWorld();
  const lamp = addBox(world, [0, -0.4, 0], 3);
  const joint = createJoint(world, pointOnPlane({ bodyB: lamp, anchor: [0, 0, 0] }));
  updateBody(world, lamp, { linearVelocity: [0.5, 0, 0.25] });
  run(world, 2);
  expect(off(jointReaction(world, joint).force[1], 3 * G)).toBeLessThan(1e-3);
  expect(bodyPosition(world, lamp)[0]).toBeCloseTo(1, 6);
  expect(bodyPosition(world, lamp)[2]).toBeCloseTo(0.5, 6);
});

it('is driven in both directions at once', () => {
  const world = jointWorld();
  const pen = addBox(world, [0, 0, 0], 1);
  const joint = createJoint(
    world,
    pointOnPlane({ bodyB: pen, y: { motor: { target: 0.3 } }, z: { motor: { target: -0.2 } } }),
  );
  run(world, 2);
  const { y, z } = jointCoordinates(world, joint);
  expect(y.value).toBeCloseTo(0.3, 5);
  expect(z.value).toBeCloseTo(-0.2, 5);
});
