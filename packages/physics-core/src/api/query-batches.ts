import { CastMode, castRayInto, castShapeInto } from '../collision/queries/cast.js';
import { closestPointInto } from '../collision/queries/closest.js';
import { createHits, HIT, HIT_AT, HIT_NORMAL, HIT_POINT, type Hits } from '../collision/queries/hits.js';
import { containsPointInto, overlapBoxInto, overlapShapeInto } from '../collision/queries/overlap.js';
import { PhysicsError } from '../errors.js';
import { HandleKind, requireWorld, writeHandle } from '../handles.js';
import { createFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';
import type { World } from '../state/world.js';
import { MAX_NUMBER, MAX_POSITION, MIN_DIRECTION } from '../tuning.js';
import { show } from '../validate.js';
import { beginQuery, endQuery, loadProbe, PROBE, placeProbe, type QueryFilter } from './query-def.js';
import type { Shape } from './shapes.js';

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

/** How many queries there are; the first `places` numbers of each must be places, the others any numbers. */
const countQueries = (given: unknown, name: string, stride: number, places: number): number => {
  if (!(given instanceof Float64Array) || given.length % stride !== 0) {
    throw new PhysicsError(
      'wrong-type',
      `${name} is ${show(given)}${given instanceof Float64Array ? ` of length ${given.length}` : ''}`,
      `Pass a Float64Array with ${stride} numbers for each`,
    );
  }
  for (let i = 0; i < given.length; i++) {
    const isPlace = i % stride < places;
    const x = given[i];
    if (x >= -MAX_NUMBER && x <= (isPlace ? MAX_POSITION : Infinity) && !(isPlace && x < -MAX_POSITION))
      continue;
    throw new PhysicsError(
      Number.isFinite(x) ? 'out-of-range' : 'not-finite',
      `${name}[${i}] is ${x}`,
      `Pass numbers${isPlace ? ` of at most ${MAX_POSITION}` : ''}`,
    );
  }
  return given.length / stride;
};

const requireLength = (square: number, name: string, query: number): void => {
  if (square >= MIN_DIRECTION * MIN_DIRECTION && square < Infinity) return;
  throw new PhysicsError(
    'out-of-range',
    `${name} ${query} has no direction or rotation`,
    'Pass a vector or quaternion that is not zero',
  );
};

const requireReach = (x: number, name: string, query: number): void => {
  if (x >= 0) return;
  throw new PhysicsError('out-of-range', `${name} ${query} reaches ${x} m`, 'Pass a distance of at least 0');
};

const requireHits = (out: QueryHits): void => {
  if (typeof out === 'object' && out !== null && out.query instanceof Int32Array) return;
  throw new PhysicsError('wrong-type', `out is ${show(out)}`, 'Pass what createQueryHits returned');
};

const squareOf = (from: Float64Array, at: number, count: number): number => {
  let square = 0;
  for (let i = 0; i < count; i++) square += from[at + i] * from[at + i];
  return square;
};

/** Copies a position and a quaternion, which is made a unit one, to `numbers`. */
const readPose = (from: Float64Array, at: number): void => {
  const scale = 1 / Math.sqrt(squareOf(from, at + 3, 4));
  for (let i = 0; i < 3; i++) numbers[i] = from[at + i];
  for (let i = 3; i < POSE; i++) numbers[i] = scale * from[at + i];
};

/** `castRay` for many rays, 7 numbers each: origin, direction, longest distance. At most one row for each. */
export const castRays = (world: World, rays: Float64Array, out: QueryHits, filter?: QueryFilter): void => {
  requireWorld(world);
  requireHits(out);
  const count = countQueries(rays, 'rays', RAY, 3);
  for (let q = 0; q < count; q++) {
    requireLength(squareOf(rays, q * RAY + 3, 3), 'ray', q);
    requireReach(rays[q * RAY + 6], 'ray', q);
  }
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      const scale = 1 / Math.sqrt(squareOf(rays, q * RAY + 3, 3));
      for (let i = 0; i < 3; i++) {
        numbers[i] = rays[q * RAY + i];
        numbers[3 + i] = scale * rays[q * RAY + 3 + i];
      }
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
  const count = countQueries(casts, 'casts', CAST, CAST);
  for (let q = 0; q < count; q++) requireLength(squareOf(casts, q * CAST + 3, 4), 'cast', q);
  const probe = loadProbe({ shape, position: [0, 0, 0] });
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      readPose(casts, q * CAST);
      placeProbe(numbers, 0);
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
  const count = countQueries(poses, 'poses', POSE, POSE);
  for (let q = 0; q < count; q++) requireLength(squareOf(poses, q * POSE + 3, 4), 'pose', q);
  const probe = loadProbe({ shape, position: [0, 0, 0] });
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      readPose(poses, q * POSE);
      placeProbe(numbers, 0);
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
  const count = countQueries(boxes, 'boxes', BOX, BOX);
  for (let q = 0; q < count; q++) {
    for (let i = q * BOX; i < q * BOX + 3; i++) requireReach(boxes[i + 3] - boxes[i], 'box', q);
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
  const count = countQueries(points, 'points', POINT, POINT);
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
  const count = countQueries(points, 'points', REACH, 3);
  for (let q = 0; q < count; q++) requireReach(points[q * REACH + 3], 'point', q);
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
