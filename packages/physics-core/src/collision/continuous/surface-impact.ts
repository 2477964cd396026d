import { writeMatrix } from '../../bodies/sync-pose.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { createIndexList } from '../../math/index-list.js';
import { writeSinCos } from '../../math/trigonometry.js';
import { CCD_NO_ROTATION, TOUCHING_DEPTH } from '../../tuning.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import { createTriangle, loadTriangle, queryTriangles } from '../meshes/surface.js';
import { createSheet, placeSheet } from '../narrowphase/surfaces/sheet.js';
import { boundingRadius, writeSupport } from '../shapes/bounds.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import {
  CORE,
  DISPLACEMENT,
  PIVOT,
  QUERY_STRIDE,
  ROTATION,
  START,
  TARGET,
  TIME,
  timeOfImpact,
} from './time-of-impact.js';

/**
 * Time of impact of a moving collider with a mesh or height field: the least over the triangles near its path, each as a
 * hull of two faces.
 *
 * A body that slides over a floor of triangles comes near the next one in every step, and must not be stopped there. It
 * touches the plane of that triangle all the time. So what counts as the separation at the start is that from the plane,
 * not from the triangle: a triangle at or below the plane that the body touches already stops it only when the body
 * sinks into it by one more target.
 *
 * Most triangles need no search. Along n the point i of the body is at f_i(t) = n·(c + t d + R(tθ) ρ_i), whose second
 * derivative is at most θ² ρ, so that f_i lies at most θ² ρ / 8 above the chord between its ends. A body that is above the
 * plane by s(0) at the start and s(1) at the end is never lower than min(s(0), s(1)) - θ² ρ / 8, and what its contacts have
 * stopped in time has not passed the triangle.
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
/** Scratch: what is asked of one triangle; the separation from its plane, how far rotation moves a point at most. */
const one = createFloats(QUERY_STRIDE);
const height = createFloats(1);
const turned = createFloats(1);
/** Scratch: rotation of the whole sweep, as a quaternion and as a matrix; the axis turned back by it; the bound θ² ρ / 8. */
const quaternion = createFloats(4);
const rotation = createFloats(9);
const turnedAxis = createFloats(3);
const sag = createFloats(1);
const arc = createFloats(2);

/**
 * As timeOfImpact, for the surface `b`. `box` holds everything that a reaches during the sweep (least x y z, then
 * largest, world).
 */
export const surfaceImpact = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  motion: Floats,
  query: Floats,
  box: Floats,
): void => {
  const surface = shapes.meshes[shapes.hull[b]] as TriangleSurface;
  loadMoving(shapes, a, b);
  writeLocalBox(shapes.pose, b * POSE_STRIDE, box);
  queryTriangles(surface, bounds, hits);
  writeTurnReach(shapes, a, motion);
  writeRotation(motion);
  query[TIME] = 1;
  one[TARGET] = query[TARGET];
  one[CORE] = query[CORE];
  for (let k = 0; k < hits.count; k++) {
    loadTriangle(surface, hits.items[k], triangle);
    writeStartHeight(shapes, b, motion);
    if (height[0] < 0 && !surface.twoSided) continue;
    writeSeparation(shapes, a, b);
    if (!comesNear(motion, query) || staysAbove(shapes, a, motion, query)) continue;
    placeSheet(sheet, triangle);
    // Far below the plane it does not rest on it: a long rod beside a hill reaches below many planes.
    one[START] = height[0] < -TOUCHING_DEPTH * query[TARGET] ? Infinity : height[0];
    timeOfImpact(pair, 0, 1, motion, one);
    if (one[TIME] < query[TIME]) query[TIME] = one[TIME];
  }
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
      const near = pose[p + 3 + 3 * k + i] * (box[k] - pose[p + k]);
      const far = pose[p + 3 + 3 * k + i] * (box[3 + k] - pose[p + k]);
      bounds[i] += Math.min(near, far);
      bounds[3 + i] += Math.max(near, far);
    }
  }
};

