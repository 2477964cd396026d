import type { Floats } from '../../math/floats.js';
import type { JointContext } from '../../rows/context.js';
import { boundRows } from '../../rows/write-rows.js';
import { ERROR, J, LAMBDA, ROW, UPPER } from '../../state/rows.js';

/**
 * Bounds the torque |Jᵀλ| / h of a block of angular rows by the one at `torqueAt`. The kernel can only bound
 * the length of λ, and the two differ where J is not of length 1: for a rotation vector φ it is up to π/2
 * across φ, for a swing by α it is cos(α/2) along it. So the bound is scaled by |λ| / |Jᵀλ| in the direction
 * of λ of the last substep, or of C where λ is still 0.
 */
export const boundTorque = (j: JointContext, at: number, count: number, torqueAt: number): void => {
  boundRows(j, at, torqueAt);
  if (!scaleBound(j.rows, at, count, LAMBDA)) scaleBound(j.rows, at, count, ERROR);
};

/**
 * Multiplies the bound by |x| / |Jᵀx| of the vector x in a column of the rows.
 * Returns whether it has a direction.
 */
const scaleBound = (rows: Floats, at: number, count: number, column: number): boolean => {
  let square = 0;
  let torque = 0;
  for (let i = 0; i < count; i++) square += rows[at + i * ROW + column] * rows[at + i * ROW + column];
  for (let k = J + 9; k < J + 12; k++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += rows[at + i * ROW + column] * rows[at + i * ROW + k];
    torque += sum * sum;
  }
  if (torque > 0) rows[at + UPPER] *= Math.sqrt(square / torque);
  return torque > 0;
};
