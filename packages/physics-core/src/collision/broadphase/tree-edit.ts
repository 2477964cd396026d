import type { Floats } from '../../math/floats.js';
import { TREE_MAX_IMBALANCE } from '../../tuning.js';
import type { Tree } from './tree.js';
import { allocateNode, BOX_STRIDE, FREE_HEIGHT, freeNode, NO_NODE, reserveProxy } from './tree.js';

export function insertLeaf(tree: Tree, proxy: number, boxes: Floats, offset: number): void {
  reserveProxy(tree, proxy);
  const leaf = allocateNode(tree);
  tree.left[leaf] = -1 - proxy;
  tree.right[leaf] = NO_NODE;
  tree.height[leaf] = 0;
  tree.leafOf[proxy] = leaf;
  tree.leafCount++;
  tree.preorder = false;
  attachLeaf(tree, leaf, boxes, offset);
}

export function removeLeaf(tree: Tree, proxy: number): void {
  const leaf = tree.leafOf[proxy];
  tree.leafOf[proxy] = NO_NODE;
  tree.leafCount--;
  tree.preorder = false;
  detachLeaf(tree, leaf);
  freeNode(tree, leaf);
}

/** Gives the leaf its new box and inserts it anew. */
export function moveLeaf(tree: Tree, proxy: number, boxes: Floats, offset: number): void {
  const leaf = tree.leafOf[proxy];
  tree.preorder = false;
  detachLeaf(tree, leaf);
  attachLeaf(tree, leaf, boxes, offset);
}

/**
 * Gives the leaf its new box and enlarges or shrinks the nodes above it, without a search for a better place.
 */
export function refitLeaf(tree: Tree, proxy: number, boxes: Floats, offset: number): void {
  const leaf = tree.leafOf[proxy];
  for (let i = 0; i < BOX_STRIDE; i++) tree.boxes[leaf * BOX_STRIDE + i] = boxes[offset + i];
  let node = tree.parent[leaf];
  while (node !== NO_NODE && refit(tree, node)) node = tree.parent[node];
}

function attachLeaf(tree: Tree, leaf: number, boxes: Floats, offset: number): void {
  for (let i = 0; i < BOX_STRIDE; i++) tree.boxes[leaf * BOX_STRIDE + i] = boxes[offset + i];
  if (tree.root === NO_NODE) {
    tree.root = leaf;
    tree.parent[leaf] = NO_NODE;
    return;
  }
  const sibling = findSibling(tree, leaf);
  const joint = allocateNode(tree);
  const { parent, left, right } = tree;
  const above = parent[sibling];
  parent[joint] = above;
  left[joint] = sibling;
  right[joint] = leaf;
  parent[sibling] = joint;
  parent[leaf] = joint;
  if (above === NO_NODE) tree.root = joint;
  else replaceChild(tree, above, sibling, joint);
  // No valid height: whatever box the recycled node had, its first refit counts as a change.
  tree.height[joint] = FREE_HEIGHT;
  refitUpwards(tree, joint);
}

function detachLeaf(tree: Tree, leaf: number): void {
  const { parent, left, right } = tree;
  const joint = parent[leaf];
  if (joint === NO_NODE) {
    tree.root = NO_NODE;
    return;
  }
  const sibling = left[joint] === leaf ? right[joint] : left[joint];
  const above = parent[joint];
  parent[sibling] = above;
  freeNode(tree, joint);
  if (above === NO_NODE) {
    tree.root = sibling;
    return;
  }
  replaceChild(tree, above, joint, sibling);
  refitUpwards(tree, above);
}

function replaceChild(tree: Tree, node: number, child: number, by: number): void {
  if (tree.left[node] === child) tree.left[node] = by;
  else tree.right[node] = by;
}

/**
 * Greedy descent by the surface-area heuristic: pairing the leaf with `node` costs the surface of their
 * union, and descending costs the growth of every node on the way. Stops where no child costs less.
 */
function findSibling(tree: Tree, leaf: number): number {
  const { boxes, left, right, height } = tree;
  let node = tree.root;
  while (left[node] >= 0) {
    const surface = unionArea(boxes, node, node);
    const united = unionArea(boxes, node, leaf);
    const growth = united - surface;
    const a = left[node];
    const b = right[node];
    let costA = unionArea(boxes, a, leaf) + growth;
    let costB = unionArea(boxes, b, leaf) + growth;
    if (left[a] >= 0) costA -= unionArea(boxes, a, a);
    if (left[b] >= 0) costB -= unionArea(boxes, b, b);
    if (united < costA && united < costB) break;
    // Among equals (proxies on one spot) the lower subtree, which keeps the tree balanced for nothing.
    node = costA < costB || (costA === costB && height[a] <= height[b]) ? a : b;
  }
  return node;
}

