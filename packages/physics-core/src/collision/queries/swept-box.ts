import { createFloats, type Floats } from '../../math/floats.js';
import { BOX_STRIDE, MAX_DEPTH, NO_NODE, type Tree } from '../broadphase/tree.js';

/**
 * Which boxes of a tree does a box meet that moves along a line? A box of half extents e around o + t d meets a fixed
 * box [min, max] while, on every axis,
 *   min - e <= o + t d <= max + e,
 * so each axis gives an interval of t, and the boxes meet in what the three have in common (Kay, Kajiya 1986). With e = 0
 * it is a ray. The walk visits near subtrees first and leaves out those that begin behind `limit`, which the caller
 * lowers with every hit.
 */

/** 1 / d of an axis along which nothing moves: finite, so that 0 times it is 0. */
const STEEPEST = 1e300;

/** A walk through a tree. Walks may be nested: a tree of colliders, and in it one of triangles. */
export interface Walk {
  /** One element: no box that is entered later than this t is visited. */
  readonly limit: Floats;
  /** 1 / d, then o ± e as the near planes see it, then as the far planes do. */
  readonly line: Floats;
  /** Where in a box its near plane lies along each axis, then its far one. */
  readonly side: Int32Array;
  /** Nodes to visit, and when they are entered. */
  readonly nodes: Int32Array;
  readonly entered: Floats;
  top: number;
  tree: Tree | undefined;
}

export const createWalk = (): Walk => ({
  limit: createFloats(1),
  line: createFloats(9),
  side: new Int32Array(6),
  nodes: new Int32Array(MAX_DEPTH),
  entered: createFloats(MAX_DEPTH),
  top: 0,
  tree: undefined,
});

/** The line: origin and direction are six floats of `ray`; half extents three of `extent`. */
export const setSweptBox = ({ line, side }: Walk, ray: Floats, extent: Floats): void => {
  for (let i = 0; i < 3; i++) {
    const d = ray[3 + i];
    const forward = d >= 0;
    const e = forward ? extent[i] : -extent[i];
    // Not one expression: a choice between a constant and a double is allocated.
    if (d === 0) line[i] = STEEPEST;
    else line[i] = 1 / d;
    line[3 + i] = ray[i] + e;
    line[6 + i] = ray[i] - e;
    side[i] = forward ? i : 3 + i;
    side[3 + i] = forward ? 3 + i : i;
  }
};

/** Begins to walk a tree with the line of `setSweptBox`; `nextProxy` then gives one proxy after the other. */
export const startWalk = (walk: Walk, tree: Tree): void => {
  walk.tree = tree;
  walk.top = 0;
  if (tree.root === NO_NODE) return;
  walk.nodes[0] = tree.root;
  walk.entered[0] = 0;
  walk.top = 1;
};

/**
 * The next proxy whose box the line enters at or before `limit`, or -1. The intervals of both children are written out, with
 * the line in locals: with a function for one box the whole cast takes a third more, and with Math.max and Math.min, which
 * care about NaN and -0, a tenth.
 */
export const nextProxy = (walk: Walk): number => {
  const { line, side, nodes, entered } = walk;
  const { boxes, left, right } = walk.tree as Tree;
  const longest = walk.limit[0];
  let top = walk.top;
  const ix = line[0];
  const iy = line[1];
  const iz = line[2];
  const nx = line[3];
  const ny = line[4];
  const nz = line[5];
  const fx = line[6];
  const fy = line[7];
  const fz = line[8];
  const nearX = side[0];
  const nearY = side[1];
  const nearZ = side[2];
  const farX = side[3];
  const farY = side[4];
  const farZ = side[5];
  while (top > 0) {
    top--;
    if (entered[top] > longest) continue;
    // The nearer child is visited at once, without the detour over the stack.
    let node = nodes[top];
    while (node >= 0) {
      const a = left[node];
      if (a < 0) {
        walk.top = top;
        return -1 - a;
      }
      const b = right[node];
      const i = a * BOX_STRIDE;
      const j = b * BOX_STRIDE;
      let enterA = (boxes[i + nearX] - nx) * ix;
      let exitA = (boxes[i + farX] - fx) * ix;
      const enterAy = (boxes[i + nearY] - ny) * iy;
      const exitAy = (boxes[i + farY] - fy) * iy;
      const enterAz = (boxes[i + nearZ] - nz) * iz;
      const exitAz = (boxes[i + farZ] - fz) * iz;
      if (enterAy > enterA) enterA = enterAy;
      if (enterAz > enterA) enterA = enterAz;
      if (exitAy < exitA) exitA = exitAy;
      if (exitAz < exitA) exitA = exitAz;
      let enterB = (boxes[j + nearX] - nx) * ix;
      let exitB = (boxes[j + farX] - fx) * ix;
      const enterBy = (boxes[j + nearY] - ny) * iy;
      const exitBy = (boxes[j + farY] - fy) * iy;
      const enterBz = (boxes[j + nearZ] - nz) * iz;
      const exitBz = (boxes[j + farZ] - fz) * iz;
      if (enterBy > enterB) enterB = enterBy;
      if (enterBz > enterB) enterB = enterBz;
      if (exitBy < exitB) exitB = exitBy;
      if (exitBz < exitB) exitB = exitBz;
      const meetsA = enterA <= exitA && exitA >= 0 && enterA <= longest;
      const meetsB = enterB <= exitB && exitB >= 0 && enterB <= longest;
      if (meetsA && meetsB) {
        // Both may be negative where the line begins inside both: then the first is as near as the second.
        const firstA = enterA <= enterB || enterA <= 0;
        nodes[top] = firstA ? b : a;
        entered[top++] = firstA ? enterB : enterA;
        node = firstA ? a : b;
      } else node = meetsA ? a : meetsB ? b : -1;
    }
  }
  walk.top = 0;
  return -1;
};
