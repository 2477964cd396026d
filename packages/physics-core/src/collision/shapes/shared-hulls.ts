import type { Floats } from '../../math/floats.js';
import type { HullGeometry } from './hull-geometry.js';

/** Equal geometry is shared: a world of equal crates has one hull. */
export interface SharedHulls {
  /** The entries; a collider's `hull` is an index. Released ones are undefined and used again, lowest first. */
  hulls: (HullGeometry | undefined)[];
  /** Colliders that use each entry of `hulls`. */
  hullUsers: number[];
  hullIndex: HullIndex;
}

/** Derived from `hulls`: finds an entry without looking at all others. */
export interface HullIndex {
  /** The first entry of each hash value or -1; as many as a power of two. */
  readonly first: Int32Array;
  /** The next entry of the same hash value or -1. */
  readonly next: Int32Array;
  /** No entry below this one is free. */
  firstFree: number;
}

const MIN_ENTRIES = 64;

/** An index of these entries, with room for as many more. */
export const createHullIndex = (hulls: SharedHulls['hulls']): HullIndex => {
  let size = MIN_ENTRIES;
  while (size < 2 * hulls.length) size *= 2;
  const index = {
    first: new Int32Array(size).fill(-1),
    next: new Int32Array(size).fill(-1),
    firstFree: 0,
  };
  for (const [at, hull] of hulls.entries()) if (hull) link(index, hull.vertices, at);
  return index;
};

/** The entry with these vertices, or -1. */
export const findHull = ({ hulls, hullIndex }: SharedHulls, vertices: Floats): number => {
  const { first, next } = hullIndex;
  for (let at = first[bucketOf(hullIndex, vertices)]; at >= 0; at = next[at]) {
    const known = hulls[at];
    if (known && areEqual(known.vertices, vertices)) return at;
  }
  return -1;
};

/** Adds one that findHull did not find; returns its entry, which has no user yet. */
export const addHull = (shared: SharedHulls, hull: HullGeometry): number => {
  const { hulls, hullUsers } = shared;
  let at = shared.hullIndex.firstFree;
  while (at < hulls.length && hulls[at] !== undefined) at++;
  hulls[at] = hull;
  hullUsers[at] = 0;
  if (at < shared.hullIndex.next.length) link(shared.hullIndex, hull.vertices, at);
  else shared.hullIndex = createHullIndex(hulls);
  shared.hullIndex.firstFree = at + 1;
  return at;
};

/** One collider less uses the entry. The last one frees it. */
export const releaseHull = ({ hulls, hullUsers, hullIndex }: SharedHulls, at: number): void => {
  const hull = hulls[at];
  if (--hullUsers[at] > 0 || !hull) return;
  hulls[at] = undefined;
  hullIndex.firstFree = Math.min(hullIndex.firstFree, at);
  unlink(hullIndex, hull.vertices, at);
};

const link = (index: HullIndex, vertices: Floats, at: number): void => {
  const bucket = bucketOf(index, vertices);
  index.next[at] = index.first[bucket];
  index.first[bucket] = at;
};

const unlink = (index: HullIndex, vertices: Floats, at: number): void => {
  const { first, next } = index;
  const bucket = bucketOf(index, vertices);
  if (first[bucket] === at) {
    first[bucket] = next[at];
    return;
  }
  let before = first[bucket];
  while (next[before] !== at) before = next[before];
  next[before] = next[at];
};

const areEqual = (a: Floats, b: Floats): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};

/** Factors of a coordinate whose integer part is hashed: steps of 15 µm, and of 1e-12 m for finer differences. */
const COARSE = 0x10000;
const FINE = 0x10000000000;

/** FNV-1a over the coordinates, folded. Equal zeros of both signs give equal words. */
const bucketOf = ({ first }: HullIndex, vertices: Floats): number => {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < vertices.length; i++) {
    hash = Math.imul(hash ^ (vertices[i] * COARSE), 0x01000193);
    hash = Math.imul(hash ^ (vertices[i] * FINE), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & (first.length - 1);
};
