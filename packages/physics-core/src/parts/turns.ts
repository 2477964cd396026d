import { INDEX_BITS } from '../math/index-bits.js';
import { II, MOTION } from '../state/bodies.js';
import { J, KIND, Kind, MASS, ROW, ROW_INTS } from '../state/rows.js';
import { blockK, invertThree, invertTwo } from './block-inverse.js';
import type { JointContext } from './context.js';

/**
 * Turns: rows that act on the relative angular velocity alone, Ċ = g·(ωB - ωA). Locked axes, angles, their
 * limits and motors are such rows. An impulse is a torque along g for both bodies, so K = gᵀ (IA⁻¹ + IB⁻¹) g,
 * and half of what a general row takes need not be written or read.
 */

/** Whether the row's J, which is there, is one of a turn. */
export const isTurn = (rows: Float64Array, at: number): boolean =>
  rows[at + J] === 0 &&
  rows[at + J + 1] === 0 &&
  rows[at + J + 2] === 0 &&
  rows[at + J + 6] === 0 &&
  rows[at + J + 7] === 0 &&
  rows[at + J + 8] === 0 &&
  rows[at + J + 3] === -rows[at + J + 9] &&
  rows[at + J + 4] === -rows[at + J + 10] &&
  rows[at + J + 5] === -rows[at + J + 11];

/** IA⁻¹ + IB⁻¹: xx, xy, xz, yy, yz, zz. */
const ease = new Float64Array(6);

const writeEase = ({ motion, bodyA, bodyB }: JointContext): void => {
  const a = ((bodyA * MOTION) & INDEX_BITS) + II;
  const b = ((bodyB * MOTION) & INDEX_BITS) + II;
  for (let i = 0; i < 6; i++) ease[i] = motion[a + i] + motion[b + i];
};

/** g of row p and of row q times `ease` in between, as entry i of the block's K. */
const writeProduct = (rows: Float64Array, p: number, q: number, i: number): void => {
  const x = rows[q + J + 9];
  const y = rows[q + J + 10];
  const z = rows[q + J + 11];
  blockK[i] =
    rows[p + J + 9] * (ease[0] * x + ease[1] * y + ease[2] * z) +
    rows[p + J + 10] * (ease[1] * x + ease[3] * y + ease[4] * z) +
    rows[p + J + 11] * (ease[2] * x + ease[4] * y + ease[5] * z);
};

/** Effective mass of a turn that is solved alone. */
export const finishTurn = (j: JointContext, at: number): void => {
  j.index[(at / ROW) * ROW_INTS + KIND] = Kind.turn;
  writeEase(j);
  writeProduct(j.rows, at, at, 0);
  const k = blockK[0];
  j.rows[at + MASS] = k > 0 ? 1 / k : 0;
};

/** Inverse K of two or three turns that are solved together. */
export const finishTurns = (j: JointContext, at: number, count: number): void => {
  const { rows } = j;
  const second = at + ROW;
  j.index[(at / ROW) * ROW_INTS + KIND] = Kind.turn;
  writeEase(j);
  writeProduct(rows, at, at, 0);
  writeProduct(rows, at, second, 1);
  writeProduct(rows, second, second, 3);
  if (count === 2) {
    invertTwo(rows, at);
    return;
  }
  const third = second + ROW;
  writeProduct(rows, at, third, 2);
  writeProduct(rows, second, third, 4);
  writeProduct(rows, third, third, 5);
  invertThree(rows, at);
};
