import { createFloats, type Floats, growFloats } from '../../../math/floats.js';
import { growInt32 } from '../../../math/index-list.js';
import { DEPTH_TIE, PATCH_NORMAL } from '../../../tuning.js';
import { createManifold, MAX_POINTS, type Manifold, POINT_STRIDE } from '../manifold.js';
import { CANDIDATE_STRIDE, reducePoints } from '../reduce.js';
import { drift } from './drift.js';
import { touches } from './touches.js';

/**
 * From contacts with single triangles to at most four manifolds, the contact patches: one for the floor, say, and one
 * for each wall of a corner. Touches whose normals agree within PATCH_NORMAL share a patch.
 *
 * The first patch has the normal of the deepest touch. Each further one takes the normal that lies farthest from those
 * chosen already (farthest-first traversal, Gonzalez 1985), weighted by depth as in `reduce.ts`, so that a touch that
 * enters at the margin changes nothing at once. Then every touch goes to the patch with the nearest normal, and the
 * points of a patch are reduced to four: those that carry the load where the body will be (`drift.ts`), so that a corner that comes
 * down fast is as deep as one that is at rest now.
 */
export const MAX_PATCHES = 4;

export interface Patch {
  readonly manifold: Manifold;
  /** Entry of the surface's materials, or -1. */
  material: number;
}

/** What gatherPatches writes. */
export const patches: readonly Patch[] = Array.from({ length: MAX_PATCHES }, () => ({
  manifold: createManifold(),
  material: -1,
}));

/** Scratch: the touch that each patch takes its normal from; the cosine of each touch to its nearest patch. */
const seeds = new Int32Array(MAX_PATCHES);
let nearest: Floats = createFloats(16);
let patchOf: Int32Array = new Int32Array(16);

/** Scratch: candidates of one patch in the plane of its normal, which point each is, and what is kept. */
let candidates: Floats = createFloats(64 * CANDIDATE_STRIDE);
let pointOf: Int32Array = new Int32Array(64);
const kept = new Int32Array(MAX_POINTS);
/** Scratch: N, and two directions across it. */
const frame = createFloats(9);

/**
 * Writes the patches of all touches in the frame of the surface at `pose[at]`; returns how many. With `single` a patch
 * keeps its deepest point alone.
 */
export const gatherPatches = (pose: Floats, at: number, margin: Floats, single: boolean): number => {
  const count = chooseSeeds(margin);
  for (let k = 0; k < count; k++) writePatch(k, pose, at, margin, single);
  return count;
};

const chooseSeeds = (margin: Floats): number => {
  const { count, least, normal, material } = touches;
  if (count === 0) return 0;
  if (patchOf.length < count) {
    patchOf = growInt32(patchOf, count);
    nearest = growFloats(nearest, count);
  }
  let seed = deepestTouch();
  const reach = margin[0] - least[seed] + DEPTH_TIE;
  for (let i = 0; i < count; i++) nearest[i] = -2;
  for (let k = 0; ; k++) {
    seeds[k] = seed;
    const s = 3 * seed;
    let best = 0;
    let next = -1;
    for (let i = 0; i < count; i++) {
      const other = material[i] !== material[seed];
      const cosine =
        normal[3 * i] * normal[s] + normal[3 * i + 1] * normal[s + 1] + normal[3 * i + 2] * normal[s + 2];
      // Of equal normals that of another material is the farther one.
      const near = other ? cosine - 2 * PATCH_NORMAL : cosine;
      if (near > nearest[i]) {
        nearest[i] = near;
        patchOf[i] = k;
      }
      const angle = 1 - nearest[i];
      if (angle < PATCH_NORMAL) continue;
      const score = (angle * (margin[0] - least[i] + DEPTH_TIE)) / reach;
      if (score > best) {
        best = score;
        next = i;
      }
    }
    if (next < 0 || k + 1 === MAX_PATCHES) return k + 1;
    seed = next;
  }
};

/**
 * The first of those that are as deep as the deepest, and better one with a face than one with an edge: beside a flat
 * edge both are as deep, and the normal at the edge is tilted by up to ADMISSIBLE_TILT.
 */
const deepestTouch = (): number => {
  const { count, least, flat } = touches;
  let depth = least[0];
  for (let i = 1; i < count; i++) depth = Math.min(depth, least[i]);
  let first = -1;
  for (let i = 0; i < count; i++) {
    if (least[i] > depth + DEPTH_TIE) continue;
    if (flat[i] !== 0) return i;
    if (first < 0) first = i;
  }
  return first;
};

const writePatch = (k: number, pose: Floats, at: number, margin: Floats, single: boolean): void => {
  const { manifold } = patches[k];
  patches[k].material = touches.material[seeds[k]];
  writeFrame(seeds[k]);
  const count = listCandidates(k, margin, !single);
  if (!single) cornerFirst(count);
  const written = single ? keepDeepest(count) : reducePoints(candidates, count, margin, kept);
  manifold.count = 0;
  for (let i = 0; i < written; i++) addPoint(manifold, pointOf[kept[i]], pose, at);
  for (let i = 0; i < 3; i++) {
    const r = at + 3 + 3 * i;
    manifold.normal[i] = -(pose[r] * frame[0] + pose[r + 1] * frame[1] + pose[r + 2] * frame[2]);
  }
};

