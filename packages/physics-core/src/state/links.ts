import { FIRST_LINK, TREE_INTS } from './articulations.js';
import type { World } from './world.js';

/** Whether a body is a link of an articulation in this step. */
export const isLink = ({ articulations }: World, body: number): boolean =>
  articulations.count > 0 && articulations.linkOf[body] >= 0;

/** The first link of an articulation; `ends` has the first of the next. */
export const firstLink = ({ articulations: a }: World, tree: number): number =>
  a.treeInts[tree * TREE_INTS + FIRST_LINK];
