import type { Floats } from '../../math/floats.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import type { HullGeometry } from './hull-geometry.js';

/**
 * The shapes. The order matters: a narrowphase pair is always called with kind(A) <= kind(B), so shapes with curved
 * parts come before polyhedra, then the unbounded half-space, then surfaces of triangles. `solids.ts` has what each of the
 * bounded ones is.
 */
export const ShapeKind = {
  sphere: 0,
  capsule: 1,
  taperedCapsule: 2,
  cylinder: 3,
  roundedBox: 4,
  roundedHull: 5,
  box: 6,
  hull: 7,
  halfSpace: 8,
  mesh: 9,
  heightField: 10,
} as const;
export type ShapeKind = (typeof ShapeKind)[keyof typeof ShapeKind];

/**
 * Floats of `pose` per collider: position x y z, then the rotation matrix row by
 * row (r00 r01 r02 r10 ... r22).
 */
export const POSE_STRIDE = 12;

/**
 * Floats of `size` per collider. Lengths lie along the local y axis, "bottom" is at -y.
 *   sphere           radius
 *   capsule          radius, half length of the core segment
 *   tapered capsule  radius of the bottom and of the top ball, half length between their centres, the smaller radius
 *   cylinder         radius of the bottom and of the top disc, half length between them, rounding
 *   box              half extents x, y, z
 *   rounded box      half extents x, y, z of the core, rounding
 *   hull             (geometry in `hulls`)
 *   rounded hull     0, 0, 0, rounding (core in `hulls`)
 *   half-space       (solid below the local plane y = 0; its normal is the local y axis)
 *   mesh, height field  (geometry in `meshes`)
 */
export const SIZE_STRIDE = 4;

/** What collision detection reads of the colliders: columns indexed by collider slot. */
export interface ColliderShapes {
  kind: Int32Array;
  pose: Floats;
  size: Floats;
  /** Index into `hulls` for boxes and hulls, rounded or not, into `meshes` for meshes and height fields, -1 for the others. */
  hull: Int32Array;
  hulls: (HullGeometry | undefined)[];
  meshes: (TriangleSurface | undefined)[];
}

/** Whether a shape is a surface of triangles: it touches in several patches, and has no inside. */
export const isSurface = (kind: number): boolean => kind >= ShapeKind.mesh;

/** Whether a shape is flat all over. */
export const isPolyhedron = (kind: number): boolean => kind === ShapeKind.box || kind === ShapeKind.hull;

/** Whether its core is a polyhedron in `hulls`. */
export const hasHull = (kind: number): boolean => kind >= ShapeKind.roundedBox && kind <= ShapeKind.hull;

/** Whether it looks the same however it is rotated about its y axis. */
export const isRevolved = (kind: number): boolean => kind <= ShapeKind.cylinder;

/** The radius around the core of a convex shape: the core is what GJK sees. Short, so that it is inlined and allocates nothing. */
export const coreRadius = ({ kind, size }: ColliderShapes, collider: number): number =>
  size[collider * SIZE_STRIDE + (kind[collider] <= ShapeKind.capsule ? 0 : 3)];
