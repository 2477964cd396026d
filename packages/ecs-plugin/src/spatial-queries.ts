import type { BodyHandle, PlacedShape, Vec3 } from '@tenon/physics-core';
import * as core from '@tenon/physics-core';
import { isArray } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent, type World } from 'bitecs';
import type { EntityRef } from './entity-id.js';
import { EntityError } from './errors.js';
import { entityOfBody, entityOfCollider } from './queries.js';
import { handleIn } from './state/entity-map.js';
import { stateOf } from './state/physics-state.js';
import { requireAlive } from './sync/entity-references.js';
import { warnOfEarlyQuery } from './warnings.js';

/**
 * The queries of physics-core with entities for colliders and bodies. They see what the last physicsPre or physicsSolve
 * left: components that were written since are seen after the next one.
 */

/** Which colliders a query sees. Default: all but sensors. */
export interface QueryFilter {
  /** Layers, as bits. */
  readonly mask?: number;
  /** An entity with a RigidBody, or several, that the query does not see. */
  readonly exclude?: EntityRef | readonly EntityRef[];
  readonly sensors?: boolean;
  /** Whether a hit counts: asked with the entity of the Collider and that of its RigidBody. */
  readonly predicate?: (entity: EntityId, body: EntityId) => boolean;
}

/** A collider that a query found. */
export interface Overlap {
  /** The entity with the Collider; 0 when it was made in physics-core itself. */
  readonly entity: EntityId;
  /** The entity with the RigidBody it belongs to; often the same. */
  readonly body: EntityId;
}

type InEntities<T> = Omit<T, 'collider' | 'body'> & Overlap;
export type RayHit = InEntities<core.RayHit>;
export type ShapeHit = InEntities<core.ShapeHit>;
export type ClosestPoint = InEntities<core.ClosestPoint>;

/** Of an entity whose body is still to be made there is nothing to leave out. */
const bodyIn = (world: World, eid: EntityId): BodyHandle[] => {
  const { bodies, backing } = stateOf(world);
  requireAlive(world, eid, 'RigidBody');
  if (!hasComponent(world, eid, backing.stores.RigidBody)) {
    throw new EntityError(
      'wrong-type',
      eid,
      'RigidBody',
      '',
      'is missing',
      'Exclude entities with a RigidBody',
    );
  }
  const handle = handleIn(bodies, eid);
  return handle === undefined ? [] : [handle as BodyHandle];
};

const coreFilter = (world: World, filter: QueryFilter | undefined): core.QueryFilter | undefined => {
  warnOfEarlyQuery(stateOf(world));
  if (typeof filter !== 'object' || filter === null) return filter;
  const { exclude, predicate, ...rest } = filter;
  const excluded = exclude === undefined ? [] : isArray(exclude) ? (exclude as EntityRef[]) : [exclude];
  return {
    ...rest,
    exclude: (excluded as EntityRef[]).flatMap((eid) => bodyIn(world, eid)),
    ...(typeof predicate === 'function'
      ? {
          predicate: (collider, body) =>
            predicate(entityOfCollider(world, collider), entityOfBody(world, body)),
        }
      : predicate === undefined
        ? {}
        : { predicate }),
  };
};

const inEntities = <T extends core.Overlap>(world: World, hit: T): InEntities<T> => {
  const { collider, body, ...rest } = hit;
  return { entity: entityOfCollider(world, collider), ...rest, body: entityOfBody(world, body) };
};

const orNone = <T extends core.Overlap>(world: World, hit: T | undefined): InEntities<T> | undefined =>
  hit && inEntities(world, hit);

const each = <T extends core.Overlap>(world: World, hits: T[]): InEntities<T>[] =>
  hits.map((hit) => inEntities(world, hit));

/** The first collider that a ray hits within `maxDistance` m. */
export const castRay = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance?: number,
  filter?: QueryFilter,
): RayHit | undefined =>
  orNone(world, core.castRay(stateOf(world).core, origin, direction, maxDistance, coreFilter(world, filter)));

/** Every collider that a ray passes, from the nearest to the furthest. */
export const castRayAll = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance?: number,
  filter?: QueryFilter,
): RayHit[] =>
  each(
    world,
    core.castRayAll(stateOf(world).core, origin, direction, maxDistance, coreFilter(world, filter)),
  );

/** Whether a ray hits anything. */
export const castRayAny = (
  world: World,
  origin: Vec3,
  direction: Vec3,
  maxDistance?: number,
  filter?: QueryFilter,
): boolean => core.castRayAny(stateOf(world).core, origin, direction, maxDistance, coreFilter(world, filter));

/** The first collider that a convex shape touches while it moves. */
export const castShape = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter?: QueryFilter,
): ShapeHit | undefined =>
  orNone(world, core.castShape(stateOf(world).core, shape, displacement, coreFilter(world, filter)));

/** Every collider that a moving shape touches, from the first to the last. */
export const castShapeAll = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter?: QueryFilter,
): ShapeHit[] =>
  each(world, core.castShapeAll(stateOf(world).core, shape, displacement, coreFilter(world, filter)));

/** Whether a moving shape touches anything. */
export const castShapeAny = (
  world: World,
  shape: PlacedShape,
  displacement: Vec3,
  filter?: QueryFilter,
): boolean => core.castShapeAny(stateOf(world).core, shape, displacement, coreFilter(world, filter));

/** The colliders that touch a convex shape. */
export const overlapShape = (world: World, shape: PlacedShape, filter?: QueryFilter): Overlap[] =>
  each(world, core.overlapShape(stateOf(world).core, shape, coreFilter(world, filter)));

/** Whether any collider touches a convex shape. */
export const overlapShapeAny = (world: World, shape: PlacedShape, filter?: QueryFilter): boolean =>
  core.overlapShapeAny(stateOf(world).core, shape, coreFilter(world, filter));

/** The colliders whose bounding boxes overlap a box along the world axes. */
export const overlapBox = (world: World, min: Vec3, max: Vec3, filter?: QueryFilter): Overlap[] =>
  each(world, core.overlapBox(stateOf(world).core, min, max, coreFilter(world, filter)));

/** Whether any collider's bounding box overlaps a box. */
export const overlapBoxAny = (world: World, min: Vec3, max: Vec3, filter?: QueryFilter): boolean =>
  core.overlapBoxAny(stateOf(world).core, min, max, coreFilter(world, filter));

/** The colliders that contain a point. */
export const containsPoint = (world: World, point: Vec3, filter?: QueryFilter): Overlap[] =>
  each(world, core.containsPoint(stateOf(world).core, point, coreFilter(world, filter)));

/** Whether any collider contains a point. */
export const containsPointAny = (world: World, point: Vec3, filter?: QueryFilter): boolean =>
  core.containsPointAny(stateOf(world).core, point, coreFilter(world, filter));

/** The point of any surface nearest to a point, if it is within `maxDistance` m. */
export const closestPoint = (
  world: World,
  point: Vec3,
  maxDistance?: number,
  filter?: QueryFilter,
): ClosestPoint | undefined =>
  orNone(world, core.closestPoint(stateOf(world).core, point, maxDistance, coreFilter(world, filter)));
