import { MOTION } from '../state/bodies.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
  HIGH,
  IMPULSE_SCALE,
  INVERSE,
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

/**
 * The kernel: one sweep of projected Gauss-Seidel over all joint rows. It knows rows and blocks, not joints.
 *
 * A single row wants s = Jv in a window [low, high] by the smallest |λ| within its bounds:
 *   λ ← clamp( max(λ - m (s - low), 0) + min(λ - m (s - high), 0) )
 * which for an equality, low = high, is the usual step, and for a limit pushes from whichever side is reached. A block of two or three rows
 * is solved by its inverse K, and its λ is cut to a length. With softness, m and λ are scaled (see softness.ts).
 *
 * The velocities of a pair of bodies stay in locals as long as the next block has the same pair: a joint's blocks follow each other.
 */
export const sweepRows = (world: World, biased: boolean): void => {
  const { data: rows, index, count } = world.rows;
  const { motion } = world.bodies;
  const low = biased ? LOW : RELAX_LOW;
  const high = low + (HIGH - LOW);
  let a = -1;
  let b = -1;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let au = 0;
  let av = 0;
  let aw = 0;
  let bx = 0;
  let by = 0;
  let bz = 0;
  let bu = 0;
  let bv = 0;
  let bw = 0;
  for (let row = 0; row < count; ) {
    const k = row * ROW_INTS;
    const p = row * ROW;
    const block = index[k + BLOCK];
    row += block === COUPLED ? 2 : block;
    if (!biased && index[k + SPRUNG] !== 0) continue;
    const nextA = index[k + BODY_A] * MOTION;
    const nextB = index[k + BODY_B] * MOTION;
    if (nextA !== a || nextB !== b || block === COUPLED) {
      if (a >= 0) {
        motion[a] = ax;
        motion[a + 1] = ay;
        motion[a + 2] = az;
        motion[a + 3] = au;
        motion[a + 4] = av;
        motion[a + 5] = aw;
        motion[b] = bx;
        motion[b + 1] = by;
        motion[b + 2] = bz;
        motion[b + 3] = bu;
        motion[b + 4] = bv;
        motion[b + 5] = bw;
      }
      if (block === COUPLED) {
        solveCoupled(world, k, p, low);
        a = -1;
        continue;
      }
      a = nextA;
      b = nextB;
      ax = motion[a];
      ay = motion[a + 1];
      az = motion[a + 2];
      au = motion[a + 3];
      av = motion[a + 4];
      aw = motion[a + 5];
      bx = motion[b];
      by = motion[b + 1];
      bz = motion[b + 2];
      bu = motion[b + 3];
      bv = motion[b + 4];
      bw = motion[b + 5];
    }
    const massScale = biased ? rows[p + MASS_SCALE] : 1;
    const keep = biased ? 1 - rows[p + IMPULSE_SCALE] : 1;
    const s1 =
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
    const old1 = rows[p + LAMBDA];
    if (block === 1) {
      const m = massScale * rows[p + MASS];
      const kept = keep * old1;
      const fromLow = kept - m * (s1 - rows[p + low]);
      const fromHigh = kept - m * (s1 - rows[p + high]);
      let lambda = (fromLow > 0 ? fromLow : 0) + (fromHigh < 0 ? fromHigh : 0);
      if (lambda < rows[p + LOWER]) lambda = rows[p + LOWER];
      if (lambda > rows[p + UPPER]) lambda = rows[p + UPPER];
      const l = lambda - old1;
      rows[p + LAMBDA] = lambda;
      ax += rows[p + RESPONSE] * l;
      ay += rows[p + RESPONSE + 1] * l;
      az += rows[p + RESPONSE + 2] * l;
      au += rows[p + RESPONSE + 3] * l;
      av += rows[p + RESPONSE + 4] * l;
      aw += rows[p + RESPONSE + 5] * l;
      bx += rows[p + RESPONSE + 6] * l;
      by += rows[p + RESPONSE + 7] * l;
      bz += rows[p + RESPONSE + 8] * l;
      bu += rows[p + RESPONSE + 9] * l;
      bv += rows[p + RESPONSE + 10] * l;
      bw += rows[p + RESPONSE + 11] * l;
      continue;
    }
    const q = p + ROW;
    const s2 =
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
      rows[q + 11] * bw;
    const e1 = s1 - rows[p + low];
    const e2 = s2 - rows[q + low];
    const old2 = rows[q + LAMBDA];
    const bound = rows[p + UPPER];
    if (block === 2) {
      let l1 = keep * old1 - massScale * (rows[p + INVERSE] * e1 + rows[p + INVERSE + 1] * e2);
      let l2 = keep * old2 - massScale * (rows[q + INVERSE] * e1 + rows[q + INVERSE + 1] * e2);
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
      ax += rows[p + RESPONSE] * l1 + rows[q + RESPONSE] * l2;
      ay += rows[p + RESPONSE + 1] * l1 + rows[q + RESPONSE + 1] * l2;
      az += rows[p + RESPONSE + 2] * l1 + rows[q + RESPONSE + 2] * l2;
      au += rows[p + RESPONSE + 3] * l1 + rows[q + RESPONSE + 3] * l2;
      av += rows[p + RESPONSE + 4] * l1 + rows[q + RESPONSE + 4] * l2;
      aw += rows[p + RESPONSE + 5] * l1 + rows[q + RESPONSE + 5] * l2;
      bx += rows[p + RESPONSE + 6] * l1 + rows[q + RESPONSE + 6] * l2;
      by += rows[p + RESPONSE + 7] * l1 + rows[q + RESPONSE + 7] * l2;
      bz += rows[p + RESPONSE + 8] * l1 + rows[q + RESPONSE + 8] * l2;
      bu += rows[p + RESPONSE + 9] * l1 + rows[q + RESPONSE + 9] * l2;
      bv += rows[p + RESPONSE + 10] * l1 + rows[q + RESPONSE + 10] * l2;
      bw += rows[p + RESPONSE + 11] * l1 + rows[q + RESPONSE + 11] * l2;
      continue;
    }
    const r = q + ROW;
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
    const old3 = rows[r + LAMBDA];
    let l1 =
      keep * old1 -
      massScale * (rows[p + INVERSE] * e1 + rows[p + INVERSE + 1] * e2 + rows[p + INVERSE + 2] * e3);
    let l2 =
      keep * old2 -
      massScale * (rows[q + INVERSE] * e1 + rows[q + INVERSE + 1] * e2 + rows[q + INVERSE + 2] * e3);
    let l3 =
      keep * old3 -
      massScale * (rows[r + INVERSE] * e1 + rows[r + INVERSE + 1] * e2 + rows[r + INVERSE + 2] * e3);
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
    ax += rows[p + RESPONSE] * l1 + rows[q + RESPONSE] * l2 + rows[r + RESPONSE] * l3;
    ay += rows[p + RESPONSE + 1] * l1 + rows[q + RESPONSE + 1] * l2 + rows[r + RESPONSE + 1] * l3;
    az += rows[p + RESPONSE + 2] * l1 + rows[q + RESPONSE + 2] * l2 + rows[r + RESPONSE + 2] * l3;
    au += rows[p + RESPONSE + 3] * l1 + rows[q + RESPONSE + 3] * l2 + rows[r + RESPONSE + 3] * l3;
    av += rows[p + RESPONSE + 4] * l1 + rows[q + RESPONSE + 4] * l2 + rows[r + RESPONSE + 4] * l3;
    aw += rows[p + RESPONSE + 5] * l1 + rows[q + RESPONSE + 5] * l2 + rows[r + RESPONSE + 5] * l3;
    bx += rows[p + RESPONSE + 6] * l1 + rows[q + RESPONSE + 6] * l2 + rows[r + RESPONSE + 6] * l3;
    by += rows[p + RESPONSE + 7] * l1 + rows[q + RESPONSE + 7] * l2 + rows[r + RESPONSE + 7] * l3;
    bz += rows[p + RESPONSE + 8] * l1 + rows[q + RESPONSE + 8] * l2 + rows[r + RESPONSE + 8] * l3;
    bu += rows[p + RESPONSE + 9] * l1 + rows[q + RESPONSE + 9] * l2 + rows[r + RESPONSE + 9] * l3;
    bv += rows[p + RESPONSE + 10] * l1 + rows[q + RESPONSE + 10] * l2 + rows[r + RESPONSE + 10] * l3;
    bw += rows[p + RESPONSE + 11] * l1 + rows[q + RESPONSE + 11] * l2 + rows[r + RESPONSE + 11] * l3;
  }
  if (a >= 0) {
    motion[a] = ax;
    motion[a + 1] = ay;
    motion[a + 2] = az;
    motion[a + 3] = au;
    motion[a + 4] = av;
    motion[a + 5] = aw;
    motion[b] = bx;
    motion[b + 1] = by;
    motion[b + 2] = bz;
    motion[b + 3] = bu;
    motion[b + 4] = bv;
    motion[b + 5] = bw;
  }
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
  const { data: rows, index, count } = world.rows;
  const { motion } = world.bodies;
  for (let row = 0; row < count; row++) {
    const p = row * ROW;
    const l = rows[p + LAMBDA];
    if (l === 0) continue;
    const a = index[row * ROW_INTS + BODY_A] * MOTION;
    const b = index[row * ROW_INTS + BODY_B] * MOTION;
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
  }
};
