import { createFloats } from '../math/floats.js';
import { MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';

/**
 * Of the pair in hand: the time looked ahead, by how much its surfaces can come together in it, and up to
 * which distance it gets points. In an array, because a double that a function takes or returns is allocated
 * when the function is not inlined.
 */
export const approach = createFloats(3);
export const TIME = 0;
export const REACH = 1;
export const MARGIN = 2;

/** Fills in REACH and MARGIN of bodies a and b for the TIME that is there. */
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
  // Beyond the size of the smaller body the planes through the points say little about the
  // shapes; sweeps take over there.
  approach[MARGIN] = world.settings.speculativeMargin + Math.min(reach, extent[a], extent[b]);
};
