import type { Floats } from '../../math/floats.js';
import type { IndexList } from '../../math/index-list.js';
import { pushIndex } from '../../math/index-list.js';
import { SELF_PAIRS_SHARE } from '../../tuning.js';
import type { Broadphase } from './broadphase.js';
import { clearMoved, PLANE_STRIDE, ProxyGroup } from './broadphase.js';
import type { PairList } from './pair-list.js';
import { pushNewPair, sortPairs } from './pair-list.js';
import type { PairSet } from './pair-set.js';
import { sortIndices } from './radix-sort.js';
import { findSelfPairs } from './self-pairs.js';
import { BOX_STRIDE, queryTree } from './tree.js';
import { updateTrees } from './update-trees.js';

/**
 * Writes all overlapping pairs of which one proxy was added or moved since the last call, each once
 * as (low, high) in ascending order, without those in `known`. The list depends on the proxies and
 * boxes only, never on the trees' shape.
 */
export function findPairs(bp: Broadphase, boxes: Floats, out: PairList, known: PairSet | null = null): void {
  out.count = 0;
  const { moved, group } = bp;
  if (moved.count === 0) return;
  updateTrees(bp, boxes);
  let movingCount = 0;
  for (let i = 0; i < moved.count; i++) if (group[moved.items[i]] === ProxyGroup.moving) movingCount++;
  const { movingTree } = bp;
  const together = movingTree.preorder && movingCount > movingTree.leafCount * SELF_PAIRS_SHARE;
  if (together) findSelfPairs(movingTree, bp.isMoved, bp.candidates, known, out);
  for (let i = 0; i < moved.count; i++) {
    const proxy = moved.items[i];
    if (group[proxy] === ProxyGroup.moving) {
      if (!together) pairWithMoving(bp, boxes, proxy, true, known, out);
      pairWithStatic(bp, boxes, proxy, known, out);
      pairWithUnbounded(bp, boxes, proxy, known, out);
    } else if (group[proxy] === ProxyGroup.static) {
      pairWithMoving(bp, boxes, proxy, false, known, out);
    } else if (group[proxy] === ProxyGroup.unbounded) {
      pairUnboundedWithMoving(bp, boxes, proxy, known, out);
    }
  }
  sortPairs(out, bp.proxyEnd - 1);
  clearMoved(bp);
}

/**
 * Where both proxies moved, only one of them may report the pair: the lower one if both are moving, else the
 * moving one, whose own query covers static and unbounded proxies.
 */
function pairWithMoving(
  bp: Broadphase,
  boxes: Floats,
  proxy: number,
  isMoving: boolean,
  known: PairSet | null,
  out: PairList,
): void {
  const { hits, isMoved } = bp;
  hits.count = 0;
  queryTree(bp.movingTree, boxes, proxy * BOX_STRIDE, hits);
  for (let i = 0; i < hits.count; i++) {
    const other = hits.items[i];
    if (other === proxy || (isMoved[other] !== 0 && !(isMoving && proxy < other))) continue;
    pushNewPair(out, proxy, other, known);
  }
}

function pairWithStatic(
  bp: Broadphase,
  boxes: Floats,
  proxy: number,
  known: PairSet | null,
  out: PairList,
): void {
  const { hits } = bp;
  hits.count = 0;
  queryTree(bp.staticTree, boxes, proxy * BOX_STRIDE, hits);
  for (let i = 0; i < hits.count; i++) pushNewPair(out, proxy, hits.items[i], known);
}

function pairWithUnbounded(
  bp: Broadphase,
  boxes: Floats,
  proxy: number,
  known: PairSet | null,
  out: PairList,
): void {
  const { unbounded, planes } = bp;
  for (let i = 0; i < unbounded.count; i++) {
    if (boxTouchesHalfSpace(boxes, proxy * BOX_STRIDE, planes, i * PLANE_STRIDE)) {
      pushNewPair(out, proxy, unbounded.items[i], known);
    }
  }
}

function pairUnboundedWithMoving(
  bp: Broadphase,
  boxes: Floats,
  proxy: number,
  known: PairSet | null,
  out: PairList,
): void {
  const { group, isMoved, planes, proxyEnd } = bp;
  const plane = planeOf(bp, proxy);
  for (let other = 0; other < proxyEnd; other++) {
    if (group[other] !== ProxyGroup.moving || isMoved[other] !== 0) continue;
    if (boxTouchesHalfSpace(boxes, other * BOX_STRIDE, planes, plane)) pushNewPair(out, proxy, other, known);
  }
}

