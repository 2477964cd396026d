import { frame, type JointContext, RB } from '../rows/context.js';
import { claimRows } from '../rows/write-rows.js';
import { ERROR, J, ROW } from '../state/rows.js';

/**
 * B's anchor and a world point m (planar notes 002 §1.10), which the row treats as fixed:
 *   C = xB + rB - m          Ċ = vB + ωB × rB          J = [0, 0, e, rB × e] for each world axis e
 * Writes J and C of the three rows; the caller writes their softness. m is at `targetAt` in the floats of the
 * joint.
 */
export const claimTarget = (j: JointContext, role: number, slot: number, targetAt: number): number => {
  const at = claimRows(j, 3, role, slot);
  const { rows, centre, floats, bodyB } = j;
  const x = frame[RB];
  const y = frame[RB + 1];
  const z = frame[RB + 2];
  // r × x = (0, rz, -ry), r × y = (-rz, 0, rx), r × z = (ry, -rx, 0); what is not written here stays 0.
  rows[at + J + 10] = z;
  rows[at + J + 11] = -y;
  rows[at + ROW + J + 9] = -z;
  rows[at + ROW + J + 11] = x;
  rows[at + 2 * ROW + J + 9] = y;
  rows[at + 2 * ROW + J + 10] = -x;
  for (let i = 0; i < 3; i++) {
    const r = at + i * ROW;
    rows[r + J + 6 + i] = 1;
    rows[r + ERROR] = centre[bodyB * 3 + i] + frame[RB + i] - floats[targetAt + i];
  }
  return at;
};
