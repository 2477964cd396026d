import { type JointContext, LAMBDA_SCALE, Q, times, XA } from '../rows/context.js';
import { claimRows, finishBlock, finishRow, lockRows } from '../rows/write-rows.js';
import { LAMBDA, ROW, ROW_INTS, Role, rowOf, SLOT } from '../state/rows.js';
import { writeRotationVectorRows, writeTiltRows, writeTwist } from './angles/rotation.js';
import { writeSwingY, writeSwingZ } from './angles/swing.js';
import { writeTranslation } from './axis.js';
import { coordinateRow, copyCoordinate } from './coordinate.js';

/**
 * Locks for any choice of the three axes of A's frame, as one block. `chosen` has bit i for axis i, and
 * the row of axis i takes slot + i.
 */

const countOf = (chosen: number): number => (chosen & 1) + ((chosen >> 1) & 1) + ((chosen >> 2) & 1);

/** d·n = 0 for the chosen axes n: C and J of parts/axis.ts. */
export const translationRows = (j: JointContext, slot: number, chosen: number): void => {
  const count = countOf(chosen);
  if (count === 0) return;
  const at = claimChosen(j, slot, chosen, count);
  let row = at;
  for (let i = 0; i < 3; i++) {
    if (((chosen >> i) & 1) === 0) continue;
    writeTranslation(XA + 3 * i);
    copyCoordinate(j, row);
    row += ROW;
  }
  finishChosen(j, at, count);
};

/**
 * No rotation about the chosen axes (parts/angles/rotation.ts). All three: the rotation vector is 0.
 * Two: the third axes stay parallel, and B rotates about them as on a hinge. One: the coordinate of that
 * axis, twist or a component of the swing (parts/angles/swing.ts).
 */
export const rotationRows = (j: JointContext, slot: number, chosen: number): void => {
  const count = countOf(chosen);
  if (count === 0) return;
  if (count === 1) {
    singleRotationRow(j, slot, chosen);
    return;
  }
  const at = claimChosen(j, slot, chosen, count);
  if (count === 3) {
    writeRotationVectorRows(j, at, Q);
  } else {
    // Rows are in the order x, y, z. For x and z, free about y, that is not the cyclic order.
    const free = chosen === 6 ? 0 : chosen === 5 ? 1 : 2;
    if (free === 1) writeTiltRows(j, at + ROW, at, free);
    else writeTiltRows(j, at, at + ROW, free);
  }
  finishChosen(j, at, count);
};

const singleRotationRow = (j: JointContext, slot: number, chosen: number): void => {
  if (chosen === 1) writeTwist();
  else if (chosen === 2) writeSwingY();
  else writeSwingZ();
  coordinateRow(j, slot + (chosen >> 1));
};

/**
 * Claims the rows of the chosen axes. claimRows gives a block consecutive slots, so x and z without y need
 * the slot and λ of z corrected.
 */
const claimChosen = (j: JointContext, slot: number, chosen: number, count: number): number => {
  const first = (chosen & 1) !== 0 ? 0 : (chosen & 2) !== 0 ? 1 : 2;
  const at = claimRows(j, count, Role.lock, slot + first);
  if (j.placing && chosen === 5) {
    const second = rowOf(at) + 1;
    j.index[second * ROW_INTS + SLOT] = slot + 2;
    j.rows[second * ROW + LAMBDA] = j.floats[j.lambda + slot + 2] * times[LAMBDA_SCALE];
  }
  return at;
};

const finishChosen = (j: JointContext, at: number, count: number): void => {
  lockRows(j, at, count);
  if (count === 1) finishRow(j, at);
  else finishBlock(j, at, count);
};
