import { MOTION } from '../state/bodies.js';
import { POINT_ROW } from '../state/points.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
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
  UPPER,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { solvePoint, warmStartPoint } from './solve-point.js';

/**
 * The kernel: one sweep of projected Gauss-Seidel over all joint rows. It knows rows and blocks, not joints.
 *
 * A single row wants s = Jv in a window [low, high] by the smallest |λ| within its bounds:
 *   λ ← clamp( max(λ - m (s - low), 0) + min(λ - m (s - high), 0) )
 * which for an equality, low = high, is the usual step, and for a limit pushes from whichever side is reached. A block of two or three rows
 * is solved by its inverse K, and its λ is cut to a length. With softness, m and λ are scaled (see softness.ts). `sprungOnly` leaves all but
 * springs alone.
 */
export const sweepRows = (world: World, biased: boolean, sprungOnly = false): void => {
  const { data: rows, points, index, count } = world.rows;
  const { motion } = world.bodies;
  const low = biased ? LOW : RELAX_LOW;
  for (let row = 0; row < count; ) {
    const first = row;
    const k = row * ROW_INTS;
    const p = row * ROW;
    const block = index[k + BLOCK];
    row += block === COUPLED ? 2 : block;
    if (index[k + SPRUNG] !== 0 ? !biased : sprungOnly) continue;
    const a = index[k + BODY_A] * MOTION;
    const b = index[k + BODY_B] * MOTION;
    if (index[k + KIND] !== Kind.general) solvePoint(points, motion, first * POINT_ROW, a, b, biased);
    else if (block === 1) solveRow(rows, motion, p, a, b, low);
    else if (block === 2) solvePair(rows, motion, p, a, b, low);
    else if (block === 3) solveTriple(rows, motion, p, a, b, low);
    else solveCoupled(world, k, p, low);
  }
};

const solveRow = (
  rows: Float64Array,
  motion: Float64Array,
  p: number,
  a: number,
  b: number,
  low: number,
): void => {
  const biased = low === LOW;
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
  const s =
    rows[p] * ax +
    rows[p + 1] * ay +
    rows[p + 2] * az +
    rows[p + 3] * au +
    rows[p + 4] * av +
    rows[p + 5] * aw +
    rows[p + 6] * bx +
    rows[p + 7] * by +
    rows[p + 8] * bz +
    rows[p + 9] * bu +
    rows[p + 10] * bv +
    rows[p + 11] * bw;
  const old = rows[p + LAMBDA];
  const m = biased ? rows[p + MASS_SCALE] * rows[p + MASS] : rows[p + MASS];
  const kept = biased ? (1 - rows[p + IMPULSE_SCALE]) * old : old;
  const fromLow = kept - m * (s - rows[p + low]);
  const fromHigh = kept - m * (s - rows[p + low + 1]);
  let lambda = (fromLow > 0 ? fromLow : 0) + (fromHigh < 0 ? fromHigh : 0);
  if (lambda < rows[p + LOWER]) lambda = rows[p + LOWER];
  if (lambda > rows[p + UPPER]) lambda = rows[p + UPPER];
  rows[p + LAMBDA] = lambda;
  const l = lambda - old;
  motion[a] += rows[p + RESPONSE] * l;
  motion[a + 1] += rows[p + RESPONSE + 1] * l;
  motion[a + 2] += rows[p + RESPONSE + 2] * l;
  motion[a + 3] += rows[p + RESPONSE + 3] * l;
  motion[a + 4] += rows[p + RESPONSE + 4] * l;
  motion[a + 5] += rows[p + RESPONSE + 5] * l;
  motion[b] += rows[p + RESPONSE + 6] * l;
  motion[b + 1] += rows[p + RESPONSE + 7] * l;
  motion[b + 2] += rows[p + RESPONSE + 8] * l;
  motion[b + 3] += rows[p + RESPONSE + 9] * l;
  motion[b + 4] += rows[p + RESPONSE + 10] * l;
  motion[b + 5] += rows[p + RESPONSE + 11] * l;
};