/**
 * Writes to `height` that of the centre of the body above the plane of the triangle when the step began, and to `axis` n in world
 * axes.
 */
const writeStartHeight = ({ pose }: ColliderShapes, b: number, motion: Floats): void => {
  const { plane } = triangle;
  const p = b * POSE_STRIDE;
  height[0] = -plane[3];
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    axis[i] = pose[r] * plane[0] + pose[r + 1] * plane[1] + pose[r + 2] * plane[2];
    height[0] += axis[i] * (motion[PIVOT + i] - pose[p + i]);
  }
};

/** Replaces `height` by the separation of the collider from the plane, on the side it is on; `axis` then points to the plane. */
const writeSeparation = (shapes: ColliderShapes, a: number, b: number): void => {
  const sign = height[0] < 0 ? 1 : -1;
  const p = b * POSE_STRIDE;
  for (let i = 0; i < 3; i++) axis[i] *= sign;
  writeSupport(shapes, a, axis, support);
  const origin = axis[0] * shapes.pose[p] + axis[1] * shapes.pose[p + 1] + axis[2] * shapes.pose[p + 2];
  height[0] = sign * (triangle.plane[3] + sign * origin) - support[0];
};

/** Whether the motion can bring the collider to within the target of the plane. `axis` points to the plane. */
const comesNear = (motion: Floats, query: Floats): boolean => {
  const approach =
    axis[0] * motion[DISPLACEMENT] + axis[1] * motion[DISPLACEMENT + 1] + axis[2] * motion[DISPLACEMENT + 2];
  return height[0] - approach - turned[0] <= query[TARGET];
};

/** Whether the collider never sinks below the plane by more than the target. `axis` points to the plane. */
const staysAbove = (shapes: ColliderShapes, a: number, motion: Floats, query: Floats): boolean => {
  const reachAtStart = support[0];
  let shift = 0;
  for (let i = 0; i < 3; i++) {
    turnedAxis[i] = rotation[i] * axis[0] + rotation[3 + i] * axis[1] + rotation[6 + i] * axis[2];
    shift += axis[i] * (motion[PIVOT + i] + motion[DISPLACEMENT + i]) - turnedAxis[i] * motion[PIVOT + i];
  }
  writeSupport(shapes, a, turnedAxis, support);
  const end = height[0] + reachAtStart - (shift + support[0]);
  return Math.min(height[0], end) - sag[0] >= -query[TARGET];
};

/** Writes to `rotation` the matrix of the whole sweep, and to `sag` the bound θ² ρ / 8. */
const writeRotation = (motion: Floats): void => {
  const angle = Math.sqrt(
    motion[ROTATION] * motion[ROTATION] +
      motion[ROTATION + 1] * motion[ROTATION + 1] +
      motion[ROTATION + 2] * motion[ROTATION + 2],
  );
  sag[0] = (turned[0] * angle) / 8;
  arc[0] = angle / 2;
  writeSinCos(arc);
  const scale = angle > CCD_NO_ROTATION ? arc[0] / angle : 0;
  for (let i = 0; i < 3; i++) quaternion[i] = scale * motion[ROTATION + i];
  quaternion[3] = scale === 0 ? 1 : arc[1];
  writeMatrix(quaternion, 0, rotation, 0);
};

/** Writes to `turned` how far the rotation of the sweep moves a point of the collider at most. */
const writeTurnReach = (shapes: ColliderShapes, a: number, motion: Floats): void => {
  const { pose } = shapes;
  const p = a * POSE_STRIDE;
  let angle = 0;
  let arm = 0;
  for (let i = 0; i < 3; i++) {
    angle += motion[ROTATION + i] * motion[ROTATION + i];
    arm += (pose[p + i] - motion[PIVOT + i]) * (pose[p + i] - motion[PIVOT + i]);
  }
  turned[0] = Math.sqrt(angle) * (Math.sqrt(arm) + boundingRadius(shapes, a));
};
