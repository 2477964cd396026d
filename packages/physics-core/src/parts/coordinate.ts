import type { Floats } from '../math/floats.js';
import { COORDINATE, frame, GRADIENT, type JointContext } from '../rows/context.js';
import { claimRows, copyGradient, finishRow, lockRows } from '../rows/write-rows.js';
import { ERROR, J, Role } from '../state/rows.js';

/**
 * Rows made of coordinates: C is the value of the coordinate last written, or a sum of several, and J its
 * gradient.
 */

/** C = q into a row that is claimed. */
export const copyCoordinate = (j: JointContext, at: number): void => {
  copyGradient(j, at);
  j.rows[at + ERROR] = frame[COORDINATE];
};

/** C ← C + factor · q; the factor is read from an array, see rows/context.ts. */
export const addCoordinate = (j: JointContext, at: number, factors: Floats, factorAt: number): void => {
  const { rows } = j;
  const factor = factors[factorAt];
  for (let i = 0; i < 12; i++) rows[at + J + i] += factor * frame[GRADIENT + i];
  rows[at + ERROR] += factor * frame[COORDINATE];
};

/** Locks the coordinate last written at 0. */
export const coordinateRow = (j: JointContext, slot: number): void => {
  const at = claimRows(j, 1, Role.lock, slot);
  copyCoordinate(j, at);
  lockRows(j, at, 1);
  finishRow(j, at);
};
