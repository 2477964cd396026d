import { SOFT_HERTZ } from '../state/joints.js';
import { ERROR, HIGH, LOW, Role } from '../state/rows.js';
import { COORDINATE, frame, type JointContext } from './context.js';
import { writeStops } from './limit.js';
import { claimRows, copyGradient, finishRow, lockRows } from './rows.js';

/** How a value is held. The order is that of the names in the joints' `mode`. */
export const Hold = { equal: 0, atMost: 1, atLeast: 2 } as const;

/**
 * Holds the coordinate last written against a value v in the joint's floats: C = q - v with C = 0, C <= 0 or
 * C >= 0, as soft as the joint is. The inequalities are limits: rigid ones look ahead and bounce with the
 * restitution at `bounceAt` (-1: none), soft ones are springs that only pull or only push.
 */
export const holdRow = (
  j: JointContext,
  slot: number,
  mode: number,
  valueAt: number,
  bounceAt: number,
): void => {
  const at = claimRows(j, 1, mode === Hold.equal ? Role.lock : Role.limit, slot);
  const { rows } = j;
  copyGradient(j, at);
  rows[at + ERROR] = frame[COORDINATE] - j.floats[valueAt];
  if (mode === Hold.equal) lockRows(j, at, 1);
  else {
    rows[at + LOW] = mode === Hold.atLeast ? rows[at + ERROR] : Infinity;
    rows[at + HIGH] = mode === Hold.atMost ? -rows[at + ERROR] : Infinity;
    writeStops(j, at, j.block + SOFT_HERTZ, bounceAt);
  }
  finishRow(j, at);
};
