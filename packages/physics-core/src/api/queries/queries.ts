import { CastMode, castRayInto, castShapeInto } from '../../collision/queries/cast.js';
import { closestPointInto } from '../../collision/queries/closest.js';
import { createHits, HIT, HIT_AT, HIT_NORMAL, HIT_POINT, type Hits } from '../../collision/queries/hits.js';
import { containsPointInto, overlapBoxInto, overlapShapeInto } from '../../collision/queries/overlap.js';
import { PhysicsError } from '../../errors.js';
import { type BodyHandle, bodyHandle, type ColliderHandle, colliderHandle } from '../../handles.js';
import { readVec3 } from '../../math/columns.js';
import { createFloats, setFloats } from '../../math/floats.js';
import { length, type Vec3 } from '../../math/vec3.js';
import type { World } from '../../state/world.js';
import { direction as directionCheck } from '../../validate.js';
import {
  beginQuery,
  endQuery,
  loadProbe,
  type PlacedShape,
  PROBE,
  position,
  type QueryFilter,
  reach,
  readDisplacement,
} from './query-def.js';

/**
 * Questions about where things are: as of the last step, and of what was created or moved since. They change nothing.
 */

/** A collider that a query found, and its body. */
export interface Overlap {
  readonly collider: ColliderHandle;
  readonly body: BodyHandle;
}

interface Surface extends Overlap {
  /** On the surface of the collider, m. */
  readonly point: Vec3;
  /** Unit, out of the collider. */
  readonly normal: Vec3;
  /** Index of the triangle in a mesh or height field, -1 for other shapes. */
  readonly triangle: number;
}

export interface RayHit extends Surface {
  /** From the origin, m. */
  readonly distance: number;
}

export interface ShapeHit extends Surface {
  /** Of the displacement, 0 to 1. */
  readonly fraction: number;
}

export interface ClosestPoint extends Surface {
  /** From the point, m; inside the collider the depth below the surface, negative. */
  readonly distance: number;
}

/** Scratch: what the query that runs has found; its ray, box or displacement. */
const hits = createHits();
const numbers = createFloats(7);
const motion = createFloats(3);

const readOverlap = (world: World, { collider }: Hits, k: number): Overlap => ({
  collider: colliderHandle(world, collider[k]),
  body: bodyHandle(world, world.colliders.body[collider[k]]),
});

// Written out: objects put together by spreading take several times as long.
const readDistance = (world: World, { collider, triangle, floats }: Hits, k: number): RayHit => ({
  collider: colliderHandle(world, collider[k]),
  body: bodyHandle(world, world.colliders.body[collider[k]]),
  point: readVec3(floats, k * HIT + HIT_POINT),
  normal: readVec3(floats, k * HIT + HIT_NORMAL),
  triangle: triangle[k],
  distance: floats[k * HIT + HIT_AT],
});

const readFraction = (world: World, { collider, triangle, floats }: Hits, k: number): ShapeHit => ({
  collider: colliderHandle(world, collider[k]),
  body: bodyHandle(world, world.colliders.body[collider[k]]),
  point: readVec3(floats, k * HIT + HIT_POINT),
  normal: readVec3(floats, k * HIT + HIT_NORMAL),
  triangle: triangle[k],
  fraction: floats[k * HIT + HIT_AT],
});

/** All hits, from the nearest to the furthest; equally near ones in the order of their creation. */
const readSorted = <T>(world: World, read: (world: World, found: Hits, k: number) => T): T[] => {
  const order = Array.from({ length: hits.count }, (_, k) => k);
  const { floats, collider } = hits;
  order.sort((a, b) => floats[a * HIT] - floats[b * HIT] || collider[a] - collider[b]);
  return order.map((k) => read(world, hits, k));
};

const readAll = <T>(world: World, read: (world: World, found: Hits, k: number) => T): T[] =>
  Array.from({ length: hits.count }, (_, k) => read(world, hits, k));

const castRayBy = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance: number,
  filter: QueryFilter | undefined,
  mode: CastMode,
): void => {
  position(origin, 'origin');
  directionCheck(direction, 'direction');
  reach(maxDistance, 'maxDistance');
  const rules = beginQuery(world, filter);
  try {
    const scale = 1 / length(direction);
    for (let i = 0; i < 3; i++) {
      numbers[i] = origin[i];
      numbers[3 + i] = direction[i] * scale;
    }
    numbers[6] = maxDistance;
    hits.count = 0;
    castRayInto(world, numbers, 6, rules, mode, hits);
  } finally {
    endQuery();
  }
};

/**
 * The first collider that a ray hits within `maxDistance` m. The direction need not be of length one. A ray that
 * starts inside a collider hits it at distance 0, with the normal against its direction.
 */
export const castRay = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance = Infinity,
  filter?: QueryFilter,
): RayHit | undefined => {
  castRayBy(world, origin, direction, maxDistance, filter, CastMode.nearest);
  return hits.count > 0 ? readDistance(world, hits, 0) : undefined;
};

/** Every collider that a ray passes, from the nearest to the furthest, each where the ray enters it. */
export const castRayAll = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance = Infinity,
  filter?: QueryFilter,
): RayHit[] => {
  castRayBy(world, origin, direction, maxDistance, filter, CastMode.all);
  return readSorted(world, readDistance);
};

