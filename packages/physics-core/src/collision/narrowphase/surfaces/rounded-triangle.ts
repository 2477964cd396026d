import { createFloats, type Floats } from '../../../math/floats.js';
import { COINCIDENT, MIN_STRETCH, PARALLEL_SINE } from '../../../tuning.js';
import type { TriangleSurface } from '../../meshes/mesh-geometry.js';
import type { Triangle } from '../../meshes/surface.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../../shapes/collider-shapes.js';
import { direction, isOpenRim, isSupportEdge, isSupportVertex } from './admissible.js';
import { addTouchPoint, touches, touchNormal, touchPoint } from './touches.js';

/**
 * A sphere or capsule against one triangle, in the frame of the surface. The core of the body is c + s u, |s| <= h (h = 0
 * for a sphere), with the radius r around it; n is the triangle's normal on the side of c.
 *
 * Face: the part of the core above the triangle, cut along n by its three sides. The heights of the two ends above the
 * plane, minus r, are separations along n.
 * Edges: the points of core and edge nearest to each other, if they are nearer than the part above the face; the normal
 * runs between them. It counts only if it is admissible (`admissible.ts`).
 */

/** Scratch: c (0-2), u (3-5), h (6), r (7). */
export const core = createFloats(8);

/** Writes the core of a sphere or capsule `a` in the frame of collider `b`. */
export const loadCore = (shapes: ColliderShapes, a: number, b: number): void => {
  const { pose, size } = shapes;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  const x = pose[oa] - pose[ob];
  const y = pose[oa + 1] - pose[ob + 1];
  const z = pose[oa + 2] - pose[ob + 2];
  for (let i = 0; i < 3; i++) {
    const bx = pose[ob + 3 + i];
    const by = pose[ob + 6 + i];
    const bz = pose[ob + 9 + i];
    core[i] = bx * x + by * y + bz * z;
    core[3 + i] = bx * pose[oa + 4] + by * pose[oa + 7] + bz * pose[oa + 10];
  }
  core[6] = shapes.kind[a] === ShapeKind.capsule ? size[a * SIZE_STRIDE + 1] : 0;
  core[7] = size[a * SIZE_STRIDE];
};

/** Scratch: the part of the core above the face, from s = part[0] to part[1]; empty when these are reversed. */
const part = createFloats(2);
/** Scratch: s and t of the nearest points of core and edge, and their squared distance. */
const near = createFloats(3);

/**
 * Adds the points of one triangle, whose plane is turned towards c, to the touch in hand; writes its normal to
 * `touchNormal`.
 */
export const touchRounded = (surface: TriangleSurface, triangle: Triangle, margin: Floats): void => {
  const { plane } = triangle;
  const h = core[6];
  const r = core[7];
  const height = plane[0] * core[0] + plane[1] * core[1] + plane[2] * core[2] - plane[3];
  const tilt = plane[0] * core[3] + plane[1] * core[4] + plane[2] * core[5];
  const lowest = height - Math.abs(tilt) * h - r;
  if (lowest > margin[0]) return;
  cutBySides(triangle);
  const above = part[0] <= part[1];
  const face = above ? height + Math.min(part[0] * tilt, part[1] * tilt) - r : Infinity;
  // The lowest end of the core stands above the face: nothing of the triangle is nearer.
  if (above && face <= lowest) {
    addFace(plane, height, tilt, margin);
    return;
  }
  const edge = nearestEdge(triangle);
  const distance = Math.sqrt(near[2]);
  const separation = distance - r;
  if (separation < face && distance > COINCIDENT * r) {
    if (separation > margin[0]) return;
    if (addEdge(surface, triangle, edge, distance, margin)) return;
  }
  if (above && face <= margin[0]) addFace(plane, height, tilt, margin);
};

/** Cuts the core by the planes through the sides of the triangle, along its normal. */
const cutBySides = ({ corners, plane }: Triangle): void => {
  let low = -core[6];
  let high = core[6];
  for (let k = 0; k < 3; k++) {
    const a = 3 * k;
    const b = k < 2 ? a + 3 : 0;
    const ex = corners[b] - corners[a];
    const ey = corners[b + 1] - corners[a + 1];
    const ez = corners[b + 2] - corners[a + 2];
    // e × n points out of the triangle.
    const mx = ey * plane[2] - ez * plane[1];
    const my = ez * plane[0] - ex * plane[2];
    const mz = ex * plane[1] - ey * plane[0];
    const rate = mx * core[3] + my * core[4] + mz * core[5];
    const room =
      mx * (corners[a] - core[0]) + my * (corners[a + 1] - core[1]) + mz * (corners[a + 2] - core[2]);
    if (rate > 0) high = Math.min(high, room / rate);
    else if (rate < 0) low = Math.max(low, room / rate);
    else if (room < 0) high = -Infinity;
  }
  part[0] = low;
  part[1] = high;
};

/** Adds the ends of the part above the face that are within the margin. */
const addFace = (plane: Floats, height: number, tilt: number, margin: Floats): void => {
  const r = core[7];
  for (let i = 0; i < 3; i++) touchNormal[i] = plane[i];
  const ends = part[1] > part[0] ? 2 : 1;
  for (let end = 0; end < ends; end++) {
    const s = part[end];
    const w = height + s * tilt;
    const separation = w - r;
    if (separation > margin[0]) continue;
    const down = r + separation / 2;
    for (let i = 0; i < 3; i++) touchPoint[i] = core[i] + s * core[3 + i] - down * plane[i];
    touchPoint[3] = separation;
    addTouchPoint(touches.pointCount);
  }
};

