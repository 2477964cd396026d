import { createFloats, type Floats, growFloats } from '../../../math/floats.js';
import { pushIndex } from '../../../math/index-list.js';
import { expandJoint, storePointImpulses } from '../../../rows/expand-points.js';
import {
  FIRST_TOUR_ROW,
  LINK,
  LINK_INTS,
  P,
  PENDING,
  ROW_K,
  TOUR_MOTION,
  TOUR_ROW,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import { isLink } from '../../../state/links.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
  DIRECT,
  IMPULSE_SCALE,
  J,
  JOINT,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  RELAX_LOW,
  ROW,
  ROW_INTS,
  SPRUNG,
  UPPER,
} from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import {
  addBodyResponse,
  addOuter,
  addToTourMotion,
  moveToCentre,
  moveToReference,
  wrench,
} from './link-frame.js';
import { addResponse } from './responses.js';
import { sortByHost } from './sort-by-host.js';
import { hear, tell, writeCrossResponse } from './tour.js';

/**
 * Rows on links that are neither locks nor controls of the tree: soft locks and soft limits, three-axis motors, friction
 * beside a motor, joints that only limit or pull. They are solved in the tour, like contacts, with the articulated
 * response of their links: Ċ = J v, K = J Φ Jᵀ. A rigid row wants Ċ in its window by λ within its bounds, as in
 * solver/sweeps/solve-rows.ts. A soft one is a spring against the mass m of its bodies (math/softness.ts), which is the
 * compliance γ = impulseScale / (massScale m):
 *   (K + γ) Δλ = wanted Ċ - Ċ - γ λ
 */

/** Whether a tour solves a row. */
const isTourRow = (world: World, row: number): boolean => {
  const { index } = world.rows;
  const k = row * ROW_INTS;
  if (index[k + DIRECT] !== 0 || index[k + BLOCK] === COUPLED) return false;
  // The second row of a coupled pair.
  if (index[k + BLOCK] === 0 && row > 0 && index[k - ROW_INTS + BLOCK] === COUPLED) return false;
  return isLink(world, index[k + BODY_A]) || isLink(world, index[k + BODY_B]);
};

/** The link at which the tour solves a row. */
const hostOf = ({ articulations: a, rows: { index } }: World, row: number): number => {
  const link = a.linkOf[index[row * ROW_INTS + BODY_A]];
  return link >= 0 ? link : a.linkOf[index[row * ROW_INTS + BODY_B]];
};

/** Lists the rows, sorted by their links, and marks them: no sweep solves them. */
export const listTourRows = (world: World, mark: (world: World, link: number) => void): void => {
  const { articulations: a, rows } = world;
  const { tourRows } = a;
  tourRows.count = 0;
  for (let row = 0; row < rows.count && a.count > 0; row++) {
    if (!isTourRow(world, row)) continue;
    pushIndex(tourRows, row);
    for (let side = 0; side < 2; side++) {
      const link = a.linkOf[rows.index[row * ROW_INTS + (side === 0 ? BODY_A : BODY_B)]];
      if (link >= 0) mark(world, link);
    }
  }
  sortByHost(world, tourRows, FIRST_TOUR_ROW, hostOf);
  for (let k = 0; k < tourRows.count; k++) rows.index[tourRows.items[k] * ROW_INTS + DIRECT] = IN_TOUR;
  if (a.tourRowFloats.length < tourRows.count * TOUR_ROW)
    a.tourRowFloats = growFloats(a.tourRowFloats, tourRows.count * TOUR_ROW);
};

/** Mark of DIRECT for these rows. */
const IN_TOUR = 2;

const endOfRows = ({ articulations: a }: World, i: number): number =>
  i + 1 < a.count ? a.linkInts[(i + 1) * LINK_INTS + FIRST_TOUR_ROW] : a.tourRows.count;

/** Scratch: the motion of A under an impulse on B. */
const cross = createFloats(6);

/** Responses of both sides and K of every row, at the present poses. */
export const prepareTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  let last = -1;
  for (let k = 0; k < a.tourRows.count; k++) {
    const row = a.tourRows.items[k];
    const joint = rows.index[row * ROW_INTS + JOINT];
    if (joint !== last && isPointBlock(rows.index, row)) expandJoint(world, joint);
    last = joint;
    const t = k * TOUR_ROW;
    a.tourRowFloats[t + ROW_K] = 0;
    addSide(world, row, t, 0);
    addSide(world, row, t, 1);
    addCross(world, row, t);
  }
};

const isPointBlock = (index: Int32Array, row: number): boolean => {
  let first = row;
  while (index[first * ROW_INTS + BLOCK] === 0) first--;
  return index[first * ROW_INTS + KIND] >= Kind.point;
};

