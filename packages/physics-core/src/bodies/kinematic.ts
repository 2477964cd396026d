import { conjugate, multiply, type Quat, rotate } from '../math/quat.js';
import { atan2 } from '../math/trigonometry.js';
import { add, scale, sub, type Vec3 } from '../math/vec3.js';
import { BodyFlag, MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { syncCentre } from './sync-pose.js';

/**
 * Kinematic bodies with a target pose. Before the step they get the velocity that takes them there, so that contacts feel it; after the
 * step they are put on the target exactly. Without a new target they stand still in the next step.
 */
export const headForTarget = (world: World, body: number, dt: number): void => {
  const { motion, rotation, localCentre, centre, target } = world.bodies;
  const t = body * 7;
  const aim: Quat = [target[t + 3], target[t + 4], target[t + 5], target[t + 6]];
  const now: Quat = [
    rotation[body * 4],
    rotation[body * 4 + 1],
    rotation[body * 4 + 2],
    rotation[body * 4 + 3],
  ];
  const angular = scale(rotationVector(multiply(aim, conjugate(now))), 1 / dt);
  // A body turns about its centre of mass, so it is the centre that must arrive.
  const arm = rotate(aim, tuple(localCentre, body * 3));
  const linear = scale(sub(add(tuple(target, t), arm), tuple(centre, body * 3)), 1 / dt);
  for (let i = 0; i < 3; i++) {
    motion[body * MOTION + V + i] = linear[i];
    motion[body * MOTION + W + i] = angular[i];
  }
};

const tuple = (column: Float64Array, at: number): Vec3 => [column[at], column[at + 1], column[at + 2]];

/** Axis times angle of a rotation, the short way round. */
const rotationVector = ([x, y, z, w]: Quat): Vec3 => {
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return [0, 0, 0];
  const sign = w < 0 ? -1 : 1;
  return scale([x, y, z], (2 * sign * atan2(sine, sign * w)) / sine);
};

/** Puts a kinematic body on its target, before the colliders follow. */
export const landOnTarget = (world: World, body: number): void => {
  const { position, rotation, target, flags } = world.bodies;
  for (let i = 0; i < 3; i++) position[body * 3 + i] = target[body * 7 + i];
  for (let i = 0; i < 4; i++) rotation[body * 4 + i] = target[body * 7 + 3 + i];
  syncCentre(world, body);
  flags[body] = (flags[body] & ~BodyFlag.hasTarget) | BodyFlag.arrived;
};

/** A body that arrived in the last step and has no new target stands still. */
export const stopAfterArrival = (world: World, body: number): void => {
  const { motion, flags } = world.bodies;
  flags[body] &= ~BodyFlag.arrived;
  for (let i = 0; i < 6; i++) motion[body * MOTION + V + i] = 0;
};
