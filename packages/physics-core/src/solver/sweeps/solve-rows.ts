import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { refreshPoint } from '../../parts/point.js';
import { speeds, writeAngularSpeeds, writeRowSpeed } from '../../rows/row-speed.js';
import { applyResponse } from '../../rows/single-row.js';
import { MOTION } from '../../state/bodies.js';
import { POINT_ROW } from '../../state/points.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
  DIRECT,
  IMPULSE_SCALE,
  INVERSE,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  RELAX_LOW,
  RESPONSE,
  ROW,
  ROW_INTS,
  SPRUNG,
  TOGETHER,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { applyAngular, changes, solveTwoAngular } from './solve-angular-rows.js';
import { solvePoint, warmStartPoint } from './solve-point.js';

/**
 * The kernel: one iteration (sweep) of projected Gauss-Seidel over all joint rows. It knows rows and blocks,
 * not joints.
 *
 * A single row wants s = Jv in a window [low, high] by the smallest |λ| within its bounds:
 *   λ ← clamp( max(λ - m (s - low), 0) + min(λ - m (s - high), 0) )
 * For an equality, low = high, this is the usual step; a limit pushes from the end that is reached. A block
 * of two or three rows is solved with its K⁻¹, and its λ is cut to a length. With softness, m and λ are
 * scaled (see math/softness.ts). `sprungOnly` solves springs alone. The iteration without bias refreshes lone
 * points before it solves them, which saves a pass over their records.
 */
export const sweepRows = (world: World, biased: boolean, sprungOnly = false): void =>
  sweepRange(world, 0, world.rows.count, biased, sprungOnly);

/** The same for a range of rows, whole blocks. */
export const sweepRange = (
  world: World,
  from: number,
  to: number,
  biased: boolean,
  sprungOnly: boolean,
): void => {
  const { data: rows, points, index } = world.rows;
  const { motion, rotation, centre } = world.bodies;
  const low = biased ? LOW : RELAX_LOW;
  for (let row = from; row < to; ) {
    const first = row;
    const k = (row * ROW_INTS) & INDEX_BITS;
    const p = (row * ROW) & INDEX_BITS;
    const block = index[k + BLOCK];
    row += block === COUPLED ? 2 : block;
    const sprung = index[k + SPRUNG];
    if (index[k + DIRECT] !== 0) continue;
    if (sprung !== 0 ? !biased || sprung === TOGETHER : sprungOnly) continue;
    const a = (index[k + BODY_A] * MOTION) & INDEX_BITS;
    const b = (index[k + BODY_B] * MOTION) & INDEX_BITS;
    const kind = index[k + KIND];
    if (kind >= Kind.point) {
      const at = (first * POINT_ROW) & INDEX_BITS;
      if (kind === Kind.lonePoint && !biased)
        refreshPoint(points, rotation, centre, motion, at, index[k + BODY_A], index[k + BODY_B]);
      solvePoint(points, motion, at, a, b, biased);
    } else if (kind === Kind.angular && block === 2) solveTwoAngular(rows, motion, p, a, b, low);
    else if (block === COUPLED) solveCoupled(world, k, p, low);
    else solveBlock(rows, motion, p, a, b, low, block, kind === Kind.angular);
  }
};

const solveBlock = (
  rows: Floats,
  motion: Floats,
  p: number,
  a: number,
  b: number,
  low: number,
  count: number,
  isAngular: boolean,
): void => {
  if (isAngular) writeAngularSpeeds(rows, motion, p, a, b, count);
  else writeSpeeds(rows, motion, p, a, b, count);
  if (count === 1) {
    // Most limits are not reached and need no work. (No speed is inside the window of an equality, low = high.)
    if (rows[p + LAMBDA] === 0 && speeds[0] > rows[p + low] && speeds[0] < rows[p + low + 1]) return;
    changeOne(rows, p, low);
    if (changes[0] === 0) return;
  } else if (count === 2) changeTwo(rows, p, low);
  else changeThree(rows, p, low);
  if (isAngular) applyAngular(rows, motion, p, a, b, count);
  else applyRows(rows, motion, p, a, b, count);
};

