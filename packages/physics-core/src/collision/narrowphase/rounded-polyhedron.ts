import { createFloats, type Floats } from '../../math/floats.js';
import { EDGE_ADVANTAGE, FACE_ALIGNMENT, MIN_STRETCH, ON_FACE, PARALLEL_EDGE } from '../../tuning.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';
import { closestPointsNear, createGjkResult } from './gjk.js';
import type { Manifold } from './manifold.js';

/**
 * A sphere or capsule A against a box or hull B, in B's frame. A's core is c + s u, |s| <= h (h = 0 for a
 * sphere). Wanted is the axis N (unit, from B to A, so the manifold's normal is -N) and the separation σ of
 * core and polyhedron along it; the shapes' separation is σ - r.
 *
 * 1. Faces: σ_f = n·c - d - h|n·u|. The largest is a lower bound of the distance: further than r + margin, done.
 *    Where it is positive and the lowest end of the core stands above the face itself, it is the distance.
 * 2. Apart otherwise: GJK.
 * 3. The core reaches into B: the axis of least penetration among face normals and u × e of the edges e. The
 *    Minkowski sum has a face from core and edge only where the arc between the edge's two face normals crosses the circle of
 *    directions across u, i.e. where n_left·u and n_right·u differ in sign; there the edge is B's support along
 *    N = ±u × e, and σ = N·(c - v0): one pass over the edges, no search for supports. Both σ agree with GJK's distance
 *    at 0, so the normal does not jump when a shape sinks in.
 *
 * Two points for a capsule: take the face f at the touching point that is best aligned with N, and the
 * stretch of the core whose projection ALONG N falls into f (side planes through the edges e of f, normal
 * e × N). A point p of the stretch meets f at q = p - τN, τ = (n_f·p - d_f) / (n_f·N), which is never less
 * than σ. If N is f's normal, or belongs to one of f's edges or vertices, the nearest point is in the
 * stretch; τ is linear in s, so σ is found at one of its ends and the two points are as strict as the lone
 * one. If no end has τ = σ, f was not the touching face and the lone point is used.
 *
 * Feature ids: 0 for a lone point; 1 and 2 for the points towards the core's lower and upper end. A clipped
 * end keeps its id while it slides over the edges of B: it is the same contact.
 */

/** Scratch: the core of A. c (0-2), u (3-5), h (6), r (7). */
const core = createFloats(8);

/** Scratch: N (0-2), σ (3), and a point of B's surface where the two are nearest (4-6). */
const contact = createFloats(7);

/** Scratch: ends of the stretch of the core above a face. */
const stretch = createFloats(2);

const gjk = createGjkResult();

/**
 * Scratch: a point to be added. On B's surface in B's frame (0-2), separation along N (3). An argument in an
 * array: doubles would be allocated.
 */
const touch = createFloats(4);

/** Further apart than the margin: the separation of the shapes, σ - r, is the gap. */
const separated = (out: Manifold): void => {
  out.count = 0;
  out.gap[0] = contact[3] - core[7];
};

/** Adds the point in `touch`. */
const addPoint = (pose: Floats, ob: number, feature: number, out: Manifold): void => {
  const half = touch[3] / 2;
  const x = touch[0] + contact[0] * half;
  const y = touch[1] + contact[1] * half;
  const z = touch[2] + contact[2] * half;
  const o = 4 * out.count;
  out.points[o] = pose[ob] + pose[ob + 3] * x + pose[ob + 4] * y + pose[ob + 5] * z;
  out.points[o + 1] = pose[ob + 1] + pose[ob + 6] * x + pose[ob + 7] * y + pose[ob + 8] * z;
  out.points[o + 2] = pose[ob + 2] + pose[ob + 9] * x + pose[ob + 10] * y + pose[ob + 11] * z;
  out.points[o + 3] = touch[3];
  out.features[out.count] = feature;
  out.count++;
};

