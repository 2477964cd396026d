import { createFloats, type Floats, growFloats } from '../../math/floats.js';
import type { IndexList } from '../../math/index-list.js';
import { growInt32, pushIndex } from '../../math/index-list.js';

/** Floats of a box: min x y z, max x y z. Boxes that touch overlap. */
export const BOX_STRIDE = 6;

/** No node, or a proxy without a leaf. */
export const NO_NODE = -1;
/** `height` of a node on the free list. */
export const FREE_HEIGHT = -1;

/**
 * Levels of the deepest tree, and more: TREE_MAX_IMBALANCE bounds the depth by 1.8 log2(n), 47 for as many proxies as
 * there can be. So long is the stack of a depth-first walk.
 */
export const MAX_DEPTH = 128;

const INITIAL_NODES = 64;

/**
 * A binary tree of boxes in columns indexed by node. A leaf holds one proxy and is marked
 * by a negative `left` (= -1 - proxy), so that a query gets "leaf" and "which proxy" from
 * the one link that it reads anyway.
 */
export interface Tree {
  root: number;
  leafCount: number;
  /** Nodes ever used, free ones included: the bound for walks over the columns. */
  nodeCount: number;
  /** Head of the list of free nodes, linked through `parent`. */
  firstFree: number;
  boxes: Floats;
  parent: Int32Array;
  left: Int32Array;
  right: Int32Array;
  /** 0 for leaves. */
  height: Int32Array;
  /** Node of each proxy, NO_NODE where there is none. */
  leafOf: Int32Array;
  /**
   * True from a rebuild to the next incremental change: nodes then lie in preorder (left child = node + 1)
   * and `skip` is the node after the subtree, so that the tree can be walked forward without a stack.
   */
  preorder: boolean;
  skip: Int32Array;
  /**
   * Changes since the last rebuild: refitted leaves stay where they were, so the tree gets worse with each.
   */
  wear: number;
  /** For queries; grown to the tree's height before they start, so that pushing needs no check. */
  stack: Int32Array;
}

export const createTree = (): Tree => ({
  root: NO_NODE,
  leafCount: 0,
  nodeCount: 0,
  firstFree: NO_NODE,
  boxes: createFloats(INITIAL_NODES * BOX_STRIDE),
  parent: new Int32Array(INITIAL_NODES),
  left: new Int32Array(INITIAL_NODES),
  right: new Int32Array(INITIAL_NODES),
  height: new Int32Array(INITIAL_NODES),
  leafOf: new Int32Array(INITIAL_NODES).fill(NO_NODE),
  preorder: false,
  skip: new Int32Array(INITIAL_NODES),
  wear: 0,
  stack: new Int32Array(INITIAL_NODES),
});

export function clearTree(tree: Tree): void {
  tree.root = NO_NODE;
  tree.leafCount = 0;
  tree.nodeCount = 0;
  tree.firstFree = NO_NODE;
  tree.preorder = false;
  tree.wear = 0;
  tree.leafOf.fill(NO_NODE);
}

/**
 * Appends every proxy whose box overlaps the box at `offset` of `boxes`, in no
 * particular order; returns how many.
 */
export function queryTree(tree: Tree, boxes: Floats, offset: number, out: IndexList): number {
  const countBefore = out.count;
  if (tree.root === NO_NODE) return 0;
  const { boxes: nodeBoxes, left, right, stack } = withStack(tree);
  const minX = boxes[offset];
  const minY = boxes[offset + 1];
  const minZ = boxes[offset + 2];
  const maxX = boxes[offset + 3];
  const maxY = boxes[offset + 4];
  const maxZ = boxes[offset + 5];
  let top = 0;
  stack[top++] = tree.root;
  while (top > 0) {
    const node = stack[--top];
    const at = node * BOX_STRIDE;
    if (
      nodeBoxes[at] > maxX ||
      nodeBoxes[at + 3] < minX ||
      nodeBoxes[at + 1] > maxY ||
      nodeBoxes[at + 4] < minY ||
      nodeBoxes[at + 2] > maxZ ||
      nodeBoxes[at + 5] < minZ
    ) {
      continue;
    }
    const child = left[node];
    if (child < 0) {
      pushIndex(out, -1 - child);
    } else {
      stack[top++] = right[node];
      stack[top++] = child;
    }
  }
  return out.count - countBefore;
}

/** A depth-first walk holds at most one node a level, and one more while it descends. */
function withStack(tree: Tree): Tree {
  const needed = tree.height[tree.root] + 2;
  if (tree.stack.length < needed) tree.stack = new Int32Array(2 * needed);
  return tree;
}

/** A free node, taken out of the free list. Its links are for the caller to write. */
export function allocateNode(tree: Tree): number {
  const free = tree.firstFree;
  if (free !== NO_NODE) {
    tree.firstFree = tree.parent[free];
    return free;
  }
  reserveNodes(tree, tree.nodeCount + 1);
  return tree.nodeCount++;
}

export function freeNode(tree: Tree, node: number): void {
  tree.parent[node] = tree.firstFree;
  tree.height[node] = FREE_HEIGHT;
  tree.firstFree = node;
}

export function reserveNodes(tree: Tree, count: number): void {
  if (tree.parent.length >= count) return;
  tree.boxes = growFloats(tree.boxes, count * BOX_STRIDE);
  tree.parent = growInt32(tree.parent, count);
  tree.left = growInt32(tree.left, count);
  tree.right = growInt32(tree.right, count);
  tree.height = growInt32(tree.height, count);
  tree.skip = growInt32(tree.skip, count);
}

export function reserveProxy(tree: Tree, proxy: number): void {
  if (proxy >= tree.leafOf.length) tree.leafOf = growInt32(tree.leafOf, proxy + 1, NO_NODE);
}

export const hasLeaf = (tree: Tree, proxy: number): boolean =>
  proxy < tree.leafOf.length && tree.leafOf[proxy] !== NO_NODE;

/** For debug drawing: nodes are 0 .. treeNodeCount - 1, free ones among them. */
export const treeNodeCount = (tree: Tree): number => tree.nodeCount;

/** Levels below the node (0 for a leaf), or -1 if the node is free and has no box. */
export const treeNodeHeight = (tree: Tree, node: number): number => tree.height[node];

/** Copies the node's box into the first six floats of `out`; false if the node is free. */
export function treeNodeBox(tree: Tree, node: number, out: Floats): boolean {
  if (tree.height[node] === FREE_HEIGHT) return false;
  for (let i = 0; i < BOX_STRIDE; i++) out[i] = tree.boxes[node * BOX_STRIDE + i];
  return true;
}
