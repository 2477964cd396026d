import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  END_CLOSING,
  FIRST_CLOSING,
  FIRST_LINK,
  LINK_INTS,
  LINK_JOINT,
  PARENT,
  SIDE,
  TREE_INTS,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import { CLOSING_BODY, CLOSING_INTS, CLOSING_LINK, SIDES } from '../../../state/closing-rows.js';
import type { World } from '../../../state/world.js';
import { hasLockedAxes } from '../loops/locked-axes.js';

/**
 * The carrier of an articulation: the kinematic body on which it hangs. Its joints do work, but none that is seen from the carrier.
 * With r the turning velocities ω × (x - c) and u = V + r those that the links would have if they were parts of it, joints keep
 * Jacobi's
 *   G = ½ Σ m |v - u|² - ½ Σ m |r|²          rotations included
 * and external forces m a change it by Σ m a · (dx - u dt). On the world u = 0 and G is the kinetic energy. V is not in the second
 * sum: a constant velocity of the whole changes nothing.
 */

/** Scratch: V, ω and c. */
export const carrier = createFloats(9);
export const CARRIER_SPIN = 3;
export const CARRIER_CENTRE = 6;

/** The body beyond the joint of a root, or -1 if it hangs on nothing or on one that does not move. */
export const movingParent = ({ articulations: a, bodies, joints }: World, root: number): number => {
  const k = (root * LINK_INTS) & INDEX_BITS;
  const joint = a.linkInts[k + LINK_JOINT];
  if (a.linkInts[k + PARENT] >= 0 || joint < 0) return -1;
  const body = a.linkInts[k + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint];
  return isMoving(bodies.motion, body) ? body : -1;
};

const isMoving = (motion: ArrayLike<number>, body: number): boolean => {
  const m = body * MOTION;
  for (let k = 0; k < 6; k++) if (motion[m + V + k] !== 0) return true;
  return false;
};

/** Whether a link hangs on a body that moves. */
export const hasMovingParent = (world: World, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (movingParent(world, i) >= 0) return true;
  return false;
};

/** Writes the carrier. Returns whether there is one at most: two that move apart do work that nobody knows. */
export const writeCarrier = (world: World, tree: number): boolean => {
  const { articulations: a, bodies } = world;
  const { motion, centre } = bodies;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  for (let k = 0; k < 9; k++) carrier[k] = 0;
  let body = -1;
  let roots = 0;
  for (let i = from; i < to; i++) {
    if (a.linkInts[i * LINK_INTS + PARENT] >= 0 || a.linkInts[i * LINK_INTS + LINK_JOINT] < 0) continue;
    const parent = movingParent(world, i);
    if (roots > 0 && parent !== body) return false;
    body = parent;
    roots++;
  }
  for (
    let r = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
    r < a.treeInts[tree * TREE_INTS + END_CLOSING];
    r++
  ) {
    for (let side = 0; side < SIDES; side++) {
      const k = r * CLOSING_INTS + side;
      const other = a.closing.ints[k + CLOSING_BODY];
      if (other < 0 || a.closing.ints[k + CLOSING_LINK] >= 0 || other === body) continue;
      if (body >= 0 || isMoving(motion, other)) return false;
    }
  }
  if (body < 0) return true;
  if (hasLockedAxes(a, tree)) return false;
  for (let k = 0; k < 3; k++) {
    carrier[k] = motion[body * MOTION + V + k];
    carrier[CARRIER_SPIN + k] = motion[body * MOTION + W + k];
    carrier[CARRIER_CENTRE + k] = centre[body * 3 + k];
  }
  return true;
};

/** After writeCarrier: c as it was this long ago. Kinematic bodies are at the end of the substep, or of its part, before links move. */
export const takeCarrierBack = (time: Floats): void => {
  for (let k = 0; k < 3; k++) carrier[CARRIER_CENTRE + k] -= time[0] * carrier[k];
};
