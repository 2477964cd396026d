import type { TriangleSurface } from '../collision/meshes/mesh-geometry.js';
import { isSurface, SIZE_STRIDE } from '../collision/shapes/collider-shapes.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type ColliderHandle,
  colliderHandle,
  colliderSlot,
} from '../handles.js';
import { readQuat, readVec3 } from '../math/columns.js';
import type { Quat } from '../math/quat.js';
import { rotate } from '../math/quat.js';
import { dot, type Vec3 } from '../math/vec3.js';
import {
  CombineRule,
  type CombineRuleName,
  FRICTION,
  RESTITUTION,
  ROLLING,
  TWIST,
} from '../state/colliders.js';
import type { World } from '../state/world.js';
import type { ColliderDef } from './collider-def.js';
import type { Shape } from './shapes.js';
import { type Size, solidName, solidOfSize } from './solids/solid-shapes.js';
import { shapeOfSurface } from './surfaces/surface-shapes.js';

/** The colliders of a body, in the order in which they were created. */
export const bodyColliders = (world: World, handle: BodyHandle): ColliderHandle[] => {
  const body = bodySlot(world, handle);
  const { bodies, colliders } = world;
  const list: ColliderHandle[] = [];
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    list.push(colliderHandle(world, c));
  }
  return list.reverse();
};

export const colliderBody = (world: World, handle: ColliderHandle): BodyHandle => {
  const collider = colliderSlot(world, handle);
  return bodyHandle(world, world.colliders.body[collider]);
};

export const colliderUserData = (world: World, handle: ColliderHandle): number => {
  const collider = colliderSlot(world, handle);
  return world.colliders.userData[collider];
};

/** The definition that makes this collider again, with every field as it is now. */
export const colliderDef = (world: World, handle: ColliderHandle): Required<ColliderDef> => {
  const c = colliderSlot(world, handle);
  const { density, material, rule, surfaceVelocity, layer, mask, sensor, persistEvents, userData } =
    world.colliders;
  const m = c * 4;
  return {
    ...readGeometry(world, c),
    density: density[c],
    friction: material[m + FRICTION],
    restitution: material[m + RESTITUTION],
    rollingResistance: material[m + ROLLING],
    twistResistance: material[m + TWIST],
    frictionRule: ruleName(rule[c * 2]),
    restitutionRule: ruleName(rule[c * 2 + 1]),
    surfaceVelocity: readVec3(surfaceVelocity, c * 3),
    layer: layer[c],
    mask: mask[c],
    sensor: sensor[c] !== 0,
    persistEvents: persistEvents[c] !== 0,
    userData: userData[c],
  };
};

const ruleNames = Object.keys(CombineRule) as CombineRuleName[];
const ruleName = (rule: number): CombineRuleName =>
  ruleNames.find((name) => CombineRule[name] === rule) ?? 'average';

/** Shape and local pose. A half-space is given back as normal and offset in the body's frame. */
const readGeometry = (world: World, c: number): { shape: Shape; position: Vec3; rotation: Quat } => {
  const { kind, size, localPosition, localRotation } = world.colliders;
  const position = readVec3(localPosition, c * 3);
  const rotation = readQuat(localRotation, c * 4);
  const name = solidName(kind[c]);
  const s = c * SIZE_STRIDE;
  if (name !== undefined) {
    const numbers: Size = [size[s], size[s + 1], size[s + 2], size[s + 3]];
    const shape = solidOfSize(name, numbers, () => hullPoints(world, c)) as Shape;
    return { shape, position, rotation };
  }
  if (isSurface(kind[c])) {
    const { meshes, hull } = world.colliders;
    return { shape: shapeOfSurface(meshes[hull[c]] as TriangleSurface), position, rotation };
  }
  const normal = rotate(rotation, [0, 1, 0]);
  const shape: Shape = { kind: 'half-space', normal, offset: dot(normal, position) };
  return { shape, position: [0, 0, 0], rotation: [0, 0, 0, 1] };
};

const hullPoints = (world: World, c: number): Vec3[] => {
  const geometry = world.colliders.hulls[world.colliders.hull[c]];
  if (!geometry) return [];
  return Array.from({ length: geometry.vertexCount }, (_, i) => readVec3(geometry.vertices, i * 3));
};
