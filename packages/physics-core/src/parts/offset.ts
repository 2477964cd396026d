import { COORDINATE, frame, type JointContext, XA } from '../rows/context.js';
import { claimRows, copyGradient } from '../rows/write-rows.js';
import { ERROR, ROW } from '../state/rows.js';
import { writeTranslation } from './axis.js';
import { needAxes } from './frame.js';

/**
 * B's anchor against a target in A's frame, along the axes e of that frame with the offset o in them (planar
 * notes 002 §1.4):
 *   Cₑ = e·d - oₑ          J = [-e, -((rA + d) × e), e, rB × e]
 * The force acts on both bodies at B's anchor, so that angular momentum is conserved however far B is from
 * its target. Writes J and C of the three rows; the caller writes their softness.
 */
export const claimOffset = (j: JointContext, role: number, slot: number, offsetAt: number): number => {
  needAxes(j);
  const at = claimRows(j, 3, role, slot);
  for (let i = 0; i < 3; i++) {
    const row = at + i * ROW;
    writeTranslation(XA + 3 * i);
    copyGradient(j, row);
    j.rows[row + ERROR] = frame[COORDINATE] - j.floats[offsetAt + i];
  }
  return at;
};