const solvePair = (
  rows: Float64Array,
  motion: Float64Array,
  p: number,
  a: number,
  b: number,
  low: number,
): void => {
  const biased = low === LOW;
  const q = p + ROW;
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
  const e1 =
    rows[p] * ax +
    rows[p + 1] * ay +
    rows[p + 2] * az +
    rows[p + 3] * au +
    rows[p + 4] * av +
    rows[p + 5] * aw +
    rows[p + 6] * bx +
    rows[p + 7] * by +
    rows[p + 8] * bz +
    rows[p + 9] * bu +
    rows[p + 10] * bv +
    rows[p + 11] * bw -
    rows[p + low];
  const e2 =
    rows[q] * ax +
    rows[q + 1] * ay +
    rows[q + 2] * az +
    rows[q + 3] * au +
    rows[q + 4] * av +
    rows[q + 5] * aw +
    rows[q + 6] * bx +
    rows[q + 7] * by +
    rows[q + 8] * bz +
    rows[q + 9] * bu +
    rows[q + 10] * bv +
    rows[q + 11] * bw -
    rows[q + low];
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
  l1 -= old1;
  l2 -= old2;
  motion[a] += rows[p + RESPONSE] * l1 + rows[q + RESPONSE] * l2;
  motion[a + 1] += rows[p + RESPONSE + 1] * l1 + rows[q + RESPONSE + 1] * l2;
  motion[a + 2] += rows[p + RESPONSE + 2] * l1 + rows[q + RESPONSE + 2] * l2;
  motion[a + 3] += rows[p + RESPONSE + 3] * l1 + rows[q + RESPONSE + 3] * l2;
  motion[a + 4] += rows[p + RESPONSE + 4] * l1 + rows[q + RESPONSE + 4] * l2;
  motion[a + 5] += rows[p + RESPONSE + 5] * l1 + rows[q + RESPONSE + 5] * l2;
  motion[b] += rows[p + RESPONSE + 6] * l1 + rows[q + RESPONSE + 6] * l2;
  motion[b + 1] += rows[p + RESPONSE + 7] * l1 + rows[q + RESPONSE + 7] * l2;
  motion[b + 2] += rows[p + RESPONSE + 8] * l1 + rows[q + RESPONSE + 8] * l2;
  motion[b + 3] += rows[p + RESPONSE + 9] * l1 + rows[q + RESPONSE + 9] * l2;
  motion[b + 4] += rows[p + RESPONSE + 10] * l1 + rows[q + RESPONSE + 10] * l2;
  motion[b + 5] += rows[p + RESPONSE + 11] * l1 + rows[q + RESPONSE + 11] * l2;
};

const solveTriple = (
  rows: Float64Array,
  motion: Float64Array,
  p: number,
  a: number,
  b: number,
  low: number,
): void => {
  const biased = low === LOW;
  const q = p + ROW;
  const r = q + ROW;
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
  const e1 =
    rows[p] * ax +
    rows[p + 1] * ay +
    rows[p + 2] * az +
    rows[p + 3] * au +
    rows[p + 4] * av +
    rows[p + 5] * aw +
    rows[p + 6] * bx +
    rows[p + 7] * by +
    rows[p + 8] * bz +
    rows[p + 9] * bu +
    rows[p + 10] * bv +
    rows[p + 11] * bw -
    rows[p + low];
  const e2 =
    rows[q] * ax +
    rows[q + 1] * ay +
    rows[q + 2] * az +
    rows[q + 3] * au +
    rows[q + 4] * av +
    rows[q + 5] * aw +
    rows[q + 6] * bx +
    rows[q + 7] * by +
    rows[q + 8] * bz +
    rows[q + 9] * bu +
    rows[q + 10] * bv +
    rows[q + 11] * bw -
    rows[q + low];
  const e3 =
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
    rows[r + 11] * bw -
    rows[r + low];
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
  l1 -= old1;
  l2 -= old2;
  l3 -= old3;
  motion[a] += rows[p + RESPONSE] * l1 + rows[q + RESPONSE] * l2 + rows[r + RESPONSE] * l3;
  motion[a + 1] += rows[p + RESPONSE + 1] * l1 + rows[q + RESPONSE + 1] * l2 + rows[r + RESPONSE + 1] * l3;
  motion[a + 2] += rows[p + RESPONSE + 2] * l1 + rows[q + RESPONSE + 2] * l2 + rows[r + RESPONSE + 2] * l3;
  motion[a + 3] += rows[p + RESPONSE + 3] * l1 + rows[q + RESPONSE + 3] * l2 + rows[r + RESPONSE + 3] * l3;
  motion[a + 4] += rows[p + RESPONSE + 4] * l1 + rows[q + RESPONSE + 4] * l2 + rows[r + RESPONSE + 4] * l3;
  motion[a + 5] += rows[p + RESPONSE + 5] * l1 + rows[q + RESPONSE + 5] * l2 + rows[r + RESPONSE + 5] * l3;
  motion[b] += rows[p + RESPONSE + 6] * l1 + rows[q + RESPONSE + 6] * l2 + rows[r + RESPONSE + 6] * l3;
  motion[b + 1] += rows[p + RESPONSE + 7] * l1 + rows[q + RESPONSE + 7] * l2 + rows[r + RESPONSE + 7] * l3;
  motion[b + 2] += rows[p + RESPONSE + 8] * l1 + rows[q + RESPONSE + 8] * l2 + rows[r + RESPONSE + 8] * l3;
  motion[b + 3] += rows[p + RESPONSE + 9] * l1 + rows[q + RESPONSE + 9] * l2 + rows[r + RESPONSE + 9] * l3;
  motion[b + 4] += rows[p + RESPONSE + 10] * l1 + rows[q + RESPONSE + 10] * l2 + rows[r + RESPONSE + 10] * l3;
  motion[b + 5] += rows[p + RESPONSE + 11] * l1 + rows[q + RESPONSE + 11] * l2 + rows[r + RESPONSE + 11] * l3;
};