/** Writes -N in world axes. */
const writeNormal = (pose: Floats, ob: number, normal: Floats): void => {
  const x = -contact[0];
  const y = -contact[1];
  const z = -contact[2];
  normal[0] = pose[ob + 3] * x + pose[ob + 4] * y + pose[ob + 5] * z;
  normal[1] = pose[ob + 6] * x + pose[ob + 7] * y + pose[ob + 8] * z;
  normal[2] = pose[ob + 9] * x + pose[ob + 10] * y + pose[ob + 11] * z;
};

const loadCore = (shapes: ColliderShapes, a: number, b: number): void => {
  const pose = shapes.pose;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  const x = pose[oa] - pose[ob];
  const y = pose[oa + 1] - pose[ob + 1];
  const z = pose[oa + 2] - pose[ob + 2];
  const ux = pose[oa + 4];
  const uy = pose[oa + 7];
  const uz = pose[oa + 10];
  for (let i = 0; i < 3; i++) {
    const bx = pose[ob + 3 + i];
    const by = pose[ob + 6 + i];
    const bz = pose[ob + 9 + i];
    core[i] = bx * x + by * y + bz * z;
    core[3 + i] = bx * ux + by * uy + bz * uz;
  }
  core[6] = shapes.kind[a] === ShapeKind.capsule ? shapes.size[a * SIZE_STRIDE + 1] : 0;
  core[7] = shapes.size[a * SIZE_STRIDE];
};

/**
 * Sphere and box in closed form: outside, the nearest point of the box is the centre clamped to it; inside,
 * the nearest face is the axis with the least h - |c|.
 */
const collideSphereBox = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const pose = shapes.pose;
  const size = shapes.size;
  const oa = a * POSE_STRIDE;
  const ob = b * POSE_STRIDE;
  const r = size[a * SIZE_STRIDE];
  const hx = size[b * SIZE_STRIDE];
  const hy = size[b * SIZE_STRIDE + 1];
  const hz = size[b * SIZE_STRIDE + 2];
  const px = pose[oa] - pose[ob];
  const py = pose[oa + 1] - pose[ob + 1];
  const pz = pose[oa + 2] - pose[ob + 2];
  const cx = pose[ob + 3] * px + pose[ob + 6] * py + pose[ob + 9] * pz;
  const cy = pose[ob + 4] * px + pose[ob + 7] * py + pose[ob + 10] * pz;
  const cz = pose[ob + 5] * px + pose[ob + 8] * py + pose[ob + 11] * pz;
  let qx = Math.max(-hx, Math.min(hx, cx));
  let qy = Math.max(-hy, Math.min(hy, cy));
  let qz = Math.max(-hz, Math.min(hz, cz));
  const x = cx - qx;
  const y = cy - qy;
  const z = cz - qz;
  const squared = x * x + y * y + z * z;
  const reach = r + out.margin[0];
  if (squared > reach * reach) {
    out.count = 0;
    out.gap[0] = Math.sqrt(squared) - r;
    return;
  }
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let sigma = 0;
  if (squared > ON_FACE * ON_FACE * r * r) {
    sigma = Math.sqrt(squared);
    nx = x / sigma;
    ny = y / sigma;
    nz = z / sigma;
  } else {
    const dx = hx - Math.abs(cx);
    const dy = hy - Math.abs(cy);
    const dz = hz - Math.abs(cz);
    if (dx <= dy && dx <= dz) {
      nx = cx < 0 ? -1 : 1;
      qx = nx * hx;
      sigma = -dx;
    } else if (dy <= dz) {
      ny = cy < 0 ? -1 : 1;
      qy = ny * hy;
      sigma = -dy;
    } else {
      nz = cz < 0 ? -1 : 1;
      qz = nz * hz;
      sigma = -dz;
    }
  }
  contact[0] = nx;
  contact[1] = ny;
  contact[2] = nz;
  out.count = 0;
  writeNormal(pose, ob, out.normal);
  touch[0] = qx;
  touch[1] = qy;
  touch[2] = qz;
  touch[3] = sigma - r;
  addPoint(pose, ob, 0, out);
};

/**
 * The face with the largest separation from the core, written to `contact` with the lowest end's projection.
 */
