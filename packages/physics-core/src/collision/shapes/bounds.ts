import type { Floats } from '../../math/floats.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import { type ColliderShapes, isSurface, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from './collider-shapes.js';
import type { HullGeometry } from './hull-geometry.js';

/**
 * Bounds of the colliders. A world box is the range of each world axis e over the shape: centre ± the support
 * of the rotated core along e (row i of R against the half extents, |r|·h) ± the radius.
 */

const hullOf = (shapes: ColliderShapes, collider: number): HullGeometry =>
  shapes.hulls[shapes.hull[collider]] as HullGeometry;

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

/** Tight world box of a collider at its pose: min x y z, max x y z from out[offset] on. */
export const writeAabb = (shapes: ColliderShapes, collider: number, out: Floats, offset: number): void => {
  const pose = shapes.pose;
  const size = shapes.size;
  const kind = shapes.kind[collider];
  const at = collider * POSE_STRIDE;
  const sz = collider * SIZE_STRIDE;
  for (let axis = 0; axis < 3; axis++) {
    if (kind === ShapeKind.hull) {
      writeHullAxis(hullOf(shapes, collider), pose, at, axis, out, offset);
      continue;
    }
    const r = at + 3 + 3 * axis;
    if (isSurface(kind)) {
      writeSurfaceAxis(shapes.meshes[shapes.hull[collider]] as TriangleSurface, pose, at, axis, out, offset);
      continue;
    }
    let reach = Number.POSITIVE_INFINITY;
    if (kind === ShapeKind.sphere) reach = size[sz];
    else if (kind === ShapeKind.capsule) reach = size[sz] + Math.abs(pose[r + 1]) * size[sz + 1];
    else if (kind === ShapeKind.box) {
      reach =
        Math.abs(pose[r]) * size[sz] +
        Math.abs(pose[r + 1]) * size[sz + 1] +
        Math.abs(pose[r + 2]) * size[sz + 2];
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
  const { pose, size } = shapes;
  const p = collider * POSE_STRIDE;
  const s = collider * SIZE_STRIDE;
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  // The direction in the frame of the shape: Rᵀ n.
  const x = pose[p + 3] * nx + pose[p + 6] * ny + pose[p + 9] * nz;
  const y = pose[p + 4] * nx + pose[p + 7] * ny + pose[p + 10] * nz;
  const z = pose[p + 5] * nx + pose[p + 8] * ny + pose[p + 11] * nz;
  let reach = Number.POSITIVE_INFINITY;
  const kind = shapes.kind[collider];
  if (kind === ShapeKind.sphere) reach = size[s];
  else if (kind === ShapeKind.capsule) reach = size[s] + Math.abs(y) * size[s + 1];
  else if (kind === ShapeKind.box)
    reach = Math.abs(x) * size[s] + Math.abs(y) * size[s + 1] + Math.abs(z) * size[s + 2];
  else if (kind === ShapeKind.hull) {
    const { vertices, vertexCount } = hullOf(shapes, collider);
    reach = Number.NEGATIVE_INFINITY;
    for (let v = 0; v < 3 * vertexCount; v += 3) {
      const d = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
      if (d > reach) reach = d;
    }
  }
  out[0] = nx * pose[p] + ny * pose[p + 1] + nz * pose[p + 2] + reach;
};

/** Largest distance of the surface from the collider's origin. */
export const boundingRadius = (shapes: ColliderShapes, collider: number): number => {
  const s = collider * SIZE_STRIDE;
  const [x, y, z] = [shapes.size[s], shapes.size[s + 1], shapes.size[s + 2]];
  switch (shapes.kind[collider]) {
    case ShapeKind.sphere:
      return x;
    case ShapeKind.capsule:
      return x + y;
    case ShapeKind.box:
      return Math.sqrt(x * x + y * y + z * z);
    case ShapeKind.hull: {
      const { vertices, vertexCount } = hullOf(shapes, collider);
      let most = 0;
      for (let v = 0; v < 3 * vertexCount; v += 3) {
        const d2 =
          vertices[v] * vertices[v] + vertices[v + 1] * vertices[v + 1] + vertices[v + 2] * vertices[v + 2];
        if (d2 > most) most = d2;
      }
      return Math.sqrt(most);
    }
    case ShapeKind.mesh:
    case ShapeKind.heightField: {
      const { bounds } = shapes.meshes[shapes.hull[collider]] as TriangleSurface;
      let most = 0;
      for (let i = 0; i < 3; i++) most += Math.max(bounds[i] * bounds[i], bounds[3 + i] * bounds[3 + i]);
      return Math.sqrt(most);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
};

/**
 * Radius of a sphere that fits inside, around the shape's centroid. A body that moves less in a step cannot
 * tunnel, so CCD is not needed for it.
 */
export const innerRadius = (shapes: ColliderShapes, collider: number): number => {
  const s = collider * SIZE_STRIDE;
  switch (shapes.kind[collider]) {
    case ShapeKind.sphere:
    case ShapeKind.capsule:
      return shapes.size[s];
    case ShapeKind.box:
      return Math.min(shapes.size[s], shapes.size[s + 1], shapes.size[s + 2]);
    case ShapeKind.hull:
      return hullOf(shapes, collider).innerRadius;
    default:
      return Number.POSITIVE_INFINITY;
  }
};
