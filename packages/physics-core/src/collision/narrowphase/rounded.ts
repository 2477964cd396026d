import { createFloats, type Floats } from '../../math/floats.js';
import { COINCIDENT, MIN_STRETCH, PARALLEL_SINE, PARALLEL_SPREAD } from '../../tuning.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import type { Manifold } from './manifold.js';

/**
 * Spheres and capsules against each other: a core (point or segment) and a radius, so that
 * separation = distance of the cores - rA - rB, and the normal is the direction between their nearest points.
 *
 * Two segments s·uA and r + t·uB (|s| <= hA, |t| <= hB, r from centre to centre, u unit): with b = uA·uB,
 * d = uA·r, e = uB·r the squared distance is least where s = d + b t and t = b s - e, hence s
 * (1 - b²) = d - b e, where 1 - b² is taken as |uA × uB|², which does not cancel. Clamping s, then t, then s
 * again is exact (Ericson, Real-Time Collision Detection, 5.1.9).
 *
 * Nearly parallel capsules touch along a line: two points, at the ends of the stretch in which A and B run
 * side by side. The least separation is at one of these ends (or equal at both, when the segments cross), so
 * the two points together are as strict as the single one.
 *
 * Feature ids: 0 for a lone point; 1 and 2 for the points towards A's lower and upper end.
 */

const clamp = (x: number, limit: number): number => Math.max(-limit, Math.min(limit, x));

/** Scratch: from the centre of sphere A to the nearest point of B's core. */
const between = createFloats(3);

const collideSpheres = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const pose = shapes.pose;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  between[0] = pose[ob] - pose[oa];
  between[1] = pose[ob + 1] - pose[oa + 1];
  between[2] = pose[ob + 2] - pose[oa + 2];
  writeSphereContact(shapes, a, b, out);
};

const collideSphereCapsule = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const pose = shapes.pose;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  const ux = pose[ob + 4];
  const uy = pose[ob + 7];
  const uz = pose[ob + 10];
  const rx = pose[ob] - pose[oa];
  const ry = pose[ob + 1] - pose[oa + 1];
  const rz = pose[ob + 2] - pose[oa + 2];
  const t = clamp(-(ux * rx + uy * ry + uz * rz), shapes.size[b * SIZE_STRIDE + 1]);
  between[0] = rx + t * ux;
  between[1] = ry + t * uy;
  between[2] = rz + t * uz;
  writeSphereContact(shapes, a, b, out);
};

/** The manifold of sphere A and a core of B at `between`: one point, or none beyond the margin. */
const writeSphereContact = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const pose = shapes.pose;
  const oa = a * POSE_STRIDE;
  const rA = shapes.size[a * SIZE_STRIDE];
  const rB = shapes.size[b * SIZE_STRIDE];
  const x = between[0];
  const y = between[1];
  const z = between[2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const separation = distance - rA - rB;
  if (separation > out.margin[0]) {
    out.count = 0;
    out.gap[0] = separation;
    return;
  }
  if (distance > COINCIDENT * (rA + rB)) {
    out.normal[0] = x / distance;
    out.normal[1] = y / distance;
    out.normal[2] = z / distance;
  } else writeCoincidentNormal(shapes, b, out);
  const half = rA + separation / 2;
  out.count = 1;
  out.points[0] = pose[oa] + out.normal[0] * half;
  out.points[1] = pose[oa + 1] + out.normal[1] * half;
  out.points[2] = pose[oa + 2] + out.normal[2] * half;
  out.points[3] = separation;
  out.features[0] = 0;
};

/**
 * The normal where A's centre lies on B's core. Spheres have no direction of their own: with up, coincident
 * ones separate without penetrating the ground. On the axis of a capsule every direction across it is as good,
 * and its own x axis rotates with it.
 */
const writeCoincidentNormal = (shapes: ColliderShapes, b: number, out: Manifold): void => {
  const ob = b * POSE_STRIDE;
  const isSphere = shapes.kind[b] === ShapeKind.sphere;
  out.normal[0] = isSphere ? 0 : shapes.pose[ob + 3];
  out.normal[1] = isSphere ? 1 : shapes.pose[ob + 6];
  out.normal[2] = isSphere ? 0 : shapes.pose[ob + 9];
};

/** Scratch: a place on A's axis and one on B's: an argument in an array, because doubles would be allocated. */
const places = createFloats(2);

