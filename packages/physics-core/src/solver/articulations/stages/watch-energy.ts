import { BOUNCED, HOT, OVER_POLE, TREE, TREE_INTS } from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';
import { BOUNDED_SUBSTEPS } from '../../../tuning.js';
import { hasEnergyGuard, startEnergyGuardLate } from '../conservation/energy-guard.js';
import { parts, time } from './scratch.js';
import { isLoaded, isPushed, wasStruck } from './tree-state.js';

/** Which substeps may gain energy, and have theirs bounded (conservation/energy-guard.ts). */

/** Whether nothing acts on it and its levers are stiff or turn fast: then RATTLE may gain energy. */
export const isLively = (world: World, tree: number): boolean =>
  !isLoaded(world, tree) && (parts[0] > 1 || world.articulations.trees[tree * TREE + HOT] > 0);

/**
 * Whether it may have gained energy. Between the start of the drift and here nothing but joints, forces and drives does work: contacts and
 * tours act before and after. What is driven or lies on something swings by the substep times its power, so it has a bound only where
 * the drift led far from where its joints fit.
 */
export const isGuarded = (world: World, tree: number): boolean => {
  const { treeInts } = world.articulations;
  if (!hasEnergyGuard(world, tree)) return false;
  if (!isPushed(world, tree)) return true;
  return treeInts[tree * TREE_INTS + OVER_POLE] !== 0;
};

/** The drift turns out not to be smooth: its energy is bounded, and that of the next substeps, which begin with its reflection. */
export const guardLate = (world: World, tree: number): void => {
  const { treeInts } = world.articulations;
  if (!hasEnergyGuard(world, tree)) startEnergyGuardLate(world, tree, parts, time);
  if (!wasStruck(world, tree)) treeInts[tree * TREE_INTS + BOUNCED] = -BOUNDED_SUBSTEPS;
};
