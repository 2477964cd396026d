import { INDEX_BITS } from '../math/index-bits.js';
import type { IndexList } from '../math/index-list.js';
import { MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';

/**
 * `free` is the velocity without steady contacts; what joints and restless contacts do belongs to it. Before
 * a sweep over those it is made relative to the velocity, after it absolute again, which costs less than
 * carrying both through the kernel.
 */
export const shiftFree = ({ bodies }: World, { items, count }: IndexList, sign: 1 | -1): void => {
  const { motion, free } = bodies;
  for (let k = 0; k < count; k++) {
    const m = (items[k] * MOTION) & INDEX_BITS;
    const f = (items[k] * 6) & INDEX_BITS;
    free[f] += sign * motion[m];
    free[f + 1] += sign * motion[m + 1];
    free[f + 2] += sign * motion[m + 2];
    free[f + 3] += sign * motion[m + 3];
    free[f + 4] += sign * motion[m + 4];
    free[f + 5] += sign * motion[m + 5];
  }
};