/** Whether a ray hits anything: the fastest question about a line of sight. */
export const castRayAny = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance = Infinity,
  filter?: QueryFilter,
): boolean => {
  castRayBy(world, origin, direction, maxDistance, filter, CastMode.any);
  return hits.count > 0;
};

const castShapeBy = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter: QueryFilter | undefined,
  mode: CastMode,
): void => {
  readDisplacement(displacement, motion);
  const probe = loadProbe(shape);
  const rules = beginQuery(world, filter);
  try {
    hits.count = 0;
    castShapeInto(world, probe, PROBE, motion, rules, mode, hits);
  } finally {
    endQuery();
  }
};

/**
 * The first collider that a convex shape touches while it moves by `displacement` without turning. A shape that
 * touches a collider where it starts hits it at fraction 0, with the normal of the shortest way out.
 */
export const castShape = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter?: QueryFilter,
): ShapeHit | undefined => {
  castShapeBy(world, shape, displacement, filter, CastMode.nearest);
  return hits.count > 0 ? readFraction(world, hits, 0) : undefined;
};

/** Every collider that a moving shape touches, from the first to the last, as if the others were not there. */
export const castShapeAll = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter?: QueryFilter,
): ShapeHit[] => {
  castShapeBy(world, shape, displacement, filter, CastMode.all);
  return readSorted(world, readFraction);
};

/** Whether a moving shape touches anything. */
export const castShapeAny = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter?: QueryFilter,
): boolean => {
  castShapeBy(world, shape, displacement, filter, CastMode.any);
  return hits.count > 0;
};

const overlapShapeBy = (
  world: World,
  shape: PlacedShape,
  filter: QueryFilter | undefined,
  any: boolean,
): void => {
  const probe = loadProbe(shape);
  const rules = beginQuery(world, filter);
  try {
    hits.count = 0;
    overlapShapeInto(world, probe, PROBE, rules, any, hits);
  } finally {
    endQuery();
  }
};

/** The colliders that touch a convex shape. */
export const overlapShape = (world: World, shape: PlacedShape, filter?: QueryFilter): Overlap[] => {
  overlapShapeBy(world, shape, filter, false);
  return readAll(world, readOverlap);
};

/** Whether any collider touches a convex shape. */
export const overlapShapeAny = (world: World, shape: PlacedShape, filter?: QueryFilter): boolean => {
  overlapShapeBy(world, shape, filter, true);
  return hits.count > 0;
};

const overlapBoxBy = (
  world: World,
  min: Vec3,
  max: Vec3,
  filter: QueryFilter | undefined,
  any: boolean,
): void => {
  position(min, 'min');
  position(max, 'max');
  for (let i = 0; i < 3; i++) {
    if (min[i] <= max[i]) continue;
    throw new PhysicsError(
      'out-of-range',
      `min[${i}] is ${min[i]} and max[${i}] is ${max[i]}`,
      'Pass the lower corner first',
    );
  }
  const rules = beginQuery(world, filter);
  try {
    setFloats(numbers, min, 0);
    setFloats(numbers, max, 3);
    hits.count = 0;
    overlapBoxInto(world, numbers, rules, any, hits);
  } finally {
    endQuery();
  }
};

/** The colliders whose bounding boxes overlap a box along the world axes: quicker and coarser than `overlapShape`. */
export const overlapBox = (world: World, min: Vec3, max: Vec3, filter?: QueryFilter): Overlap[] => {
  overlapBoxBy(world, min, max, filter, false);
  return readAll(world, readOverlap);
};

/** Whether any collider's bounding box overlaps a box. */
export const overlapBoxAny = (world: World, min: Vec3, max: Vec3, filter?: QueryFilter): boolean => {
  overlapBoxBy(world, min, max, filter, true);
  return hits.count > 0;
};

const containsPointBy = (world: World, point: Vec3, filter: QueryFilter | undefined, any: boolean): void => {
  position(point, 'point');
  const rules = beginQuery(world, filter);
  try {
    setFloats(numbers, point, 0);
    hits.count = 0;
    containsPointInto(world, numbers, rules, any, hits);
  } finally {
    endQuery();
  }
};

/** The colliders that contain a point. */
export const containsPoint = (world: World, point: Vec3, filter?: QueryFilter): Overlap[] => {
  containsPointBy(world, point, filter, false);
  return readAll(world, readOverlap);
};

/** Whether any collider contains a point. */
export const containsPointAny = (world: World, point: Vec3, filter?: QueryFilter): boolean => {
  containsPointBy(world, point, filter, true);
  return hits.count > 0;
};

/** The point of any surface nearest to a point, if it is within `maxDistance` m. */
export const closestPoint = (
  world: World,
  point: Vec3,
  maxDistance = Infinity,
  filter?: QueryFilter,
): ClosestPoint | undefined => {
  position(point, 'point');
  reach(maxDistance, 'maxDistance');
  const rules = beginQuery(world, filter);
  try {
    setFloats(numbers, point, 0);
    numbers[3] = maxDistance;
    hits.count = 0;
    closestPointInto(world, numbers, 3, rules, hits);
  } finally {
    endQuery();
  }
  return hits.count > 0 ? readDistance(world, hits, 0) : undefined;
};
