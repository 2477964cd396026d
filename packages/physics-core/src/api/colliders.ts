import {
  dropColliderContacts,
  enterCollider,
  isEnabled,
  markStale,
  refilterCollider,
} from '../bodies/lifecycle.js';
import { changeMass } from '../bodies/pending-mass.js';
import { removeProxy } from '../collision/broadphase/broadphase.js';
import { findOrAddMesh, releaseMesh } from '../collision/meshes/shared-meshes.js';
import { shapeCode } from '../collision/shape-code.js';
import { boxHull, boxVertices } from '../collision/shapes/box-hull.js';
import { isSurface, ShapeKind, SIZE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { addHull, findHull, releaseHull } from '../collision/shapes/shared-hulls.js';
import { PhysicsError } from '../errors.js';
import { markPersisting } from '../graph/contact-graph.js';
import {
  type BodyHandle,
  type ColliderHandle,
  colliderHandle,
  colliderSlot,
  ownBodySlot,
} from '../handles.js';
import { wakeBody, wakeNeighbours } from '../islands/wake.js';
import { jointStages } from '../joint-stages.js';
import { setFloats } from '../math/floats.js';
import { identity, multiply, type Quat, rotate } from '../math/quat.js';
import { add, length, normalize, scale, type Vec3 } from '../math/vec3.js';
import { BodyType } from '../state/bodies.js';
import { CombineRule, colliderSpec } from '../state/colliders.js';
import { allocateRow, releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import { unitQuat } from '../validate.js';
import {
  type ColliderChanges,
  type ColliderDef,
  checkColliderChanges,
  checkColliderDef,
} from './collider-def.js';
import { surfaceCode } from './loading/surface-code.js';
import type { Shape } from './shapes.js';
import { requireLoaded, solidSize, solidSpecs } from './solids/solid-shapes.js';

const otherKinds = {
  'half-space': ShapeKind.halfSpace,
  mesh: ShapeKind.mesh,
  'height-field': ShapeKind.heightField,
} as const;

const kindOf = ({ kind }: Shape): ShapeKind =>
  kind === 'half-space' || kind === 'mesh' || kind === 'height-field'
    ? otherKinds[kind]
    : solidSpecs[kind].kind;

/** Gives a body a shape. A body may have several. */
export const createCollider = (world: World, handle: BodyHandle, def: ColliderDef): ColliderHandle => {
  requireNoStep();
  const body = ownBodySlot(world, handle);
  checkColliderDef('collider', def);
  const { bodies, colliders } = world;
  if (def.shape.kind === 'half-space' && bodies.type[body] !== BodyType.static) {
    throw new PhysicsError(
      'wrong-type',
      'A half-space cannot move, but the body is not static',
      "Create the body with type: 'static'",
    );
  }
  if (isSurface(kindOf(def.shape)) && bodies.type[body] === BodyType.dynamic) {
    throw new PhysicsError(
      'wrong-type',
      `A ${def.shape.kind} has no inside, but the body is dynamic`,
      "Create the body with type: 'static' or 'kinematic', or give it hulls",
    );
  }
  // The only part that can still fail (a degenerate hull or mesh) comes before the first change.
  const hull = findOrAddHull(world, def.shape);
  jointStages.settleRows(world);
  const collider = allocateRow(colliders, colliderSpec);
  colliders.body[collider] = body;
  colliders.next[collider] = bodies.firstCollider[body];
  bodies.firstCollider[body] = collider;
  writeShape(world, collider, def, hull);
  writeDefaults(world, collider);
  applyChanges(world, collider, def);
  changeMass(world, body);
  if (isEnabled(world, body)) {
    enterCollider(world, collider);
    if (bodies.type[body] !== BodyType.static) wakeBody(world, body);
  }
  return colliderHandle(world, collider);
};

/** Takes a shape away from its body; what it touched gets its end event. */
export const destroyCollider = (world: World, handle: ColliderHandle): void => {
  requireNoStep();
  const collider = colliderSlot(world, handle);
  jointStages.settleRows(world);
  const { bodies, colliders } = world;
  const body = colliders.body[collider];
  if (isEnabled(world, body)) {
    wakeBody(world, body);
    wakeNeighbours(world, body);
    dropColliderContacts(world, collider);
    removeProxy(world.broadphase, collider);
  }
  if (bodies.firstCollider[body] === collider) bodies.firstCollider[body] = colliders.next[collider];
  else {
    // Newest first.
    let before = bodies.firstCollider[body];
    while (colliders.next[before] !== collider) before = colliders.next[before];
    colliders.next[before] = colliders.next[collider];
  }
  removeColliderRow(world, collider);
  changeMass(world, body);
};

/** Changes material, filter, density or sensor of a collider. Its shape and place stay. */
export const updateCollider = (world: World, handle: ColliderHandle, changes: ColliderChanges): void => {
  requireNoStep();
  const collider = colliderSlot(world, handle);
  checkColliderChanges('changes', changes);
  jointStages.settleRows(world);
  const body = world.colliders.body[collider];
  applyChanges(world, collider, changes);
  if (changes.density !== undefined) changeMass(world, body);
  if (changes.layer !== undefined || changes.mask !== undefined || changes.sensor !== undefined) {
    refilterCollider(world, collider);
  }
  if (changes.persistEvents !== undefined) markPersisting(world, body);
  if (isEnabled(world, body) && world.bodies.type[body] !== BodyType.static) wakeBody(world, body);
  wakeNeighbours(world, body);
  markStale(world, body);
};

/** Releases a collider's row and its share of the hull. The caller has already taken it out of the world. */
export const removeColliderRow = (world: World, collider: number): void => {
  const { colliders } = world;
  const at = colliders.hull[collider];
  if (isSurface(colliders.kind[collider])) releaseMesh(colliders, at);
  else if (at >= 0) releaseHull(colliders, at);
  releaseRow(colliders, collider);
};

/** The entry of the shape's geometry, or -1 where there is none. A box that is known is not built. */
export const findOrAddHull = ({ colliders }: Pick<World, 'colliders'>, shape: Shape): number => {
  if (shape.kind === 'mesh' || shape.kind === 'height-field')
    return findOrAddMesh(colliders, surfaceCode.surfaceOf(shape));
  if (shape.kind === 'half-space') return -1;
  requireLoaded(shape);
  if (shape.kind === 'box' || shape.kind === 'rounded-box') {
    const [hx, hy, hz] = shape.halfExtents;
    const known = findHull(colliders, boxVertices(hx, hy, hz));
    return known >= 0 ? known : addHull(colliders, boxHull(hx, hy, hz));
  }
  if (shape.kind !== 'hull' && shape.kind !== 'rounded-hull') return -1;
  const geometry = shapeCode.buildHull(shape.points);
  const known = findHull(colliders, geometry.vertices);
  return known >= 0 ? known : addHull(colliders, geometry);
};

export const writeShape = (
  world: Pick<World, 'colliders'>,
  collider: number,
  def: ColliderDef,
  hull: number,
): void => {
  const { colliders } = world;
  const { shape } = def;
  const kind = kindOf(shape);
  colliders.kind[collider] = kind;
  setFloats(colliders.size, solidSize(shape) ?? NO_SIZE, collider * SIZE_STRIDE);
  colliders.hull[collider] = hull;
  if (isSurface(kind)) colliders.meshUsers[hull]++;
  else if (hull >= 0) colliders.hullUsers[hull]++;
  const own = shape.kind === 'half-space' ? planePose(shape.normal, shape.offset) : ORIGIN;
  const rotation = unitQuat(def.rotation ?? identity);
  const position = add(def.position ?? [0, 0, 0], rotate(rotation, own.position));
  setFloats(colliders.localPosition, position, collider * 3);
  setFloats(colliders.localRotation, multiply(rotation, own.rotation), collider * 4);
};

const NO_SIZE = [0, 0, 0, 0] as const;

interface Pose {
  readonly position: Vec3;
  readonly rotation: Quat;
}

const ORIGIN: Pose = { position: [0, 0, 0], rotation: identity };

/**
 * The frame whose y axis is the plane's normal: the shortest rotation from y to n, and the
 * plane's point nearest the origin.
 */
const planePose = (normal: Vec3, offset: number): Pose => {
  const [x, y, z] = normalize(normal);
  // n = -y has no shortest rotation; any half turn about a horizontal axis does.
  const rotation = 1 + y > 1e-12 ? unitQuat([z, 0, -x, 1 + y]) : ([1, 0, 0, 0] as const);
  return { position: scale([x, y, z], offset / length(normal)), rotation };
};

const writeDefaults = (world: World, collider: number): void => {
  const { colliders } = world;
  colliders.density[collider] = 1000;
  colliders.material[collider * 4] = 0.5;
  colliders.layer[collider] = 1;
  colliders.mask[collider] = -1;
};

const applyChanges = (world: World, collider: number, changes: ColliderChanges): void => {
  const { colliders } = world;
  const { material, rule } = colliders;
  const m = collider * 4;
  if (changes.density !== undefined) colliders.density[collider] = changes.density;
  if (changes.friction !== undefined) material[m] = changes.friction;
  if (changes.restitution !== undefined) material[m + 1] = changes.restitution;
  if (changes.rollingResistance !== undefined) material[m + 2] = changes.rollingResistance;
  if (changes.twistResistance !== undefined) material[m + 3] = changes.twistResistance;
  if (changes.frictionRule !== undefined) rule[collider * 2] = CombineRule[changes.frictionRule];
  if (changes.restitutionRule !== undefined) rule[collider * 2 + 1] = CombineRule[changes.restitutionRule];
  if (changes.surfaceVelocity) setFloats(colliders.surfaceVelocity, changes.surfaceVelocity, collider * 3);
  if (changes.layer !== undefined) colliders.layer[collider] = changes.layer;
  if (changes.mask !== undefined) colliders.mask[collider] = changes.mask;
  if (changes.sensor !== undefined) colliders.sensor[collider] = changes.sensor ? 1 : 0;
  if (changes.persistEvents !== undefined) colliders.persistEvents[collider] = changes.persistEvents ? 1 : 0;
  if (changes.userData !== undefined) colliders.userData[collider] = changes.userData;
};
