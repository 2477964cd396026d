import { COORDINATE, frame, type JointContext } from '../rows/context.js';
import { claimRows, copyGradient, finishRow, lockRows } from '../rows/write-rows.js';
import { SOFT_HERTZ } from '../state/joints.js';
import { ERROR, HIGH, LOW, Role } from '../state/rows.js';
import { writeStops } from './limit.js';

/** Comparison of a coordinate with a value. The order is that of the names in the `mode` of the joints. */
export const Hold = { equal: 0, atMost: 1, atLeast: 2 } as const;

/**
 * Constrains the coordinate q last written against a value v in the floats of the joint: C = q - v with C =
 * 0, C <= 0 or C >= 0, with the softness of the joint. The inequalities are limits: rigid ones are
 * speculative and have the restitution at `bounceAt` (-1: none), soft ones are springs that only pull or only
 * push.
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
