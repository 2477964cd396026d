import { writeMatrix } from '../../bodies/sync-pose.js';
import { createRules, type QueryRules } from '../../collision/queries/query-filter.js';
import { POSE_STRIDE } from '../../collision/shapes/collider-shapes.js';
import { releaseHull } from '../../collision/shapes/shared-hulls.js';
import { PhysicsError } from '../../errors.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type ColliderHandle,
  colliderHandle,
  requireWorld,
} from '../../handles.js';
import { createFloats, type Floats, setFloats } from '../../math/floats.js';
import { identity, type Quat } from '../../math/quat.js';
import type { Vec3 } from '../../math/vec3.js';
import { type ColliderTable, colliderSpec, createColliderTable } from '../../state/colliders.js';
import { allocateRow } from '../../state/table.js';
import type { World } from '../../state/world.js';
import { MAX_POSITION } from '../../tuning.js';
import {
  bits,
  type Check,
  type Checks,
  checkFields,
  flag,
  isArray,
  number,
  quaternion,
  unitQuat,
  vectorWithin,
} from '../../validate.js';
import { findOrAddHull, writeShape } from '../colliders.js';
import { type Shape, shapeCheck } from '../shapes.js';

/** Which colliders a query sees. Default: all but sensors. */
export interface QueryFilter {
  /** Layers, as bits: a collider is seen when its `layer` has one of them. */
  readonly mask?: number;
  /** A body, or bodies, that the query does not see. */
  readonly exclude?: BodyHandle | readonly BodyHandle[];
  /** Whether sensors are seen. Default: false. */
  readonly sensors?: boolean;
  /** Whether a hit counts. Asked in no particular order, so it must depend on its arguments alone. */
  readonly predicate?: (collider: ColliderHandle, body: BodyHandle) => boolean;
}

/** A shape somewhere in the world. */
export interface PlacedShape {
  readonly shape: Shape;
  readonly position: Vec3;
  readonly rotation?: Quat;
}

export const position: Check = vectorWithin(MAX_POSITION);
export const reach: Check = number({ min: 0, unlimited: true });

const isFunction: Check = (value, field) => {
  if (typeof value !== 'function')
    throw new PhysicsError(
      'wrong-type',
      `${field} is not a function`,
      'Pass (collider, body) => true or false',
    );
};

const isAnything: Check = () => {};

const filterChecks: Checks<QueryFilter> = {
  mask: bits,
  exclude: isAnything,
  sensors: flag,
  predicate: isFunction,
};

const placedChecks: Checks<PlacedShape> = { shape: shapeCheck, position, rotation: quaternion };

/** The rules of the query that runs. One at a time: a predicate cannot ask another query. */
const rules = createRules();
let isRunning = false;

/** Checks a filter and makes the rules of a query from it. */
const readRules = (world: World, filter: QueryFilter | undefined): QueryRules => {
  if (filter !== undefined) checkFields('filter', filter, filterChecks);
  const { mask = -1, exclude, sensors = false, predicate } = filter ?? {};
  rules.mask = mask;
  rules.sensors = sensors;
  // Emptying an empty list costs a call of the runtime.
  if (rules.excluded.length > 0) rules.excluded.length = 0;
  if (isArray(exclude)) for (const body of exclude) rules.excluded.push(bodySlot(world, body as BodyHandle));
  else if (exclude !== undefined) rules.excluded.push(bodySlot(world, exclude as BodyHandle));
  rules.predicate =
    predicate &&
    ((collider) =>
      predicate(colliderHandle(world, collider), bodyHandle(world, world.colliders.body[collider])));
  return rules;
};

/** Begins a query, which shares its working memory with all others. `endQuery` must follow, whatever happens. */
export const beginQuery = (world: World, filter: QueryFilter | undefined): QueryRules => {
  requireWorld(world);
  if (isRunning) {
    throw new PhysicsError(
      'locked-world',
      'A query was asked by the predicate of another one',
      'Collect the hits first, then ask',
    );
  }
  const wanted = readRules(world, filter);
  isRunning = true;
  return wanted;
};

export const endQuery = (): void => {
  isRunning = false;
};

/** The shape of the query that runs, as a collider outside the world. It keeps its hull until the next one comes. */
export const PROBE = 0;
const createHolder = (): { readonly colliders: ColliderTable } => {
  const colliders = createColliderTable();
  allocateRow(colliders, colliderSpec);
  colliders.hull[PROBE] = -1;
  return { colliders };
};
const holder = createHolder();
/** Where the probe is. */
export const probes: ColliderTable = holder.colliders;
/** Scratch: position and unit quaternion of a probe. */
const placedAt = createFloats(7);

/** Checks a placed shape and makes it the probe of the next query. Its slot is PROBE. */
export const loadProbe = (placed: PlacedShape): ColliderTable => {
  checkFields('shape', placed, placedChecks);
  if (placed.shape === undefined || placed.position === undefined) {
    throw new PhysicsError(
      'wrong-type',
      `shape.${placed.shape === undefined ? 'shape' : 'position'} is missing`,
      'Pass { shape: sphere(1), position: [0, 0, 0] }',
    );
  }
  const { colliders } = holder;
  const { shape } = placed;
  if (shape.kind === 'half-space' || shape.kind === 'mesh' || shape.kind === 'height-field') {
    throw new PhysicsError('wrong-type', `A ${shape.kind} cannot be cast or placed`, 'Pass a convex shape');
  }
  const before = colliders.hull[PROBE];
  writeShape(holder, PROBE, { shape }, findOrAddHull(holder, shape));
  if (before >= 0) releaseHull(colliders, before);
  setFloats(placedAt, placed.position, 0);
  setFloats(placedAt, unitQuat(placed.rotation ?? identity), 3);
  placeProbe(placedAt);
  return colliders;
};

/** Moves the probe of the last `loadProbe`: a position and, behind it, a unit quaternion. */
export const placeProbe = (pose: Floats): void => {
  const { colliders } = holder;
  for (let i = 0; i < 3; i++) colliders.pose[PROBE * POSE_STRIDE + i] = pose[i];
  writeMatrix(pose, 3, colliders.pose, PROBE * POSE_STRIDE + 3);
};

/** Checks a displacement and copies it. */
export const readDisplacement = (value: Vec3, out: Floats): void => {
  position(value, 'displacement');
  setFloats(out, value, 0);
};
