import { INDEX_BITS } from '../../../math/index-bits.js';
import { HOT, LINK_BODY, LINK_INTS, OLD_ERROR, SIGMA, TREE } from '../../../state/articulations.js';
import { MOTION, V } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { MAX_LEVER_ANGLE, MAX_LEVER_STIFFNESS, MAX_LOCAL_SUBSTEPS } from '../../../tuning.js';
import { isAnyBouncing } from '../controls/passed-limits.js';
import { hasClosingRows } from '../loops/closing-stages.js';
import { fastest, writeFastestLever } from '../stiffness.js';
import { parts, rate } from './scratch.js';

/** Local substeps: how many parts a substep takes, and the external forces of each. */

/**
 * A lever of stiffness number σ is resolved in k parts of the substep, of which each has σ / k²; one that turns by an angle
 * θ, in parts of θ / k. Where stiffness takes more than MAX_LOCAL_SUBSTEPS, the substep is implicit; so is one with old
 * errors. Closing rows and bouncing limits have no parts.
 */
export const countParts = (world: World, tree: number): number => {
  const { trees } = world.articulations;
  if (trees[tree * TREE + OLD_ERROR] > 0 || hasClosingRows(world, tree)) return 1;
  if (isAnyBouncing(world, tree)) return 1;
  // Half of what would ask for two parts.
  rate[0] = (0.5 * MAX_LEVER_ANGLE) / world.scratch.substep.h;
  writeFastestLever(world, tree, rate);
  const fast = Math.ceil((fastest[0] * world.scratch.substep.h) / MAX_LEVER_ANGLE);
  const bounded = Math.max(1, Math.min(fast, MAX_LOCAL_SUBSTEPS));
  if (trees[tree * TREE + HOT] === 0) return bounded;
  const stiff = Math.ceil(Math.sqrt(trees[tree * TREE + SIGMA] / MAX_LEVER_STIFFNESS));
  return stiff > MAX_LOCAL_SUBSTEPS ? 1 : Math.max(stiff, bounded, 2);
};

/** v ← v + share · (velocity change by external forces in a part of the substep). */
export const addExternal = (world: World, from: number, to: number, share: 0.5 | -0.5): void => {
  const { linkInts } = world.articulations;
  const { motion, externalChange } = world.bodies;
  const scale = share / parts[0];
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    motion[m + V] += scale * externalChange[c];
    motion[m + V + 1] += scale * externalChange[c + 1];
    motion[m + V + 2] += scale * externalChange[c + 2];
  }
};

/** Takes away what external forces do in all parts of the substep but the first. */
export const takeLaterForces = (world: World, from: number, to: number): void => {
  for (let part = 1; part < parts[0]; part++) {
    addExternal(world, from, to, -0.5);
    addExternal(world, from, to, -0.5);
  }
};
