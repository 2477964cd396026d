import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { II } from '../../state/bodies.js';
import { IMPULSE_SCALE, INVERSE, J, LAMBDA, LOW, MASS_SCALE, ROW, UPPER } from '../../state/rows.js';

/**
 * The kernel of angular rows (rows/angular-rows.ts), which act on the relative angular velocity alone. Their
 * axis g is stored as the angular part of B in J.
 */

/** Scratch: Δλ of the rows of one block. An array, because doubles as arguments would be allocated. */
export const changes = createFloats(3);

/** Applies the torque Σ g Δλ to B, and its opposite to A. */
export const applyAngular = (
  rows: Floats,
  motion: Floats,
  p: number,
  a: number,
  b: number,
  count: number,
): void => {
  p &= INDEX_BITS;
  a &= INDEX_BITS;
  b &= INDEX_BITS;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0, r = p + 9; i < count; i++, r += ROW) {
    const l = changes[i];
    x += rows[r] * l;
    y += rows[r + 1] * l;
    z += rows[r + 2] * l;
  }
  let xy = motion[a + II + 1];
  let xz = motion[a + II + 2];
  let yz = motion[a + II + 4];
  motion[a + 3] -= motion[a + II] * x + xy * y + xz * z;
  motion[a + 4] -= xy * x + motion[a + II + 3] * y + yz * z;
  motion[a + 5] -= xz * x + yz * y + motion[a + II + 5] * z;
  xy = motion[b + II + 1];
  xz = motion[b + II + 2];
  yz = motion[b + II + 4];
  motion[b + 3] += motion[b + II] * x + xy * y + xz * z;
  motion[b + 4] += xy * x + motion[b + II + 3] * y + yz * z;
  motion[b + 5] += xz * x + yz * y + motion[b + II + 5] * z;
};

/**
 * Two rows together, as the axes of a hinge: the same arithmetic as through `speeds` and `changes`, kept in
 * registers. The step of ragdolls with hinges takes 2 % less.
 */
export const solveTwoAngular = (
  rows: Floats,
  motion: Floats,
  p: number,
  a: number,
  b: number,
  low: number,
): void => {
  p &= INDEX_BITS;
  a &= INDEX_BITS;
  b &= INDEX_BITS;
  const q = p + ROW;
  const wx = motion[b + 3] - motion[a + 3];
  const wy = motion[b + 4] - motion[a + 4];
  const wz = motion[b + 5] - motion[a + 5];
  const gx = rows[p + J + 9];
  const gy = rows[p + J + 10];
  const gz = rows[p + J + 11];
  const fx = rows[q + J + 9];
  const fy = rows[q + J + 10];
  const fz = rows[q + J + 11];
  const e1 = gx * wx + gy * wy + gz * wz - rows[p + low];
  const e2 = fx * wx + fy * wy + fz * wz - rows[q + low];
  const biased = low === LOW;
  const massScale = biased ? rows[p + MASS_SCALE] : 1;
  const keep = biased ? 1 - rows[p + IMPULSE_SCALE] : 1;
  const old1 = rows[p + LAMBDA];
  const old2 = rows[q + LAMBDA];
  let l1 = keep * old1 - massScale * (rows[p + INVERSE] * e1 + rows[p + INVERSE + 1] * e2);
  let l2 = keep * old2 - massScale * (rows[q + INVERSE] * e1 + rows[q + INVERSE + 1] * e2);
  const bound = rows[p + UPPER];
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
  const x = gx * l1 + fx * l2;
  const y = gy * l1 + fy * l2;
  const z = gz * l1 + fz * l2;
  let xy = motion[a + II + 1];
  let xz = motion[a + II + 2];
  let yz = motion[a + II + 4];
  motion[a + 3] -= motion[a + II] * x + xy * y + xz * z;
  motion[a + 4] -= xy * x + motion[a + II + 3] * y + yz * z;
  motion[a + 5] -= xz * x + yz * y + motion[a + II + 5] * z;
  xy = motion[b + II + 1];
  xz = motion[b + II + 2];
  yz = motion[b + II + 4];
  motion[b + 3] += motion[b + II] * x + xy * y + xz * z;
  motion[b + 4] += xy * x + motion[b + II + 3] * y + yz * z;
  motion[b + 5] += xz * x + yz * y + motion[b + II + 5] * z;
};
