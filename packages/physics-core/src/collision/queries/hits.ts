import { createFloats, type Floats, growFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';

/** What queries found: a list that keeps its storage, so that warm queries do not allocate. */
export interface Hits {
  count: number;
  collider: Int32Array;
  /** Index of the triangle in its mesh or height field, -1 for other shapes. */
  triangle: Int32Array;
  /** HIT floats each. */
  floats: Floats;
}

/** Layout of a hit: distance along a ray (m), fraction of a displacement or signed distance (m); point; outward normal. */
export const HIT = 7;
export const HIT_AT = 0;
export const HIT_POINT = 1;
export const HIT_NORMAL = 4;

export const NO_TRIANGLE = -1;

const FIRST_CAPACITY = 16;

export const createHits = (): Hits => ({
  count: 0,
  collider: new Int32Array(FIRST_CAPACITY),
  triangle: new Int32Array(FIRST_CAPACITY),
  floats: createFloats(FIRST_CAPACITY * HIT),
});

/** Appends a hit; its floats, from the returned offset on, are for the caller to write. */
export const addHit = (hits: Hits, collider: number, triangle: number): number => {
  const at = hits.count++;
  if (at === hits.collider.length) {
    hits.collider = growInt32(hits.collider, at + 1);
    hits.triangle = growInt32(hits.triangle, at + 1);
    hits.floats = growFloats(hits.floats, (at + 1) * HIT);
  }
  hits.collider[at] = collider;
  hits.triangle[at] = triangle;
  return at * HIT;
};
