/**
 * Points: three rows that hold an anchor of A on an anchor of B. Most joints have such a block, and J of it
 * is all levers, zeros and ones, so while a step runs a point is a record of its own, a third of what its
 * rows take. The rows in the table are written from it for who reads them (solver/spell-points.ts). Solving
 * from records instead of rows took a third off the step of a net of ball joints.
 *
 * The record of the point whose rows begin at `row` begins at row * POINT_ROW.
 */
export const POINT_ROW = 12;

/** Anchors as seen from the centres of mass, body axes. */
export const ANCHOR_A = 0;
export const ANCHOR_B = 3;
/** Levers from the centres of mass to where the force acts, world axes: s of A and r of B. */
export const LEVER_A = 6;
export const LEVER_B = 9;
/** C = d, from A's anchor to B's. */
export const POINT_GAP = 12;
/** Speed that the sweep with bias wants along each axis. */
export const POINT_SPEED = 15;
export const IMPULSE = 18;
/** Inverse of K: 11, 12, 13, 22, 23, 33. */
export const INVERSE_K = 21;
/** K_ii. */
export const DIAGONAL = 27;
/** Softness of the sweep with bias. */
export const POINT_BIAS_RATE = 30;
export const POINT_MASS_SCALE = 31;
export const POINT_IMPULSE_SCALE = 32;
/** The fastest correction of the gap, m/s. */
export const MOST_SPEED = 33;
/** Part of the gap on A's lever; the rest is on B's. */
export const SHARE_A = 34;
