import { createFloats, type Floats } from '../../../math/floats.js';
import {
  AXIS_SNAP,
  FLAT_COSINE,
  MIN_STRETCH,
  MISSED_DEPTH,
  NEAREST_SLACK,
  PARALLEL_SINE,
  PARALLEL_SPREAD,
} from '../../../tuning.js';
import { type ColliderShapes, coreRadius, POSE_STRIDE } from '../../shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../../shapes/shape-pair.js';
import { FeatureKind } from '../../shapes/solid.js';
import { MAX_POINTS, type Manifold, POINT_STRIDE } from '../manifold.js';
import { CANDIDATE_STRIDE, reducePoints } from '../reduce.js';
import { axis, findAxis, measureAlong } from './axis.js';
import { addCandidate, candidates, clipFeatures } from './clip-features.js';
import { contactFrame, PlacedFeature, placeFeature, writeContactFrame } from './placed-feature.js';

/**
 * Any two convex shapes: the axis N of `axis.ts`, then the parts of both surfaces that face along it.
 *   A face across N    what lies over it of the other's part (`clip-features.ts`)
 *   two lines          nearly parallel ones touch in two points, the ends of the stretch in which they run side by side
 *   otherwise          the nearest points
 * All separations are measured along N, between points of both shapes, so none is less than that of the nearest
 * points; these are added where no other point is as near.
 *
 * Feature ids: those of `clip-features.ts`; 0 for a lone point; 1 and 2 for the ends of a stretch towards A's lower and upper end.
 */

/** Feature id of a lone point. */
const LONE = 0;

/** Scratch: the two shapes, A at the origin. */
const pair = createShapePair();
const featureA = new PlacedFeature();
const featureB = new PlacedFeature();
const kept = new Int32Array(MAX_POINTS);
/** Scratch: s along a face's normal, and the size of the shapes along it. */
const measured = createFloats(2);
const direction = createFloats(3);

export const collideConvex = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  copyShape(shapes, a, pair, 0);
  copyShape(shapes, b, pair, 1);
  const { pose } = shapes;
  const pa = a * POSE_STRIDE;
  for (let i = 0; i < 3; i++) pair.pose[POSE_STRIDE + i] = pose[b * POSE_STRIDE + i] - pose[pa + i];
  findAxis(pair);
  const separation = axis[3] - coreRadius(pair, 0) - coreRadius(pair, 1);
  out.count = 0;
  out.gap[0] = Math.max(0, separation);
  if (separation > out.margin[0]) return;
  writeContact(pair, featureA, featureB, out);
  for (let k = 0; k < out.count; k++)
    for (let i = 0; i < 3; i++) out.points[k * POINT_STRIDE + i] += pose[pa + i];
};

/** Writes the manifold of slots 0 and 1 along `axis`, in the frame of the pair. The features are scratch. */
export const writeContact = (
  pairOf: ColliderShapes,
  a: PlacedFeature,
  b: PlacedFeature,
  out: Manifold,
): void => {
  placeBoth(pairOf, a, b);
  if (snapToFace(pairOf, a, 1) || snapToFace(pairOf, b, -1)) placeBoth(pairOf, a, b);
  for (let i = 0; i < 3; i++) out.normal[i] = axis[i];
  const least = axis[3] - coreRadius(pairOf, 0) - coreRadius(pairOf, 1);
  const faces = isFaceAcross(a) || isFaceAcross(b);
  const single = a.own.kind === FeatureKind.point || b.own.kind === FeatureKind.point;
  out.count = 0;
  if (!single && faces) addFaceContact(pairOf, a, b, least, out);
  else if (!single) addLineContact(a, b, least, out);
  if (out.count > 0) return;
  writeNearest(pairOf, least);
  addPoint(LONE, out);
};

const placeBoth = (pairOf: ColliderShapes, a: PlacedFeature, b: PlacedFeature): void => {
  writeContactFrame(axis);
  placeFeature(pairOf, 0, 1, a);
  placeFeature(pairOf, 1, -1, b);
};

const isFaceAcross = ({ isFlat, facing }: PlacedFeature): boolean => isFlat && facing[0] >= FLAT_COSINE;

/** Takes the normal of a face for N where that separates as much: N by GJK is right to rounding only, over the gap. */
const snapToFace = (pairOf: ColliderShapes, feature: PlacedFeature, sign: number): boolean => {
  if (!isFaceAcross(feature)) return false;
  for (let i = 0; i < 3; i++) direction[i] = sign * feature.normal[i];
  measureAlong(pairOf, direction, measured);
  if (measured[0] < axis[3] - AXIS_SNAP * measured[1]) return false;
  for (let i = 0; i < 3; i++) axis[i] = direction[i];
  axis[3] = measured[0];
  return true;
};

const addFaceContact = (
  pairOf: ColliderShapes,
  a: PlacedFeature,
  b: PlacedFeature,
  least: number,
  out: Manifold,
): void => {
  clipFeatures(a, b);
  keepWithin(out.margin[0]);
  let deepest = Infinity;
  for (let k = 0; k < candidates.count; k++)
    deepest = Math.min(deepest, candidates.points[k * CANDIDATE_STRIDE + 2]);
  if (deepest > least + NEAREST_SLACK) {
    writeNearest(pairOf, least);
    addCandidate(nearest, LONE);
  }
  const { points, middle, features } = candidates;
  const written = reducePoints(points, candidates.count, out.margin, kept);
  for (let k = 0; k < written; k++) {
    const o = kept[k] * CANDIDATE_STRIDE;
    for (let i = 0; i < 2; i++) nearest[i] = points[o + i];
    nearest[2] = middle[kept[k]];
    nearest[3] = points[o + 2];
    addPoint(features[kept[k]], out);
  }
};