const listCandidates = (k: number, margin: Floats, moves: boolean): number => {
  const { count, first, points } = touches;
  if (pointOf.length < touches.pointCount) {
    pointOf = growInt32(pointOf, touches.pointCount);
    candidates = growFloats(candidates, pointOf.length * CANDIDATE_STRIDE);
  }
  let found = 0;
  for (let t = 0; t < count; t++) {
    if (patchOf[t] !== k) continue;
    for (let i = first[t]; i < first[t + 1]; i++) {
      const p = 4 * i;
      const o = CANDIDATE_STRIDE * found;
      candidates[o] = frame[3] * points[p] + frame[4] * points[p + 1] + frame[5] * points[p + 2];
      candidates[o + 1] = frame[6] * points[p] + frame[7] * points[p + 1] + frame[8] * points[p + 2];
      candidates[o + 2] = points[p + 3];
      if (moves) candidates[o + 2] = Math.min(margin[0], points[p + 3] + driftAt(p));
      pointOf[found++] = i;
    }
  }
  return found;
};

/** By how much the drift changes the separation at a point of the patch in hand. */
const driftAt = (p: number): number => {
  const { points } = touches;
  const x = points[p];
  const y = points[p + 1];
  const z = points[p + 2];
  return (
    frame[0] * (drift[0] + drift[4] * z - drift[5] * y) +
    frame[1] * (drift[1] + drift[5] * x - drift[3] * z) +
    frame[2] * (drift[2] + drift[3] * y - drift[4] * x)
  );
};

/**
 * Puts a corner of the patch first among its candidates. Of those that are as deep as the deepest, `reducePoints` takes
 * the first, and that could be where an edge between two triangles is cut, in the middle of the patch.
 */
const cornerFirst = (count: number): void => {
  let depth = Infinity;
  for (let i = 0; i < count; i++) depth = Math.min(depth, candidates[CANDIDATE_STRIDE * i + 2]);
  let best = -1;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const o = CANDIDATE_STRIDE * i;
    if (candidates[o + 2] > depth + DEPTH_TIE) continue;
    // Any direction does; one along an edge of the patch would have two farthest corners.
    const far = candidates[o] + CORNER_SLOPE * candidates[o + 1];
    if (far <= most) continue;
    most = far;
    best = i;
  }
  if (best <= 0) return;
  for (let i = 0; i < CANDIDATE_STRIDE; i++) {
    const x = candidates[i];
    candidates[i] = candidates[CANDIDATE_STRIDE * best + i];
    candidates[CANDIDATE_STRIDE * best + i] = x;
  }
  const point = pointOf[0];
  pointOf[0] = pointOf[best];
  pointOf[best] = point;
};

/** No likely slope of an edge. */
const CORNER_SLOPE = 0.3713;

const keepDeepest = (count: number): number => {
  kept[0] = 0;
  for (let i = 1; i < count; i++) {
    if (candidates[CANDIDATE_STRIDE * i + 2] < candidates[CANDIDATE_STRIDE * kept[0] + 2]) kept[0] = i;
  }
  return count > 0 ? 1 : 0;
};

/** Appends a point in world coordinates, unless one of the same features is there: two triangles may share it. */
const addPoint = (out: Manifold, point: number, pose: Floats, at: number): void => {
  const { points, features } = touches;
  const feature = features[point];
  for (let i = 0; i < out.count; i++) if (out.features[i] === feature) return;
  const p = 4 * point;
  const o = POINT_STRIDE * out.count;
  for (let i = 0; i < 3; i++) {
    const r = at + 3 + 3 * i;
    out.points[o + i] =
      pose[at + i] + (pose[r] * points[p] + pose[r + 1] * points[p + 1] + pose[r + 2] * points[p + 2]);
  }
  out.points[o + 3] = points[p + 3];
  out.features[out.count++] = feature;
};

/** N of a touch and two unit directions across it; the first is across the axis that is farthest from N. */
const writeFrame = (touch: number): void => {
  const { normal } = touches;
  const x = normal[3 * touch];
  const y = normal[3 * touch + 1];
  const z = normal[3 * touch + 2];
  frame[0] = x;
  frame[1] = y;
  frame[2] = z;
  if (x * x > 1 / 3) {
    const s = 1 / Math.sqrt(x * x + y * y);
    frame[3] = y * s;
    frame[4] = -x * s;
    frame[5] = 0;
  } else {
    const s = 1 / Math.sqrt(y * y + z * z);
    frame[3] = 0;
    frame[4] = z * s;
    frame[5] = -y * s;
  }
  frame[6] = y * frame[5] - z * frame[4];
  frame[7] = z * frame[3] - x * frame[5];
  frame[8] = x * frame[4] - y * frame[3];
};