/** The edge nearest to the core; writes `near`. */
const nearestEdge = ({ corners }: Triangle): number => {
  let best = -1;
  let bestS = 0;
  let bestT = 0;
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    nearestOnEdge(corners, 3 * k, k < 2 ? 3 * k + 3 : 0);
    if (near[2] >= least) continue;
    least = near[2];
    bestS = near[0];
    bestT = near[1];
    best = k;
  }
  near[0] = bestS;
  near[1] = bestT;
  near[2] = least;
  return best;
};

/** As in `rounded.ts`, for the core and the edge a + t (b - a), 0 <= t <= 1. */
const nearestOnEdge = (corners: Floats, a: number, b: number): void => {
  const ex = corners[b] - corners[a];
  const ey = corners[b + 1] - corners[a + 1];
  const ez = corners[b + 2] - corners[a + 2];
  const rx = corners[a] - core[0];
  const ry = corners[a + 1] - core[1];
  const rz = corners[a + 2] - core[2];
  const h = core[6];
  const ee = ex * ex + ey * ey + ez * ez;
  const ue = core[3] * ex + core[4] * ey + core[5] * ez;
  const ur = core[3] * rx + core[4] * ry + core[5] * rz;
  const er = ex * rx + ey * ry + ez * rz;
  let s = 0;
  if (h > 0) {
    // |u × e|², which does not cancel.
    const cx = core[4] * ez - core[5] * ey;
    const cy = core[5] * ex - core[3] * ez;
    const cz = core[3] * ey - core[4] * ex;
    const across = cx * cx + cy * cy + cz * cz;
    if (across > COINCIDENT * COINCIDENT * ee) s = Math.max(-h, Math.min(h, (ur * ee - ue * er) / across));
  }
  const t = Math.max(0, Math.min(1, (ue * s - er) / ee));
  s = Math.max(-h, Math.min(h, ur + ue * t));
  const x = rx + t * ex - s * core[3];
  const y = ry + t * ey - s * core[4];
  const z = rz + t * ez - s * core[5];
  near[0] = s;
  near[1] = t;
  near[2] = x * x + y * y + z * z;
};

/** Adds the contact with an edge or its end; false when its normal is not admissible. */
const addEdge = (
  surface: TriangleSurface,
  triangle: Triangle,
  k: number,
  distance: number,
  margin: Floats,
): boolean => {
  const { corners, vertices, plane } = triangle;
  const a = 3 * k;
  const b = k < 2 ? a + 3 : 0;
  const t = near[1];
  for (let i = 0; i < 3; i++) {
    const q = corners[a + i] + t * (corners[b + i] - corners[a + i]);
    direction[i] = (core[i] + near[0] * core[3 + i] - q) / distance;
  }
  const v = vertices[k];
  const w = vertices[k < 2 ? k + 1 : 0];
  // From behind an open edge of a surface that is solid on one side.
  const facing = direction[0] * plane[0] + direction[1] * plane[1] + direction[2] * plane[2];
  if (facing < 0 && !isOpenRim(surface, v, w)) return false;
  const admissible =
    t === 0 || t === 1 ? isSupportVertex(surface, t === 0 ? v : w) : isSupportEdge(surface, v, w);
  if (!admissible) return false;
  for (let i = 0; i < 3; i++) touchNormal[i] = direction[i];
  if (!addAlongEdge(corners, a, b, margin)) addAt(near[0], distance - core[7]);
  return true;
};

/** Adds a point of the core at s, with this separation along the normal. */
const addAt = (s: number, separation: number): void => {
  const down = core[7] + separation / 2;
  for (let i = 0; i < 3; i++) touchPoint[i] = core[i] + s * core[3 + i] - down * touchNormal[i];
  touchPoint[3] = separation;
  addTouchPoint(touches.pointCount);
};

/** A core that runs along an edge touches it at the two ends of the stretch they share. False: it does not. */
const addAlongEdge = (corners: Floats, a: number, b: number, margin: Floats): boolean => {
  const h = core[6];
  if (h === 0) return false;
  const ex = corners[b] - corners[a];
  const ey = corners[b + 1] - corners[a + 1];
  const ez = corners[b + 2] - corners[a + 2];
  const ee = ex * ex + ey * ey + ez * ez;
  const ue = core[3] * ex + core[4] * ey + core[5] * ez;
  if (ue * ue < (1 - PARALLEL_SINE * PARALLEL_SINE) * ee) return false;
  const ur =
    core[3] * (corners[a] - core[0]) +
    core[4] * (corners[a + 1] - core[1]) +
    core[5] * (corners[a + 2] - core[2]);
  const low = Math.max(-h, Math.min(ur, ur + ue));
  const high = Math.min(h, Math.max(ur, ur + ue));
  if (high - low < MIN_STRETCH * core[7]) return false;
  let added = false;
  for (let end = 0; end < 2; end++) {
    const s = end === 0 ? low : high;
    const t = (s - ur) / ue;
    let w = -core[7];
    for (let i = 0; i < 3; i++) {
      const q = corners[a + i] + t * (corners[b + i] - corners[a + i]);
      w += touchNormal[i] * (core[i] + s * core[3 + i] - q);
    }
    if (w > margin[0]) continue;
    addAt(s, w);
    added = true;
  }
  return added;
};
