import { createFloats, type Floats } from '../../math/floats.js';
import { createIndexList } from '../../math/index-list.js';
import { TOUCHING_DEPTH } from '../../tuning.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import { createTriangle, loadTriangle, queryTriangles } from '../meshes/surface.js';
import { createSheet, placeSheet } from '../narrowphase/surfaces/sheet.js';
import { boundingRadius, writeSupport } from '../shapes/bounds.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import { DISPLACEMENT, PIVOT, ROTATION, timeOfImpact } from './time-of-impact.js';

/**
 * Time of impact of a moving collider with a mesh or height field: the least over the triangles near its path, each as a
 * hull of two faces.
 *
 * A body that slides over a floor of triangles comes near the next one in every step, and must not be stopped there. It
 * touches the plane of that triangle all the time. So what counts as the separation at the start is that from the plane,
 * not from the triangle: a triangle at or below the plane that the body touches already stops it only when the body
 * sinks into it by one more target.
 */

const hits = createIndexList();
const triangle = createTriangle();

const sheet = createSheet();

/** Scratch: the moving collider in slot 0, the triangle in slot 1. */
const pair: ColliderShapes = {
  kind: Int32Array.of(ShapeKind.sphere, ShapeKind.hull),
  pose: createFloats(2 * POSE_STRIDE),
  size: createFloats(2 * SIZE_STRIDE),
  hull: Int32Array.of(0, 1),
  hulls: [undefined, sheet],
  meshes: [],
};

/** Scratch: the box of the sweep in the frame of the surface; an axis of the world; the reach of the collider along it. */
const bounds = createFloats(6);
const axis = createFloats(3);
const support = createFloats(1);

/**
 * As timeOfImpact, for the surface `b`. `box` holds everything that a reaches during the sweep (least x y z, then
 * largest, world).
 */
export const surfaceImpact = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  motion: Floats,
  target: number,
  core: number,
  box: Floats,
): number => {
  const surface = shapes.meshes[shapes.hull[b]] as TriangleSurface;
  loadMoving(shapes, a, b);
  writeLocalBox(shapes.pose, b * POSE_STRIDE, box);
  queryTriangles(surface, bounds, hits);
  const turned = turnReach(shapes, a, motion);
  let first = 1;
  for (let k = 0; k < hits.count; k++) {
    loadTriangle(surface, hits.items[k], triangle);
    const height = startHeight(shapes, b, motion);
    if (height < 0 && !surface.twoSided) continue;
    const separation = height < 0 ? heightBehind(shapes, a, b) : heightAbove(shapes, a, b);
    if (!comesNear(separation, turned, motion, target)) continue;
    placeSheet(sheet, triangle);
    // Far below the plane it does not rest on it: a long rod beside a hill reaches below many planes.
    const start = separation < -TOUCHING_DEPTH * target ? Infinity : separation;
    first = Math.min(first, timeOfImpact(pair, 0, 1, motion, target, core, start));
  }
  return first;
};

const loadMoving = (shapes: ColliderShapes, a: number, b: number): void => {
  pair.kind[0] = shapes.kind[a];
  pair.hulls[0] = shapes.hulls[shapes.hull[a]];
  for (let i = 0; i < SIZE_STRIDE; i++) pair.size[i] = shapes.size[a * SIZE_STRIDE + i];
  for (let i = 0; i < POSE_STRIDE; i++) {
    pair.pose[i] = shapes.pose[a * POSE_STRIDE + i];
    pair.pose[POSE_STRIDE + i] = shapes.pose[b * POSE_STRIDE + i];
  }
};

/** The box in the frame of the surface: Rᵀ (x - p). */
const writeLocalBox = (pose: Floats, p: number, box: Floats): void => {
  for (let i = 0; i < 3; i++) {
    bounds[i] = 0;
    bounds[3 + i] = 0;
    for (let k = 0; k < 3; k++) {
      const one = pose[p + 3 + 3 * k + i] * (box[k] - pose[p + k]);
      const other = pose[p + 3 + 3 * k + i] * (box[3 + k] - pose[p + k]);
      bounds[i] += Math.min(one, other);
      bounds[3 + i] += Math.max(one, other);
    }
  }
};

/** Height of the centre of the body above the plane of the triangle when the step began. Writes n in world axes to `axis`. */
const startHeight = ({ pose }: ColliderShapes, b: number, motion: Floats): number => {
  const { plane } = triangle;
  const p = b * POSE_STRIDE;
  let height = -plane[3];
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    axis[i] = pose[r] * plane[0] + pose[r + 1] * plane[1] + pose[r + 2] * plane[2];
    height += axis[i] * (motion[PIVOT + i] - pose[p + i]);
  }
  return height;
};

/** Separation of the collider from the plane, on the side of the normal. */
const heightAbove = (shapes: ColliderShapes, a: number, b: number): number => {
  for (let i = 0; i < 3; i++) axis[i] = -axis[i];
  writeSupport(shapes, a, axis, support);
  return -support[0] - planeOffset(shapes.pose, b, -1);
};

/** The same on the other side. */
const heightBehind = (shapes: ColliderShapes, a: number, b: number): number => {
  writeSupport(shapes, a, axis, support);
  return planeOffset(shapes.pose, b, 1) - support[0];
};

/** d of the triangle's plane in the world; `sign` tells which way `axis` points. */
const planeOffset = (pose: Floats, b: number, sign: number): number => {
  const p = b * POSE_STRIDE;
  const origin = axis[0] * pose[p] + axis[1] * pose[p + 1] + axis[2] * pose[p + 2];
  return triangle.plane[3] + sign * origin;
};

/** Whether the motion can bring the collider to within the target of the plane. `axis` points to the plane. */
const comesNear = (separation: number, turned: number, motion: Floats, target: number): boolean => {
  const approach =
    axis[0] * motion[DISPLACEMENT] + axis[1] * motion[DISPLACEMENT + 1] + axis[2] * motion[DISPLACEMENT + 2];
  return separation - approach - turned <= target;
};

/** How far the rotation of the sweep moves a point of the collider at most. */
const turnReach = (shapes: ColliderShapes, a: number, motion: Floats): number => {
  const { pose } = shapes;
  const p = a * POSE_STRIDE;
  let angle = 0;
  let arm = 0;
  for (let i = 0; i < 3; i++) {
    angle += motion[ROTATION + i] * motion[ROTATION + i];
    arm += (pose[p + i] - motion[PIVOT + i]) * (pose[p + i] - motion[PIVOT + i]);
  }
  return Math.sqrt(angle) * (Math.sqrt(arm) + boundingRadius(shapes, a));
};
