import { createFloats, type Floats } from '../math/floats.js';
import { INVERSE, MASS, ROW } from '../state/rows.js';
import { NEARLY_LOCKED_RATIO, REDUNDANT_PIVOT } from '../tuning.js';

/**
 * Scratch: entries of K = J M⁻¹ Jᵀ of one block: 11, 12, 13, 22, 23, 33. An array, because a returned double
 * would be boxed.
 */
export const blockK = createFloats(6);

/** Inverts K in `blockK` into MASS and INVERSE of the two rows of a block. */
export const invertTwo = (rows: Floats, p: number): void => {
  const isSwapped = blockK[0] < NEARLY_LOCKED_RATIO * blockK[3];
  const first = isSwapped ? p + ROW : p;
  const second = isSwapped ? p : p + ROW;
  const k11 = isSwapped ? blockK[3] : blockK[0];
  const k12 = blockK[1];
  const k22 = isSwapped ? blockK[0] : blockK[3];
  rows[first + MASS] = k11 > 0 ? 1 / k11 : 0;
  rows[second + MASS] = k22 > 0 ? 1 / k22 : 0;
  const i1 = k11 > 0 ? 1 / k11 : 0;
  const l21 = k12 * i1;
  const d2 = k22 - l21 * k12;
  const i2 = d2 > REDUNDANT_PIVOT * k22 ? 1 / d2 : 0;
  const own = isSwapped ? INVERSE + 1 : INVERSE;
  const other = isSwapped ? INVERSE : INVERSE + 1;
  rows[first + own] = i1 + l21 * l21 * i2;
  rows[first + other] = -l21 * i2;
  rows[second + own] = -l21 * i2;
  rows[second + other] = i2;
};

/** The same of three rows. */
export const invertThree = (rows: Floats, p: number): void => {
  const q = p + ROW;
  const s = q + ROW;
  rows[p + MASS] = blockK[0] > 0 ? 1 / blockK[0] : 0;
  rows[q + MASS] = blockK[3] > 0 ? 1 / blockK[3] : 0;
  rows[s + MASS] = blockK[5] > 0 ? 1 / blockK[5] : 0;
  invertK();
  writeInverse(rows, p, blockK, 0);
};

/** Writes the six entries of a symmetric inverse, in `from`, to the three rows of a block. */
export const writeInverse = (rows: Floats, p: number, from: Floats, at: number): void => {
  const q = p + ROW;
  const s = q + ROW;
  rows[p + INVERSE] = from[at];
  rows[p + INVERSE + 1] = from[at + 1];
  rows[p + INVERSE + 2] = from[at + 2];
  rows[q + INVERSE] = from[at + 1];
  rows[q + INVERSE + 1] = from[at + 3];
  rows[q + INVERSE + 2] = from[at + 4];
  rows[s + INVERSE] = from[at + 2];
  rows[s + INVERSE + 1] = from[at + 4];
  rows[s + INVERSE + 2] = from[at + 5];
};

/** K in `blockK` ← K⁻¹, by K = L D Lᵀ; a pivot that is lost in rounding is left out. */
export const invertK = (): void => {
  const k12 = blockK[1];
  const k13 = blockK[2];
  const k22 = blockK[3];
  const k23 = blockK[4];
  const k33 = blockK[5];
  const i1 = blockK[0] > 0 ? 1 / blockK[0] : 0;
  const l21 = k12 * i1;
  const d2 = k22 - l21 * k12;
  const i2 = d2 > REDUNDANT_PIVOT * k22 ? 1 / d2 : 0;
  const l31 = k13 * i1;
  const u = k23 - l31 * k12;
  const l32 = u * i2;
  const d3 = k33 - l31 * k13 - l32 * u;
  const i3 = d3 > REDUNDANT_PIVOT * k33 ? 1 / d3 : 0;
  // K⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ with L⁻¹ = [1; -l21, 1; m31, -l32, 1].
  const m31 = l21 * l32 - l31;
  blockK[0] = i1 + l21 * l21 * i2 + m31 * m31 * i3;
  blockK[1] = -l21 * i2 - m31 * l32 * i3;
  blockK[2] = m31 * i3;
  blockK[3] = i2 + l32 * l32 * i3;
  blockK[4] = -l32 * i3;
  blockK[5] = i3;
};
