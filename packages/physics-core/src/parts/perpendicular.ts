import { atan2Scratch, writeAtan2 } from '../math/trigonometry.js';
import { frame, type JointContext, XA, ZA } from '../rows/context.js';
import { claimRows, finishRow, lockRows } from '../rows/write-rows.js';
import { ERROR, J, Role } from '../state/rows.js';
import { UNDEFINED_ANGLE_SINE } from '../tuning.js';

/** sin² below which the series of the arc sine is exact to the last bit: most joints need no arc. */
const SERIES_SINE_SQUARE = 1e-3;

/**
 * An axis m of A and an axis n of B stay at right angles, as the two pins of a universal joint's cross do
 * (Tamis 2015 §3.2.9). The text takes C = m·n, with d(m·n)/dt = (n × m)·(ωB - ωA), whose slope vanishes where
 * the axes are parallel. Its angle is the same constraint:
 *   C = asin(m·n) = atan2(m·n, |n × m|)          J = [0, -g, 0, g],  g = (n × m) / |n × m|
 * since the derivative of the sine is the cosine, |n × m|. Where the axes are parallel every g across them leads
 * to a right angle; there it is the next axis of A's frame.
 */
export const writePerpendicular = (j: JointContext, at: number, m: number, n: number): void => {
  const { rows } = j;
  const across = m === ZA ? XA : m + 3;
  const mx = frame[m];
  const my = frame[m + 1];
  const mz = frame[m + 2];
  const nx = frame[n];
  const ny = frame[n + 1];
  const nz = frame[n + 2];
  const x = ny * mz - nz * my;
  const y = nz * mx - nx * mz;
  const z = nx * my - ny * mx;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const isParallel = sine < UNDEFINED_ANGLE_SINE;
  const gx = isParallel ? frame[across] : x / sine;
  const gy = isParallel ? frame[across + 1] : y / sine;
  const gz = isParallel ? frame[across + 2] : z / sine;
  for (let i = 0; i < 12; i++) rows[at + J + i] = 0;
  rows[at + J + 3] = -gx;
  rows[at + J + 4] = -gy;
  rows[at + J + 5] = -gz;
  rows[at + J + 9] = gx;
  rows[at + J + 10] = gy;
  rows[at + J + 11] = gz;
  const dot = mx * nx + my * ny + mz * nz;
  const square = dot * dot;
  if (square < SERIES_SINE_SQUARE) {
    rows[at + ERROR] =
      dot * (1 + square * (1 / 6 + square * (3 / 40 + square * (5 / 112 + square * (35 / 1152)))));
    return;
  }
  atan2Scratch[0] = dot;
  atan2Scratch[1] = sine;
  writeAtan2();
  rows[at + ERROR] = atan2Scratch[0];
};

/**
 * The row above, locked. m is the offset of an axis of A's frame, n of one of
 * B's. Needs the axes of the frame.
 */
export const perpendicularRow = (j: JointContext, slot: number, m: number, n: number): void => {
  const at = claimRows(j, 1, Role.lock, slot);
  writePerpendicular(j, at, m, n);
  lockRows(j, at, 1);
  finishRow(j, at);
};
