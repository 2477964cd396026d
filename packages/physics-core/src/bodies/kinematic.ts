import { createFloats } from '../math/floats.js';
import { atan2 } from '../math/trigonometry.js';
import { BodyFlag, MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { multiplyInto } from './inertia.js';
import { syncCentre, writeMatrix } from './sync-pose.js';

/**
 * Kinematic bodies with a target pose. Before the step they get the velocity that takes them there,
 * so that contacts act with it; after the step they are set to the target exactly. Without a new target
 * they stand still in the next step.
 */
export const headForTarget = (world: World, body: number, dt: number): void => {
  const { motion, rotation, localCentre, centre, target } = world.bodies;
  const t = body * 7;
  const c = body * 3;
  const m = body * MOTION;
  multiplyInto(delta, 0, target, t + 3, rotation, body * 4, -1);
  const x = delta[0];
  const y = delta[1];
  const z = delta[2];
  const w = delta[3];
  // Axis times angle, by the shorter of the two rotations.
  const sine = Math.sqrt(x * x + y * y + z * z);
  const sign = w < 0 ? -1 : 1;
  const rate = sine === 0 ? 0 : (2 * sign * atan2(sine, sign * w)) / (sine * dt);
  motion[m + W] = rate * x;
  motion[m + W + 1] = rate * y;
  motion[m + W + 2] = rate * z;
  // A body rotates about its centre of mass, so the velocity takes the centre to the target.
  writeMatrix(target, t + 3, matrix, 0);
  for (let i = 0; i < 3; i++) {
    const arm =
      matrix[i * 3] * localCentre[c] +
      matrix[i * 3 + 1] * localCentre[c + 1] +
      matrix[i * 3 + 2] * localCentre[c + 2];
    motion[m + V + i] = (target[t + i] + arm - centre[c + i]) / dt;
  }
};

/** Scratch: rotation from the present orientation to the target, and the target's matrix. */
const delta = createFloats(4);
const matrix = createFloats(9);

/** Sets a kinematic body to its target pose, before the colliders follow. */
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
