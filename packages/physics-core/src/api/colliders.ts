import {
  dropColliderContacts,
  enterCollider,
  isEnabled,
  markStale,
  refilterCollider,
  stopLockedAxes,
} from '../bodies/lifecycle.js';
import { updateMass } from '../bodies/mass.js';
import { removeProxy } from '../broadphase/broadphase.js';
import { PhysicsError } from '../errors.js';
import {
  type BodyHandle,
  type ColliderHandle,
  colliderHandle,
  colliderSlot,
  ownBodySlot,
} from '../handles.js';
import { wakeBody, wakeNeighbours } from '../islands/wake.js';
import { setFloats } from '../math/floats.js';
import { identity, multiply, type Quat, rotate } from '../math/quat.js';
import { add, length, normalize, scale, type Vec3 } from '../math/vec3.js';
import { boxHull } from '../shapes/box-hull.js';
import { ShapeKind } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';
import { buildHull } from '../shapes/quickhull.js';
import { BodyType } from '../state/bodies.js';
import { CombineRule, colliderSpec } from '../state/colliders.js';
import { allocateRow, releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { unitQuat } from '../validate.js';
import {
  type ColliderChanges,
  type ColliderDef,
  checkColliderChanges,
  checkColliderDef,
} from './collider-def.js';
import type { Shape } from './shapes.js';

const kindOf = {
  sphere: ShapeKind.sphere,
  capsule: ShapeKind.capsule,
  box: ShapeKind.box,
  hull: ShapeKind.hull,
  'half-space': ShapeKind.halfSpace,
} as const;

/** Gives a body a shape. A body may have several. */
export const createCollider = (world: World, handle: BodyHandle, def: ColliderDef): ColliderHandle => {
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
  // The only part that can still fail (a degenerate hull) comes before the first change.
  const geometry = geometryOf(def.shape);
  const collider = allocateRow(colliders, colliderSpec);
  colliders.body[collider] = body;
  colliders.next[collider] = bodies.firstCollider[body];
  bodies.firstCollider[body] = collider;
  writeShape(world, collider, def, geometry);
  writeDefaults(world, collider);
  applyChanges(world, collider, def);
  updateBodyMass(world, body);
  if (isEnabled(world, body)) {
    enterCollider(world, collider);
    if (bodies.type[body] !== BodyType.static) wakeBody(world, body);
    markStale(world, body);
  }
  return colliderHandle(world, collider);
};

/** Takes a shape away from its body; what it touched gets its end event. */
export const destroyCollider = (world: World, handle: ColliderHandle): void => {
  const collider = colliderSlot(world, handle);
  const { bodies, colliders } = world;
  const body = colliders.body[collider];
  if (isEnabled(world, body)) {
    wakeBody(world, body);
    wakeNeighbours(world, body);
    dropColliderContacts(world, collider);
    removeProxy(world.broadphase, collider);
  }
  if (bodies.firstCollider[body] === collider) bodies.firstCollider[body] = colliders.next[collider];
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.next[c] === collider) colliders.next[c] = colliders.next[collider];
  }
  removeColliderRow(world, collider);
  updateBodyMass(world, body);
  markStale(world, body);
};

/** Changes material, filter, density or sensor of a collider. Its shape and place stay. */
export const updateCollider = (world: World, handle: ColliderHandle, changes: ColliderChanges): void => {
  const collider = colliderSlot(world, handle);
  checkColliderChanges('changes', changes);
  const body = world.colliders.body[collider];
  applyChanges(world, collider, changes);
  if (changes.density !== undefined) updateBodyMass(world, body);
  if (changes.layer !== undefined || changes.mask !== undefined || changes.sensor !== undefined) {
    refilterCollider(world, collider);
  }
  if (isEnabled(world, body) && world.bodies.type[body] !== BodyType.static) wakeBody(world, body);
  wakeNeighbours(world, body);
  markStale(world, body);
};

/** Releases a collider's row and its share of the hull. The caller has already taken it out of the world. */
export const removeColliderRow = (world: World, collider: number): void => {
  const { colliders } = world;
  const geometry = colliders.hull[collider];
  if (geometry >= 0 && --colliders.hullUsers[geometry] === 0) colliders.hulls[geometry] = undefined;
  releaseRow(colliders, collider);
};

/** When the centre of mass moves in a spinning body its velocity changes, but never along a locked axis. */
const updateBodyMass = (world: World, body: number): void => {
  updateMass(world, body);
  stopLockedAxes(world, body);
};

const geometryOf = (shape: Shape): HullGeometry | undefined => {
  if (shape.kind === 'hull') return buildHull(shape.points);
  if (shape.kind === 'box') return boxHull(...shape.halfExtents);
  return undefined;
};

const writeShape = (
  world: World,
  collider: number,
  def: ColliderDef,
  geometry: HullGeometry | undefined,
): void => {
  const { colliders } = world;
  const { shape } = def;
  const size: Vec3 =
    shape.kind === 'box'
      ? shape.halfExtents
      : shape.kind === 'sphere'
        ? [shape.radius, 0, 0]
        : shape.kind === 'capsule'
          ? [shape.radius, shape.halfLength, 0]
          : [0, 0, 0];
  colliders.kind[collider] = kindOf[shape.kind];
  setFloats(colliders.size, size, collider * 4);
  colliders.hull[collider] = geometry ? addHull(world, geometry) : -1;
  const own = shape.kind === 'half-space' ? planePose(shape.normal, shape.offset) : ORIGIN;
  const rotation = unitQuat(def.rotation ?? identity);
  const position = add(def.position ?? [0, 0, 0], rotate(rotation, own.position));
  setFloats(colliders.localPosition, position, collider * 3);
  setFloats(colliders.localRotation, multiply(rotation, own.rotation), collider * 4);
};

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

/** Equal geometry is shared: a world of equal crates has one hull. */
const addHull = (world: World, geometry: HullGeometry): number => {
  const { hulls, hullUsers } = world.colliders;
  const same = hulls.findIndex((known) => known !== undefined && sameVertices(known, geometry));
  if (same >= 0) {
    hullUsers[same]++;
    return same;
  }
  const free = hulls.indexOf(undefined);
  const at = free >= 0 ? free : hulls.length;
  hulls[at] = geometry;
  hullUsers[at] = 1;
  return at;
};

const sameVertices = (a: HullGeometry, b: HullGeometry): boolean =>
  a.vertexCount === b.vertexCount && a.vertices.every((x, i) => x === b.vertices[i]);

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
  if (changes.userData !== undefined) colliders.userData[collider] = changes.userData;
};
