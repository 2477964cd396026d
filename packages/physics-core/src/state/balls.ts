import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList } from '../math/index-list.js';

/**
 * The quiet contacts of balls, copied out of their records for the sweeps of one step. A ball touches at one
 * point and, without rolling or twist resistance, with a force alone, so a row is 4 cache lines where a
 * record is 12. The rows lie in the order in which they are solved. In a heap of 1000 bodies the records are
 * spread over 4.6 MB. Measured there: 3 to 7 % of a whole run, together with the short way for lone points in
 * contact-masses; less once the heap is at rest, where it is within the noise.
 */
export interface BallRows {
  values: Floats;
  /** Offsets of A and B in `motion`, two for each row. */
  bodies: Int32Array;
  /** Rows that were struck in this substep. */
  readonly struck: IndexList;
}

/** Layout of a row: what pushBalls touches comes first and fills two cache lines. */
export const BALL = 32;
export const BALL_N = 0;
export const BALL_RA = 3;
export const BALL_RB = 6;
export const BALL_CARRY = 9;
export const BALL_S = 10;
export const BALL_MASS = 11;
export const BALL_LAMBDA = 12;
export const BALL_STIFF = 13;
export const BALL_APPROACH = 14;
export const BALL_MU = 15;
export const BALL_T1 = 16;
export const BALL_FRICTION_MASS = 19;
export const BALL_FRICTION = 22;
export const BALL_NORMAL_TO_SLIP = 24;
export const BALL_SURFACE = 26;
export const BALL_TOTAL = 28;
export const BALL_FRICTION_TOTAL = 29;

export const createBallRows = (): BallRows => ({
  values: createFloats(64 * BALL),
  bodies: new Int32Array(64 * 2),
  struck: createIndexList(),
});