/** Scratch: u, v, w half way between the surfaces, and separation of a point. */
const nearest = createFloats(4);

/** Adds `nearest`. */
const addPoint = (feature: number, out: Manifold): void => {
  const f = contactFrame;
  const o = POINT_STRIDE * out.count;
  for (let i = 0; i < 3; i++)
    out.points[o + i] = nearest[0] * f[i] + nearest[1] * f[3 + i] + nearest[2] * f[6 + i];
  out.points[o + 3] = nearest[3];
  out.features[out.count] = feature;
  out.count++;
};

/** Writes the place between the nearest points of both shapes. */
const writeNearest = (pairOf: ColliderShapes, least: number): void => {
  const f = contactFrame;
  for (let row = 0; row < 3; row++) {
    nearest[row] = 0;
    for (let i = 0; i < 3; i++) nearest[row] += 0.5 * f[3 * row + i] * (axis[4 + i] + axis[7 + i]);
  }
  // The cores' points are half way between the cores, the radii move the middle.
  nearest[2] += 0.5 * (coreRadius(pairOf, 0) - coreRadius(pairOf, 1));
  nearest[3] = least;
};

const keepWithin = (margin: number): void => {
  const { points, middle, features } = candidates;
  let written = 0;
  for (let k = 0; k < candidates.count; k++) {
    const o = k * CANDIDATE_STRIDE;
    if (points[o + 2] > margin) continue;
    for (let i = 0; i < CANDIDATE_STRIDE; i++) points[written * CANDIDATE_STRIDE + i] = points[o + i];
    middle[written] = middle[k];
    features[written] = features[k];
    written++;
  }
  candidates.count = written;
};

/** Scratch: the lines of A and B: u, v, w of a point, and the direction to the other end. */
const lineA = createFloats(6);
const lineB = createFloats(6);

/** The line of a feature that lies across N, if there is one: a line, or the edge of a polygon that is furthest along N. */
const writeLine = ({ own, uvw }: PlacedFeature, sign: number, out: Floats): boolean => {
  if (own.kind === FeatureKind.disc) return false;
  let top = -Infinity;
  for (let k = 0; k < own.count; k++) top = Math.max(top, sign * uvw[3 * k + 2]);
  const edges = own.kind === FeatureKind.line ? 1 : own.count;
  let best = PARALLEL_SINE;
  let found = false;
  for (let k = 0; k < edges; k++) {
    const o = 3 * k;
    const e = k + 1 < own.count ? o + 3 : 0;
    const du = uvw[e] - uvw[o];
    const dv = uvw[e + 1] - uvw[o + 1];
    const lowest = top - Math.min(sign * uvw[o + 2], sign * uvw[e + 2]);
    const tilt = lowest / Math.sqrt(du * du + dv * dv);
    if (!(tilt < best)) continue;
    best = tilt;
    found = true;
    for (let i = 0; i < 3; i++) {
      out[i] = uvw[o + i];
      out[3 + i] = uvw[e + i] - uvw[o + i];
    }
  }
  return found;
};

/** Adds the ends of the stretch in which two lines run side by side; none where they do not. */
const addLineContact = (a: PlacedFeature, b: PlacedFeature, least: number, out: Manifold): void => {
  if (!writeLine(a, 1, lineA) || !writeLine(b, -1, lineB)) return;
  const lengthA = Math.sqrt(lineA[3] * lineA[3] + lineA[4] * lineA[4]);
  const lengthB = Math.sqrt(lineB[3] * lineB[3] + lineB[4] * lineB[4]);
  const sine = (lineA[3] * lineB[4] - lineA[4] * lineB[3]) / (lengthA * lengthB);
  const along = (lineA[3] * lineB[3] + lineA[4] * lineB[4]) / (lengthA * lengthA);
  // Where B's ends are along A's line, which runs from 0 to 1.
  const first = (lineA[3] * (lineB[0] - lineA[0]) + lineA[4] * (lineB[1] - lineA[1])) / (lengthA * lengthA);
  const low = Math.max(0, Math.min(first, first + along));
  const high = Math.min(1, Math.max(first, first + along));
  const stretch = (high - low) * lengthA;
  const bend = a.own.bend[0] + b.own.bend[0];
  const isParallel = Math.abs(sine) < PARALLEL_SINE && Math.abs(sine) * stretch < PARALLEL_SPREAD * bend;
  if (!isParallel || stretch < MIN_STRETCH * bend) return;
  const count = out.count;
  let deepest = Infinity;
  for (let end = 0; end < 2; end++) {
    const s = end === 0 ? low : high;
    const t = Math.max(0, Math.min(1, (s - first) / along));
    const wA = lineA[2] + s * lineA[5];
    const wB = lineB[2] + t * lineB[5];
    // The slack of parallel lines must not make an end deeper than the deepest point.
    const separation = Math.max(least, wB - wA);
    if (separation > out.margin[0]) continue;
    deepest = Math.min(deepest, separation);
    for (let i = 0; i < 2; i++)
      nearest[i] = 0.5 * (lineA[i] + s * lineA[3 + i] + lineB[i] + t * lineB[3 + i]);
    nearest[2] = 0.5 * (wA + wB);
    nearest[3] = separation;
    addPoint(1 + end, out);
  }
  // Neither end is as near as the nearest points: these are the contact.
  if (deepest > least + MISSED_DEPTH * bend) out.count = count;
};
