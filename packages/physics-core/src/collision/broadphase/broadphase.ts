import { createFloats, type Floats, growFloats } from '../../math/floats.js';
import type { IndexList } from '../../math/index-list.js';
import { createIndexList, growUint8, pushIndex } from '../../math/index-list.js';
import type { Candidates } from './self-pairs.js';
import { createCandidates } from './self-pairs.js';
import type { Tree } from './tree.js';
import { BOX_STRIDE, clearTree, createTree, hasLeaf } from './tree.js';
import type { TreeBuilder } from './tree-build.js';
import { createTreeBuilder } from './tree-build.js';
import { removeLeaf } from './tree-edit.js';

/**
 * Broadphase: which proxies (collider slots) may touch, by bounding boxes in two trees. Static proxies never
 * pair with each other, moving ones pair with everything; unbounded ones (half-spaces) have no box, live
 * outside the trees, and pair with moving ones.
 */
export const ProxyGroup = { none: 0, static: 1, moving: 2, unbounded: 3 } as const;
export type ProxyGroup = (typeof ProxyGroup)[keyof typeof ProxyGroup];

/** Floats per entry of `planes`: normal x y z, offset d. Solid is where normal · x <= d. */
export const PLANE_STRIDE = 4;

/**
 * Bound on collider slots: a column of 2^26 entries is far beyond any world, so a larger number is a mistake.
 */
const MAX_PROXY = (1 << 26) - 1;

export interface Broadphase {
  readonly staticTree: Tree;
  readonly movingTree: Tree;
  /** Per proxy: its ProxyGroup. */
  group: Uint8Array;
  /** One past the highest proxy ever added. */
  proxyEnd: number;
  /** Unbounded proxies in ascending order, and their planes in the same order. */
  readonly unbounded: IndexList;
  planes: Floats;
  /** Moving proxies of kinematic bodies, in ascending order: what fast bodies meet besides immovable ones. */
  readonly kinematic: IndexList;
  /**
   * Proxies whose pairs the next findPairs searches. A removed proxy stays until then
   * and is skipped.
   */
  readonly moved: IndexList;
  isMoved: Uint8Array;
  /** Proxies whose leaf is missing or outdated; emptied by updateTrees. */
  readonly stale: IndexList;
  isStale: Uint8Array;
  readonly builder: TreeBuilder;
  /** Scratch: members of a tree to rebuild, or hits of a query. */
  readonly hits: IndexList;
  readonly candidates: Candidates;
}

const INITIAL_PROXIES = 64;

export const createBroadphase = (): Broadphase => ({
  staticTree: createTree(),
  movingTree: createTree(),
  group: new Uint8Array(INITIAL_PROXIES),
  proxyEnd: 0,
  unbounded: createIndexList(),
  planes: createFloats(0),
  kinematic: createIndexList(),
  moved: createIndexList(),
  isMoved: new Uint8Array(INITIAL_PROXIES),
  stale: createIndexList(),
  isStale: new Uint8Array(INITIAL_PROXIES),
  builder: createTreeBuilder(),
  hits: createIndexList(),
  candidates: createCandidates(),
});

/** Adds a proxy with a bounded box; `boxes` holds the fat box of every proxy, BOX_STRIDE floats each. */
export function addProxy(
  bp: Broadphase,
  proxy: number,
  group: typeof ProxyGroup.static | typeof ProxyGroup.moving,
  boxes: Floats,
  isKinematic = false,
): void {
  requireUnused(bp, proxy);
  requireFinite(boxes, proxy);
  bp.group[proxy] = group;
  if (isKinematic) insertIndex(bp.kinematic, proxy);
  proxyMoved(bp, proxy);
}

/** Adds a half-space: solid where n · x <= d. */
export function addUnbounded(
  bp: Broadphase,
  proxy: number,
  nx: number,
  ny: number,
  nz: number,
  d: number,
): void {
  requireUnused(bp, proxy);
  const { unbounded } = bp;
  pushIndex(unbounded, proxy);
  const needed = unbounded.count * PLANE_STRIDE;
  if (bp.planes.length < needed) bp.planes = growFloats(bp.planes, needed);
  let at = unbounded.count - 1;
  for (; at > 0 && unbounded.items[at - 1] > proxy; at--) {
    unbounded.items[at] = unbounded.items[at - 1];
    bp.planes.copyWithin(at * PLANE_STRIDE, (at - 1) * PLANE_STRIDE, at * PLANE_STRIDE);
  }
  unbounded.items[at] = proxy;
  bp.group[proxy] = ProxyGroup.unbounded;
  moveUnbounded(bp, proxy, nx, ny, nz, d);
}

/** Sets the plane of a half-space. */
export function moveUnbounded(
  bp: Broadphase,
  proxy: number,
  nx: number,
  ny: number,
  nz: number,
  d: number,
): void {
  const at = indexOfUnbounded(bp, proxy) * PLANE_STRIDE;
  bp.planes[at] = nx;
  bp.planes[at + 1] = ny;
  bp.planes[at + 2] = nz;
  bp.planes[at + 3] = d;
  proxyMoved(bp, proxy);
}

