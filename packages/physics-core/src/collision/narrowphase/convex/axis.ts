import { createFloats, type Floats } from '../../../math/floats.js';
import {
  AXIS_CONVERGED,
  AXIS_GAP,
  AXIS_MAX_ITERATIONS,
  AXIS_SHALLOW,
  AXIS_STARTS,
  AXIS_TRUSTED,
  MIN_SIZE,
  PARALLEL_AXES,
  SAME_AXIS,
} from '../../../tuning.js';
import { type ColliderShapes, hasHull, isRevolved, POSE_STRIDE } from '../../shapes/collider-shapes.js';
import { AxisList, addAxis } from '../../shapes/solid.js';
import { solidFeatures } from '../../shapes/solid-features.js';
import { hullOf } from '../../shapes/solids/polyhedron.js';
import { solids } from '../../shapes/solids.js';
import { closestPoints, closestPointsNear, createGjkResult } from '../gjk.js';

/**
 * The axis N, unit from A to B, along which two convex cores are furthest apart or penetrate least, and that separation
 *   σ = max over n of s(n),   s(n) = min over B of n·y - max over A of n·x.
 *
 * Apart: GJK. Otherwise s is climbed from a start n: B is moved along n by t, until a gap g is left along n, and GJK measures the
 * distance D there with its normal n'. A plane across n lies between the two, so D >= g, and moving B back gives
 *   s(n') = D - t n·n' >= g - t = s(n):
 * a step never leads down, and stays only where the boundary of the Minkowski difference is met at right angles, at a local
 * maximum. Faces take one step. On curved parts the error of n shrinks by (d + g) / (R + g) a step, with the depth d and the
 * radius of curvature R of the boundary, and R >= d at a maximum.
 *
 * Starts are the best normals of faces and sides of both shapes by s and, where these penetrate deeply, the direction
 * between the centres and that across two axes of revolution: a face that is a local maximum leads nowhere else. The shapes
 * are slots 0 and 1 of a pair.
 */

/** N (0-2), σ (3), the points of the cores of A (4-6) and B (7-9) that are nearest to each other along it. */
export const axis = createFloats(10);

const gjk = createGjkResult();
const starts = new AxisList();
/** Scratch: the starts from here on are no normals of a shape. */
let general = 0;
/** Scratch: the best starts by s, and s. */
const chosen = createFloats(4 * AXIS_STARTS);

/** Scratch: a direction in the pair's frame, in the frame of a shape, and a point of its core. */
const n = createFloats(3);
const local = createFloats(3);
const point = createFloats(3);
/** Scratch: s of `n`, and the size of the cores along it. */
const along = createFloats(2);

/** Writes Rᵀ (sign n). */
const toLocal = (pose: Floats, p: number, sign: number): void => {
  for (let i = 0; i < 3; i++)
    local[i] = sign * (pose[p + 3 + i] * n[0] + pose[p + 6 + i] * n[1] + pose[p + 9 + i] * n[2]);
};

/** Writes s(n) of the cores to along[0]. */
const measure = (pair: ColliderShapes): void => {
  const { pose, kind } = pair;
  let s = 0;
  along[1] = MIN_SIZE;
  for (let slot = 0; slot < 2; slot++) {
    const sign = slot === 0 ? 1 : -1;
    const p = slot * POSE_STRIDE;
    toLocal(pose, p, sign);
    solids[kind[slot]].support(pair, slot, local, point);
    const reach = local[0] * point[0] + local[1] * point[1] + local[2] * point[2];
    s -= sign * (n[0] * pose[p] + n[1] * pose[p + 1] + n[2] * pose[p + 2]) + reach;
    along[1] = Math.max(along[1], Math.abs(reach));
  }
  along[0] = s;
};

/** Writes s along a direction of the pair's frame to out[0]. */
export const measureAlong = (pair: ColliderShapes, direction: Floats, out: Floats): void => {
  for (let i = 0; i < 3; i++) n[i] = direction[i];
  measure(pair);
  out[0] = along[0];
  out[1] = along[1];
};

const keepGjk = (): void => {
  for (let i = 0; i < 3; i++) {
    axis[i] = gjk.normal[i];
    axis[4 + i] = gjk.pointA[i];
    axis[7 + i] = gjk.pointB[i];
  }
  axis[3] = gjk.distance[0];
};

/** Writes `axis` of the pair. */
export const findAxis = (pair: ColliderShapes): void => {
  closestPoints(pair, 0, 1, gjk);
  if (gjk.distance[0] > 0) {
    for (let i = 0; i < 3; i++) n[i] = gjk.normal[i];
    measure(pair);
    if (gjk.distance[0] > AXIS_TRUSTED * along[1]) return keepGjk();
  }
  listStarts(pair);
  chooseStarts(pair);
  axis[3] = -Infinity;
  for (let k = 0; k < AXIS_STARTS && chosen[4 * k + 3] > -Infinity; k++) {
    for (let i = 0; i < 3; i++) n[i] = chosen[4 * k + i];
    if (n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2] > SAME_AXIS && k > 0) continue;
    climb(pair);
    // Shallow: no other axis is better by what matters.
    if (axis[3] > -AXIS_SHALLOW * along[1]) return;
  }
  for (let k = general; k < starts.count; k++) {
    for (let i = 0; i < 3; i++) n[i] = starts.xyz[3 * k + i];
    climb(pair);
  }
};