const changeOne = (rows: Floats, p: number, low: number): void => {
  p &= INDEX_BITS;
  const biased = low === LOW;
  const s = speeds[0];
  const old = rows[p + LAMBDA];
  const m = biased ? rows[p + MASS_SCALE] * rows[p + MASS] : rows[p + MASS];
  const kept = biased ? (1 - rows[p + IMPULSE_SCALE]) * old : old;
  const fromLow = kept - m * (s - rows[p + low]);
  const fromHigh = kept - m * (s - rows[p + low + 1]);
  let lambda = (fromLow > 0 ? fromLow : 0) + (fromHigh < 0 ? fromHigh : 0);
  if (lambda < rows[p + LOWER]) lambda = rows[p + LOWER];
  if (lambda > rows[p + UPPER]) lambda = rows[p + UPPER];
  rows[p + LAMBDA] = lambda;
  changes[0] = lambda - old;
};

const changeTwo = (rows: Floats, p: number, low: number): void => {
  p &= INDEX_BITS;
  const biased = low === LOW;
  const q = p + ROW;
  const e1 = speeds[0] - rows[p + low];
  const e2 = speeds[1] - rows[q + low];
  const massScale = biased ? rows[p + MASS_SCALE] : 1;
  const keep = biased ? 1 - rows[p + IMPULSE_SCALE] : 1;
  const old1 = rows[p + LAMBDA];
  const old2 = rows[q + LAMBDA];
  let l1 = keep * old1 - massScale * (rows[p + INVERSE] * e1 + rows[p + INVERSE + 1] * e2);
  let l2 = keep * old2 - massScale * (rows[q + INVERSE] * e1 + rows[q + INVERSE + 1] * e2);
  const bound = rows[p + UPPER];
  const square = l1 * l1 + l2 * l2;
  if (square > bound * bound) {
    const cut = bound / Math.sqrt(square);
    l1 *= cut;
    l2 *= cut;
  }
  rows[p + LAMBDA] = l1;
  rows[q + LAMBDA] = l2;
  changes[0] = l1 - old1;
  changes[1] = l2 - old2;
};

const changeThree = (rows: Floats, p: number, low: number): void => {
  p &= INDEX_BITS;
  const biased = low === LOW;
  const q = p + ROW;
  const r = q + ROW;
  const e1 = speeds[0] - rows[p + low];
  const e2 = speeds[1] - rows[q + low];
  const e3 = speeds[2] - rows[r + low];
  const massScale = biased ? rows[p + MASS_SCALE] : 1;
  const keep = biased ? 1 - rows[p + IMPULSE_SCALE] : 1;
  const old1 = rows[p + LAMBDA];
  const old2 = rows[q + LAMBDA];
  const old3 = rows[r + LAMBDA];
  const n12 = rows[p + INVERSE + 1];
  const n13 = rows[p + INVERSE + 2];
  const n23 = rows[q + INVERSE + 2];
  let l1 = keep * old1 - massScale * (rows[p + INVERSE] * e1 + n12 * e2 + n13 * e3);
  let l2 = keep * old2 - massScale * (n12 * e1 + rows[q + INVERSE + 1] * e2 + n23 * e3);
  let l3 = keep * old3 - massScale * (n13 * e1 + n23 * e2 + rows[r + INVERSE + 2] * e3);
  const bound = rows[p + UPPER];
  const square = l1 * l1 + l2 * l2 + l3 * l3;
  if (square > bound * bound) {
    const cut = bound / Math.sqrt(square);
    l1 *= cut;
    l2 *= cut;
    l3 *= cut;
  }
  rows[p + LAMBDA] = l1;
  rows[q + LAMBDA] = l2;
  rows[r + LAMBDA] = l3;
  changes[0] = l1 - old1;
  changes[1] = l2 - old2;
  changes[2] = l3 - old3;
};

/** s = J v, unrolled: this is the kernel; all other code uses rows/row-speed.ts. */
const writeSpeeds = (rows: Floats, motion: Floats, p: number, a: number, b: number, count: number): void => {
  p &= INDEX_BITS;
  a &= INDEX_BITS;
  b &= INDEX_BITS;
  const ax = motion[a];
  const ay = motion[a + 1];
  const az = motion[a + 2];
  const au = motion[a + 3];
  const av = motion[a + 4];
  const aw = motion[a + 5];
  const bx = motion[b];
  const by = motion[b + 1];
  const bz = motion[b + 2];
  const bu = motion[b + 3];
  const bv = motion[b + 4];
  const bw = motion[b + 5];
  for (let i = 0, r = p; i < count; i++, r += ROW) {
    speeds[i] =
      rows[r] * ax +
      rows[r + 1] * ay +
      rows[r + 2] * az +
      rows[r + 3] * au +
      rows[r + 4] * av +
      rows[r + 5] * aw +
      rows[r + 6] * bx +
      rows[r + 7] * by +
      rows[r + 8] * bz +
      rows[r + 9] * bu +
      rows[r + 10] * bv +
      rows[r + 11] * bw;
  }
};

