import { createFloats, type Floats } from '../../math/floats.js';
import type { ColliderShapes } from '../shapes/collider-shapes.js';
import { POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';
import { clipScratch, keepWithinMargin, reserveClip, writeFaceContact } from './clip.js';
import { FACE_CODE, packFeature, vertexCode } from './feature-id.js';
import type { Manifold } from './manifold.js';
import { CANDIDATE_STRIDE } from './reduce.js';

/**
 * Any shape A against the half-space B, whose surface is the reference: u and v run along B's local x and z,
 * w is the height above the surface. The height of A's origin, h = n·(pA - pB), is the only number that depends on
 * both positions; all else is relative to A, so that nothing is lost far from the origin of the plane or of
 * the world. A point that lies x away from pA has w = h + n·x.
 *
 *   sphere   x = -r n
 *   capsule  x = ± l Y - r n
 *   box      the corners of the face that points down most, which always has the lowest corner
 *   hull     all vertices
 *   others   the points of the feature that faces down
 */

/** Scratch: axes of B in A's frame, row by row: u, v, n; then the height h of A's origin. */
export const plane = createFloats(10);

/** Points of shapes whose code is loaded when one is made: half-space-feature.ts, filled in by load-solids.ts. */
export const halfSpaceCode = { addFeature: (_shapes: ColliderShapes, _a: number): number => 0 };

export const collideWithHalfSpace = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const margin = out.margin[0];
  const { pose } = shapes;
  loadPlane(pose, a, b);
  const candidates = addCandidates(shapes, a);
  const { frame } = clipScratch;
  const { points } = clipScratch.polygon;
  let lowest = points[2];
  for (let i = 1; i < candidates; i++) lowest = Math.min(lowest, points[i * CANDIDATE_STRIDE + 2]);
  if (lowest > margin) {
    out.count = 0;
    out.gap[0] = lowest;
    return;
  }
  const count = keepWithinMargin(candidates, out.margin);
  for (let i = 0; i < 3; i++) {
    const row = b * POSE_STRIDE + 3 + 3 * i;
    const n = pose[row + 1];
    frame[i] = pose[a * POSE_STRIDE + i] - plane[9] * n;
    frame[3 + i] = pose[row];
    frame[6 + i] = pose[row + 2];
    frame[9 + i] = n;
  }
  writeFaceContact(count, false, out);
};

const loadPlane = (pose: Floats, a: number, b: number): void => {
  const pa = a * POSE_STRIDE;
  const pb = b * POSE_STRIDE;
  for (let j = 0; j < 3; j++) {
    const ax = pose[pa + 3 + j];
    const ay = pose[pa + 6 + j];
    const az = pose[pa + 9 + j];
    plane[j] = pose[pb + 3] * ax + pose[pb + 6] * ay + pose[pb + 9] * az;
    plane[3 + j] = pose[pb + 5] * ax + pose[pb + 8] * ay + pose[pb + 11] * az;
    plane[6 + j] = pose[pb + 4] * ax + pose[pb + 7] * ay + pose[pb + 10] * az;
  }
  plane[9] =
    pose[pb + 4] * (pose[pa] - pose[pb]) +
    pose[pb + 7] * (pose[pa + 1] - pose[pb + 1]) +
    pose[pb + 10] * (pose[pa + 2] - pose[pb + 2]);
};

/** Returns how many. */
const addCandidates = (shapes: ColliderShapes, a: number): number => {
  switch (shapes.kind[a]) {
    case ShapeKind.sphere:
      return addSphere(shapes.size, a * SIZE_STRIDE);
    case ShapeKind.capsule:
      return addCapsule(shapes.size, a * SIZE_STRIDE);
    case ShapeKind.box:
      return addBoxFace(shapes.size, a * SIZE_STRIDE);
    case ShapeKind.hull:
      return addVertices(shapes.hulls[shapes.hull[a]] as HullGeometry);
    default:
      return halfSpaceCode.addFeature(shapes, a);
  }
};

export const vertexFeature = (v: number): number => packFeature(FACE_CODE, vertexCode(v));

const addSphere = (size: Floats, o: number): number => {
  const { points, features } = clipScratch.polygon;
  points[0] = 0;
  points[1] = 0;
  points[2] = plane[9] - size[o];
  features[0] = vertexFeature(0);
  return 1;
};

const addCapsule = (size: Floats, o: number): number => {
  const { points, features } = clipScratch.polygon;
  const radius = size[o];
  for (let end = 0; end < 2; end++) {
    const y = end === 0 ? -size[o + 1] : size[o + 1];
    points[3 * end] = plane[1] * y;
    points[3 * end + 1] = plane[4] * y;
    points[3 * end + 2] = plane[9] + plane[7] * y - radius;
    features[end] = vertexFeature(end);
  }
  return 2;
};

const addBoxFace = (size: Floats, o: number): number => {
  const { points, features } = clipScratch.polygon;
  const qx = Math.abs(plane[6]);
  const qy = Math.abs(plane[7]);
  const qz = Math.abs(plane[8]);
  const k = qx >= qy ? (qx >= qz ? 0 : 2) : qy >= qz ? 1 : 2;
  const i = k < 2 ? k + 1 : 0;
  const j = k > 0 ? k - 1 : 2;
  const up = plane[6 + k] > 0;
  const hk = up ? -size[o + k] : size[o + k];
  const base = up ? 0 : 1 << k;
  for (let corner = 0; corner < 4; corner++) {
    const hi = corner & 1 ? size[o + i] : -size[o + i];
    const hj = corner & 2 ? size[o + j] : -size[o + j];
    points[3 * corner] = plane[k] * hk + plane[i] * hi + plane[j] * hj;
    points[3 * corner + 1] = plane[3 + k] * hk + plane[3 + i] * hi + plane[3 + j] * hj;
    points[3 * corner + 2] = plane[9] + (plane[6 + k] * hk + plane[6 + i] * hi + plane[6 + j] * hj);
    features[corner] = vertexFeature(base | ((corner & 1) << i) | ((corner >> 1) << j));
  }
  return 4;
};

const addVertices = (hull: HullGeometry): number => {
  const { vertices, vertexCount } = hull;
  reserveClip(0, vertexCount);
  const { points, features } = clipScratch.polygon;
  for (let i = 0; i < vertexCount; i++) {
    const x = vertices[3 * i];
    const y = vertices[3 * i + 1];
    const z = vertices[3 * i + 2];
    points[3 * i] = plane[0] * x + plane[1] * y + plane[2] * z;
    points[3 * i + 1] = plane[3] * x + plane[4] * y + plane[5] * z;
    points[3 * i + 2] = plane[9] + (plane[6] * x + plane[7] * y + plane[8] * z);
    features[i] = vertexFeature(i);
  }
  return vertexCount;
};
