import type { Floats } from '../math/floats.js';
import { COORDINATE, D, frame, GRADIENT, type JointContext, RA, RB } from '../rows/context.js';
import { claimRows, finishBlock, finishRow, lockRows } from '../rows/write-rows.js';
import { ERROR, ROW, Role } from '../state/rows.js';

/**
 * The distance d = pB - pA of two points along an axis n that is fixed in A (Tamis 2015 §3.1.4):
 *   C = n·d          Ċ = n·ḋ + (ωA × n)·d
 * The axis rotates with A, so A's lever ends at B's point: J = [-n, -((rA + d) × n), n, rB × n]. Leaving the
 * second term out, as a first look suggests, is only right where d is zero.
 */
const writeAxisJacobian = (out: Floats, at: number, axis: number): void => {
  const nx = frame[axis];
  const ny = frame[axis + 1];
  const nz = frame[axis + 2];
  const ax = frame[RA] + frame[D];
  const ay = frame[RA + 1] + frame[D + 1];
  const az = frame[RA + 2] + frame[D + 2];
  const bx = frame[RB];
  const by = frame[RB + 1];
  const bz = frame[RB + 2];
  out[at] = -nx;
  out[at + 1] = -ny;
  out[at + 2] = -nz;
  out[at + 3] = az * ny - ay * nz;
  out[at + 4] = ax * nz - az * nx;
  out[at + 5] = ay * nx - ax * ny;
  out[at + 6] = nx;
  out[at + 7] = ny;
  out[at + 8] = nz;
  out[at + 9] = by * nz - bz * ny;
  out[at + 10] = bz * nx - bx * nz;
  out[at + 11] = bx * ny - by * nx;
};

/** d·n. Into an array, because a returned double would be allocated where this is not inlined. */
const writeAlong = (out: Floats, at: number, axis: number): void => {
  out[at] = frame[axis] * frame[D] + frame[axis + 1] * frame[D + 1] + frame[axis + 2] * frame[D + 2];
};

/** One axis of A's frame (XA, YA, ZA), locked. */
export const axisRow = (j: JointContext, slot: number, axis: number): void => {
  const at = claimRows(j, 1, Role.lock, slot);
  writeAxisJacobian(j.rows, at, axis);
  writeAlong(j.rows, at + ERROR, axis);
  lockRows(j, at, 1);
  finishRow(j, at);
};

/** Two axes of A's frame, locked as one block: B's point stays on the line along the third. */
export const twoAxisRows = (j: JointContext, slot: number, first: number, second: number): void => {
  const at = claimRows(j, 2, Role.lock, slot);
  writeAxisJacobian(j.rows, at, first);
  writeAxisJacobian(j.rows, at + ROW, second);
  writeAlong(j.rows, at + ERROR, first);
  writeAlong(j.rows, at + ROW + ERROR, second);
  lockRows(j, at, 2);
  finishBlock(j, at, 2);
};

/** The coordinate d·n along an axis of A's frame. */
export const writeTranslation = (axis: number): void => {
  writeAlong(frame, COORDINATE, axis);
  writeAxisJacobian(frame, GRADIENT, axis);
};
