import { LIMIT_LOWER, LIMIT_UPPER } from '../state/controls.js';
import { ERROR, HIGH, LOW, Role } from '../state/rows.js';
import { COORDINATE, frame, type JointContext } from './context.js';
import { needAxes } from './frame.js';
import { writeGaps } from './limit.js';
import { claimRows, copyGradient, finishRow } from './rows.js';
import { writeSwingAngle } from './swing.js';

/**
 * The x axis of B stays in a cone about that of A (Tamis 2015 §3.2.6): lower <= α <= upper for the angle α
 * between them, one row, C = α minus the nearer end. The text's cos α has no slope where the axes are
 * parallel or opposite; the angle has slope 1 everywhere.
 *
 * It is not the ordinary limit row because of the lower end: α cannot fall below 0, it turns round there. A
 * row that held α >= 0 would stop what swings through the middle of the cone, so only a lower end above 0, a
 * cone that is closed in the middle, is one.
 */
export const coneLimitRow = (j: JointContext, slot: number, controls: number): void => {
  const { floats, rows } = j;
  const lower = floats[controls + LIMIT_LOWER];
  const upper = floats[controls + LIMIT_UPPER];
  if (lower <= 0 && upper === Infinity) return;
  needAxes(j);
  const at = claimRows(j, 1, Role.limit, slot);
  writeSwingAngle();
  copyGradient(j, at);
  const angle = frame[COORDINATE];
  const below = lower > 0 ? angle - lower : Infinity;
  const above = upper - angle;
  rows[at + ERROR] = below < above ? below : -above;
  rows[at + LOW] = below;
  rows[at + HIGH] = above;
  writeGaps(j, at, controls);
  finishRow(j, at);
};
