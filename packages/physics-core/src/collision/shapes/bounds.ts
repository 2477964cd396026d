import { createFloats, type Floats } from '../../math/floats.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import {
  type ColliderShapes,
  coreRadius,
  isSurface,
  POSE_STRIDE,
  ShapeKind,
  SIZE_STRIDE,
} from './collider-shapes.js';
import type { HullGeometry } from './hull-geometry.js';
import { hullOf } from './solids/polyhedron.js';
import { isSolid, solids } from './solids.js';

/**
 * Bounds of the colliders. A world box is the range of each world axis e over the shape: centre ± the support
 * of the rotated core along e (row i of R against the half extents, |r|·h) ± the radius.
 */

const writeHullAxis = (
  hull: HullGeometry,
  pose: Floats,
  at: number,
  axis: number,
  out: Floats,
  o: number,
): void => {
  const r = at + 3 + 3 * axis;
  const rx = pose[r];
  const ry = pose[r + 1];
  const rz = pose[r + 2];
  const vertices = hull.vertices;
  const end = 3 * hull.vertexCount;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < end; v += 3) {
    const x = rx * vertices[v] + ry * vertices[v + 1] + rz * vertices[v + 2];
    if (x < low) low = x;
    if (x > high) high = x;
  }
  out[o + axis] = pose[at + axis] + low;
  out[o + 3 + axis] = pose[at + axis] + high;
};

/** The box of the rotated box: not tight where the surface leaves corners of its box empty. */
const writeSurfaceAxis = (
  { bounds }: TriangleSurface,
  pose: Floats,
  at: number,
  axis: number,
  out: Floats,
  o: number,
): void => {
  const r = at + 3 + 3 * axis;
  let low = pose[at + axis];
  let high = low;
  for (let i = 0; i < 3; i++) {
    const one = pose[r + i] * bounds[i];
    const other = pose[r + i] * bounds[3 + i];
    low += Math.min(one, other);
    high += Math.max(one, other);
  }
  out[o + axis] = low;
  out[o + 3 + axis] = high;
};

/** Scratch: a direction in the frame of a shape, and the point of its core that is furthest along it. */
const local = createFloats(3);
const furthest = createFloats(3);

/** Scratch: what reachAlongLocal writes. In an array: a double is allocated. */
const reachOf = createFloats(1);

/** Writes how far a solid reaches from its origin along `local`, which has length one. */
const reachAlongLocal = (shapes: ColliderShapes, collider: number): void => {
  solids[shapes.kind[collider]].support(shapes, collider, local, furthest);
  reachOf[0] =
    local[0] * furthest[0] + local[1] * furthest[1] + local[2] * furthest[2] + coreRadius(shapes, collider);
};

const writeSolidAxis = (
  shapes: ColliderShapes,
  collider: number,
  axis: number,
  out: Floats,
  o: number,
): void => {
  const { pose } = shapes;
  const at = collider * POSE_STRIDE;
  const r = at + 3 + 3 * axis;
  for (let i = 0; i < 3; i++) local[i] = pose[r + i];
  reachAlongLocal(shapes, collider);
  out[o + 3 + axis] = pose[at + axis] + reachOf[0];
  for (let i = 0; i < 3; i++) local[i] = -pose[r + i];
  reachAlongLocal(shapes, collider);
  out[o + axis] = pose[at + axis] - reachOf[0];
};

/** Tight world box of a collider at its pose: min x y z, max x y z from out[offset] on. The commonest shapes are written out. */
export const writeAabb = (shapes: ColliderShapes, collider: number, out: Floats, offset: number): void => {
  const pose = shapes.pose;
  const size = shapes.size;
  const kind = shapes.kind[collider];
  const at = collider * POSE_STRIDE;
  const sz = collider * SIZE_STRIDE;
  for (let axis = 0; axis < 3; axis++) {
    const r = at + 3 + 3 * axis;
    let reach = Number.POSITIVE_INFINITY;
    if (kind === ShapeKind.box)
      reach =
        Math.abs(pose[r]) * size[sz] +
        Math.abs(pose[r + 1]) * size[sz + 1] +
        Math.abs(pose[r + 2]) * size[sz + 2];
    else if (kind <= ShapeKind.capsule) {
      const half = kind === ShapeKind.capsule ? size[sz + 1] : 0;
      reach = size[sz] + Math.abs(pose[r + 1]) * half;
    } else if (kind === ShapeKind.hull) {
      writeHullAxis(hullOf(shapes, collider), pose, at, axis, out, offset);
      continue;
    } else if (isSolid(kind)) {
      writeSolidAxis(shapes, collider, axis, out, offset);
      continue;
    } else if (isSurface(kind)) {
      writeSurfaceAxis(shapes.meshes[shapes.hull[collider]] as TriangleSurface, pose, at, axis, out, offset);
      continue;
    }
    out[offset + axis] = pose[at + axis] - reach;
    out[offset + 3 + axis] = pose[at + axis] + reach;
  }
};

/** Writes to out[0] how far the collider reaches along the world direction in `direction`: max of n·x over the shape. */
export const writeSupport = (
  shapes: ColliderShapes,
  collider: number,
  direction: Floats,
  out: Floats,
): void => {
  const { pose } = shapes;
  const p = collider * POSE_STRIDE;
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  // The direction in the frame of the shape: Rᵀ n.
  for (let i = 0; i < 3; i++) local[i] = pose[p + 3 + i] * nx + pose[p + 6 + i] * ny + pose[p + 9 + i] * nz;
  reachOf[0] = Infinity;
  if (isSolid(shapes.kind[collider])) reachAlongLocal(shapes, collider);
  out[0] = nx * pose[p] + ny * pose[p + 1] + nz * pose[p + 2] + reachOf[0];
};

/** Largest distance of the surface from the collider's origin. */
export const boundingRadius = (shapes: ColliderShapes, collider: number): number => {
  const kind = shapes.kind[collider];
  if (isSolid(kind)) return solids[kind].boundingRadius(shapes, collider);
  if (!isSurface(kind)) return Number.POSITIVE_INFINITY;
  const { bounds } = shapes.meshes[shapes.hull[collider]] as TriangleSurface;
  let most = 0;
  for (let i = 0; i < 3; i++) most += Math.max(bounds[i] * bounds[i], bounds[3 + i] * bounds[3 + i]);
  return Math.sqrt(most);
};

/**
 * Radius of a sphere that fits inside, around the shape's centroid. A body that moves less in a step cannot
 * tunnel, so CCD is not needed for it.
 */
export const innerRadius = (shapes: ColliderShapes, collider: number): number => {
  const kind = shapes.kind[collider];
  return isSolid(kind) ? solids[kind].innerRadius(shapes, collider) : Number.POSITIVE_INFINITY;
};