const addSide = (world: World, row: number, t: number, side: 0 | 1): void => {
  const { articulations: a, bodies, rows } = world;
  const floats = a.tourRowFloats;
  const body = rows.index[row * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
  const link = a.linkOf[body];
  const to = t + 6 * side;
  readHalf(rows.data, row, side);
  for (let m = 0; m < 6; m++) floats[to + m] = 0;
  if (link >= 0) {
    moveToReference(a.links, link * LINK);
    addResponse(a.links, link * LINK, wrench, 0, floats, to);
    moveToCentre(a.links, link * LINK, floats, to);
    readHalf(rows.data, row, side);
  } else addBodyResponse(bodies.motion, body * MOTION, floats, to);
  let sum = 0;
  for (let m = 0; m < 6; m++) sum += wrench[m] * floats[to + m];
  floats[t + ROW_K] += sum;
};

/** Both bodies in one tree: K gains 2 J_A (motion of A under J_Bᵀ). */
const addCross = (world: World, row: number, t: number): void => {
  const { articulations: a, rows } = world;
  const linkA = a.linkOf[rows.index[row * ROW_INTS + BODY_A]];
  const linkB = a.linkOf[rows.index[row * ROW_INTS + BODY_B]];
  if (linkA < 0 || linkB < 0 || a.treeOf[linkA] !== a.treeOf[linkB]) return;
  readHalf(rows.data, row, 1);
  moveToReference(a.links, linkB * LINK);
  writeCrossResponse(a, linkB, linkA, wrench, cross);
  moveToCentre(a.links, linkA * LINK, cross, 0);
  readHalf(rows.data, row, 0);
  let sum = 0;
  for (let m = 0; m < 6; m++) sum += wrench[m] * cross[m];
  a.tourRowFloats[t + ROW_K] += 2 * sum;
};

/** Half of J, (linear, angular) in the table, into `wrench` as (n, l). */
const readHalf = (data: Floats, row: number, side: 0 | 1): void => {
  const at = row * ROW + J + 6 * side;
  for (let m = 0; m < 3; m++) {
    wrench[m] = data[at + 3 + m];
    wrench[3 + m] = data[at + m];
  }
};

/** Adds the persistent impulses of all rows to P of links, and to the velocity of single bodies. */
export const warmStartTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  for (let k = 0; k < a.tourRows.count; k++) {
    const row = a.tourRows.items[k];
    change[0] = rows.data[row * ROW + LAMBDA];
    if (change[0] === 0) continue;
    for (let side = 0; side < 2; side++) {
      const body = rows.index[row * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
      const link = a.linkOf[body];
      if (link < 0) {
        addToBody(world, k, body, side);
        continue;
      }
      readHalf(rows.data, row, side === 0 ? 0 : 1);
      for (let m = 0; m < 6; m++) wrench[m] *= change[0];
      addOuter(a.links, link * LINK);
      moveToReference(a.links, link * LINK);
      for (let m = 0; m < 6; m++) a.links[link * LINK + P + m] += wrench[m];
    }
  }
};

/** v ← v + Φ Jᵀ Δλ of a single body. */
const addToBody = (world: World, k: number, body: number, side: number): void => {
  const { articulations: a, bodies } = world;
  const c = k * TOUR_ROW + 6 * side;
  for (let i = 0; i < 3; i++) {
    bodies.motion[body * MOTION + W + i] += change[0] * a.tourRowFloats[c + i];
    bodies.motion[body * MOTION + V + i] += change[0] * a.tourRowFloats[c + 3 + i];
  }
};

/** Solves the rows of a link at which the tour is. */
export const solveRowsAt = (world: World, i: number, biased: boolean): void => {
  const { articulations: a, rows } = world;
  const end = endOfRows(world, i);
  for (let k = a.linkInts[i * LINK_INTS + FIRST_TOUR_ROW]; k < end; k++) {
    const row = a.tourRows.items[k];
    if (!biased && rows.index[row * ROW_INTS + SPRUNG] !== 0) continue;
    const other = a.linkOf[rows.index[row * ROW_INTS + BODY_B]];
    const tells = other >= 0 && other !== i;
    if (tells) hear(a, i, other);
    writeChange(world, k, biased);
    if (change[0] === 0) continue;
    applyRow(world, k);
    if (tells) tell(a, i, other);
    cutBlock(world, k, i);
  }
};

/** Scratch: Δλ of a row, and Ċ. Doubles that are passed or returned may be allocated. */
const change = createFloats(1);
const speed = createFloats(1);

const writeChange = (world: World, k: number, biased: boolean): void => {
  const { articulations: a, rows } = world;
  const { data, index } = rows;
  const row = a.tourRows.items[k];
  const p = row * ROW;
  const low = biased ? LOW : RELAX_LOW;
  const K = a.tourRowFloats[k * TOUR_ROW + ROW_K];
  change[0] = 0;
  if (!(K > 0)) return;
  const old = data[p + LAMBDA];
  writeSpeed(world, row);
  const s = speed[0];
  let m = 1 / K;
  let kept = old;
  if (biased && index[row * ROW_INTS + SPRUNG] !== 0) {
    if (!(data[p + MASS] > 0)) return;
    const compliance = data[p + IMPULSE_SCALE] / (data[p + MASS_SCALE] * data[p + MASS]);
    m = 1 / (K + compliance);
    kept = old - m * compliance * old;
  } else if (biased) {
    m *= data[p + MASS_SCALE];
    kept = (1 - data[p + IMPULSE_SCALE]) * old;
  }
  const fromLow = kept - m * (s - data[p + low]);
  const fromHigh = kept - m * (s - data[p + low + 1]);
  let lambda = (fromLow > 0 ? fromLow : 0) + (fromHigh < 0 ? fromHigh : 0);
  if (lambda < data[p + LOWER]) lambda = data[p + LOWER];
  if (lambda > data[p + UPPER]) lambda = data[p + UPPER];
  change[0] = lambda - old;
};

/** Ċ of a row from the motions of the tour and the velocities of single bodies. */
const writeSpeed = (world: World, row: number): void => {
  const { articulations: a, bodies, rows } = world;
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = rows.index[row * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
    const link = a.linkOf[body];
    if (link >= 0) {
      for (let m = 0; m < 6; m++) wrench[m] = a.links[link * LINK + TOUR_MOTION + m];
      moveToCentre(a.links, link * LINK, wrench, 0);
    } else {
      for (let m = 0; m < 3; m++) {
        wrench[m] = bodies.motion[body * MOTION + W + m];
        wrench[3 + m] = bodies.motion[body * MOTION + V + m];
      }
    }
    const at = row * ROW + J + 6 * side;
    for (let m = 0; m < 3; m++) sum += rows.data[at + m] * wrench[3 + m] + rows.data[at + 3 + m] * wrench[m];
  }
  speed[0] = sum;
};

const applyRow = (world: World, k: number): void => {
  const { articulations: a, rows } = world;
  const { links } = a;
  const row = a.tourRows.items[k];
  rows.data[row * ROW + LAMBDA] += change[0];
  for (let side = 0; side < 2; side++) {
    const body = rows.index[row * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
    const link = a.linkOf[body];
    if (link < 0) {
      addToBody(world, k, body, side);
      continue;
    }
    const o = link * LINK;
    const c = k * TOUR_ROW + 6 * side;
    for (let m = 0; m < 6; m++) wrench[m] = change[0] * a.tourRowFloats[c + m];
    addToTourMotion(links, o);
    readHalf(rows.data, row, side === 0 ? 0 : 1);
    for (let m = 0; m < 6; m++) wrench[m] *= change[0];
    addOuter(links, o);
    moveToReference(links, o);
    for (let m = 0; m < 6; m++) links[o + PENDING + m] += wrench[m];
  }
};

/** Shortens λ of a block of two or three rows, after its last row, to the bound of its length. */
const cutBlock = (world: World, k: number, i: number): void => {
  const { articulations: a, rows } = world;
  const { data, index } = rows;
  const row = a.tourRows.items[k];
  let first = row;
  while (index[first * ROW_INTS + BLOCK] === 0) first--;
  const count = index[first * ROW_INTS + BLOCK];
  const bound = data[first * ROW + UPPER];
  if (count < 2 || row !== first + count - 1 || bound === Infinity) return;
  let square = 0;
  for (let r = first; r <= row; r++) square += data[r * ROW + LAMBDA] * data[r * ROW + LAMBDA];
  if (square <= bound * bound) return;
  const less = bound / Math.sqrt(square) - 1;
  for (let r = first, q = k - count + 1; r <= row; r++, q++) {
    change[0] = less * data[r * ROW + LAMBDA];
    applyRow(world, q);
  }
  const other = a.linkOf[index[row * ROW_INTS + BODY_B]];
  if (other >= 0 && other !== i) tell(a, i, other);
};

/** Points keep their impulses in records of their own. */
export const storeTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  for (let k = 0; k < a.tourRows.count; k++) {
    const row = a.tourRows.items[k];
    if (rows.index[row * ROW_INTS + KIND] >= Kind.point)
      storePointImpulses(world, rows.index[row * ROW_INTS + JOINT]);
  }
};
