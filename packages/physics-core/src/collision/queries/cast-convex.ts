import { createFloats, type Floats } from '../../math/floats.js';
import { CAST_GAP, CAST_MAX_ITERATIONS } from '../../tuning.js';
import { collide } from '../narrowphase/collide.js';
import { closestPoints, closestPointsNear, createGjkResult } from '../narrowphase/gjk.js';
import { createManifold, POINT_STRIDE } from '../narrowphase/manifold.js';
import { writeSupport } from '../shapes/bounds.js';
import { type ColliderShapes, coreRadius, POSE_STRIDE, ShapeKind } from '../shapes/collider-shapes.js';

/**
 * A convex shape A that moves along a line against a fixed shape B: when do they meet? Conservative advancement for a
 * translation (Mirtich 1996; van den Bergen 2004 has the same bound inside GJK).
 *
 * At time t let s be the separation of the shapes, by GJK, and n the unit normal from A to B. Along n the separation is
 * s(t + τ) >= s - τ n·D, because a plane across n keeps the two apart so long. So
 *   n·D <= 0     they never meet: the plane stays between them for good;
 *   otherwise    nothing happens before t + s / (n·D).
 * The next n is taken there. For faces one step is exact; for curved surfaces it is Newton's method from the safe side.
 * The search stops where a small gap is left, because nearest points and normal are known there and are noise where the
 * cores touch, and goes the last bit along the last n.
 *
 * A slot 0 and B slot 1 of the pair, with positions relative to where B is.
 */
export interface CastResult {
  /** One element: before a cast the longest t, after it that of the first touch; 0 when they touch at the start. */
  readonly time: Floats;
  /** Unit, out of B, towards A. */
  readonly normal: Floats;
  /** Where they touch; positions as in the pair. */
  readonly point: Floats;
  /** One element: the separation at the start; negative when they penetrate. */
  readonly separation: Floats;
}

export const createCastResult = (): CastResult => ({
  time: createFloats(1),
  normal: createFloats(3),
  point: createFloats(3),
  separation: createFloats(1),
});

const gjk = createGjkResult();
const manifold = createManifold();
/** Scratch: where A starts; the normal of B's half-space, downwards, and A's height above it. */
const start = createFloats(3);
const down = createFloats(3);
const height = createFloats(1);

/**
 * Writes separation, normal and point of the pair where it is now, also when the shapes penetrate: then along the axis of
 * least penetration.
 */
export const separationOf = (pair: ColliderShapes, out: CastResult): void => {
  out.time[0] = 0;
  if (pair.kind[1] !== ShapeKind.halfSpace) {
    closestPoints(pair, 0, 1, gjk);
    if (gjk.distance[0] > 0) {
      writeNearest(pair, out);
      out.separation[0] = gjk.distance[0] - coreRadius(pair, 0) - coreRadius(pair, 1);
      return;
    }
  }
  writeManifold(pair, out);
};

/** Whether the shapes of the pair touch where they are now. */
export const isTouching = (pair: ColliderShapes): boolean => {
  if (pair.kind[1] === ShapeKind.halfSpace) {
    writeHeight(pair);
    return height[0] <= 0;
  }
  closestPoints(pair, 0, 1, gjk);
  return gjk.distance[0] <= coreRadius(pair, 0) + coreRadius(pair, 1);
};

/** Writes A's height above B's half-space to `height`, and its normal, reversed, to `down`. */
const writeHeight = (pair: ColliderShapes): void => {
  const { pose } = pair;
  for (let i = 0; i < 3; i++) down[i] = -pose[POSE_STRIDE + 4 + 3 * i];
  writeSupport(pair, 0, down, height);
  height[0] =
    down[0] * pose[POSE_STRIDE] +
    down[1] * pose[POSE_STRIDE + 1] +
    down[2] * pose[POSE_STRIDE + 2] -
    height[0];
};

