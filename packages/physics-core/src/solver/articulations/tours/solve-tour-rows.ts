import { createFloats, type Floats } from '../../../math/floats.js';
import {
  BLOCK_K,
  FIRST_TOUR_ROW,
  LINK,
  LINK_INTS,
  PENDING,
  TOUR_MOTION,
  TOUR_ROW,
  UNJOINTED_K,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  IMPULSE_SCALE,
  J,
  LAMBDA,
  LOW,
  LOWER,
  MASS_SCALE,
  RELAX_LOW,
  ROW,
  ROW_INTS,
  SPRUNG,
  UPPER,
} from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { HELD_ROW, TOUR_ROW_COMPLIANCE } from '../../../tuning.js';
import { addOuter, addToTourMotion, moveToCentre, moveToReference, wrench } from './link-frame.js';
import { enterBoth, leaveBoth } from './loop-responses.js';
import { pullMotion, pushImpulse } from './tour.js';
import { addToBody, change, ENTRY, endOfRows, readHalf } from './tour-rows.js';

/**
 * One block of one to three rows in the tour. With s = Ċ, the wanted speed t and the compliance Γ
 *   (K + Γ) Δλ = t - s - Γ λ
 * and then the bound: of each row alone, or of the length of λ in a block. A soft row is a spring against the mass of its
 * bodies without joints (math/softness.ts), whose K is K₀: Γ = impulseScale / massScale · K₀. A rigid row, and a block of
 * which the tree holds a direction, has Γ = TOUR_ROW_COMPLIANCE K₀: λ would have no bound there.
 */
export const solveRowsAt = (world: World, i: number, biased: boolean): void => {
  const { articulations: a, rows } = world;
  const end = endOfRows(world, i);
  for (let k = a.linkInts[i * LINK_INTS + FIRST_TOUR_ROW]; k < end; k++) {
    const row = a.tourRows.items[k];
    if (!biased && rows.index[row * ROW_INTS + SPRUNG] !== 0) continue;
    const other = a.linkOf[rows.index[row * ROW_INTS + BODY_B]];
    const hasOther = other >= 0 && other !== i;
    if (hasOther) pullMotion(a, i, other);
    const count = rows.index[row * ROW_INTS + BLOCK];
    enterBoth(a, i, hasOther ? other : -1);
    for (let r = 0; r < count; r++) writeSpeed(world, row + r, r);
    if (count === 1) solveOne(world, k, row, biased);
    else solveBlock(world, k, row, count, biased);
    let some = false;
    for (let r = 0; r < count; r++) {
      change[0] = changes[r];
      if (change[0] === 0) continue;
      applyRow(world, k, row, r);
      some = true;
    }
    leaveBoth(a, i, hasOther ? other : -1);
    if (some && hasOther) pushImpulse(a, i, other);
  }
};

/** Scratch: Ċ and Δλ of the rows of a block. */
const speeds = createFloats(3);
const changes = createFloats(3);
/** Scratch: K + Γ, then its factor. */
const matrix = createFloats(6);

/** Ċ of a row from the motions of the tour and the velocities of single bodies. */
const writeSpeed = (world: World, row: number, to: number): void => {
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
  speeds[to] = sum;
};

/** Whether Γ is that of a spring. Before the drift only: relax leaves springs out. */
const isSprung = ({ rows }: World, row: number): boolean => rows.index[row * ROW_INTS + SPRUNG] !== 0;

const solveOne = (world: World, k: number, row: number, biased: boolean): void => {
  const { articulations: a, rows } = world;
  const { data } = rows;
  const p = row * ROW;
  const low = biased ? LOW : RELAX_LOW;
  const free = a.tourRowFloats[k * TOUR_ROW + UNJOINTED_K];
  const K = a.tourRowFloats[k * TOUR_ROW + BLOCK_K];
  changes[0] = 0;
  const sprung = isSprung(world, row);
  // The joints hold what the row would move.
  if (!(free > 0) || (!sprung && K < HELD_ROW * free)) return;
  const old = data[p + LAMBDA];
  const s = speeds[0];
  const compliance = free * (sprung ? data[p + IMPULSE_SCALE] / data[p + MASS_SCALE] : TOUR_ROW_COMPLIANCE);
  let m = 1 / (K + compliance);
  let kept = old - m * compliance * old;
  if (biased && !sprung) {
    m *= data[p + MASS_SCALE];
    kept = (1 - data[p + IMPULSE_SCALE]) * old;
  }
  writeWindow(world, row, low);
  const fromLow = kept - m * (s - stops[0]);
  const fromHigh = kept - m * (s - stops[1]);
  let lambda = (fromLow > 0 ? fromLow : 0) + (fromHigh < 0 ? fromHigh : 0);
  if (lambda < data[p + LOWER]) lambda = data[p + LOWER];
  if (lambda > data[p + UPPER]) lambda = data[p + UPPER];
  changes[0] = lambda - old;
};

/** Scratch: the least and the largest speed that a row wants. */
const stops = createFloats(2);

/**
 * The window of a row. A limit with restitution that stopped the motion of this substep wants u⁺ = -e u⁻ in relax, with the
 * speed u⁻ before the substep and its forces.
 */