/** Half the surface of the union of two nodes' boxes. */
function unionArea(boxes: Floats, a: number, b: number): number {
  const i = a * BOX_STRIDE;
  const j = b * BOX_STRIDE;
  const x = Math.max(boxes[i + 3], boxes[j + 3]) - Math.min(boxes[i], boxes[j]);
  const y = Math.max(boxes[i + 4], boxes[j + 4]) - Math.min(boxes[i + 1], boxes[j + 1]);
  const z = Math.max(boxes[i + 5], boxes[j + 5]) - Math.min(boxes[i + 2], boxes[j + 2]);
  return x * y + y * z + z * x;
}

/** Repairs boxes, heights and balance from `node` up, until an ancestor turns out unchanged. */
function refitUpwards(tree: Tree, node: number): void {
  const parent = tree.parent;
  let at = node;
  while (at !== NO_NODE) {
    const swapped = rotate(tree, at);
    if (!refit(tree, at) && !swapped) return;
    at = parent[at];
  }
}

/** Recomputes a node from its children; false if nothing changed. */
function refit(tree: Tree, node: number): boolean {
  const { boxes, left, right, height } = tree;
  const at = node * BOX_STRIDE;
  const i = left[node] * BOX_STRIDE;
  const j = right[node] * BOX_STRIDE;
  let changed = false;
  for (let k = 0; k < 3; k++) {
    const min = Math.min(boxes[i + k], boxes[j + k]);
    const max = Math.max(boxes[i + k + 3], boxes[j + k + 3]);
    if (boxes[at + k] !== min || boxes[at + k + 3] !== max) changed = true;
    boxes[at + k] = min;
    boxes[at + k + 3] = max;
  }
  const a = height[left[node]];
  const b = height[right[node]];
  const levels = Math.max(a, b) + 1;
  if (height[node] !== levels) changed = true;
  height[node] = levels;
  return changed;
}

/**
 * Swaps a child of `node` with a grandchild on the other side, if the balance demands it or if it makes the
 * inner node smaller without hurting the balance. The box of `node` itself does not change by it.
 */
function rotate(tree: Tree, node: number): boolean {
  const { left, right, height } = tree;
  const a = left[node];
  const b = right[node];
  const heightA = height[a];
  const heightB = height[b];
  if (heightA > heightB + TREE_MAX_IMBALANCE) {
    swapWithGrandchild(tree, node, b, a, height[left[a]] >= height[right[a]] ? left[a] : right[a]);
    return true;
  }
  if (heightB > heightA + TREE_MAX_IMBALANCE) {
    swapWithGrandchild(tree, node, a, b, height[left[b]] >= height[right[b]] ? left[b] : right[b]);
    return true;
  }
  const gainA = heightA > 0 ? bestSwap(tree, b, a) : NO_NODE;
  if (gainA !== NO_NODE) {
    swapWithGrandchild(tree, node, b, a, gainA);
    return true;
  }
  const gainB = heightB > 0 ? bestSwap(tree, a, b) : NO_NODE;
  if (gainB === NO_NODE) return false;
  swapWithGrandchild(tree, node, a, b, gainB);
  return true;
}

/** The child of `inner` that should change places with `outer` (inner's sibling), or NO_NODE. */
function bestSwap(tree: Tree, outer: number, inner: number): number {
  const { boxes, left, right, height } = tree;
  const c = left[inner];
  const d = right[inner];
  let best = NO_NODE;
  let bestArea = unionArea(boxes, inner, inner);
  const areaWithoutC = unionArea(boxes, outer, d);
  if (areaWithoutC < bestArea && staysBalanced(height[c], height[outer], height[d])) {
    best = c;
    bestArea = areaWithoutC;
  }
  const areaWithoutD = unionArea(boxes, outer, c);
  if (areaWithoutD < bestArea && staysBalanced(height[d], height[outer], height[c])) best = d;
  return best;
}

/** Whether `up` beside a node made of `down` and `kept` would respect TREE_MAX_IMBALANCE. */
function staysBalanced(up: number, down: number, kept: number): boolean {
  const inner = Math.max(down, kept) + 1;
  return (
    down - kept <= TREE_MAX_IMBALANCE &&
    kept - down <= TREE_MAX_IMBALANCE &&
    up - inner <= TREE_MAX_IMBALANCE &&
    inner - up <= TREE_MAX_IMBALANCE
  );
}

function swapWithGrandchild(
  tree: Tree,
  node: number,
  child: number,
  inner: number,
  grandchild: number,
): void {
  replaceChild(tree, node, child, grandchild);
  replaceChild(tree, inner, grandchild, child);
  tree.parent[grandchild] = node;
  tree.parent[child] = inner;
  refit(tree, inner);
}
