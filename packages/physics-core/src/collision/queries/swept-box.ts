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

/** One element: no box that is entered later than this t is visited. */
export const limit = createFloats(1);

/** Scratch: 1 / d, then o ± e as the near planes see it, then as the far planes do. */
const line = createFloats(9);
/** Scratch: where in a box its near plane lies along each axis; the far one is 3 on, or 3 back. */
const near = new Int32Array(3);
const far = new Int32Array(3);

/** Scratch: nodes to visit, and when they are entered. */
const nodes = new Int32Array(MAX_DEPTH);
const entered = createFloats(MAX_DEPTH);
let top = 0;
let tree: Tree;

/** The line: origin and direction are six floats of `ray`; half extents three of `extent`. */
export const setSweptBox = (ray: Floats, extent: Floats): void => {
  for (let i = 0; i < 3; i++) {
    const d = ray[3 + i];
    const forward = d >= 0;
    const e = forward ? extent[i] : -extent[i];
    line[i] = d === 0 ? STEEPEST : 1 / d;
    line[3 + i] = ray[i] + e;
    line[6 + i] = ray[i] - e;
    near[i] = forward ? i : 3 + i;
    far[i] = forward ? 3 + i : i;
  }
};

/** When the box at `at` is entered: at least 0, or Infinity when it is missed. */
const entry = (boxes: Floats, at: number): number => {
  const ix = line[0];
  const iy = line[1];
  const iz = line[2];
  let enter = (boxes[at + near[0]] - line[3]) * ix;
  let exit = (boxes[at + far[0]] - line[6]) * ix;
  const enterY = (boxes[at + near[1]] - line[4]) * iy;
  const exitY = (boxes[at + far[1]] - line[7]) * iy;
  if (enterY > enter) enter = enterY;
  if (exitY < exit) exit = exitY;
  const enterZ = (boxes[at + near[2]] - line[5]) * iz;
  const exitZ = (boxes[at + far[2]] - line[8]) * iz;
  if (enterZ > enter) enter = enterZ;
  if (exitZ < exit) exit = exitZ;
  if (enter < 0) enter = 0;
  return enter <= exit ? enter : Infinity;
};

/** Begins to walk a tree with the line of `setSweptBox`; `nextProxy` then gives one proxy after the other. */
export const startWalk = (walked: Tree): void => {
  tree = walked;
  top = 0;
  if (tree.root === NO_NODE) return;
  const t = entry(tree.boxes, tree.root * BOX_STRIDE);
  if (t === Infinity) return;
  nodes[0] = tree.root;
  entered[0] = t;
  top = 1;
};

/** The next proxy whose box the line enters at or before `limit`, or -1. */
export const nextProxy = (): number => {
  const { boxes, left, right } = tree;
  while (top > 0) {
    top--;
    if (entered[top] > limit[0]) continue;
    const node = nodes[top];
    const a = left[node];
    if (a < 0) return -1 - a;
    const b = right[node];
    const tA = entry(boxes, a * BOX_STRIDE);
    const tB = entry(boxes, b * BOX_STRIDE);
    const nearer = tA <= tB ? a : b;
    const further = tA <= tB ? b : a;
    const late = tA <= tB ? tB : tA;
    const early = tA <= tB ? tA : tB;
    if (late <= limit[0] && late < Infinity) {
      nodes[top] = further;
      entered[top++] = late;
    }
    if (early <= limit[0] && early < Infinity) {
      nodes[top] = nearer;
      entered[top++] = early;
    }
  }
  return -1;
};
