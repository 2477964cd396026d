import { ERROR, ROW } from '../state/rows.js';
import { writeTranslation } from './axis.js';
import { COORDINATE, frame, type JointContext, XA } from './context.js';
import { needAxes } from './frame.js';
import { claimRows, copyGradient } from './rows.js';

/**
 * B's anchor against a wanted place in A's frame, along the axes e of that frame with the offset
 * o in them (planar notes 002 §1.4):
 *   Cₑ = e·d - oₑ          J = [-e, -((rA + d) × e), e, rB × e]
 * Both bodies feel the force at B's anchor, so that angular momentum is kept however far B is from its place.
 * Writes J and C of the three rows and leaves it to the caller how hard they are.
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