/** Appends the point between `places` on both axes, unless it is further apart than the margin. */
const addPoint = (shapes: ColliderShapes, a: number, b: number, feature: number, out: Manifold): void => {
  const s = places[0];
  const t = places[1];
  const pose = shapes.pose;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  const rA = shapes.size[a * SIZE_STRIDE];
  const rB = shapes.size[b * SIZE_STRIDE];
  const ax = s * pose[oa + 4];
  const ay = s * pose[oa + 7];
  const az = s * pose[oa + 10];
  const x = pose[ob] - pose[oa] + t * pose[ob + 4] - ax;
  const y = pose[ob + 1] - pose[oa + 1] + t * pose[ob + 7] - ay;
  const z = pose[ob + 2] - pose[oa + 2] + t * pose[ob + 10] - az;
  const separation = x * out.normal[0] + y * out.normal[1] + z * out.normal[2] - rA - rB;
  if (separation > out.margin[0]) return;
  const half = rA + separation / 2;
  const o = 4 * out.count;
  out.points[o] = pose[oa] + ax + out.normal[0] * half;
  out.points[o + 1] = pose[oa + 1] + ay + out.normal[1] * half;
  out.points[o + 2] = pose[oa + 2] + az + out.normal[2] * half;
  out.points[o + 3] = separation;
  out.features[out.count] = feature;
  out.count++;
};

/**
 * Direction across two axes that meet: their cross product towards B, or A's x
 * axis when they are parallel too.
 */
const writeCrossingNormal = (pose: Floats, oa: number, ob: number, out: Manifold): void => {
  const ux = pose[oa + 4];
  const uy = pose[oa + 7];
  const uz = pose[oa + 10];
  let x = uy * pose[ob + 10] - uz * pose[ob + 7];
  let y = uz * pose[ob + 4] - ux * pose[ob + 10];
  let z = ux * pose[ob + 7] - uy * pose[ob + 4];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > COINCIDENT) {
    const towards =
      x * (pose[ob] - pose[oa]) + y * (pose[ob + 1] - pose[oa + 1]) + z * (pose[ob + 2] - pose[oa + 2]);
    const scale = towards < 0 ? -1 / length : 1 / length;
    x *= scale;
    y *= scale;
    z *= scale;
  } else {
    x = pose[oa + 3];
    y = pose[oa + 6];
    z = pose[oa + 9];
  }
  out.normal[0] = x;
  out.normal[1] = y;
  out.normal[2] = z;
};

const collideCapsules = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const pose = shapes.pose;
  const size = shapes.size;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  const reach = size[a * SIZE_STRIDE] + size[b * SIZE_STRIDE];
  const hA = size[a * SIZE_STRIDE + 1];
  const hB = size[b * SIZE_STRIDE + 1];
  const ax = pose[oa + 4];
  const ay = pose[oa + 7];
  const az = pose[oa + 10];
  const bx = pose[ob + 4];
  const by = pose[ob + 7];
  const bz = pose[ob + 10];
  const rx = pose[ob] - pose[oa];
  const ry = pose[ob + 1] - pose[oa + 1];
  const rz = pose[ob + 2] - pose[oa + 2];
  const cosine = ax * bx + ay * by + az * bz;
  const d = ax * rx + ay * ry + az * rz;
  const e = bx * rx + by * ry + bz * rz;
  const cx = ay * bz - az * by;
  const cy = az * bx - ax * bz;
  const cz = ax * by - ay * bx;
  const sineSquared = cx * cx + cy * cy + cz * cz;
  const firstS = sineSquared > COINCIDENT * COINCIDENT ? clamp((d - cosine * e) / sineSquared, hA) : 0;
  const t = clamp(cosine * firstS - e, hB);
  const s = clamp(d + cosine * t, hA);
  const x = rx + t * bx - s * ax;
  const y = ry + t * by - s * ay;
  const z = rz + t * bz - s * az;
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (distance - reach > out.margin[0]) {
    out.count = 0;
    out.gap[0] = distance - reach;
    return;
  }
  if (distance > COINCIDENT * reach) {
    out.normal[0] = x / distance;
    out.normal[1] = y / distance;
    out.normal[2] = z / distance;
  } else writeCrossingNormal(pose, oa, ob, out);
  out.count = 0;
  const halfSpan = Math.abs(cosine) * hB;
  const low = Math.max(-hA, d - halfSpan);
  const high = Math.min(hA, d + halfSpan);
  const stretch = high - low;
  const spread = PARALLEL_SPREAD * reach;
  const parallel =
    sineSquared < PARALLEL_SINE * PARALLEL_SINE && sineSquared * stretch * stretch < spread * spread;
  if (parallel && stretch > MIN_STRETCH * reach) {
    places[0] = low;
    places[1] = clamp(cosine * low - e, hB);
    addPoint(shapes, a, b, 1, out);
    places[0] = high;
    places[1] = clamp(cosine * high - e, hB);
    addPoint(shapes, a, b, 2, out);
  }
  if (out.count > 0) return;
  places[0] = s;
  places[1] = t;
  addPoint(shapes, a, b, 0, out);
};

/** Spheres and capsules in any combination with kind(a) <= kind(b). */
export const collideRounded = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  if (shapes.kind[b] === ShapeKind.sphere) collideSpheres(shapes, a, b, out);
  else if (shapes.kind[a] === ShapeKind.sphere) collideSphereCapsule(shapes, a, b, out);
  else collideCapsules(shapes, a, b, out);
};
