import { CastMode, castRayInto, castShapeInto } from '../../collision/queries/cast.js';
import { closestPointInto } from '../../collision/queries/closest.js';
import { createHits, HIT, HIT_AT, HIT_NORMAL, HIT_POINT, type Hits } from '../../collision/queries/hits.js';
import { containsPointInto, overlapBoxInto, overlapShapeInto } from '../../collision/queries/overlap.js';
import { PhysicsError } from '../../errors.js';
import { HandleKind, requireWorld, writeHandle } from '../../handles.js';
import { createFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import type { World } from '../../state/world.js';
import { MAX_POSITION, MIN_DIRECTION } from '../../tuning.js';
import { show } from '../../validate.js';
import type { Shape } from '../shapes.js';
import { beginQuery, endQuery, loadProbe, PROBE, placeProbe, type QueryFilter } from './query-def.js';

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

export const createQueryHits = (capacity = 64): QueryHits => ({
  count: 0,
  query: new Int32Array(capacity),
  collider: new Float64Array(capacity),
  body: new Float64Array(capacity),
  triangle: new Int32Array(capacity),
  distance: new Float64Array(capacity),
  point: new Float64Array(3 * capacity),
  normal: new Float64Array(3 * capacity),
});

/** Floats of one query in each kind of batch. */
const RAY = 7;
const CAST = 10;
const POSE = 7;
const BOX = 6;
const POINT = 3;
const REACH = 4;

/** Scratch: hits of one query, and its numbers. */
const hits = createHits();
const numbers = createFloats(CAST);
const displacement = createFloats(3);

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
const addRows = (
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

/** How many queries there are. */
const countQueries = (given: unknown, name: string, stride: number): number => {
  if (given instanceof Float64Array && given.length % stride === 0) return given.length / stride;
  throw new PhysicsError(
    'wrong-type',
    `${name} is ${show(given)}${given instanceof Float64Array ? ` of length ${given.length}` : ''}`,
    `Pass a Float64Array with ${stride} numbers for each`,
  );
};

// Each check is of one query: a function that loops over all of them runs too rarely to be compiled as a whole, and
// boxes its numbers in every batch.

/** The numbers from `at` to `to` must be places. */
const requirePlaces = (given: Float64Array, name: string, at: number, to: number): void => {
  for (let i = at; i < to; i++) {
    if (given[i] >= -MAX_POSITION && given[i] <= MAX_POSITION) continue;
    throw new PhysicsError(
      Number.isFinite(given[i]) ? 'out-of-range' : 'not-finite',
      `${name}[${i}] is ${given[i]}`,
      `Pass numbers of at most ${MAX_POSITION}`,
    );
  }
};

/** The numbers from `at` on must be a direction or, with a fourth number, a rotation. */
const requireLength = (given: Float64Array, name: string, at: number, isRotation: boolean): void => {
  const x = given[at];
  const y = given[at + 1];
  const z = given[at + 2];
  const w = isRotation ? given[at + 3] : 0;
  const square = x * x + y * y + z * z + w * w;
  if (square >= MIN_DIRECTION * MIN_DIRECTION && square < Infinity) return;
  throw new PhysicsError(
    Number.isFinite(square) ? 'out-of-range' : 'not-finite',
    `${name} from ${at} on are no direction or rotation`,
    'Pass finite numbers that are not all zero',
  );
};

/** The number must be a distance; it may be infinite. */
const requireReach = (given: Float64Array, name: string, at: number): void => {
  if (given[at] >= 0) return;
  throw new PhysicsError(
    Number.isNaN(given[at]) ? 'not-finite' : 'out-of-range',
    `${name}[${at}] is ${given[at]}`,
    'Pass a distance of at least 0',
  );
};

const requireCorners = (boxes: Float64Array, at: number): void => {
  for (let i = at; i < at + 3; i++) {
    if (boxes[i] <= boxes[i + 3]) continue;
    throw new PhysicsError('out-of-range', `box ${at / BOX} has no inside`, 'Pass the lower corner first');
  }
};

const requireHits = (out: QueryHits): void => {
  if (typeof out === 'object' && out !== null && out.query instanceof Int32Array) return;
  throw new PhysicsError('wrong-type', `out is ${show(out)}`, 'Pass what createQueryHits returned');
};

/** Copies a position, and behind it a direction or, with a fourth number, a rotation at length one, to `numbers`. */
const copyPlaced = (from: Float64Array, at: number, isRotation: boolean): void => {
  const x = from[at + 3];
  const y = from[at + 4];
  const z = from[at + 5];
  const w = isRotation ? from[at + 6] : 0;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  for (let i = 0; i < 3; i++) numbers[i] = from[at + i];
  numbers[3] = scale * x;
  numbers[4] = scale * y;
  numbers[5] = scale * z;
  numbers[6] = scale * w;
};

/** `castRay` for many rays, 7 numbers each: origin, direction, longest distance. At most one row for each. */
export const castRays = (world: World, rays: Float64Array, out: QueryHits, filter?: QueryFilter): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(rays, 'rays', RAY);
  for (let q = 0; q < count; q++) {
    requirePlaces(rays, 'rays', q * RAY, q * RAY + 3);
    requireLength(rays, 'rays', q * RAY + 3, false);
    requireReach(rays, 'rays', q * RAY + 6);
  }
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      copyPlaced(rays, q * RAY, false);
      numbers[6] = rays[q * RAY + 6];
      hits.count = 0;
      castRayInto(world, numbers, 6, rules, CastMode.nearest, hits);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};

/**
 * `castShape` for many casts of one shape, 10 numbers each: position, rotation, displacement. At most one row for each.
 */
export const castShapes = (
  world: World,
  shape: Shape,
  casts: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(casts, 'casts', CAST);
  for (let q = 0; q < count; q++) {
    requirePlaces(casts, 'casts', q * CAST, (q + 1) * CAST);
    requireLength(casts, 'casts', q * CAST + 3, true);
  }
  const probe = loadProbe({ shape, position: [0, 0, 0] });
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      copyPlaced(casts, q * CAST, true);
      placeProbe(numbers);
      for (let i = 0; i < 3; i++) displacement[i] = casts[q * CAST + 7 + i];
      hits.count = 0;
      castShapeInto(world, probe, PROBE, displacement, rules, CastMode.nearest, hits);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};

/** `overlapShape` for many places of one shape, 7 numbers each: position, rotation. */
export const overlapShapes = (
  world: World,
  shape: Shape,
  poses: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(poses, 'poses', POSE);
  for (let q = 0; q < count; q++) {
    requirePlaces(poses, 'poses', q * POSE, q * POSE + 3);
    requireLength(poses, 'poses', q * POSE + 3, true);
  }
  const probe = loadProbe({ shape, position: [0, 0, 0] });
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      copyPlaced(poses, q * POSE, true);
      placeProbe(numbers);
      hits.count = 0;
      overlapShapeInto(world, probe, PROBE, rules, false, hits);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};

/** `overlapBox` for many boxes, 6 numbers each: lower corner, upper corner. */
export const overlapBoxes = (
  world: World,
  boxes: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(boxes, 'boxes', BOX);
  for (let q = 0; q < count; q++) {
    requirePlaces(boxes, 'boxes', q * BOX, (q + 1) * BOX);
    requireCorners(boxes, q * BOX);
  }
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      for (let i = 0; i < BOX; i++) numbers[i] = boxes[q * BOX + i];
      hits.count = 0;
      overlapBoxInto(world, numbers, rules, false, hits);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};

/** `containsPoint` for many points, 3 numbers each. */
export const containsPoints = (
  world: World,
  points: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(points, 'points', POINT);
  for (let q = 0; q < count; q++) {
    requirePlaces(points, 'points', q * POINT, (q + 1) * POINT);
  }
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      for (let i = 0; i < POINT; i++) numbers[i] = points[q * POINT + i];
      hits.count = 0;
      containsPointInto(world, numbers, rules, false, hits);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};

/** `closestPoint` for many points, 4 numbers each: point, longest distance. At most one row for each. */
export const closestPoints = (
  world: World,
  points: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(points, 'points', REACH);
  for (let q = 0; q < count; q++) {
    requirePlaces(points, 'points', q * REACH, q * REACH + 3);
    requireReach(points, 'points', q * REACH + 3);
  }
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      for (let i = 0; i < REACH; i++) numbers[i] = points[q * REACH + i];
      hits.count = 0;
      closestPointInto(world, numbers, 3, rules, hits);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};
