import type { Floats } from '../../math/floats.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import type { HullGeometry } from './hull-geometry.js';

/**
 * The shapes. The order matters: a narrowphase pair is always called with kind(A) <= kind(B), so rounded shapes (a core
 * of a point or a segment plus a radius) come before polyhedra, then the unbounded half-space, then surfaces of
 * triangles.
 */
export const ShapeKind = {
  sphere: 0,
  capsule: 1,
  box: 2,
  hull: 3,
  halfSpace: 4,
  mesh: 5,
  heightField: 6,
} as const;
export type ShapeKind = (typeof ShapeKind)[keyof typeof ShapeKind];

/**
 * Floats of `pose` per collider: position x y z, then the rotation matrix row by
 * row (r00 r01 r02 r10 ... r22).
 */
export const POSE_STRIDE = 12;

/**
 * Floats of `size` per collider.
 *   sphere      radius
 *   capsule     radius, half length of the core segment, which lies along the local y axis
 *   box         half extents x, y, z
 *   hull        (geometry in `hulls`)
 *   half-space  (solid below the local plane y = 0; its normal is the local y axis)
 *   mesh, height field  (geometry in `meshes`)
 */
export const SIZE_STRIDE = 4;

/** What collision detection reads of the colliders: columns indexed by collider slot. */
export interface ColliderShapes {
  kind: Int32Array;
  pose: Floats;
  size: Floats;
  /** Index into `hulls` for boxes and hulls, into `meshes` for meshes and height fields, -1 for the others. */
  hull: Int32Array;
  hulls: (HullGeometry | undefined)[];
  meshes: (TriangleSurface | undefined)[];
}

/** Whether a shape is a surface of triangles: it touches in several patches, and has no inside. */
export const isSurface = (kind: number): boolean => kind >= ShapeKind.mesh;