/** Whether the corner of the box that lies deepest along the normal reaches the plane. */
function boxTouchesHalfSpace(boxes: Floats, box: number, planes: Floats, plane: number): boolean {
  const nx = planes[plane];
  const ny = planes[plane + 1];
  const nz = planes[plane + 2];
  const depth =
    nx * boxes[nx > 0 ? box : box + 3] +
    ny * boxes[ny > 0 ? box + 1 : box + 4] +
    nz * boxes[nz > 0 ? box + 2 : box + 5];
  return depth <= planes[plane + 3];
}

function planeOf(bp: Broadphase, proxy: number): number {
  let at = 0;
  while (bp.unbounded.items[at] !== proxy) at++;
  return at * PLANE_STRIDE;
}

/** Whether two bounded proxies' boxes overlap. */
export function boxesOverlap(boxes: Floats, a: number, b: number): boolean {
  const i = a * BOX_STRIDE;
  const j = b * BOX_STRIDE;
  return (
    boxes[i] <= boxes[j + 3] &&
    boxes[j] <= boxes[i + 3] &&
    boxes[i + 1] <= boxes[j + 4] &&
    boxes[j + 1] <= boxes[i + 4] &&
    boxes[i + 2] <= boxes[j + 5] &&
    boxes[j + 2] <= boxes[i + 5]
  );
}

/**
 * Like boxesOverlap, but either proxy may be unbounded. Two unbounded ones never
 * overlap: they are never a pair.
 */
export function proxiesOverlap(bp: Broadphase, boxes: Floats, a: number, b: number): boolean {
  const aUnbounded = bp.group[a] === ProxyGroup.unbounded;
  const bUnbounded = bp.group[b] === ProxyGroup.unbounded;
  if (!aUnbounded && !bUnbounded) return boxesOverlap(boxes, a, b);
  if (aUnbounded && bUnbounded) return false;
  if (aUnbounded) return boxTouchesHalfSpace(boxes, b * BOX_STRIDE, bp.planes, planeOf(bp, a));
  return boxTouchesHalfSpace(boxes, a * BOX_STRIDE, bp.planes, planeOf(bp, b));
}

/**
 * Writes all proxies that overlap the box in the first six floats of `bounds`, of all groups and in ascending order;
 * returns how many.
 */
export function queryBox(bp: Broadphase, boxes: Floats, bounds: Floats, out: IndexList): number {
  updateTrees(bp, boxes);
  out.count = 0;
  queryTree(bp.movingTree, bounds, 0, out);
  addImmovable(bp, bounds, out);
  return out.count;
}

/** The same for static and unbounded proxies alone. */
export function queryImmovable(bp: Broadphase, boxes: Floats, bounds: Floats, out: IndexList): void {
  updateTrees(bp, boxes);
  out.count = 0;
  addImmovable(bp, bounds, out);
}

/** The same for moving proxies alone. */
export function queryMoving(bp: Broadphase, boxes: Floats, bounds: Floats, out: IndexList): void {
  updateTrees(bp, boxes);
  out.count = 0;
  queryTree(bp.movingTree, bounds, 0, out);
  sortIndices(out.items, out.count, bp.proxyEnd - 1, bp.builder.sortScratch);
}

/** The same for proxies of kinematic bodies alone. There are few as a rule, so it tests them one by one. */
export function queryKinematic(
  { kinematic }: Broadphase,
  boxes: Floats,
  bounds: Floats,
  out: IndexList,
): void {
  out.count = 0;
  for (let k = 0; k < kinematic.count; k++) {
    const at = kinematic.items[k] * BOX_STRIDE;
    if (boxes[at] > bounds[3] || bounds[0] > boxes[at + 3]) continue;
    if (boxes[at + 1] > bounds[4] || bounds[1] > boxes[at + 4]) continue;
    if (boxes[at + 2] > bounds[5] || bounds[2] > boxes[at + 5]) continue;
    pushIndex(out, kinematic.items[k]);
  }
}

/** Appends static and unbounded proxies, and sorts the list. */
function addImmovable(bp: Broadphase, bounds: Floats, out: IndexList): void {
  queryTree(bp.staticTree, bounds, 0, out);
  const { unbounded, planes } = bp;
  for (let i = 0; i < unbounded.count; i++) {
    if (boxTouchesHalfSpace(bounds, 0, planes, i * PLANE_STRIDE)) pushIndex(out, unbounded.items[i]);
  }
  sortIndices(out.items, out.count, bp.proxyEnd - 1, bp.builder.sortScratch);
}
