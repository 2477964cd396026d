import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { MOTION } from '../state/bodies.js';
import { BODY_A, BODY_B, KIND, Kind, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';

/**
 * Ċ = J v of rows, the one place for it outside the unrolled kernels (solver/sweeps/solve-rows.ts and its
 * neighbours).
 */

/** Scratch: Ċ of the rows of one block. An array, because doubles as arguments would be allocated. */
export const speeds = createFloats(3);

/** Ċ of one row at the present velocities. */
export const rowSpeed = (world: World, row: number): number => {
  writeRowSpeed(world, row);
  return speeds[0];
};

/** The same into `speeds`: a double that is returned may be allocated. */
export const writeRowSpeed = (world: World, row: number): void => {
  const { data, index } = world.rows;
  const { motion } = world.bodies;
  const p = (row * ROW) & INDEX_BITS;
  const a = (index[row * ROW_INTS + BODY_A] * MOTION) & INDEX_BITS;
  const b = (index[row * ROW_INTS + BODY_B] * MOTION) & INDEX_BITS;
  if (index[row * ROW_INTS + KIND] === Kind.angular) {
    writeAngularSpeeds(data, motion, p, a, b, 1);
    return;
  }
  writeSpeedOf(data, motion, p, a, b);
};

/** Ċ into `speeds[0]` for the Jacobian at p and the motion of the bodies at a and b. */
const writeSpeedOf = (jacobians: Floats, motion: Floats, p: number, a: number, b: number): void => {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += jacobians[p + i] * motion[a + i] + jacobians[p + 6 + i] * motion[b + i];
  speeds[0] = sum;
};

/** s = g·(ωB - ωA) of each row. */
export const writeAngularSpeeds = (
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
  const x = motion[b + 3] - motion[a + 3];
  const y = motion[b + 4] - motion[a + 4];
  const z = motion[b + 5] - motion[a + 5];
  for (let i = 0, r = p + 9; i < count; i++, r += ROW)
    speeds[i] = rows[r] * x + rows[r + 1] * y + rows[r + 2] * z;
};
