import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { II, MOTION } from '../state/bodies.js';
import { J, KIND, Kind, MASS, ROW, ROW_INTS, rowOf } from '../state/rows.js';
import { LOCKED_AXIS_RATIO } from '../tuning.js';
import { blockK, invertThree, invertTwo } from './block-inverse.js';
import type { JointContext } from './context.js';

/**
 * Angular rows act on the relative angular velocity alone, Ċ = g·(ωB - ωA): locked axes, angles, their limits
 * and motors. An impulse is a torque along g on both bodies, so K = gᵀ (IA⁻¹ + IB⁻¹) g, and half of the
 * numbers of a general row need not be written or read.
 */

/** Whether the written J of a row is that of an angular row. */
export const isAngular = (rows: Floats, at: number): boolean =>
  rows[at + J] === 0 &&
  rows[at + J + 1] === 0 &&
  rows[at + J + 2] === 0 &&
  rows[at + J + 6] === 0 &&
  rows[at + J + 7] === 0 &&
  rows[at + J + 8] === 0 &&
  rows[at + J + 3] === -rows[at + J + 9] &&
  rows[at + J + 4] === -rows[at + J + 10] &&
  rows[at + J + 5] === -rows[at + J + 11];

/** Scratch: (IA⁻¹ + IB⁻¹) g of one row. */
const angularResponse = createFloats(3);

const writeAngularResponse = ({ rows, motion, bodyA, bodyB }: JointContext, row: number): void => {
  const p = row & INDEX_BITS;
  const a = ((bodyA * MOTION) & INDEX_BITS) + II;
  const b = ((bodyB * MOTION) & INDEX_BITS) + II;
  const x = rows[p + J + 9];
  const y = rows[p + J + 10];
  const z = rows[p + J + 11];
  const xy = motion[a + 1] + motion[b + 1];
  const xz = motion[a + 2] + motion[b + 2];
  const yz = motion[a + 4] + motion[b + 4];
  angularResponse[0] = (motion[a] + motion[b]) * x + xy * y + xz * z;
  angularResponse[1] = xy * x + (motion[a + 3] + motion[b + 3]) * y + yz * z;
  angularResponse[2] = xz * x + yz * y + (motion[a + 5] + motion[b + 5]) * z;
};

/** g of row p times `angularResponse`, as entry i of the K of the block. */
const writeProduct = (rows: Floats, p: number, i: number): void => {
  blockK[i] =
    rows[p + J + 9] * angularResponse[0] +
    rows[p + J + 10] * angularResponse[1] +
    rows[p + J + 11] * angularResponse[2];
};

/** A row about an axis that is locked in both bodies gets no part in the solution. */
const dropLocked = ({ motion, bodyA, bodyB }: JointContext): void => {
  const a = ((bodyA * MOTION) & INDEX_BITS) + II;
  const b = ((bodyB * MOTION) & INDEX_BITS) + II;
  const least =
    LOCKED_AXIS_RATIO *
    (motion[a] + motion[a + 3] + motion[a + 5] + motion[b] + motion[b + 3] + motion[b + 5]);
  if (blockK[0] < least) blockK[0] = 0;
  if (blockK[3] < least) blockK[3] = 0;
  if (blockK[5] < least) blockK[5] = 0;
};

/** Effective mass of an angular row that is solved alone. */
export const finishAngularRow = (j: JointContext, at: number): void => {
  j.index[rowOf(at) * ROW_INTS + KIND] = Kind.angular;
  writeAngularResponse(j, at);
  writeProduct(j.rows, at, 0);
  dropLocked(j);
  const k = blockK[0];
  j.rows[at + MASS] = k > 0 ? 1 / k : 0;
};

/** Inverse K of two or three angular rows that are solved together. */
export const finishAngularBlock = (j: JointContext, at: number, count: number): void => {
  const { rows } = j;
  const second = at + ROW;
  j.index[rowOf(at) * ROW_INTS + KIND] = Kind.angular;
  writeAngularResponse(j, at);
  writeProduct(rows, at, 0);
  writeAngularResponse(j, second);
  writeProduct(rows, at, 1);
  writeProduct(rows, second, 3);
  if (count === 2) {
    dropLocked(j);
    invertTwo(rows, at);
    return;
  }
  const third = second + ROW;
  writeAngularResponse(j, third);
  writeProduct(rows, at, 2);
  writeProduct(rows, second, 4);
  writeProduct(rows, third, 5);
  dropLocked(j);
  invertThree(rows, at);
};
