import { createFloats, type Floats } from '../math/floats.js';

/**
 * Single-point contacts of spheres, copied out of their records for one step. A sphere touches at one point and,
 * without rolling or twist resistance, with a force and no torque, so a row is 4 cache lines where a record is 12.
 * The rows lie in the order in which they are solved. In a heap of 1000 bodies the records are spread over 4.6 MB.
 * Measured there: the rows save 3 to 7 % of a whole run, together with the short branch for single points in
 * contact-masses.ts; once the heap is at rest the gain is within the noise.
 */
export interface SinglePointRows {
  values: Floats;
  /** Offsets of A and B in `motion`, two for each row. */
  bodies: Int32Array;
}

/** Layout of a row: what solveSinglePoints reads comes first and fills two cache lines. */
export const SINGLE = 32;
export const SINGLE_N = 0;
export const SINGLE_RA = 3;
export const SINGLE_RB = 6;
export const SINGLE_CARRY = 9;
export const SINGLE_S = 10;
export const SINGLE_MASS = 11;
export const SINGLE_LAMBDA = 12;
export const SINGLE_STIFF = 13;
export const SINGLE_APPROACH = 14;
export const SINGLE_MU = 15;
export const SINGLE_T1 = 16;
export const SINGLE_FRICTION_MASS = 19;
export const SINGLE_FRICTION = 22;
export const SINGLE_NORMAL_TO_SLIP = 24;
export const SINGLE_SURFACE = 26;
export const SINGLE_TOTAL = 28;
export const SINGLE_FRICTION_TOTAL = 29;

export const createSinglePointRows = (): SinglePointRows => ({
  values: createFloats(64 * SINGLE),
  bodies: new Int32Array(64 * 2),
});
