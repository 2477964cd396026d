import type { Floats } from '../../math/floats.js';
import { COLLINEAR_RATIO, DEPTH_TIE, SCORE_TIE } from '../../tuning.js';
import { MAX_POINTS } from './manifold.js';

/**
 * Chooses at most four of the candidate points so that they carry nearly the same load as all of them:
 *
 *   p0  the deepest, since dropping it would let the shapes sink
 *   p1  the farthest from p0
 *   p2  the one that makes the largest triangle with p0 p1
 *   p3  the one that adds most area outside that triangle
 *
 * Distances and areas are those in the contact plane (u, v) and are weighted by
 * (margin - w) / (margin - w0), which falls from 1 at the deepest point to 0 at the margin: of the two
 * corners of a thin plate that lie above each other, the touching one wins, and a point that enters at
 * the margin changes nothing at once.
 */

/** Floats per candidate: u, v in the contact plane, w the separation. */
export const CANDIDATE_STRIDE = 3;

/** Ties go to the first candidate. */
const deepestOf = (points: Floats, count: number): number => {
  let deepest = 0;
  let depth = points[2];
  for (let i = 1; i < count; i++) {
    const w = points[i * CANDIDATE_STRIDE + 2];
    if (w < depth) {
      depth = w;
      deepest = i;
    }
  }
  for (let i = 0; i < deepest; i++) if (points[i * CANDIDATE_STRIDE + 2] <= depth + DEPTH_TIE) return i;
  return deepest;
};

/**
 * Writes the indices of the kept candidates to `kept`, the deepest (within DEPTH_TIE) first, and returns how
 * many. No candidate lies above the margin, the one element of `reach`.
 */
export const reducePoints = (points: Floats, count: number, reach: Floats, kept: Int32Array): number => {
  if (count <= MAX_POINTS) {
    for (let i = 0; i < count; i++) kept[i] = i;
    return count;
  }
  const margin = reach[0];
  const i0 = deepestOf(points, count);
  const u0 = points[i0 * CANDIDATE_STRIDE];
  const v0 = points[i0 * CANDIDATE_STRIDE + 1];
  const w0 = points[i0 * CANDIDATE_STRIDE + 2];
  // One more tie below the deepest keeps the scale positive when all points lie at the margin.
  const scale = 1 / (margin - w0 + DEPTH_TIE);
  kept[0] = i0;

  let i1 = -1;
  let best = 0;
  for (let i = 0; i < count; i++) {
    const o = i * CANDIDATE_STRIDE;
    const du = points[o] - u0;
    const dv = points[o + 1] - v0;
    const score = (du * du + dv * dv) * (margin - points[o + 2] + DEPTH_TIE) * scale;
    if (i !== i0 && score > best * (1 + SCORE_TIE)) {
      best = score;
      i1 = i;
    }
  }
  if (i1 < 0) return 1;
  kept[1] = i1;
  const u1 = points[i1 * CANDIDATE_STRIDE];
  const v1 = points[i1 * CANDIDATE_STRIDE + 1];
  const eu = u1 - u0;
  const ev = v1 - v0;

  let i2 = -1;
  best = COLLINEAR_RATIO * (eu * eu + ev * ev);
  for (let i = 0; i < count; i++) {
    const o = i * CANDIDATE_STRIDE;
    const area = Math.abs(eu * (points[o + 1] - v0) - ev * (points[o] - u0));
    const score = area * (margin - points[o + 2] + DEPTH_TIE) * scale;
    if (score > best * (1 + SCORE_TIE)) {
      best = score;
      i2 = i;
    }
  }
  if (i2 < 0) return 2;
  kept[2] = i2;
  const u2 = points[i2 * CANDIDATE_STRIDE];
  const v2 = points[i2 * CANDIDATE_STRIDE + 1];
  const side = eu * (v2 - v0) - ev * (u2 - u0) > 0 ? 1 : -1;

  let i3 = -1;
  best = COLLINEAR_RATIO * (eu * eu + ev * ev);
  for (let i = 0; i < count; i++) {
    const o = i * CANDIDATE_STRIDE;
    const u = points[o];
    const v = points[o + 1];
    const outside01 = ev * (u - u0) - eu * (v - v0);
    const outside12 = (v2 - v1) * (u - u1) - (u2 - u1) * (v - v1);
    const outside20 = (v0 - v2) * (u - u2) - (u0 - u2) * (v - v2);
    // A convex set can lie outside one side far from the triangle or outside two near a corner:
    // the larger triangle is added.
    const area = Math.max(side * outside01, side * outside12, side * outside20);
    const score = area * (margin - points[o + 2] + DEPTH_TIE) * scale;
    if (score > best * (1 + SCORE_TIE)) {
      best = score;
      i3 = i;
    }
  }
  if (i3 < 0) return 3;
  kept[3] = i3;
  return MAX_POINTS;
};