/** Normal and point on B from the last result of GJK. */
const writeNearest = (pair: ColliderShapes, out: CastResult): void => {
  const radius = coreRadius(pair, 1);
  for (let i = 0; i < 3; i++) {
    // 0 - x, because -x of 0 is -0, which users would see.
    out.normal[i] = 0 - gjk.normal[i];
    out.point[i] = gjk.pointB[i] - radius * gjk.normal[i];
  }
};

/** The same from the manifold of the pair, which exists for shapes that penetrate, and for half-spaces. */
const writeManifold = (pair: ColliderShapes, out: CastResult): void => {
  const swapped = pair.kind[0] > pair.kind[1];
  manifold.margin[0] = Infinity;
  collide(pair, swapped ? 1 : 0, swapped ? 0 : 1, manifold);
  const { points, normal } = manifold;
  let deepest = 0;
  for (let k = 1; k < manifold.count; k++)
    if (points[k * POINT_STRIDE + 3] < points[deepest * POINT_STRIDE + 3]) deepest = k;
  const p = deepest * POINT_STRIDE;
  const separation = points[p + 3];
  out.separation[0] = separation;
  for (let i = 0; i < 3; i++) {
    out.normal[i] = swapped ? normal[i] : 0 - normal[i];
    // Points lie half way between the surfaces: B's is half a separation further, against its outward normal.
    out.point[i] = points[p + i] - (out.normal[i] * separation) / 2;
  }
};

/**
 * Whether A, moved by t · displacement, touches B at a t of at most `out.time`. Writes the first such t, or the
 * penetration when they touch at t = 0.
 */
export const castConvex = (pair: ColliderShapes, displacement: Floats, out: CastResult): boolean => {
  for (let i = 0; i < 3; i++) start[i] = pair.pose[i];
  if (pair.kind[1] === ShapeKind.halfSpace) return castOnPlane(pair, displacement, out);
  const longest = out.time[0];
  const radii = coreRadius(pair, 0) + coreRadius(pair, 1);
  const n = gjk.normal;
  closestPoints(pair, 0, 1, gjk);
  let gap = gjk.distance[0] - radii;
  if (gjk.distance[0] === 0 || gap <= 0) {
    if (gjk.distance[0] === 0) writeManifold(pair, out);
    else {
      writeNearest(pair, out);
      out.separation[0] = gap;
    }
    out.time[0] = 0;
    return true;
  }
  out.separation[0] = gap;
  let t = 0;
  for (let iteration = 0; iteration < CAST_MAX_ITERATIONS; iteration++) {
    const approach = n[0] * displacement[0] + n[1] * displacement[1] + n[2] * displacement[2];
    // So near on the way, the normal may be noise: they touch along the last one.
    if (approach <= 0) return t > 0 && gap <= 2 * CAST_GAP;
    writeNearest(pair, out);
    out.time[0] = t + gap / approach;
    if (out.time[0] > longest) return false;
    if (gap <= 2 * CAST_GAP) return true;
    t += (gap - CAST_GAP) / approach;
    for (let i = 0; i < 3; i++) pair.pose[i] = start[i] + t * displacement[i];
    closestPointsNear(pair, 0, 1, gjk);
    gap = gjk.distance[0] - radii;
    // Rounding took the cores into each other: the last axis is as good as any.
    if (gjk.distance[0] === 0) return true;
  }
  return true;
};

/** Against a half-space one step is exact. */
const castOnPlane = (pair: ColliderShapes, displacement: Floats, out: CastResult): boolean => {
  writeHeight(pair);
  const above = height[0];
  const approach = down[0] * displacement[0] + down[1] * displacement[1] + down[2] * displacement[2];
  if (above > 0 && (approach <= 0 || above > out.time[0] * approach)) return false;
  const t = above > 0 ? above / approach : 0;
  for (let i = 0; i < 3; i++) pair.pose[i] = start[i] + t * displacement[i];
  writeManifold(pair, out);
  out.separation[0] = above;
  out.time[0] = t;
  return true;
};
