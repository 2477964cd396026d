import type { Floats } from './floats.js';

/**
 * Small dense systems of rows: K x = b with K = J M⁻¹ Jᵀ, by LDLᵀ in place. K is given below its
 * diagonal, `stride` numbers to a row.
 */

/**
 * Ratio of a pivot to its diagonal below which a row depends on those before it: it would need impulses a
 * thousand times as large as theirs. A limit beside locks, through a long lever r, has the ratio
 * 1 / (1 + m r² / I), so the threshold must be small.
 */
export const DEPENDENT = 1e-6;

/**
 * The same where all rows are locks, which agree with each other: only rounding makes a row dependent. A bob
 * on a long lever comes near this ratio.
 */
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

/** b → x, for the `count` numbers of `vector` from `at` on; rows that depend on others get 0. */
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
