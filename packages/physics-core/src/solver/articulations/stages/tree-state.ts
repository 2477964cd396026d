import {
  ANCHORED,
  BOUNCED,
  DRIVEN,
  IMPLICIT,
  LOADED,
  PUSHED,
  TREE,
  TREE_INTS,
} from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';

/** What is known of a tree in a substep: whether something else acts on it, whether it was struck, how it moved last. */

export const isLoaded = (world: World, tree: number): boolean =>
  world.articulations.treeInts[tree * TREE_INTS + LOADED] !== 0;

/**
 * Whether it gets all external forces before the drift: drives, and contacts that bear a load, balance them there. Contacts
 * that are only near, or struck, do not.
 */
export const isPushed = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + DRIVEN] !== 0 || a.treeInts[tree * TREE_INTS + PUSHED] !== 0;

export const isFreeTree = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + ANCHORED] === 0;

export const wasStruck = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + BOUNCED] > 0;

export const wasImplicit = (world: World, tree: number): boolean =>
  world.articulations.trees[tree * TREE + IMPLICIT] !== 0;
