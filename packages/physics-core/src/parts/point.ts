import { ERROR, J, ROW, Role } from '../state/rows.js';
import { D, frame, type JointContext, RA, RB } from './context.js';
import { claimRows, finishBlock, lockRows } from './rows.js';

/**
 * Two points coincide (Tamis 2015 §3.1.3, Chappuis 2013 §2.2):
 *   C = d = pB - pA          Ċ = vB + ωB × rB - vA - ωA × rA
 * so the row along the world axis e is J = [-e, -(rA × e), e, rB × e]. Three rows, solved together.
 */
export const pointRows = (j: JointContext, slot: number): void => {
  const at = claimPoint(j, Role.lock, slot);
  lockRows(j, at, 3);
  finishBlock(j, at, 3);
};

/** Writes J and C of the three rows and leaves it to the caller how hard they are. */
export const claimPoint = (j: JointContext, role: number, slot: number): number => {
  const at = claimRows(j, 3, role, slot);
  const { rows } = j;
  const ax = frame[RA];
  const ay = frame[RA + 1];
  const az = frame[RA + 2];
  const bx = frame[RB];
  const by = frame[RB + 1];
  const bz = frame[RB + 2];
  if (j.placing) {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 12; k++) rows[at + i * ROW + J + k] = 0;
      rows[at + i * ROW + J + i] = -1;
      rows[at + i * ROW + J + 6 + i] = 1;
    }
  }
  // r × x = (0, rz, -ry), r × y = (-rz, 0, rx), r × z = (ry, -rx, 0).
  rows[at + 4] = -az;
  rows[at + 5] = ay;
  rows[at + 10] = bz;
  rows[at + 11] = -by;
  rows[at + ROW + 3] = az;
  rows[at + ROW + 5] = -ax;
  rows[at + ROW + 9] = -bz;
  rows[at + ROW + 11] = bx;
  rows[at + 2 * ROW + 3] = -ay;
  rows[at + 2 * ROW + 4] = ax;
  rows[at + 2 * ROW + 9] = by;
  rows[at + 2 * ROW + 10] = -bx;
  rows[at + ERROR] = frame[D];
  rows[at + ROW + ERROR] = frame[D + 1];
  rows[at + 2 * ROW + ERROR] = frame[D + 2];
  return at;
};
