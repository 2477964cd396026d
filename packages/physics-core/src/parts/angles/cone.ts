import { COORDINATE, frame, type JointContext } from '../../rows/context.js';
import { claimRows, copyGradient, finishRow } from '../../rows/write-rows.js';
import { LIMIT_LOWER, LIMIT_UPPER } from '../../state/controls.js';
import { ERROR, HIGH, LOW, Role } from '../../state/rows.js';
import { needAxes } from '../frame.js';
import { writeGaps } from '../limit.js';
import { writeSwingAngle } from './swing.js';

/**
 * The x axis of B stays in a cone about that of A (Tamis 2015 §3.2.6): lower <= α <= upper for the angle α
 * between them, one row, C = α minus the nearer end. The text's cos α has no slope where the axes are
 * parallel or opposite; the angle has slope 1 everywhere.
 *
 * It differs from the ordinary limit row at the lower end: α has its minimum at 0. A row for α >= 0 would
 * stop an axis that swings through the centre of the cone, so only a lower limit above 0, a cone with a hole,
 * gets a row.
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
