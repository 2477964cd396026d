import { OLD_FACTOR, TREE_INTS } from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';
import { LIMIT_WEIGHT } from '../../../tuning.js';
import { refreshArmatures } from '../controls/hold-freedoms.js';
import { passed, violation, writePassed } from '../controls/passed-limits.js';
import { woken } from '../links/measure-limits.js';
import { worst } from '../links/measure-links.js';
import { factorArticulation, refreshClosingRows } from '../loops/closing-rows.js';
import { activateLimits, measureTree, refreshLinks } from '../refresh-links.js';
import { misfit } from './scratch.js';

/** What a projection needs of a pose: its largest misfit, and the factor there. */

/** Levers, motion subspaces and factor of the present poses. */
export const factorPose = (world: World, tree: number, from: number, to: number, stiff: boolean): void => {
  refreshLinks(world, from, to);
  world.articulations.treeInts[tree * TREE_INTS + OLD_FACTOR] = 0;
  // First: whether a control of a closing joint has a gradient here decides whether it may hold.
  refreshClosingRows(world, tree);
  refreshArmatures(world, tree);
  factorArticulation(world.articulations, tree, from, to, stiff);
};

/** Writes the largest error of a joint, or limit passed, at the present poses. Limits that are violated become active. */
export const measureMisfit = (world: World, tree: number, from: number, to: number): void => {
  measureTree(world, from, to);
  if (woken[0] !== 0) activateViolatedLimits(world, tree, from, to);
  writeMisfit(world, tree, true);
};

/** Limits that were far when the substep began, and are violated, become active. The factor is still that of the old pose. */
const activateViolatedLimits = (world: World, tree: number, from: number, to: number): void => {
  for (let i = from; i < to; i++) activateLimits(world, i);
  refreshArmatures(world, tree);
  factorArticulation(world.articulations, tree, from, to, false);
};

/**
 * The largest of the errors that were measured last, and of the limits: with `fromStart` how far they are passed beyond where they
 * were when the substep began, else their violation.
 */
export const writeMisfit = (world: World, tree: number, fromStart: boolean): void => {
  writePassed(world, tree, fromStart);
  const beyond = LIMIT_WEIGHT * (fromStart ? passed[0] : violation[0]);
  // Not `worst[0] >= beyond`: NaN must not pass as no error.
  misfit[0] = beyond > worst[0] ? beyond : worst[0];
};
