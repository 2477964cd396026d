import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  ARMATURE,
  type Articulations,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  FIRST_CLOSING,
  FREEDOM,
  INVERSE_D,
  TREE_INTS,
} from '../../../state/articulations.js';
import {
  CLOSING,
  CLOSING_CONTROL,
  CLOSING_INTS,
  type ClosingRows,
  FIRST_COUPLED,
  FREE_COMPLIANCE,
  WEAK,
} from '../../../state/closing-rows.js';
import { CLOSING_COMPLIANCE, MAX_LOOSE_ROWS, WEAK_PIVOT } from '../../../tuning.js';
import { isAnyLocked } from '../factor.js';

/** LDLᵀ of K of the closing rows (closing-rows.ts), and what is solved with it. */

/** Whether a row acts: a lock always, that of a control while it holds or is soft. */
export const acts = (a: Articulations, r: number): boolean => {
  const control = a.closing.ints[r * CLOSING_INTS + CLOSING_CONTROL];
  if (control < 0) return true;
  const f = a.controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM;
  return a.freedoms[f + INVERSE_D] === 0 || a.freedoms[f + ARMATURE] > 0;
};

/** Where the freedom of a row begins whose control does not lock it, or -1. No number of it is returned: doubles may be allocated. */
export const unlockedFreedom = (a: Articulations, r: number): number => {
  const control = a.closing.ints[r * CLOSING_INTS + CLOSING_CONTROL];
  if (control < 0) return -1;
  const f = a.controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM;
  return a.freedoms[f + INVERSE_D] === 0 ? -1 : f;
};

/** Whether a spring or soft servo acts along a row, with the inertia ARMATURE of its freedom. */
export const isSoft = (a: Articulations, r: number): boolean => {
  const f = unlockedFreedom(a, r);
  return f >= 0 && a.freedoms[f + ARMATURE] > 0;
};

/**
 * K → L below the diagonal and D on it. L is 0 where K is 0 from the beginning of a row on: to the left of FIRST_COUPLED. A row that
 * the others hold already gets D = 0 and bears nothing, unless limits are locked: a lock that contradicts the loop is found by the
 * load on it.
 */
export const eliminate = (a: Articulations, tree: number, matrix: Floats, count: number): void => {
  const { data, ints } = a.closing;
  const drops = !isAnyLocked(a, tree);
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  for (let i = 0; i < count; i++) {
    const o = (first + i) * CLOSING;
    const isControl = ints[(first + i) * CLOSING_INTS + CLOSING_CONTROL] >= 0;
    const at = i * count;
    const from = ints[(first + i) * CLOSING_INTS + FIRST_COUPLED];
    // The row holds L D until its pivot is known.
    for (let k = from; k < i; k++) {
      const row = k * count;
      let sum = matrix[at + k];
      for (let m = Math.max(from, ints[(first + k) * CLOSING_INTS + FIRST_COUPLED]); m < k; m++)
        sum -= matrix[at + m] * matrix[row + m];
      matrix[at + k] = sum;
    }
    let pivot = matrix[at + i];
    for (let k = from; k < i; k++) {
      const d = matrix[k * count + k];
      const l = d > 0 ? matrix[at + k] / d : 0;
      pivot -= l * matrix[at + k];
      matrix[at + k] = l;
    }
    const least = drops ? WEAK_PIVOT * CLOSING_COMPLIANCE * data[o + FREE_COMPLIANCE] : 0;
    data[o + WEAK] = pivot > least || isControl ? 0 : 1;
    matrix[at + i] = pivot > least ? pivot : 0;
  }
};

/** Scratch: what is left of the right side, or of six. */
const residual = createFloats(6 * MAX_LOOSE_ROWS);

/**
 * b → λ, K λ = b. The factor is that of K + c, of which λ₁ = (K + c)⁻¹ b leaves the residual b - K λ₁ = c λ₁. Solving for it again and
 * adding leaves c (K + c)⁻¹ c λ₁, a part (c / (K + c))² of the load where it was c / (K + c). So rows that can bear a load do
 * so to rounding, and near singular poses λ is twice that of the compliance.
 */
