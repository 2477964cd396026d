import { HIT, HIT_AT, HIT_NORMAL, HIT_POINT, type Hits } from '../../collision/queries/hits.js';
import { HandleKind, writeHandle } from '../../handles.js';
import { growInt32 } from '../../math/index-list.js';
import type { World } from '../../state/world.js';
import { number } from '../../validate.js';

/**
 * Many queries at once, from flat arrays into flat arrays. All hits of a batch are rows of one `QueryHits`, in the order
 * of the queries; a query that finds nothing has no row. The columns grow while they are too short, so warm calls do not
 * allocate.
 */
export interface QueryHits {
  /** Rows. */
  count: number;
  /** Which query of the batch a row belongs to. */
  query: Int32Array;
  /** Handles, as numbers. */
  collider: Float64Array;
  body: Float64Array;
  triangle: Int32Array;
  /** Metres, or the fraction of a displacement; 0 for overlaps. */
  distance: Float64Array;
  /** x y z each; 0 for overlaps. */
  point: Float64Array;
  normal: Float64Array;
}

const MOST_HITS = 0x1000000;
const capacityCheck = number({ min: 0, max: MOST_HITS, integer: true });

export const createQueryHits = (capacity = 64): QueryHits => {
  capacityCheck(capacity, 'createQueryHits(capacity): capacity');
  return {
    count: 0,
    query: new Int32Array(capacity),
    collider: new Float64Array(capacity),
    body: new Float64Array(capacity),
    triangle: new Int32Array(capacity),
    distance: new Float64Array(capacity),
    point: new Float64Array(3 * capacity),
    normal: new Float64Array(3 * capacity),
  };
};

const grow = (column: Float64Array, length: number): Float64Array => {
  const grown = new Float64Array(Math.max(length, 2 * column.length));
  grown.set(column);
  return grown;
};

const reserve = (out: QueryHits, rows: number): void => {
  if (out.query.length >= rows) return;
  out.query = growInt32(out.query, rows);
  out.triangle = growInt32(out.triangle, rows);
  out.collider = grow(out.collider, rows);
  out.body = grow(out.body, rows);
  out.distance = grow(out.distance, rows);
  out.point = grow(out.point, 3 * rows);
  out.normal = grow(out.normal, 3 * rows);
};

/** Appends the hits of one query to the rows. */
export const addRows = (
  world: World,
  query: number,
  { count, collider, triangle, floats }: Hits,
  out: QueryHits,
): void => {
  const { bodies, colliders } = world;
  reserve(out, out.count + count);
  for (let k = 0; k < count; k++) {
    const row = out.count++;
    const c = collider[k];
    const b = colliders.body[c];
    out.query[row] = query;
    out.triangle[row] = triangle[k];
    writeHandle(out.collider, row, world, HandleKind.collider, c, colliders.generation[c]);
    writeHandle(out.body, row, world, HandleKind.body, b, bodies.generation[b]);
    out.distance[row] = floats[k * HIT + HIT_AT];
    for (let i = 0; i < 3; i++) {
      out.point[3 * row + i] = floats[k * HIT + HIT_POINT + i];
      out.normal[3 * row + i] = floats[k * HIT + HIT_NORMAL + i];
    }
  }
};
