import { CastMode, castRayInto, castShapeInto } from '../../collision/queries/cast.js';
import { closestPointInto } from '../../collision/queries/closest.js';
import { createHits } from '../../collision/queries/hits.js';
import { containsPointInto, overlapBoxInto, overlapShapeInto } from '../../collision/queries/overlap.js';
import type { QueryRules } from '../../collision/queries/query-filter.js';
import { requireWorld } from '../../handles.js';
import { createFloats } from '../../math/floats.js';
import type { World } from '../../state/world.js';
import type { Shape } from '../shapes.js';
import {
  countQueries,
  requireCorners,
  requireHits,
  requireLength,
  requirePlaces,
  requireReach,
} from './batch-checks.js';
import { beginQuery, endQuery, loadProbe, PROBE, placeProbe, probes, type QueryFilter } from './query-def.js';
import { addRows, type QueryHits } from './query-hits.js';

/** A kind of batch: how many numbers a query has, what they must be, and the query itself, which adds to `hits`. */
interface Batch {
  /** What the array is called in errors. */
  readonly name: string;
  readonly stride: number;
  check(given: Float64Array, at: number): void;
  run(world: World, given: Float64Array, at: number, rules: QueryRules): void;
}

/** Scratch: hits of one query, its numbers, the displacement of a cast. */
const hits = createHits();
const numbers = createFloats(10);
const displacement = createFloats(3);

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

const copyNumbers = (from: Float64Array, at: number, count: number): void => {
  for (let i = 0; i < count; i++) numbers[i] = from[at + i];
};

const rayBatch: Batch = {
  name: 'rays',
  stride: 7,
  check: (rays, at) => {
    requirePlaces(rays, 'rays', at, at + 3);
    requireLength(rays, 'rays', at + 3, false);
    requireReach(rays, 'rays', at + 6);
  },
  run: (world, rays, at, rules) => {
    copyPlaced(rays, at, false);
    numbers[6] = rays[at + 6];
    castRayInto(world, numbers, 6, rules, CastMode.nearest, hits);
  },
};

const castBatch: Batch = {
  name: 'casts',
  stride: 10,
  check: (casts, at) => {
    requirePlaces(casts, 'casts', at, at + 10);
    requireLength(casts, 'casts', at + 3, true);
  },
  run: (world, casts, at, rules) => {
    copyPlaced(casts, at, true);
    placeProbe(numbers);
    for (let i = 0; i < 3; i++) displacement[i] = casts[at + 7 + i];
    castShapeInto(world, probes, PROBE, displacement, rules, CastMode.nearest, hits);
  },
};

const poseBatch: Batch = {
  name: 'poses',
  stride: 7,
  check: (poses, at) => {
    requirePlaces(poses, 'poses', at, at + 3);
    requireLength(poses, 'poses', at + 3, true);
  },
  run: (world, poses, at, rules) => {
    copyPlaced(poses, at, true);
    placeProbe(numbers);
    overlapShapeInto(world, probes, PROBE, rules, false, hits);
  },
};

const boxBatch: Batch = {
  name: 'boxes',
  stride: 6,
  check: (boxes, at) => {
    requirePlaces(boxes, 'boxes', at, at + 6);
    requireCorners(boxes, at);
  },
  run: (world, boxes, at, rules) => {
    copyNumbers(boxes, at, 6);
    overlapBoxInto(world, numbers, rules, false, hits);
  },
};

const pointBatch: Batch = {
  name: 'points',
  stride: 3,
  check: (points, at) => requirePlaces(points, 'points', at, at + 3),
  run: (world, points, at, rules) => {
    copyNumbers(points, at, 3);
    containsPointInto(world, numbers, rules, false, hits);
  },
};

const closestBatch: Batch = {
  name: 'points',
  stride: 4,
  check: (points, at) => {
    requirePlaces(points, 'points', at, at + 3);
    requireReach(points, 'points', at + 3);
  },
  run: (world, points, at, rules) => {
    copyNumbers(points, at, 4);
    closestPointInto(world, numbers, 3, rules, hits);
  },
};

/** Checks all queries of a batch, then answers them. A shape, where they take one, is the same for all. */
const runBatch = (
  world: World,
  batch: Batch,
  given: Float64Array,
  out: QueryHits,
  filter: QueryFilter | undefined,
  shape: Shape | null,
): void => {
  requireWorld(world);
  requireHits(out);
  const { stride } = batch;
  const count = countQueries(given, batch.name, stride);
  for (let q = 0; q < count; q++) batch.check(given, q * stride);
  if (shape !== null) loadProbe({ shape, position: [0, 0, 0] });
  const rules = beginQuery(world, filter);
  out.count = 0;
  try {
    for (let q = 0; q < count; q++) {
      hits.count = 0;
      batch.run(world, given, q * stride, rules);
      addRows(world, q, hits, out);
    }
  } finally {
    endQuery();
  }
};

/** `castRay` for many rays, 7 numbers each: origin, direction, longest distance. At most one row for each. */
export const castRays = (world: World, rays: Float64Array, out: QueryHits, filter?: QueryFilter): void =>
  runBatch(world, rayBatch, rays, out, filter, null);

/** `castShape` for many casts of one shape, 10 numbers each: position, rotation, displacement. At most one row for each. */
export const castShapes = (
  world: World,
  shape: Shape,
  casts: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => runBatch(world, castBatch, casts, out, filter, shape);

/** `overlapShape` for many places of one shape, 7 numbers each: position, rotation. */
export const overlapShapes = (
  world: World,
  shape: Shape,
  poses: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => runBatch(world, poseBatch, poses, out, filter, shape);

/** `overlapBox` for many boxes, 6 numbers each: lower corner, upper corner. */
export const overlapBoxes = (world: World, boxes: Float64Array, out: QueryHits, filter?: QueryFilter): void =>
  runBatch(world, boxBatch, boxes, out, filter, null);

/** `containsPoint` for many points, 3 numbers each. */
export const containsPoints = (
  world: World,
  points: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => runBatch(world, pointBatch, points, out, filter, null);

/** `closestPoint` for many points, 4 numbers each: point, longest distance. At most one row for each. */
export const closestPoints = (
  world: World,
  points: Float64Array,
  out: QueryHits,
  filter?: QueryFilter,
): void => runBatch(world, closestBatch, points, out, filter, null);
