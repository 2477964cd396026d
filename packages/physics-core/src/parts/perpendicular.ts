import { frame, type JointContext } from '../rows/context.js';
import { claimRows, finishRow, lockRows } from '../rows/write-rows.js';
import { ERROR, J, Role } from '../state/rows.js';

/**
 * An axis m of A and an axis n of B stay at right angles, as the two pins of a universal joint's cross do
 * (Tamis 2015 §3.2.9):
 *   C = m·n          Ċ = (ωA × m)·n + m·(ωB × n) = (n × m)·(ωB - ωA)
 * so J = [0, m × n, 0, n × m]. C is the sine of the angle error. Where the axes are parallel J is zero, so a
 * joint that is created in that pose cannot leave it.
 */
export const writePerpendicular = (j: JointContext, at: number, m: number, n: number): void => {
  const { rows } = j;
  const mx = frame[m];
  const my = frame[m + 1];
  const mz = frame[m + 2];
  const nx = frame[n];
  const ny = frame[n + 1];
  const nz = frame[n + 2];
  const x = ny * mz - nz * my;
  const y = nz * mx - nx * mz;
  const z = nx * my - ny * mx;
  for (let i = 0; i < 12; i++) rows[at + J + i] = 0;
  rows[at + J + 3] = -x;
  rows[at + J + 4] = -y;
  rows[at + J + 5] = -z;
  rows[at + J + 9] = x;
  rows[at + J + 10] = y;
  rows[at + J + 11] = z;
  rows[at + ERROR] = mx * nx + my * ny + mz * nz;
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