export const solveClosingRows = (a: Articulations, tree: number, count: number, vector: Floats): void => {
  const { data, matrices } = a.closing;
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  solveTriangles(a.closing, matrices[tree], first, count, vector);
  for (let r = 0; r < count; r++)
    residual[r] = isSoft(a, first + r)
      ? 0
      : CLOSING_COMPLIANCE * data[(first + r) * CLOSING + FREE_COMPLIANCE] * vector[r];
  solveTriangles(a.closing, matrices[tree], first, count, residual);
  for (let r = 0; r < count; r++) vector[r] += residual[r];
};

/** x ← L⁻ᵀ D⁻¹ L⁻¹ x. */
const solveTriangles = (
  { ints }: ClosingRows,
  matrix: Floats,
  first: number,
  count: number,
  x: Floats,
): void => {
  for (let i = 0; i < count; i++)
    for (let k = ints[(first + i) * CLOSING_INTS + FIRST_COUPLED]; k < i; k++)
      x[i] -= matrix[i * count + k] * x[k];
  for (let i = 0; i < count; i++) {
    const pivot = matrix[i * count + i];
    x[i] = pivot > 0 ? x[i] / pivot : 0;
  }
  for (let i = count - 1; i >= 0; i--)
    for (let k = ints[(first + i) * CLOSING_INTS + FIRST_COUPLED]; k < i; k++)
      x[k] -= matrix[i * count + k] * x[i];
};

/** solveClosingRows for six right sides, beside each other in `x` from `at` on: each entry of L is read once for all of them. */
export const solveClosingColumns = (
  a: Articulations,
  tree: number,
  count: number,
  x: Floats,
  at: number,
): void => {
  const { data, matrices } = a.closing;
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  solveSixTriangles(a.closing, matrices[tree], first, count, x, at);
  for (let r = 0; r < count; r++) {
    const c = isSoft(a, first + r) ? 0 : CLOSING_COMPLIANCE * data[(first + r) * CLOSING + FREE_COMPLIANCE];
    for (let m = 0; m < 6; m++) residual[6 * r + m] = c * x[at + 6 * r + m];
  }
  solveSixTriangles(a.closing, matrices[tree], first, count, residual, 0);
  for (let m = 0; m < 6 * count; m++) x[at + m] += residual[m];
};

const solveSixTriangles = (
  { ints }: ClosingRows,
  matrix: Floats,
  first: number,
  count: number,
  x: Floats,
  at: number,
): void => {
  for (let i = 0; i < count; i++) {
    const o = (at + 6 * i) & INDEX_BITS;
    const row = i * count;
    let x0 = x[o];
    let x1 = x[o + 1];
    let x2 = x[o + 2];
    let x3 = x[o + 3];
    let x4 = x[o + 4];
    let x5 = x[o + 5];
    for (let k = ints[(first + i) * CLOSING_INTS + FIRST_COUPLED]; k < i; k++) {
      const l = matrix[row + k];
      const c = (at + 6 * k) & INDEX_BITS;
      x0 -= l * x[c];
      x1 -= l * x[c + 1];
      x2 -= l * x[c + 2];
      x3 -= l * x[c + 3];
      x4 -= l * x[c + 4];
      x5 -= l * x[c + 5];
    }
    x[o] = x0;
    x[o + 1] = x1;
    x[o + 2] = x2;
    x[o + 3] = x3;
    x[o + 4] = x4;
    x[o + 5] = x5;
  }
  for (let i = 0; i < count; i++) {
    const pivot = matrix[i * count + i];
    for (let m = 0; m < 6; m++) x[at + 6 * i + m] = pivot > 0 ? x[at + 6 * i + m] / pivot : 0;
  }
  for (let i = count - 1; i >= 0; i--) {
    const o = (at + 6 * i) & INDEX_BITS;
    const row = i * count;
    const x0 = x[o];
    const x1 = x[o + 1];
    const x2 = x[o + 2];
    const x3 = x[o + 3];
    const x4 = x[o + 4];
    const x5 = x[o + 5];
    for (let k = ints[(first + i) * CLOSING_INTS + FIRST_COUPLED]; k < i; k++) {
      const l = matrix[row + k];
      const c = (at + 6 * k) & INDEX_BITS;
      x[c] -= l * x0;
      x[c + 1] -= l * x1;
      x[c + 2] -= l * x2;
      x[c + 3] -= l * x3;
      x[c + 4] -= l * x4;
      x[c + 5] -= l * x5;
    }
  }
};
