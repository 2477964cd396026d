import { growInt32, pushIndex } from '../../../math/index-list.js';
import {
  APART,
  type Articulations,
  EXPOSED,
  FIRST_LINK,
  FIRST_TOUCH,
  GROUP,
  LINK_INTS,
  TREE_INTS,
} from '../../../state/articulations.js';
import { BodyType } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { endOfTouches } from './list-touches.js';

/**
 * Groups of articulations that act on each other within a step, through contacts or rows of tours. A group does all stages before the next
 * group begins the first, so that its links and contacts stay in the cache: 60 figures in heaps are 3 MB, a heap of ten
 * 0.5 MB. In a group the order is that of the articulations, so how they are grouped changes no bit.
 *
 * A group that nothing else acts on between its first stage and its last is apart: its neighbours are static, and no sweep solves rows on
 * its links. It does its whole substep at once. All articulations that act on bodies outside of articulations are one group. Where
 * tours solve rows, all articulations are.
 */

/** Scratch: of each articulation one of the same group with a lower index, or itself. */
let joined: Int32Array = new Int32Array(0);

/** The articulation with the lowest index in the group of this one. */
const lowest = (tree: number): number => {
  let i = tree;
  while (joined[i] !== i) {
    joined[i] = joined[joined[i]];
    i = joined[i];
  }
  return i;
};

const join = (a: number, b: number): void => {
  const i = lowest(a);
  const k = lowest(b);
  if (i < k) joined[k] = i;
  else joined[i] = k;
};

/** Scratch: an articulation of the group that acts on bodies outside, or -1. */
let outside = -1;

/** Before a step, when contacts and rows of tours are listed. */
export const groupTrees = (world: World): void => {
  const { articulations: a } = world;
  const trees = a.ends.count;
  if (joined.length < trees) joined = growInt32(joined, trees);
  if (a.grouped.length < trees) a.grouped = growInt32(a.grouped, trees);
  for (let tree = 0; tree < trees; tree++) {
    joined[tree] = tree;
    a.treeInts[tree * TREE_INTS + APART] = a.treeInts[tree * TREE_INTS + EXPOSED] === 0 ? 1 : 0;
  }
  outside = -1;
  const { bodyA, bodyB } = world.contacts;
  for (let k = 0; k < a.touches.count; k++)
    joinBodies(world, bodyA[a.touches.items[k]], bodyB[a.touches.items[k]]);
  // Masses of all rows of tours are written anew when any articulation was factored: then all are one group.
  for (let tree = 0; tree < trees && a.tourRows.count > 0; tree++) joinOutside(a, tree);
  listGroups(a);
};

/** Joins the articulations of two bodies that act on each other. */
const joinBodies = (world: World, bodyA: number, bodyB: number): void => {
  const { articulations: a, bodies } = world;
  const linkA = a.linkOf[bodyA];
  const linkB = a.linkOf[bodyB];
  if (linkA >= 0 && linkB >= 0) join(a.treeOf[linkA], a.treeOf[linkB]);
  const other = linkA >= 0 ? bodyB : bodyA;
  const isLoose = (linkA < 0 || linkB < 0) && bodies.type[other] !== BodyType.static;
  if (isLoose) joinOutside(a, a.treeOf[linkA >= 0 ? linkA : linkB]);
};

const joinOutside = (a: Articulations, tree: number): void => {
  a.treeInts[tree * TREE_INTS + APART] = 0;
  if (outside >= 0) join(outside, tree);
  outside = tree;
};

/** The articulations sorted by groups, by counting. */
const listGroups = (a: Articulations): void => {
  const { treeInts, grouped, groupEnds } = a;
  groupEnds.count = 0;
  for (let tree = 0; tree < a.ends.count; tree++) {
    const first = lowest(tree);
    // Those with a lower index have their group.
    if (first === tree) pushIndex(groupEnds, 0);
    const group = first === tree ? groupEnds.count - 1 : treeInts[first * TREE_INTS + GROUP];
    treeInts[tree * TREE_INTS + GROUP] = group;
    groupEnds.items[group]++;
    if (treeInts[tree * TREE_INTS + APART] === 0) treeInts[first * TREE_INTS + APART] = 0;
  }
  a.tourRowsGroup = a.tourRows.count > 0 ? treeInts[outside * TREE_INTS + GROUP] : -1;
  for (let group = 0, end = 0; group < groupEnds.count; group++) {
    const count = groupEnds.items[group];
    groupEnds.items[group] = end;
    end += count;
  }
  for (let tree = 0; tree < a.ends.count; tree++)
    grouped[groupEnds.items[treeInts[tree * TREE_INTS + GROUP]]++] = tree;
};

/** Place of the first articulation of a group in `grouped`. */
export const groupStart = ({ groupEnds }: Articulations, group: number): number =>
  group > 0 ? groupEnds.items[group - 1] : 0;

export const isApart = ({ treeInts, grouped, groupEnds }: Articulations, group: number): boolean =>
  treeInts[grouped[group > 0 ? groupEnds.items[group - 1] : 0] * TREE_INTS + APART] !== 0;

/** The contacts that tours solve at the links of an articulation: the first, and the first of the next articulation. */
export const treeTouches = ({ linkInts, treeInts }: Articulations, tree: number): number =>
  linkInts[treeInts[tree * TREE_INTS + FIRST_LINK] * LINK_INTS + FIRST_TOUCH];
export const treeTouchesEnd = (world: World, tree: number): number =>
  endOfTouches(world, world.articulations.ends.items[tree] - 1);