/** Ċ of one row at the present velocities. */
export const rowSpeed = (world: World, row: number): number => {
  const { data, index } = world.rows;
  const { motion } = world.bodies;
  const p = row * ROW;
  const a = index[row * ROW_INTS + BODY_A] * MOTION;
  const b = index[row * ROW_INTS + BODY_B] * MOTION;
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += data[p + i] * motion[a + i] + data[p + 6 + i] * motion[b + i];
  return sum;
};

/** Ċ that gravity and forces have added in this substep; torques are left out. */
export const rowKick = ({ rows, bodies }: World, row: number): number => {
  const { kick } = bodies;
  const p = row * ROW;
  const a = rows.index[row * ROW_INTS + BODY_A] * 3;
  const b = rows.index[row * ROW_INTS + BODY_B] * 3;
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += rows.data[p + i] * kick[a + i] + rows.data[p + 6 + i] * kick[b + i];
  return sum;
};

/** v ← v + R l on both bodies of a row. */
export const applyRow = (world: World, row: number, l: number): void => {
  const { data, index } = world.rows;
  const { motion } = world.bodies;
  const p = row * ROW + RESPONSE;
  const a = index[row * ROW_INTS + BODY_A] * MOTION;
  const b = index[row * ROW_INTS + BODY_B] * MOTION;
  for (let i = 0; i < 6; i++) motion[a + i] += data[p + i] * l;
  for (let i = 0; i < 6; i++) motion[b + i] += data[p + 6 + i] * l;
};

/** Two rows, up to four bodies, one λ. Rare, so it is not unrolled. */
const solveCoupled = (world: World, k: number, p: number, low: number): void => {
  const { data: rows } = world.rows;
  const row = k / ROW_INTS;
  const biased = low === LOW;
  const m = (biased ? rows[p + MASS_SCALE] : 1) * rows[p + MASS];
  const kept = (biased ? 1 - rows[p + IMPULSE_SCALE] : 1) * rows[p + LAMBDA];
  const wanted = kept - m * (rowSpeed(world, row) + rowSpeed(world, row + 1) - rows[p + low]);
  const lambda = Math.min(Math.max(wanted, rows[p + LOWER]), rows[p + UPPER]);
  const l = lambda - rows[p + LAMBDA];
  rows[p + LAMBDA] = lambda;
  rows[p + ROW + LAMBDA] = lambda;
  applyRow(world, row, l);
  applyRow(world, row + 1, l);
};

/** Begins the sweep with last substep's impulses: v ← v + R λ for every row. */
export const warmStartRows = (world: World): void => {
  const { data: rows, points, index, count } = world.rows;
  const { motion } = world.bodies;
  for (let row = 0; row < count; ) {
    const k = row * ROW_INTS;
    const p = row * ROW;
    const a = index[k + BODY_A] * MOTION;
    const b = index[k + BODY_B] * MOTION;
    if (index[k + KIND] !== Kind.general) {
      warmStartPoint(points, motion, row * POINT_ROW, a, b);
      row += 3;
    } else {
      warmStartRow(rows, motion, p, a, b);
      row++;
    }
  }
};

const warmStartRow = (rows: Float64Array, motion: Float64Array, p: number, a: number, b: number): void => {
  const l = rows[p + LAMBDA];
  if (l === 0) return;
  motion[a] += rows[p + RESPONSE] * l;
  motion[a + 1] += rows[p + RESPONSE + 1] * l;
  motion[a + 2] += rows[p + RESPONSE + 2] * l;
  motion[a + 3] += rows[p + RESPONSE + 3] * l;
  motion[a + 4] += rows[p + RESPONSE + 4] * l;
  motion[a + 5] += rows[p + RESPONSE + 5] * l;
  motion[b] += rows[p + RESPONSE + 6] * l;
  motion[b + 1] += rows[p + RESPONSE + 7] * l;
  motion[b + 2] += rows[p + RESPONSE + 8] * l;
  motion[b + 3] += rows[p + RESPONSE + 9] * l;
  motion[b + 4] += rows[p + RESPONSE + 10] * l;
  motion[b + 5] += rows[p + RESPONSE + 11] * l;
};
