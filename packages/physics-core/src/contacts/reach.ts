import { createFloats } from '../math/floats.js';
import { MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';

/**
 * Scratch, for one pair of bodies: a time, by how much the surfaces can approach in that time, and the distance
 * up to which the pair gets points. In an array, because a double that a function takes or returns is allocated
 * when the function is not inlined.
 */
export const approach = createFloats(3);
export const TIME = 0;
export const REACH = 1;
export const MARGIN = 2;

/** Writes REACH and MARGIN of bodies a and b from TIME. */
export const writeReach = (world: World, a: number, b: number): void => {
  const { motion, extent } = world.bodies;
  const i = a * MOTION;
  const j = b * MOTION;
  const x = motion[j + V] - motion[i + V];
  const y = motion[j + V + 1] - motion[i + V + 1];
  const z = motion[j + V + 2] - motion[i + V + 2];
  const ax = motion[i + W];
  const ay = motion[i + W + 1];
  const az = motion[i + W + 2];
  const bx = motion[j + W];
  const by = motion[j + W + 1];
  const bz = motion[j + W + 2];
  const spinA = ax * ax + ay * ay + az * az;
  const spinB = bx * bx + by * by + bz * bz;
  let speed = Math.sqrt(x * x + y * y + z * z);
  // A plane's extent is infinite, but it does not turn.
  if (spinA > 0) speed += Math.sqrt(spinA) * extent[a];
  if (spinB > 0) speed += Math.sqrt(spinB) * extent[b];
  const reach = approach[TIME] * speed;
  approach[REACH] = reach;
  // Beyond the size of the smaller body, planes through the points are a poor model of the shapes; continuous
  // collision handles such motion.
  approach[MARGIN] = world.settings.speculativeMargin + Math.min(reach, extent[a], extent[b]);
};
