import type { SharedMeshes } from '../collision/meshes/shared-meshes.js';
import { createHullIndex, type SharedHulls } from '../collision/shapes/shared-hulls.js';
import { createTable, type Table } from './table.js';

export const colliderSpec = {
  /** The four columns of `ColliderShapes`: what collision detection reads. */
  kind: ['i32', 1],
  pose: ['f64', 12],
  size: ['f64', 4],
  hull: ['i32', 1],
  /** Padded bounding box known to the broadphase. */
  box: ['f64', 6],
  body: ['i32', 1],
  /** Next collider of the same body or -1. */
  next: ['i32', 1],
  /** Pose in the body's frame. */
  localPosition: ['f64', 3],
  localRotation: ['f64', 4],
  density: ['f64', 1],
  /** Friction, restitution, rolling resistance, twist resistance. */
  material: ['f64', 4],
  /** Velocity of the surface against its body, in the collider's frame. */
  surfaceVelocity: ['f64', 3],
  /** Combine rule of friction and of restitution. */
  rule: ['i32', 2],
  layer: ['i32', 1],
  mask: ['i32', 1],
  sensor: ['i32', 1],
  /** 1 when it asks for a persist event in every step in which it touches something. */
  persistEvents: ['i32', 1],
  userData: ['f64', 1],
  /** 1 when the box changed in this step: its pairs may have separated. */
  moved: ['i32', 1],
} as const;

/** With the geometry of boxes and hulls, and of meshes and height fields, to which `hull` points. */
export type ColliderTable = Table<typeof colliderSpec> & SharedHulls & SharedMeshes;

/** Layout of `material`. */
export const FRICTION = 0;
export const RESTITUTION = 1;
export const ROLLING = 2;
export const TWIST = 3;

/** How two materials make one: of two different rules the later in this list wins. */
export const CombineRule = { average: 0, minimum: 1, multiply: 2, maximum: 3 } as const;
export type CombineRuleName = keyof typeof CombineRule;

export const createColliderTable = (): ColliderTable => ({
  ...createTable(colliderSpec, 64),
  hulls: [],
  hullUsers: [],
  hullIndex: createHullIndex([]),
  meshes: [],
  meshUsers: [],
});