const findFace = (hull: HullGeometry): number => {
  const planes = hull.planes;
  const h = core[6];
  let best = -1;
  let most = -Infinity;
  for (let f = 0; f < hull.faceCount; f++) {
    const o = 4 * f;
    const tilt = planes[o] * core[3] + planes[o + 1] * core[4] + planes[o + 2] * core[5];
    const height = planes[o] * core[0] + planes[o + 1] * core[1] + planes[o + 2] * core[2] - planes[o + 3];
    const separation = height - Math.abs(tilt) * h;
    if (separation > most) {
      most = separation;
      best = f;
    }
  }
  const o = 4 * best;
  const tilt = planes[o] * core[3] + planes[o + 1] * core[4] + planes[o + 2] * core[5];
  const s = tilt > 0 ? -h : h;
  contact[3] = most;
  for (let i = 0; i < 3; i++) {
    contact[i] = planes[o + i];
    contact[4 + i] = core[i] + s * core[3 + i] - most * planes[o + i];
  }
  return best;
};

/**
 * Whether the point in `contact`, which lies in the plane of face f, is within the face. The side planes are
 * computed here and in `clipToFace`: a shared function would be a call for each edge, through memory.
 */
const isWithinFace = (hull: HullGeometry, f: number): boolean => {
  const { vertices, faceVertices, faceStart } = hull;
  const end = faceStart[f + 1];
  let from = 3 * faceVertices[end - 1];
  for (let k = faceStart[f]; k < end; k++) {
    const to = 3 * faceVertices[k];
    const ex = vertices[to] - vertices[from];
    const ey = vertices[to + 1] - vertices[from + 1];
    const ez = vertices[to + 2] - vertices[from + 2];
    const mx = ey * contact[2] - ez * contact[1];
    const my = ez * contact[0] - ex * contact[2];
    const mz = ex * contact[1] - ey * contact[0];
    const x = contact[4] - vertices[from];
    const y = contact[5] - vertices[from + 1];
    const z = contact[6] - vertices[from + 2];
    if (mx * x + my * y + mz * z > 0) return false;
    from = to;
  }
  return true;
};

/** The point of the edge (from v0 along e) nearest to the core's line, kept within the edge. */
const writeEdgePoint = (vertices: Floats, v0: number, v1: number): void => {
  const ex = vertices[v1] - vertices[v0];
  const ey = vertices[v1 + 1] - vertices[v0 + 1];
  const ez = vertices[v1 + 2] - vertices[v0 + 2];
  const x = core[0] - vertices[v0];
  const y = core[1] - vertices[v0 + 1];
  const z = core[2] - vertices[v0 + 2];
  const eu = ex * core[3] + ey * core[4] + ez * core[5];
  const ee = ex * ex + ey * ey + ez * ez;
  const along = ex * x + ey * y + ez * z - eu * (x * core[3] + y * core[4] + z * core[5]);
  const t = Math.max(0, Math.min(1, along / (ee - eu * eu)));
  contact[4] = vertices[v0] + t * ex;
  contact[5] = vertices[v0 + 1] + t * ey;
  contact[6] = vertices[v0 + 2] + t * ez;
};

