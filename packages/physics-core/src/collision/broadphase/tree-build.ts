import type { Floats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import type { SortScratch } from './radix-sort.js';
import { createSortScratch, radixSort } from './radix-sort.js';
import type { Tree } from './tree.js';
import { BOX_STRIDE, clearTree, NO_NODE, reserveNodes, reserveProxy } from './tree.js';

/**
 * Rebuild of a whole tree in linear time (Lauterbach et al., "Fast BVH Construction on GPUs", 2009): sort the
 * leaves along a Morton curve through their centres, then split every range where the highest bit of the code
 * changes. Where the 30 bits run out (one body far away stretches the grid over everything else) the range is
 * split in the middle of its centres along the longest axis instead.
 */
export interface TreeBuilder {
  codes: Int32Array;
  order: Int32Array;
  /** Ranges still to build: first leaf, last leaf, parent node, level. */
  ranges: Int32Array;
  readonly sortScratch: SortScratch;
}

/** Cells of the Morton grid along the longest side of the scene: 10 bits an axis, 30 in all. */
const GRID_CELLS = 1024;
const MAX_CODE = (1 << 30) - 1;
const RANGE = 4;

/** Splits a range of leaves of a level of the tree: returns the first one of the right half, and may change their order. */
export type Split = (
  builder: TreeBuilder,
  first: number,
  last: number,
  boxes: Floats,
  level: number,
) => number;

export const createTreeBuilder = (): TreeBuilder => ({
  codes: new Int32Array(0),
  order: new Int32Array(0),
  ranges: new Int32Array(0),
  sortScratch: createSortScratch(),
});

/**
 * Replaces the content of `tree` by the first `count` entries of `proxies`,
 * whose boxes are read from `boxes`.
 */
export function rebuildTree(
  tree: Tree,
  proxies: Int32Array,
  count: number,
  boxes: Floats,
  builder: TreeBuilder,
): void {
  clearTree(tree);
  if (count === 0) return;
  reserveBuilder(builder, count);
  if (builder.codes.length < count) builder.codes = growInt32(builder.codes, count);
  computeCodes(builder, proxies, count, boxes);
  radixSort(builder.codes, builder.order, count, MAX_CODE, builder.sortScratch);
  buildNodes(tree, builder, count, boxes, splitByCode);
}

/** Room for so many leaves. */
export function reserveBuilder(builder: TreeBuilder, count: number): void {
  if (builder.order.length >= count) return;
  builder.order = growInt32(builder.order, count);
  // A depth-first walk leaves at most one waiting range a leaf.
  builder.ranges = growInt32(builder.ranges, (builder.order.length + 1) * RANGE);
}

/** Builds an empty tree from the first `count` leaves of the builder's order. */
export function buildNodes(
  tree: Tree,
  builder: TreeBuilder,
  count: number,
  boxes: Floats,
  split: Split,
): void {
  reserveNodes(tree, 2 * count - 1);
  layOutNodes(tree, builder, count, boxes, split);
  refitInnerNodes(tree);
}

/** Copies the boxes of all leaves anew and repairs the nodes above them; the tree must be in preorder. */
export function refitTree(tree: Tree, boxes: Floats): void {
  const { left, nodeCount, boxes: nodeBoxes } = tree;
  for (let node = 0; node < nodeCount; node++) {
    if (left[node] < 0) copyBox(boxes, (-1 - left[node]) * BOX_STRIDE, nodeBoxes, node * BOX_STRIDE);
  }
  refitInnerNodes(tree);
}

/**
 * Children come after their parent in preorder, so one backward pass computes every child before its parent.
 */
function refitInnerNodes(tree: Tree): void {
  const { boxes, left, right, height } = tree;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const a = left[node];
    if (a < 0) continue;
    const b = right[node];
    const at = node * BOX_STRIDE;
    const i = a * BOX_STRIDE;
    const j = b * BOX_STRIDE;
    boxes[at] = Math.min(boxes[i], boxes[j]);
    boxes[at + 1] = Math.min(boxes[i + 1], boxes[j + 1]);
    boxes[at + 2] = Math.min(boxes[i + 2], boxes[j + 2]);
    boxes[at + 3] = Math.max(boxes[i + 3], boxes[j + 3]);
    boxes[at + 4] = Math.max(boxes[i + 4], boxes[j + 4]);
    boxes[at + 5] = Math.max(boxes[i + 5], boxes[j + 5]);
    height[node] = Math.max(height[a], height[b]) + 1;
  }
}

function copyBox(from: Floats, i: number, to: Floats, j: number): void {
  to[j] = from[i];
  to[j + 1] = from[i + 1];
  to[j + 2] = from[i + 2];
  to[j + 3] = from[i + 3];
  to[j + 4] = from[i + 4];
  to[j + 5] = from[i + 5];
}