export function removeProxy(bp: Broadphase, proxy: number): void {
  requireUsed(bp, proxy);
  const group = bp.group[proxy];
  bp.group[proxy] = ProxyGroup.none;
  if (group === ProxyGroup.unbounded) {
    const at = indexOfUnbounded(bp, proxy);
    bp.unbounded.items.copyWithin(at, at + 1, bp.unbounded.count);
    bp.planes.copyWithin(at * PLANE_STRIDE, (at + 1) * PLANE_STRIDE, bp.unbounded.count * PLANE_STRIDE);
    bp.unbounded.count--;
    return;
  }
  if (isKinematicProxy(bp, proxy)) dropIndex(bp.kinematic, proxy);
  const tree = group === ProxyGroup.static ? bp.staticTree : bp.movingTree;
  if (hasLeaf(tree, proxy)) removeLeaf(tree, proxy);
}

/** Marks the proxy: the caller changed its fat box. The trees follow at the next findPairs or query. */
export function proxyMoved(bp: Broadphase, proxy: number): void {
  requireUsed(bp, proxy);
  if (bp.isMoved[proxy] === 0) {
    bp.isMoved[proxy] = 1;
    pushIndex(bp.moved, proxy);
  }
  if (bp.isStale[proxy] === 0) {
    bp.isStale[proxy] = 1;
    pushIndex(bp.stale, proxy);
  }
}

/** Whether the proxy was added as one of a kinematic body. */
export function isKinematicProxy({ kinematic }: Broadphase, proxy: number): boolean {
  const at = placeOf(kinematic, proxy);
  return at < kinematic.count && kinematic.items[at] === proxy;
}

/** Whether the tree has a leaf of the proxy with the box that it has now. */
export function isUpToDate(bp: Broadphase, proxy: number, boxes: Floats): boolean {
  const tree = bp.group[proxy] === ProxyGroup.static ? bp.staticTree : bp.movingTree;
  if (!hasLeaf(tree, proxy)) return false;
  const leaf = tree.leafOf[proxy] * BOX_STRIDE;
  const box = proxy * BOX_STRIDE;
  for (let i = 0; i < BOX_STRIDE; i++) if (tree.boxes[leaf + i] !== boxes[box + i]) return false;
  return true;
}

/** Removes all proxies and keeps the storage. */
export function clearBroadphase(bp: Broadphase): void {
  clearTree(bp.staticTree);
  clearTree(bp.movingTree);
  bp.group.fill(ProxyGroup.none);
  bp.proxyEnd = 0;
  bp.unbounded.count = 0;
  bp.kinematic.count = 0;
  bp.stale.count = 0;
  bp.isStale.fill(0);
  clearMoved(bp);
}

/**
 * Clears the list of proxies whose pairs findPairs still has to search. To restore a snapshot: clear, add all
 * proxies, clearMoved, then proxyMoved for those that `isProxyMoved` named when the snapshot was taken.
 */
export function clearMoved(bp: Broadphase): void {
  const { moved, isMoved } = bp;
  for (let i = 0; i < moved.count; i++) isMoved[moved.items[i]] = 0;
  moved.count = 0;
}

export const isProxyMoved = (bp: Broadphase, proxy: number): boolean =>
  proxy < bp.proxyEnd && bp.group[proxy] !== ProxyGroup.none && bp.isMoved[proxy] !== 0;

/** Inserts an index into an ascending list. */
function insertIndex(list: IndexList, index: number): void {
  pushIndex(list, index);
  let at = list.count - 1;
  for (; at > 0 && list.items[at - 1] > index; at--) list.items[at] = list.items[at - 1];
  list.items[at] = index;
}

/** Takes an index out of the ascending list that has it. */
function dropIndex(list: IndexList, index: number): void {
  const at = placeOf(list, index);
  list.items.copyWithin(at, at + 1, list.count--);
}

/** Where an index is in an ascending list, or would be. */
function placeOf({ items, count }: IndexList, index: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle] < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indexOfUnbounded(bp: Broadphase, proxy: number): number {
  const { items, count } = bp.unbounded;
  for (let i = 0; i < count; i++) if (items[i] === proxy) return i;
  throw new Error(`Proxy ${proxy} is not an unbounded one; add it with addUnbounded.`);
}

function requireUnused(bp: Broadphase, proxy: number): void {
  if (!(proxy >= 0 && proxy <= MAX_PROXY))
    throw new Error(`A proxy must lie in 0 .. ${MAX_PROXY}, got ${proxy}.`);
  if (proxy >= bp.group.length) {
    bp.group = growUint8(bp.group, proxy + 1);
    bp.isMoved = growUint8(bp.isMoved, proxy + 1);
    bp.isStale = growUint8(bp.isStale, proxy + 1);
  }
  if (bp.group[proxy] !== ProxyGroup.none)
    throw new Error(`Proxy ${proxy} is in use; remove it before adding it again.`);
  if (proxy >= bp.proxyEnd) bp.proxyEnd = proxy + 1;
}

function requireUsed(bp: Broadphase, proxy: number): void {
  if (!(bp.group[proxy] > ProxyGroup.none)) throw new Error(`There is no proxy ${proxy} in the broadphase.`);
}

/** An infinite or NaN box would make every box above it in the tree infinite or NaN. */
export function requireFinite(boxes: Floats, proxy: number): void {
  const at = proxy * BOX_STRIDE;
  const size = boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
  if (!(size < Infinity)) {
    throw new Error(
      `The box of proxy ${proxy} is not finite (${boxes.slice(at, at + BOX_STRIDE)}): check the body's pose, or use addUnbounded.`,
    );
  }
}