/** Replaces `contact` by the best edge axis if that beats it. Returns whether it did. */
const improveByEdges = (hull: HullGeometry): boolean => {
  const { vertices, edges, planes } = hull;
  const ux = core[3];
  const uy = core[4];
  const uz = core[5];
  let most = contact[3] + EDGE_ADVANTAGE * core[7];
  let best = -1;
  for (let k = 0; k < hull.edgeCount; k++) {
    const left = 4 * edges[4 * k + 2];
    const right = 4 * edges[4 * k + 3];
    const l = planes[left] * ux + planes[left + 1] * uy + planes[left + 2] * uz;
    const r = planes[right] * ux + planes[right + 1] * uy + planes[right + 2] * uz;
    if (l * r >= 0) continue;
    const v0 = 3 * edges[4 * k];
    const v1 = 3 * edges[4 * k + 1];
    const ex = vertices[v1] - vertices[v0];
    const ey = vertices[v1 + 1] - vertices[v0 + 1];
    const ez = vertices[v1 + 2] - vertices[v0 + 2];
    const nx = uy * ez - uz * ey;
    const ny = uz * ex - ux * ez;
    const nz = ux * ey - uy * ex;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length * length <= PARALLEL_EDGE * PARALLEL_EDGE * (ex * ex + ey * ey + ez * ez)) continue;
    const outward =
      nx * (planes[left] + planes[right]) +
      ny * (planes[left + 1] + planes[right + 1]) +
      nz * (planes[left + 2] + planes[right + 2]);
    const scale = outward < 0 ? -1 / length : 1 / length;
    const separation =
      scale *
      (nx * (core[0] - vertices[v0]) + ny * (core[1] - vertices[v0 + 1]) + nz * (core[2] - vertices[v0 + 2]));
    if (separation <= most) continue;
    most = separation;
    best = k;
    contact[0] = nx * scale;
    contact[1] = ny * scale;
    contact[2] = nz * scale;
    contact[3] = separation;
  }
  if (best >= 0) writeEdgePoint(vertices, 3 * edges[4 * best], 3 * edges[4 * best + 1]);
  return best >= 0;
};

/**
 * Writes GJK's answer to `contact`, starting from the axis in it. Returns false (and leaves it alone)
 * when the core touches the polyhedron.
 */
const findByGjk = (shapes: ColliderShapes, a: number, b: number): boolean => {
  const pose = shapes.pose;
  const ob = b * POSE_STRIDE;
  writeNormal(pose, ob, gjk.normal);
  closestPointsNear(shapes, a, b, gjk);
  const sigma = gjk.distance[0];
  if (sigma <= ON_FACE * core[7]) return false;
  const x = gjk.pointB[0] - pose[ob];
  const y = gjk.pointB[1] - pose[ob + 1];
  const z = gjk.pointB[2] - pose[ob + 2];
  for (let i = 0; i < 3; i++) {
    const bx = pose[ob + 3 + i];
    const by = pose[ob + 6 + i];
    const bz = pose[ob + 9 + i];
    contact[i] = -(bx * gjk.normal[0] + by * gjk.normal[1] + bz * gjk.normal[2]);
    contact[4 + i] = bx * x + by * y + bz * z;
  }
  contact[3] = sigma;
  return true;
};

/**
 * Of the faces that hold the touching point, the one best aligned with N; -1 when none is within
 * the tolerance. A face elsewhere may be better aligned (a small chamfer at the end of the edge
 * that is touched) but carries nothing.
 */
const alignedFace = (hull: HullGeometry): number => {
  const { planes, faceCount } = hull;
  const lowest = -ON_FACE * core[7];
  const nx = contact[0];
  const ny = contact[1];
  const nz = contact[2];
  const x = contact[4];
  const y = contact[5];
  const z = contact[6];
  let best = -1;
  // Starts from a literal: the compiler does not know that a module's constant is a number, and
  // would allocate what replaces it.
  let most = 0;
  for (let f = 0; f < faceCount; f++) {
    const o = 4 * f;
    const height = planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3];
    const alignment = planes[o] * nx + planes[o + 1] * ny + planes[o + 2] * nz;
    if (height >= lowest && alignment > FACE_ALIGNMENT && alignment > most) {
      most = alignment;
      best = f;
    }
  }
  return best;
};

