import type { Floats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { BULK_MIN_CHANGES, BULK_SHARE, MAX_WEAR } from '../../tuning.js';
import type { Broadphase } from './broadphase.js';
import { ProxyGroup, requireFinite } from './broadphase.js';
import type { Tree } from './tree.js';
import { BOX_STRIDE, hasLeaf } from './tree.js';
import { rebuildTree, refitTree } from './tree-build.js';
import { insertLeaf, moveLeaf, refitLeaf } from './tree-edit.js';

/**
 * How the trees follow the boxes. A leaf whose new box touches the old one keeps its place and only the nodes
 * above it are refitted, which is cheap but makes the tree worse; one that jumped, or is new, is (re)inserted.
 * When many change at once, the whole tree is refitted in one pass, or rebuilt if its layout no longer
 * allows that or if it had too many refits. No choice made here shows in the results, only in their cost.
 */

/** Brings the trees up to date with `boxes`; costs nothing if no proxy was added or moved. */
export function updateTrees(bp: Broadphase, boxes: Floats): void {
  const { stale, group } = bp;
  if (stale.count === 0) return;
  let staticChanges = 0;
  let movingChanges = 0;
  for (let i = 0; i < stale.count; i++) {
    const proxy = stale.items[i];
    if (group[proxy] === ProxyGroup.static) staticChanges++;
    else if (group[proxy] === ProxyGroup.moving) movingChanges++;
    else continue;
    requireFinite(boxes, proxy);
  }
  updateTree(bp, bp.staticTree, ProxyGroup.static, staticChanges, boxes);
  updateTree(bp, bp.movingTree, ProxyGroup.moving, movingChanges, boxes);
  clearStale(bp);
}

/** Builds both trees anew from `boxes`. The pairs that findPairs still has to search stay marked. */
export function rebuildBroadphase(bp: Broadphase, boxes: Floats): void {
  rebuildGroup(bp, bp.staticTree, ProxyGroup.static, boxes);
  rebuildGroup(bp, bp.movingTree, ProxyGroup.moving, boxes);
  clearStale(bp);
}

function updateTree(bp: Broadphase, tree: Tree, group: ProxyGroup, changes: number, boxes: Floats): void {
  if (changes === 0) return;
  tree.wear += changes;
  const bulk = changes >= BULK_MIN_CHANGES && changes > tree.leafCount * BULK_SHARE;
  const worn = tree.wear > MAX_WEAR * Math.max(tree.leafCount, BULK_MIN_CHANGES);
  if (worn || (bulk && !(tree.preorder && allHaveLeaves(bp, tree, group)))) {
    rebuildGroup(bp, tree, group, boxes);
  } else if (bulk) {
    refitTree(tree, boxes);
  } else {
    editTree(bp, tree, group, boxes);
  }
}

function allHaveLeaves(bp: Broadphase, tree: Tree, group: ProxyGroup): boolean {
  const { stale, group: groups } = bp;
  for (let i = 0; i < stale.count; i++) {
    const proxy = stale.items[i];
    if (groups[proxy] === group && !hasLeaf(tree, proxy)) return false;
  }
  return true;
}

function editTree(bp: Broadphase, tree: Tree, group: ProxyGroup, boxes: Floats): void {
  const { stale, group: groups } = bp;
  for (let i = 0; i < stale.count; i++) {
    const proxy = stale.items[i];
    if (groups[proxy] !== group) continue;
    const offset = proxy * BOX_STRIDE;
    if (!hasLeaf(tree, proxy)) insertLeaf(tree, proxy, boxes, offset);
    else if (hasJumped(tree, proxy, boxes, offset)) moveLeaf(tree, proxy, boxes, offset);
    else refitLeaf(tree, proxy, boxes, offset);
  }
}

/** Whether the new box lies apart from the one in the tree. */
function hasJumped(tree: Tree, proxy: number, boxes: Floats, offset: number): boolean {
  const leaf = tree.leafOf[proxy] * BOX_STRIDE;
  const old = tree.boxes;
  return (
    old[leaf] > boxes[offset + 3] ||
    old[leaf + 3] < boxes[offset] ||
    old[leaf + 1] > boxes[offset + 4] ||
    old[leaf + 4] < boxes[offset + 1] ||
    old[leaf + 2] > boxes[offset + 5] ||
    old[leaf + 5] < boxes[offset + 2]
  );
}

function rebuildGroup(bp: Broadphase, tree: Tree, group: ProxyGroup, boxes: Floats): void {
  const { hits, group: groups, proxyEnd } = bp;
  hits.count = 0;
  for (let proxy = 0; proxy < proxyEnd; proxy++) if (groups[proxy] === group) pushIndex(hits, proxy);
  rebuildTree(tree, hits.items, hits.count, boxes, bp.builder);
}

function clearStale(bp: Broadphase): void {
  const { stale, isStale } = bp;
  for (let i = 0; i < stale.count; i++) isStale[stale.items[i]] = 0;
  stale.count = 0;
}
