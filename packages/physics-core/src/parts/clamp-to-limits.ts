import { frame, type JointContext, SCRATCH, XA } from '../rows/context.js';
import { HIGH, J, LOW, RELAX_LOW, ROLE, ROW, ROW_INTS, Role, rowOf, SPRUNG } from '../state/rows.js';
import { LIMIT_PROJECTIONS } from '../tuning.js';

/**
 * A three-axis drive without a torque bound and a rigid limit would push against each other with impulses
 * that grow without end, until the limit is violated. So the drive respects the limits, as the motors of
 * single coordinates do (parts/motor.ts): of its wanted angular velocity ω, the excess that takes a limit
 * with Ċ = g·ω out of its window [low, high] is removed along g,
 *   ω ← ω - g (g·ω - high) / g²
 * for one limit after the other until all are satisfied (projections onto half-spaces). What remains slides
 * along the limits. A motor and friction want ω itself. A servo wants Ċ = -βφ for its rotation vector φ
 * (parts/angles/rotation-motor.ts), which is ω = -βφ because J φ = φ; so it goes to the nearest orientation
 * that the limits allow.
 *
 * Called last, when the rows of the limits are written.
 */
export const clampDriveToLimits = (j: JointContext): void => {
  const at = j.unbounded;
  clampWindow(j, at, LOW, false);
  if (j.index[rowOf(at) * ROW_INTS + SPRUNG] === 0) clampWindow(j, at, RELAX_LOW, true);
};

/** Offset of the wanted ω in the frame, world axes. */
const W = SCRATCH;
/** Clamps one window of the block, the one that begins at `low`; both ends of an equality are the same. */
const clampWindow = (j: JointContext, at: number, low: number, relaxes: boolean): void => {
  const { rows } = j;
  for (let k = 0; k < 3; k++) {
    frame[W + k] = 0;
    for (let i = 0; i < 3; i++) frame[W + k] += rows[at + i * ROW + low] * frame[XA + 3 * i + k];
  }
  let clamped = false;
  for (let pass = 0; pass < LIMIT_PROJECTIONS && removeExcess(j, at, relaxes); pass++) clamped = true;
  if (!clamped) return;
  for (let r = at; r < at + 3 * ROW; r += ROW) {
    const speed =
      rows[r + J + 9] * frame[W] + rows[r + J + 10] * frame[W + 1] + rows[r + J + 11] * frame[W + 2];
    rows[r + low] = speed;
    rows[r + low + (HIGH - LOW)] = speed;
  }
};

/** Removes from ω the excess over each rigid limit of the joint. Returns whether there was any. */
const removeExcess = (j: JointContext, at: number, relaxes: boolean): boolean => {
  const { rows, index } = j;
  let clamped = false;
  for (let row = rowOf(at) + 3; row < j.row; row++) {
    const k = row * ROW_INTS;
    if (index[k + ROLE] !== Role.limit || index[k + SPRUNG] !== 0) continue;
    const g = row * ROW + J + 9;
    const square = rows[g] * rows[g] + rows[g + 1] * rows[g + 1] + rows[g + 2] * rows[g + 2];
    const speed = rows[g] * frame[W] + rows[g + 1] * frame[W + 1] + rows[g + 2] * frame[W + 2];
    const low = rows[row * ROW + LOW];
    const high = rows[row * ROW + HIGH];
    // Relax keeps no speed of a correction.
    const lowest = relaxes ? Math.min(low, 0) : low;
    const highest = relaxes ? Math.max(high, 0) : high;
    const excess = speed > highest ? speed - highest : speed < lowest ? speed - lowest : 0;
    if (excess === 0 || square === 0) continue;
    clamped = true;
    for (let i = 0; i < 3; i++) frame[W + i] -= (rows[g + i] * excess) / square;
  }
  return clamped;
};