/** Clips the core to the prism over face f along N; false when nothing worth two points is left. */
const clipToFace = (hull: HullGeometry, f: number): boolean => {
  const { vertices, faceVertices, faceStart } = hull;
  const slack = ON_FACE * core[7];
  let low = -core[6];
  let high = core[6];
  const end = faceStart[f + 1];
  let from = 3 * faceVertices[end - 1];
  for (let k = faceStart[f]; k < end; k++) {
    const to = 3 * faceVertices[k];
    const ex = vertices[to] - vertices[from];
    const ey = vertices[to + 1] - vertices[from + 1];
    const ez = vertices[to + 2] - vertices[from + 2];
    const mx = ey * contact[2] - ez * contact[1];
    const my = ez * contact[0] - ex * contact[2];
    const mz = ex * contact[1] - ey * contact[0];
    const rate = mx * core[3] + my * core[4] + mz * core[5];
    const outside =
      mx * (core[0] - vertices[from]) +
      my * (core[1] - vertices[from + 1]) +
      mz * (core[2] - vertices[from + 2]);
    const room = slack * Math.sqrt(mx * mx + my * my + mz * mz) - outside;
    if (rate > 0) high = Math.min(high, room / rate);
    else if (rate < 0) low = Math.max(low, room / rate);
    else if (room < 0) return false;
    from = to;
  }
  stretch[0] = low;
  stretch[1] = high;
  return high - low > MIN_STRETCH * core[7];
};

/**
 * Adds the ends of the stretch above face f; adds none and returns false when neither has the separation σ.
 */
const addStretch = (hull: HullGeometry, f: number, pose: Floats, ob: number, out: Manifold): boolean => {
  const margin = out.margin[0];
  const planes = hull.planes;
  const o = 4 * f;
  const nx = planes[o];
  const ny = planes[o + 1];
  const nz = planes[o + 2];
  const inverse = 1 / (nx * contact[0] + ny * contact[1] + nz * contact[2]);
  const height = (nx * core[0] + ny * core[1] + nz * core[2] - planes[o + 3]) * inverse;
  const slope = (nx * core[3] + ny * core[4] + nz * core[5]) * inverse;
  const r = core[7];
  const lowest = Math.min(height + slope * stretch[0], height + slope * stretch[1]);
  if (lowest > contact[3] + ON_FACE * r * inverse) return false;
  for (let end = 0; end < 2; end++) {
    const s = stretch[end];
    // The slack of the side planes must not make an end deeper than the deepest point.
    const tau = Math.max(height + slope * s, contact[3]);
    if (tau - r > margin) continue;
    for (let i = 0; i < 3; i++) touch[i] = core[i] + s * core[3 + i] - tau * contact[i];
    touch[3] = tau - r;
    addPoint(pose, ob, end + 1, out);
  }
  return out.count > 0;
};

const hullOf = (shapes: ColliderShapes, b: number): HullGeometry => {
  const hull = shapes.hulls[shapes.hull[b]];
  if (hull === undefined) throw new Error(`collider ${b} has no hull geometry`);
  return hull;
};

const collideCoreHull = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const hull = hullOf(shapes, b);
  const pose = shapes.pose;
  const ob = b * POSE_STRIDE;
  loadCore(shapes, a, b);
  const reach = core[7] + out.margin[0];
  const isCapsule = core[6] > 0;
  let face = findFace(hull);
  if (contact[3] > reach) return separated(out);
  const onFace = contact[3] > 0 && isWithinFace(hull, face);
  if (!onFace) {
    const apart = contact[3] > 0;
    if (isCapsule && improveByEdges(hull)) face = -1;
    if (contact[3] > reach) return separated(out);
    if ((apart || contact[3] > 0) && findByGjk(shapes, a, b)) face = -1;
  }
  if (contact[3] > reach) return separated(out);
  out.count = 0;
  writeNormal(pose, ob, out.normal);
  if (isCapsule) {
    if (face < 0) face = alignedFace(hull);
    if (face >= 0 && clipToFace(hull, face) && addStretch(hull, face, pose, ob, out)) return;
  }
  for (let i = 0; i < 3; i++) touch[i] = contact[4 + i];
  touch[3] = contact[3] - core[7];
  addPoint(pose, ob, 0, out);
};

/** A sphere or capsule `a` against a box or hull `b`. */
export const collideRoundedPolyhedron = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  out: Manifold,
): void => {
  if (shapes.kind[a] === ShapeKind.sphere && shapes.kind[b] === ShapeKind.box)
    collideSphereBox(shapes, a, b, out);
  else collideCoreHull(shapes, a, b, out);
};
