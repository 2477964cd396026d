import type { Floats } from '../math/floats.js';

/**
 * Small dense systems of rows: K x = b with K = J M⁻¹ Jᵀ, by LDLᵀ in place. K is given below its
 * diagonal, `stride` numbers to a row.
 */

/**
 * Of a pivot, relative to its diagonal: below this the row says nearly what those before it say, and would
 * have to push a thousand times as hard as anything on its way. A stop beside locks through a long lever r
 * has 1 / (1 + m r² / I), so it must be small.
 */
export const DEPENDENT = 1e-6;

/** Where all rows are locks that the joints hold anyway, only rounding counts: a bob on a long lever has so little. */
export const LOST_IN_ROUNDING = 1e-10;

/** K → L below the diagonal and D on it; 0 there for rows that depend on others, as `dependent` says. */
export const factorise = (
  matrix: Floats,
  stride: number,
  count: number,
  dependent: typeof DEPENDENT | typeof LOST_IN_ROUNDING,
): void => {
  for (let i = 0; i < count; i++) {
    const at = i * stride;
    const diagonal = matrix[at + i];
    let pivot = diagonal;
    for (let k = 0; k < i; k++) {
      let sum = matrix[at + k];
      for (let m = 0; m < k; m++) sum -= matrix[at + m] * matrix[k * stride + m] * matrix[m * stride + m];
      const inverse = matrix[k * stride + k] > 0 ? 1 / matrix[k * stride + k] : 0;
      matrix[at + k] = sum * inverse;
      pivot -= matrix[at + k] * matrix[at + k] * matrix[k * stride + k];
    }
    matrix[at + i] = pivot > dependent * diagonal ? pivot : 0;
  }
};

/** b → x, for the `count` numbers of `vector` from `at` on; rows that depend on others get no part. */
export const solveFactorised = (
  matrix: Floats,
  stride: number,
  count: number,
  vector: Floats,
  at: number,
): void => {
  for (let i = 0; i < count; i++)
    for (let k = 0; k < i; k++) vector[at + i] -= matrix[i * stride + k] * vector[at + k];
  for (let i = 0; i < count; i++) {
    const pivot = matrix[i * stride + i];
    vector[at + i] = pivot > 0 ? vector[at + i] / pivot : 0;
  }
  for (let i = count - 1; i >= 0; i--)
    for (let k = i + 1; k < count; k++) vector[at + i] -= matrix[k * stride + i] * vector[at + k];
};