const writeWindow = ({ rows, settings }: World, row: number, low: number): void => {
  const { data, forcedSpeed } = rows;
  const p = row * ROW;
  stops[0] = data[p + low];
  stops[1] = data[p + low + 1];
  const e = data[p + BOUNCE];
  if (low === LOW || !(e > 0)) return;
  const before = forcedSpeed[row];
  if (data[p + LAMBDA] > 0 && before < -settings.impactSpeed) stops[0] = Math.max(stops[0], -e * before);
  if (data[p + LAMBDA] < 0 && before > settings.impactSpeed) stops[1] = Math.min(stops[1], -e * before);
};

const solveBlock = (world: World, k: number, row: number, count: number, biased: boolean): void => {
  const { articulations: a, rows } = world;
  const { data } = rows;
  const p = row * ROW;
  const floats = a.tourRowFloats;
  const t = k * TOUR_ROW;
  const low = biased ? LOW : RELAX_LOW;
  const sprung = isSprung(world, row);
  const part = sprung ? data[p + IMPULSE_SCALE] / data[p + MASS_SCALE] : heldPart(floats, t, count);
  for (let m = 0; m < 6; m++) matrix[m] = floats[t + BLOCK_K + m] + part * floats[t + UNJOINTED_K + m];
  for (let i = 0; i < count; i++) {
    let yielded = 0;
    for (let j = 0; j < count; j++)
      yielded += floats[t + UNJOINTED_K + ENTRY[3 * i + j]] * data[p + j * ROW + LAMBDA];
    changes[i] = data[p + i * ROW + low] - speeds[i] - part * yielded;
  }
  solveMatrix(count);
  const scale = biased && !sprung ? data[p + MASS_SCALE] : 1;
  const fade = biased && !sprung ? data[p + IMPULSE_SCALE] : 0;
  let square = 0;
  for (let i = 0; i < count; i++) {
    const old = data[p + i * ROW + LAMBDA];
    changes[i] = scale * changes[i] - fade * old;
    square += (old + changes[i]) * (old + changes[i]);
  }
  const bound = data[p + UPPER];
  if (square <= bound * bound) return;
  const less = bound / Math.sqrt(square);
  for (let i = 0; i < count; i++) {
    const old = data[p + i * ROW + LAMBDA];
    changes[i] = less * (old + changes[i]) - old;
  }
};

/** The compliance of a rigid block: none, unless the tree holds a direction of it, which a pivot of K shows. */
const heldPart = (floats: Floats, t: number, count: number): number => {
  const K = t + BLOCK_K;
  const free = t + UNJOINTED_K;
  if (!(floats[K] > HELD_ROW * floats[free])) return TOUR_ROW_COMPLIANCE;
  const l1 = floats[K + 1] / floats[K];
  const p1 = floats[K + 3] - l1 * floats[K + 1];
  if (!(p1 > HELD_ROW * floats[free + 3])) return TOUR_ROW_COMPLIANCE;
  if (count === 2) return 0;
  const q = floats[K + 4] - l1 * floats[K + 2];
  const p2 = floats[K + 5] - (floats[K + 2] * floats[K + 2]) / floats[K] - (q * q) / p1;
  return p2 > HELD_ROW * floats[free + 5] ? 0 : TOUR_ROW_COMPLIANCE;
};

/** changes ← matrix⁻¹ changes, by L D Lᵀ. A row without a pivot bears nothing. */
const solveMatrix = (count: number): void => {
  const d0 = matrix[0] > 0 ? 1 / matrix[0] : 0;
  const l1 = matrix[1] * d0;
  const p1 = matrix[3] - l1 * matrix[1];
  const d1 = p1 > 0 ? 1 / p1 : 0;
  changes[1] -= l1 * changes[0];
  if (count === 2) {
    changes[1] *= d1;
    changes[0] = d0 * changes[0] - l1 * changes[1];
    return;
  }
  const l2 = matrix[2] * d0;
  const q = matrix[4] - l2 * matrix[1];
  const l3 = q * d1;
  const p2 = matrix[5] - l2 * matrix[2] - l3 * q;
  changes[2] -= l2 * changes[0] + l3 * changes[1];
  changes[2] = p2 > 0 ? changes[2] / p2 : 0;
  changes[1] = d1 * changes[1] - l3 * changes[2];
  changes[0] = d0 * changes[0] - l1 * changes[1] - l2 * changes[2];
};

/** Adds Δλ in `change` to row r of a block, and moves both bodies. */
const applyRow = (world: World, k: number, first: number, r: number): void => {
  const { articulations: a, rows } = world;
  const { links } = a;
  rows.data[(first + r) * ROW + LAMBDA] += change[0];
  for (let side = 0; side < 2; side++) {
    const body = rows.index[first * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
    const link = a.linkOf[body];
    if (link < 0) {
      addToBody(world, k, r, body, side);
      continue;
    }
    const o = link * LINK;
    const c = k * TOUR_ROW + 12 * r + 6 * side;
    for (let m = 0; m < 6; m++) wrench[m] = change[0] * a.tourRowFloats[c + m];
    addToTourMotion(links, o);
    readHalf(rows.data, first + r, side === 0 ? 0 : 1);
    for (let m = 0; m < 6; m++) wrench[m] *= change[0];
    addOuter(links, o);
    moveToReference(links, o);
    for (let m = 0; m < 6; m++) links[o + PENDING + m] += wrench[m];
  }
};
