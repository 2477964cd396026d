import { createFloats, type Floats } from '../../math/floats.js';
import { TREE_BINS, TREE_SAH_LEVELS } from '../../tuning.js';
import { BOX_STRIDE, createTree, type Tree } from '../broadphase/tree.js';
import { buildNodes, createTreeBuilder, reserveBuilder, type Split } from '../broadphase/tree-build.js';

/**
 * The tree of a mesh is built once and asked often, so it is built by the surface area heuristic, top down: a ray that passes
 * through the box of a node goes through that of a child with a chance like the ratio of their areas, so the cost of
 * a split of n leaves into L and R is
 *   area(L) n_L + area(R) n_R.
 * Candidates are the borders of equal bins along each axis, as many as leaves and TREE_BINS at most, into which the leaves
 * fall by their centres (Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007). Of equal costs the
 * first counts, along x before y before z. Twice the centres, min + max, are as good.
 */
export const buildTriangleTree = (boxes: Floats, count: number): Tree => {
  const tree = createTree();
  const builder = createTreeBuilder();
  reserveBuilder(builder, count);
  for (let t = 0; t < count; t++) builder.order[t] = t;
  buildNodes(tree, builder, count, boxes, splitByArea);
  return tree;
};

/** Scratch: of each bin the box of its leaves and how many; of all bins from here on to the right area times number. */
const binBoxes = createFloats(TREE_BINS * BOX_STRIDE);
const binCounts = new Int32Array(TREE_BINS);
const rightCosts = createFloats(TREE_BINS);
/** Scratch: a box that grows; the range of the centres; the best split: its cost, where its axis begins, and its scale. */
const grown = createFloats(BOX_STRIDE);
const span = createFloats(6);
const best = createFloats(3);
const COST = 0;
const START = 1;
const SCALE = 2;

/** Below so many levels ranges are halved: the stack of a walk ends at MAX_DEPTH. */
const splitByArea: Split = (builder, first, last, boxes, level) => {
  const { order } = builder;
  writeSpan(order, first, last, boxes);
  const bins = Math.min(TREE_BINS, last - first + 1);
  best[COST] = Infinity;
  let bestAxis = -1;
  let bestBin = 0;
  for (let axis = 0; axis < 3 && level < TREE_SAH_LEVELS; axis++) {
    const width = span[3 + axis] - span[axis];
    if (!(width > 0)) continue;
    const scale = bins / width;
    fillBins(order, first, last, boxes, axis, scale, bins);
    const bin = cheapestBorder(bins);
    if (bin < 0) continue;
    bestAxis = axis;
    bestBin = bin;
    best[START] = span[axis];
    best[SCALE] = scale;
  }
  if (bestAxis < 0) return (first + last + 1) >>> 1;
  let middle = first;
  for (let i = first; i <= last; i++) {
    const leaf = order[i];
    const at = leaf * BOX_STRIDE + bestAxis;
    if (Math.min(bins - 1, Math.floor((boxes[at] + boxes[at + 3] - best[START]) * best[SCALE])) > bestBin)
      continue;
    order[i] = order[middle];
    order[middle++] = leaf;
  }
  return middle;
};

/** The range of twice the centres. */
const writeSpan = (order: Int32Array, first: number, last: number, boxes: Floats): void => {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = first; i <= last; i++) {
      const at = order[i] * BOX_STRIDE + k;
      const centre = boxes[at] + boxes[at + 3];
      if (centre < low) low = centre;
      if (centre > high) high = centre;
    }
    span[k] = low;
    span[3 + k] = high;
  }
};

const fillBins = (
  order: Int32Array,
  first: number,
  last: number,
  boxes: Floats,
  axis: number,
  scale: number,
  bins: number,
): void => {
  for (let b = 0; b < bins; b++) {
    binCounts[b] = 0;
    clearBox(binBoxes, b * BOX_STRIDE);
  }
  const start = span[axis];
  for (let i = first; i <= last; i++) {
    const at = order[i] * BOX_STRIDE;
    const bin = Math.min(bins - 1, Math.floor((boxes[at + axis] + boxes[at + axis + 3] - start) * scale));
    binCounts[bin]++;
    growBox(binBoxes, bin * BOX_STRIDE, boxes, at);
  }
};

/** Lowers best[COST]; returns the last bin on the left of the cheapest border, or -1 when none is cheaper than before. */
const cheapestBorder = (bins: number): number => {
  clearBox(grown, 0);
  let count = 0;
  for (let b = bins - 1; b > 0; b--) {
    growBox(grown, 0, binBoxes, b * BOX_STRIDE);
    count += binCounts[b];
    rightCosts[b] = count === 0 ? 0 : areaOf(grown) * count;
  }
  clearBox(grown, 0);
  const total = count + binCounts[0];
  count = 0;
  let found = -1;
  for (let b = 0; b < bins - 1; b++) {
    growBox(grown, 0, binBoxes, b * BOX_STRIDE);
    count += binCounts[b];
    if (count === 0 || count === total) continue;
    const cost = areaOf(grown) * count + rightCosts[b + 1];
    if (cost >= best[COST]) continue;
    best[COST] = cost;
    found = b;
  }
  return found;
};

/** Half the surface of a box. */
const areaOf = (box: Floats): number => {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
};

const clearBox = (box: Floats, at: number): void => {
  for (let k = 0; k < 3; k++) {
    box[at + k] = Infinity;
    box[at + 3 + k] = -Infinity;
  }
};

const growBox = (box: Floats, at: number, by: Floats, from: number): void => {
  if (by[from] < box[at]) box[at] = by[from];
  if (by[from + 1] < box[at + 1]) box[at + 1] = by[from + 1];
  if (by[from + 2] < box[at + 2]) box[at + 2] = by[from + 2];
  if (by[from + 3] > box[at + 3]) box[at + 3] = by[from + 3];
  if (by[from + 4] > box[at + 4]) box[at + 4] = by[from + 4];
  if (by[from + 5] > box[at + 5]) box[at + 5] = by[from + 5];
};