/** v ← v + R Δλ. */
const applyRows = (rows: Floats, motion: Floats, p: number, a: number, b: number, count: number): void => {
  p &= INDEX_BITS;
  a &= INDEX_BITS;
  b &= INDEX_BITS;
  for (let i = 0, r = p + RESPONSE; i < count; i++, r += ROW) {
    const l = changes[i];
    motion[a] += rows[r] * l;
    motion[a + 1] += rows[r + 1] * l;
    motion[a + 2] += rows[r + 2] * l;
    motion[a + 3] += rows[r + 3] * l;
    motion[a + 4] += rows[r + 4] * l;
    motion[a + 5] += rows[r + 5] * l;
    motion[b] += rows[r + 6] * l;
    motion[b + 1] += rows[r + 7] * l;
    motion[b + 2] += rows[r + 8] * l;
    motion[b + 3] += rows[r + 9] * l;
    motion[b + 4] += rows[r + 10] * l;
    motion[b + 5] += rows[r + 11] * l;
  }
};

/** Two rows, up to four bodies, one λ. Rare, so it is not unrolled. */
const solveCoupled = (world: World, k: number, p: number, low: number): void => {
  const { data: rows } = world.rows;
  const row = k / ROW_INTS;
  const biased = low === LOW;
  const m = (biased ? rows[p + MASS_SCALE] : 1) * rows[p + MASS];
  const kept = (biased ? 1 - rows[p + IMPULSE_SCALE] : 1) * rows[p + LAMBDA];
  writeRowSpeed(world, row);
  const first = speeds[0];
  writeRowSpeed(world, row + 1);
  const wanted = kept - m * (first + speeds[0] - rows[p + low]);
  const lambda = Math.min(Math.max(wanted, rows[p + LOWER]), rows[p + UPPER]);
  changes[0] = lambda - rows[p + LAMBDA];
  rows[p + LAMBDA] = lambda;
  rows[p + ROW + LAMBDA] = lambda;
  applyResponse(world, row, rows, p + RESPONSE, changes, 0);
  applyResponse(world, row + 1, rows, p + ROW + RESPONSE, changes, 0);
};

/** Warm start with λ of the last substep: v ← v + R λ for every row. */
export const warmStartRows = (world: World): void => {
  const { data: rows, points, index, count } = world.rows;
  const { motion } = world.bodies;
  for (let row = 0; row < count; ) {
    const k = (row * ROW_INTS) & INDEX_BITS;
    const p = (row * ROW) & INDEX_BITS;
    const a = (index[k + BODY_A] * MOTION) & INDEX_BITS;
    const b = (index[k + BODY_B] * MOTION) & INDEX_BITS;
    const kind = index[k + KIND];
    // Of a coupled pair each row has bodies of its own.
    const block = index[k + BLOCK] === COUPLED || index[k + BLOCK] === 0 ? 1 : index[k + BLOCK];
    if (index[k + DIRECT] !== 0) {
      row += block;
      continue;
    }
    if (kind >= Kind.point) warmStartPoint(points, motion, row * POINT_ROW, a, b);
    else if (writeWarmStartChanges(rows, p, block)) {
      if (kind === Kind.angular) applyAngular(rows, motion, p, a, b, block);
      else applyRows(rows, motion, p, a, b, block);
    }
    row += block;
  }
};

/** Δλ = λ of a block, for the warm start. Returns false when all are 0. */
const writeWarmStartChanges = (rows: Floats, p: number, count: number): boolean => {
  let some = false;
  for (let i = 0; i < count; i++) {
    changes[i] = rows[p + i * ROW + LAMBDA];
    if (changes[i] !== 0) some = true;
  }
  return some;
};
