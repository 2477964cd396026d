import { createFloats, type Floats } from '../../math/floats.js';
import { CLIP_SLACK } from '../../tuning.js';
import { edgeCode, FACE_CODE, packFeature, swapFeature, vertexCode } from './feature-id.js';
import type { Manifold } from './manifold.js';
import { MAX_POINTS, POINT_STRIDE } from './manifold.js';
import { CANDIDATE_STRIDE, reducePoints } from './reduce.js';

/**
 * A face of one shape (the reference) against a face of the other (the incident one). Both are written into
 * the frame of the reference face: u and v in its plane, w the height above it, so that w is the separation.
 * The incident polygon is cut by the side planes through the reference's edges (Sutherland & Hodgman 1974);
 * what is left lies over the reference face, and its corners at or below the margin are the candidates.
 *
 * A corner of the result is one of three things, which its feature id names:
 *   an incident vertex                                   reference face  x incident vertex
 *   an incident edge cut by a side plane                 reference edge  x incident edge
 *   two side planes meeting over the incident face       reference vertex x incident face
 * To distinguish them every corner carries the edge that leaves it: the code of an incident edge, or CUT
 * when the edge lies in a side plane.
 *
 * The reference runs counter-clockwise in (u, v), the incident polygon clockwise (its normal points down).
 */
const CUT = -1;

/** Floats per side plane: outward normal (nu, nv) and offset c, nu u + nv v = c on it. */
const SIDE_STRIDE = 3;

/** Before the first use of a larger hull: enough for a box pair, 4 corners and 4 cuts. */
const INITIAL_CAPACITY = 16;

interface Polygon {
  /** u, v, w per corner. */
  readonly points: Floats;
  /** Reference << 16 | incident. */
  readonly features: Int32Array;
  /** The edge that leaves the corner. */
  readonly leaving: Int32Array;
}

const createPolygon = (corners: number): Polygon => ({
  points: createFloats(corners * CANDIDATE_STRIDE),
  features: new Int32Array(corners),
  leaving: new Int32Array(corners),
});

class ClipScratch {
  polygon = createPolygon(INITIAL_CAPACITY);
  otherPolygon = createPolygon(INITIAL_CAPACITY);
  /** Of each corner outside the side plane at hand. */
  distances = createFloats(INITIAL_CAPACITY);
  /** The reference face: side i runs from vertex i to vertex i + 1. */
  sides = createFloats(INITIAL_CAPACITY * SIDE_STRIDE);
  sideVertices = new Int32Array(INITIAL_CAPACITY);
  /** In the world: a point of the reference plane, then the directions u, v and w. */
  readonly frame = createFloats(12);
  readonly kept = new Int32Array(MAX_POINTS);
}

/** Scratch: one for all pairs. */
export const clipScratch = new ClipScratch();

/** Each cut of a convex polygon adds at most one corner. */
export const reserveClip = (referenceCount: number, incidentCount: number): void => {
  const corners = referenceCount + incidentCount;
  if (clipScratch.distances.length >= corners) return;
  clipScratch.polygon = createPolygon(corners);
  clipScratch.otherPolygon = createPolygon(corners);
  clipScratch.distances = createFloats(corners);
  clipScratch.sides = createFloats(corners * SIDE_STRIDE);
  clipScratch.sideVertices = new Int32Array(corners);
};

/**
 * Names the features of `count` uncut incident corners whose hull vertices the
 * caller has written to `features`.
 */
export const nameIncidentCorners = (count: number): void => {
  const { features, leaving } = clipScratch.polygon;
  const first = features[0];
  for (let i = 0; i < count; i++) {
    const v = features[i];
    leaving[i] = edgeCode(v, i + 1 < count ? features[i + 1] : first);
    features[i] = packFeature(FACE_CODE, vertexCode(v));
  }
};

/** Cuts the polygon by all side planes; returns how many corners are left. */
export const clipBySides = (count: number, sideCount: number): number => {
  const scratch = clipScratch;
  const { sides, sideVertices, distances } = scratch;
  let from = scratch.polygon;
  let to = scratch.otherPolygon;
  for (let side = 0; side < sideCount; side++) {
    const nu = sides[side * SIDE_STRIDE];
    const nv = sides[side * SIDE_STRIDE + 1];
    const c = sides[side * SIDE_STRIDE + 2];
    const { points } = from;
    let outside = 0;
    for (let i = 0, o = 0; i < count; i++, o += CANDIDATE_STRIDE) {
      const distance = nu * points[o] + nv * points[o + 1] - c;
      distances[i] = distance;
      if (distance > CLIP_SLACK) outside++;
    }
    if (outside === 0) continue;
    if (outside === count) return 0;
    const start = sideVertices[side];
    const end = sideVertices[side + 1 < sideCount ? side + 1 : 0];
    count = cut(from, to, count, distances, start, end);
    const swap = from;
    from = to;
    to = swap;
  }
  scratch.polygon = from;
  scratch.otherPolygon = to;
  return count;
};

