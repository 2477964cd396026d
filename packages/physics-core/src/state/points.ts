/**
 * Points: three rows that keep an anchor of A at an anchor of B. Most joints have such a block. Its J holds only
 * levers, zeros and ones, so during a step a point is a compact record, a third of the size of its rows. The rows
 * in the table are expanded from it when they are read (rows/expand-points.ts). Solving records instead of rows
 * took a third off the step of a net of ball joints.
 *
 * The record of the point whose rows begin at `row` begins at row * POINT_ROW.
 */
export const POINT_ROW = 12;

/** Anchors relative to the centres of mass, body axes. */
export const ANCHOR_A = 0;
export const ANCHOR_B = 3;
/** Levers from the centres of mass to the point where the force acts, world axes: s of A and r of B. */
export const LEVER_A = 6;
export const LEVER_B = 9;
/** C = d, from A's anchor to B's. */
export const POINT_GAP = 12;
/** Target speed along each axis in the solve with bias. */
export const POINT_SPEED = 15;
export const IMPULSE = 18;
/** Inverse of K: 11, 12, 13, 22, 23, 33. */
export const INVERSE_K = 21;
/** K_ii. */
export const DIAGONAL = 27;
/** Softness of the solve with bias. */
export const POINT_BIAS_RATE = 30;
export const POINT_MASS_SCALE = 31;
export const POINT_IMPULSE_SCALE = 32;
/** Largest speed at which the gap is corrected, m/s. */
export const MOST_SPEED = 33;
/** Part of the gap that A's lever includes; B's includes the rest. */
export const SHARE_A = 34;