/** Works with twice the centres (min + max): the factor cancels. */
function computeCodes(builder: TreeBuilder, proxies: Int32Array, count: number, boxes: Floats): void {
  const { codes, order } = builder;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = 0; i < count; i++) {
    const at = proxies[i] * BOX_STRIDE;
    const x = boxes[at] + boxes[at + 3];
    const y = boxes[at + 1] + boxes[at + 4];
    const z = boxes[at + 2] + boxes[at + 5];
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (z < minZ) minZ = z;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
    if (z > maxZ) maxZ = z;
  }
  // Cubic cells: scaling each axis by itself would spend two bits in three on
  // the jitter across a row of bodies.
  const extent = Math.max(maxX - minX, maxY - minY, maxZ - minZ);
  const scale = extent > 0 ? GRID_CELLS / extent : 0;
  const lastCell = GRID_CELLS - 1;
  for (let i = 0; i < count; i++) {
    const proxy = proxies[i];
    const at = proxy * BOX_STRIDE;
    const x = Math.min((boxes[at] + boxes[at + 3] - minX) * scale, lastCell) | 0;
    const y = Math.min((boxes[at + 1] + boxes[at + 4] - minY) * scale, lastCell) | 0;
    const z = Math.min((boxes[at + 2] + boxes[at + 5] - minZ) * scale, lastCell) | 0;
    codes[i] = (spreadBits(x) << 2) | (spreadBits(y) << 1) | spreadBits(z);
    order[i] = proxy;
  }
}

/** Moves bit i of a 10-bit number to bit 3i. */
function spreadBits(cell: number): number {
  let bits = (cell | (cell << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** Writes links and leaf boxes in preorder; the boxes of inner nodes follow later. */
function layOutNodes(tree: Tree, builder: TreeBuilder, count: number, boxes: Floats, split: Split): void {
  const { parent, left, right, height, skip, boxes: nodeBoxes } = tree;
  const { order, ranges } = builder;
  let nodeCount = 0;
  let top = 0;
  ranges[top++] = 0;
  ranges[top++] = count - 1;
  ranges[top++] = NO_NODE;
  ranges[top++] = 0;
  while (top > 0) {
    const level = ranges[--top];
    const above = ranges[--top];
    const last = ranges[--top];
    const first = ranges[--top];
    const node = nodeCount++;
    parent[node] = above;
    // The left child follows its parent at once, so any other child is a right one.
    if (node > above + 1) right[above] = node;
    skip[node] = node + 2 * (last - first) + 1;
    if (first === last) {
      const proxy = order[first];
      copyBox(boxes, proxy * BOX_STRIDE, nodeBoxes, node * BOX_STRIDE);
      left[node] = -1 - proxy;
      right[node] = NO_NODE;
      height[node] = 0;
      reserveProxy(tree, proxy);
      tree.leafOf[proxy] = node;
      continue;
    }
    left[node] = node + 1;
    const middle = last === first + 1 ? last : split(builder, first, last, boxes, level);
    ranges[top++] = middle;
    ranges[top++] = last;
    ranges[top++] = node;
    ranges[top++] = level + 1;
    ranges[top++] = first;
    ranges[top++] = middle - 1;
    ranges[top++] = node;
    ranges[top++] = level + 1;
  }
  tree.root = 0;
  tree.nodeCount = nodeCount;
  tree.leafCount = count;
  tree.preorder = true;
}

/** First leaf of the right half: where the highest bit that changes within the range becomes one. */
const splitByCode: Split = (builder, first, last, boxes) => {
  const { codes, order } = builder;
  const difference = codes[first] ^ codes[last];
  if (difference === 0) return splitByCentre(order, first, last, boxes);
  const bit = 1 << (31 - Math.clz32(difference));
  let low = first;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((codes[middle] & bit) === 0) low = middle;
    else high = middle;
  }
  return high;
};

/**
 * Partitions leaves with one and the same code by the middle of their centres;
 * halves the range if that fails.
 */
function splitByCentre(order: Int32Array, first: number, last: number, boxes: Floats): number {
  let axis = 0;
  let middle = 0;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = first; i <= last; i++) {
      const at = order[i] * BOX_STRIDE + k;
      const centre = boxes[at] + boxes[at + 3];
      if (centre < min) min = centre;
      if (centre > max) max = centre;
    }
    if (max - min > longest) {
      longest = max - min;
      middle = min + longest / 2;
      axis = k;
    }
  }
  let split = first;
  for (let i = first; i <= last; i++) {
    const proxy = order[i];
    const at = proxy * BOX_STRIDE + axis;
    if (boxes[at] + boxes[at + 3] >= middle) continue;
    order[i] = order[split];
    order[split++] = proxy;
  }
  return split === first || longest === 0 ? (first + last + 1) >>> 1 : split;
}