/**
 * The corners inside form one run of a convex polygon. Writes the cut that enters the run, the run, and the
 * cut that leaves it. A corner in the slack beyond the plane stands for the cut of its edge, too.
 */
const cut = (
  from: Polygon,
  to: Polygon,
  count: number,
  distances: Floats,
  start: number,
  end: number,
): number => {
  const { points, features, leaving } = from;
  const { points: toPoints, features: toFeatures, leaving: toLeaving } = to;
  let before = count - 1;
  let first = 0;
  while (distances[before] <= CLIP_SLACK || distances[first] > CLIP_SLACK) before = first++;

  // Clockwise, the polygon runs along the side from its end to its start.
  let written = 0;
  if (distances[first] < 0) {
    crossing(points, before, first, distances, toPoints, 0);
    const edge = leaving[before];
    toFeatures[0] =
      edge === CUT ? packFeature(vertexCode(start), FACE_CODE) : packFeature(edgeCode(start, end), edge);
    toLeaving[0] = edge;
    written = 1;
  }
  let last = first;
  let i = first;
  do {
    const o = i * CANDIDATE_STRIDE;
    const n = written * CANDIDATE_STRIDE;
    toPoints[n] = points[o];
    toPoints[n + 1] = points[o + 1];
    toPoints[n + 2] = points[o + 2];
    toFeatures[written] = features[i];
    toLeaving[written] = leaving[i];
    written++;
    last = i;
    i = i + 1 < count ? i + 1 : 0;
  } while (distances[i] <= CLIP_SLACK);
  if (distances[last] < 0) {
    crossing(points, last, i, distances, toPoints, written);
    const edge = leaving[last];
    toFeatures[written] =
      edge === CUT ? packFeature(vertexCode(end), FACE_CODE) : packFeature(edgeCode(start, end), edge);
    written++;
  }
  toLeaving[written - 1] = CUT;
  return written;
};

/** Writes the point where the edge between two corners meets the side plane. */
const crossing = (
  points: Floats,
  from: number,
  to: number,
  distances: Floats,
  out: Floats,
  written: number,
): void => {
  const s = distances[from] / (distances[from] - distances[to]);
  const f = from * CANDIDATE_STRIDE;
  const t = to * CANDIDATE_STRIDE;
  const n = written * CANDIDATE_STRIDE;
  out[n] = points[f] + s * (points[t] - points[f]);
  out[n + 1] = points[f + 1] + s * (points[t + 1] - points[f + 1]);
  out[n + 2] = points[f + 2] + s * (points[t + 2] - points[f + 2]);
};

/** Moves the corners at or below the margin (one element) to the front; returns how many. */
export const keepWithinMargin = (count: number, margin: Floats): number => {
  const limit = margin[0];
  const { points, features } = clipScratch.polygon;
  let written = 0;
  for (let i = 0; i < count; i++) {
    const o = i * CANDIDATE_STRIDE;
    if (points[o + 2] > limit) continue;
    if (written !== i) {
      const n = written * CANDIDATE_STRIDE;
      points[n] = points[o];
      points[n + 1] = points[o + 1];
      points[n + 2] = points[o + 2];
      features[written] = features[i];
    }
    written++;
  }
  return written;
};

/** Moves the deepest corner to the front. */
export const keepDeepest = (count: number): void => {
  const { points, features } = clipScratch.polygon;
  for (let i = 1; i < count; i++) {
    const o = i * CANDIDATE_STRIDE;
    if (points[o + 2] >= points[2]) continue;
    points[0] = points[o];
    points[1] = points[o + 1];
    points[2] = points[o + 2];
    features[0] = features[i];
  }
};

/**
 * Reduces `count` candidates and writes them to the manifold, with the reference's
 * normal oriented from A to B.
 */
export const writeFaceContact = (count: number, referenceIsA: boolean, out: Manifold): void => {
  const { frame, kept } = clipScratch;
  const { points, features } = clipScratch.polygon;
  const written = reducePoints(points, count, out.margin, kept);
  const outPoints = out.points;
  const outFeatures = out.features;
  const sign = referenceIsA ? 1 : -1;
  const wx = frame[9];
  const wy = frame[10];
  const wz = frame[11];
  out.normal[0] = sign * wx;
  out.normal[1] = sign * wy;
  out.normal[2] = sign * wz;
  for (let i = 0; i < written; i++) {
    const o = kept[i] * CANDIDATE_STRIDE;
    const u = points[o];
    const v = points[o + 1];
    const separation = points[o + 2];
    const half = 0.5 * separation;
    const p = i * POINT_STRIDE;
    outPoints[p] = frame[0] + (u * frame[3] + v * frame[6] + half * wx);
    outPoints[p + 1] = frame[1] + (u * frame[4] + v * frame[7] + half * wy);
    outPoints[p + 2] = frame[2] + (u * frame[5] + v * frame[8] + half * wz);
    outPoints[p + 3] = separation;
    const feature = features[kept[i]];
    outFeatures[i] = referenceIsA ? feature : swapFeature(feature);
  }
  out.count = written;
};
