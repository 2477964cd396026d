import { MAX_POINTS } from '../collision/narrowphase/manifold.js';
import { createFloats, type Floats } from '../math/floats.js';
import { POINT, POINTS, POINTS_INVERSE, PX, PY } from '../state/contacts.js';
import { COLLINEAR_POINTS_RATIO, SLIVER_RATIO } from '../tuning.js';

/**
 * The points of a manifold solved together. With b_i = [1, y_i, -x_i] the matrix of their effects on each
 * other is A = B G Bᵀ, of rank 3 at most, so many distributions of a load over four points are possible. The
 * pseudo-inverse gives the most even one:
 *   A⁺ = D G⁻¹ Dᵀ with rows d_i = (BᵀB)⁻¹ b_i       (three or more points that are not in line);
 * for two points A itself can be inverted.
 */
export const writeBlock = (record: Floats, r: number, points: number, centreK: Floats): void => {
  for (let i = 0; i < 10; i++) record[r + POINTS_INVERSE + i] = 0;
  if (points === 2) writePair(record, r, centreK);
  else if (points > 2) writePlane(record, r, points, centreK);
};

/** Scratch: G⁻¹, BᵀB and its inverse, and the rows d_i. */
const g = createFloats(6);
const s = createFloats(6);
const d = createFloats(MAX_POINTS * 3);

const writePair = (record: Floats, r: number, centreK: Floats): void => {
  const p = r + POINTS;
  const q = p + POINT;
  const x = record[p + PX];
  const y = record[p + PY];
  const z = record[q + PX];
  const w = record[q + PY];
  const g0 = centreK[0] + y * centreK[1] - x * centreK[2];
  const g1 = centreK[1] + y * centreK[3] - x * centreK[4];
  const g2 = centreK[2] + y * centreK[4] - x * centreK[5];
  const h0 = centreK[0] + w * centreK[1] - z * centreK[2];
  const h1 = centreK[1] + w * centreK[3] - z * centreK[4];
  const h2 = centreK[2] + w * centreK[4] - z * centreK[5];
  const a = g0 + y * g1 - x * g2;
  const b = g0 + w * g1 - z * g2;
  const c = h0 + w * h1 - z * h2;
  const determinant = a * c - b * b;
  if (determinant <= COLLINEAR_POINTS_RATIO * a * c) return;
  record[r + POINTS_INVERSE] = c / determinant;
  record[r + POINTS_INVERSE + 1] = -b / determinant;
  record[r + POINTS_INVERSE + 4] = a / determinant;
};

const writePlane = (record: Floats, r: number, points: number, centreK: Floats): void => {
  if (!writeInverse(g, centreK)) return;
  for (let i = 0; i < 6; i++) s[i] = 0;
  for (let i = 0; i < points; i++) {
    const x = record[r + POINTS + i * POINT + PX];
    const y = record[r + POINTS + i * POINT + PY];
    s[0] += 1;
    s[1] += y;
    s[2] -= x;
    s[3] += y * y;
    s[4] -= x * y;
    s[5] += x * x;
  }
  const spread = s[3] + s[5];
  const size = (points * centreK[0]) / (centreK[3] + centreK[5]);
  if (s[3] * s[5] - s[4] * s[4] <= SLIVER_RATIO * spread * (spread + size)) return;
  if (!writeInverse(s, s)) return;
  for (let i = 0; i < points; i++) {
    const x = record[r + POINTS + i * POINT + PX];
    const y = record[r + POINTS + i * POINT + PY];
    d[i * 3] = s[0] + y * s[1] - x * s[2];
    d[i * 3 + 1] = s[1] + y * s[3] - x * s[4];
    d[i * 3 + 2] = s[2] + y * s[4] - x * s[5];
  }
  let at = r + POINTS_INVERSE;
  for (let i = 0; i < MAX_POINTS; i++) {
    const d0 = d[i * 3];
    const d1 = d[i * 3 + 1];
    const d2 = d[i * 3 + 2];
    const e0 = g[0] * d0 + g[1] * d1 + g[2] * d2;
    const e1 = g[1] * d0 + g[3] * d1 + g[4] * d2;
    const e2 = g[2] * d0 + g[4] * d1 + g[5] * d2;
    for (let j = i; j < MAX_POINTS; j++) {
      record[at++] = j < points ? e0 * d[j * 3] + e1 * d[j * 3 + 1] + e2 * d[j * 3 + 2] : 0;
    }
  }
};

/** Inverse of a symmetric 3×3 matrix (xx, xy, xz, yy, yz, zz); false when it is nearly singular. */
const writeInverse = (out: Floats, k: Floats): boolean => {
  const a = k[0];
  const b = k[1];
  const c = k[2];
  const e = k[3];
  const f = k[4];
  const i = k[5];
  const c00 = e * i - f * f;
  const c01 = c * f - b * i;
  const c02 = b * f - c * e;
  const determinant = a * c00 + b * c01 + c * c02;
  if (determinant <= COLLINEAR_POINTS_RATIO * a * e * i) return false;
  const inverse = 1 / determinant;
  out[0] = c00 * inverse;
  out[1] = c01 * inverse;
  out[2] = c02 * inverse;
  out[3] = (a * i - c * c) * inverse;
  out[4] = (b * c - a * f) * inverse;
  out[5] = (a * e - b * b) * inverse;
  return true;
};