/** Writes `axis` of the pair from a start in the pair's frame, which must be of length one. */
export const findAxisFrom = (pair: ColliderShapes, start: Floats): void => {
  for (let i = 0; i < 3; i++) n[i] = start[i];
  axis[3] = -Infinity;
  climb(pair);
};

/** Climbs from `n`; keeps the result where it beats what is in `axis`. */
const climb = (pair: ColliderShapes): void => {
  const { pose } = pair;
  measure(pair);
  let s = along[0];
  for (let iteration = 0; iteration < AXIS_MAX_ITERATIONS; iteration++) {
    const size = along[1];
    // Apart along n already: GJK measures the pair as it is.
    const t = s > AXIS_GAP * size ? 0 : AXIS_GAP * size - s;
    for (let i = 0; i < 3; i++) {
      pose[POSE_STRIDE + i] += t * n[i];
      gjk.normal[i] = n[i];
    }
    closestPointsNear(pair, 0, 1, gjk);
    for (let i = 0; i < 3; i++) pose[POSE_STRIDE + i] -= t * n[i];
    const turn = n[0] * gjk.normal[0] + n[1] * gjk.normal[1] + n[2] * gjk.normal[2];
    const next = gjk.distance[0] - t * turn;
    if (next > axis[3] + AXIS_CONVERGED * size) {
      keepGjk();
      axis[3] = next;
      for (let i = 0; i < 3; i++) axis[7 + i] -= t * n[i];
    }
    if (t === 0 || next - s <= AXIS_CONVERGED * size) return;
    s = next;
    for (let i = 0; i < 3; i++) n[i] = gjk.normal[i];
  }
};

/** Scratch: from the centre of A to that of B. */
const between = createFloats(3);

const addCentre = (pair: ColliderShapes, slot: number, sign: number): void => {
  const { pose, kind } = pair;
  const p = slot * POSE_STRIDE;
  for (let i = 0; i < 3; i++) between[i] += sign * pose[p + i];
  if (!hasHull(kind[slot])) return;
  const { centre } = hullOf(pair, slot);
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    between[i] += sign * (pose[r] * centre[0] + pose[r + 1] * centre[1] + pose[r + 2] * centre[2]);
  }
};

const addStart = (x: number, y: number, z: number): void => {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  const at = addAxis(starts);
  starts.xyz[at] = x / length;
  starts.xyz[at + 1] = y / length;
  starts.xyz[at + 2] = z / length;
};

const listStarts = (pair: ColliderShapes): void => {
  const { pose, kind } = pair;
  starts.count = 0;
  for (let i = 0; i < 3; i++) between[i] = 0;
  addCentre(pair, 0, -1);
  addCentre(pair, 1, 1);
  for (let slot = 0; slot < 2; slot++) {
    const sign = slot === 0 ? 1 : -1;
    const p = slot * POSE_STRIDE;
    const first = starts.count;
    for (let i = 0; i < 3; i++) n[i] = between[i];
    toLocal(pose, p, sign);
    solidFeatures[kind[slot]].addAxes(pair, slot, local, starts);
    for (let k = 3 * first; k < 3 * starts.count; k += 3) {
      const x = sign * starts.xyz[k];
      const y = sign * starts.xyz[k + 1];
      const z = sign * starts.xyz[k + 2];
      for (let i = 0; i < 3; i++) {
        const r = p + 3 + 3 * i;
        starts.xyz[k + i] = pose[r] * x + pose[r + 1] * y + pose[r + 2] * z;
      }
    }
  }
  general = starts.count;
  addStart(between[0], between[1], between[2]);
  if (isRevolved(kind[0]) && isRevolved(kind[1])) addCrossing(pose);
  if (starts.count === 0) addStart(0, 1, 0);
};

/** Across both axes of revolution, towards B. */
const addCrossing = (pose: Floats): void => {
  const q = POSE_STRIDE;
  const x = pose[7] * pose[q + 10] - pose[10] * pose[q + 7];
  const y = pose[10] * pose[q + 4] - pose[4] * pose[q + 10];
  const z = pose[4] * pose[q + 7] - pose[7] * pose[q + 4];
  const sign = x * between[0] + y * between[1] + z * between[2] < 0 ? -1 : 1;
  if (x * x + y * y + z * z > PARALLEL_AXES) addStart(sign * x, sign * y, sign * z);
};

/** The starts with the largest s, in falling order; of equal ones the first. */
const chooseStarts = (pair: ColliderShapes): void => {
  for (let k = 0; k < AXIS_STARTS; k++) chosen[4 * k + 3] = -Infinity;
  for (let k = 0; k < starts.count; k++) {
    for (let i = 0; i < 3; i++) n[i] = starts.xyz[3 * k + i];
    measure(pair);
    let at = AXIS_STARTS;
    while (at > 0 && along[0] > chosen[4 * (at - 1) + 3]) at--;
    if (at === AXIS_STARTS) continue;
    for (let o = 4 * AXIS_STARTS - 1; o >= 4 * (at + 1); o--) chosen[o] = chosen[o - 4];
    for (let i = 0; i < 3; i++) chosen[4 * at + i] = n[i];
    chosen[4 * at + 3] = along[0];
  }
};
