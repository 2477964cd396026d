import { HIGH, J, LOW, RELAX_LOW, ROLE, ROW, ROW_INTS, Role, rowOf, SPRUNG } from '../state/rows.js';
import { frame, type JointContext, SCRATCH, XA } from './context.js';

/**
 * A drive about three axes without a bound against rigid limits would be two irresistible forces, whose
 * impulses grow without end until the joint is through. So it does not go there, as the motors of single
 * coordinates do not (parts/motor.ts): of the angular velocity ω that it wants, what would take a limit with
 * Ċ = g·ω out of its window [low, high] is taken away, along g,
 *   ω ← ω - g (g·ω - high) / g²
 * for one limit after the other until all agree. What is left slides along them. A motor and friction want ω
 * itself. A servo wants Ċ = -βφ for its rotation vector φ (parts/rotation-motor.ts), which is ω = -βφ because
 * J φ = φ; so it aims at the nearest place that the limits allow.
 *
 * Comes last, when the rows of the limits are there.
 */
export const yieldToLimits = (j: JointContext): void => {
  const at = j.unbounded;
  aim(j, at, LOW, false);
  if (j.index[rowOf(at) * ROW_INTS + SPRUNG] === 0) aim(j, at, RELAX_LOW, true);
};

/** The wanted ω, world axes. */
const W = SCRATCH;
/**
 * One after the other they agree the slower the more they are alike; from here on
 * what is left is less than rounding.
 */
const PASSES = 32;

/** `low`: where the block's window begins; of an equality both ends are the same. */
const aim = (j: JointContext, at: number, low: number, relaxes: boolean): void => {
  const { rows } = j;
  for (let k = 0; k < 3; k++) {
    frame[W + k] = 0;
    for (let i = 0; i < 3; i++) frame[W + k] += rows[at + i * ROW + low] * frame[XA + 3 * i + k];
  }
  let held = false;
  for (let pass = 0; pass < PASSES && holdBack(j, at, relaxes); pass++) held = true;
  if (!held) return;
  for (let r = at; r < at + 3 * ROW; r += ROW) {
    const speed =
      rows[r + J + 9] * frame[W] + rows[r + J + 10] * frame[W + 1] + rows[r + J + 11] * frame[W + 2];
    rows[r + low] = speed;
    rows[r + low + (HIGH - LOW)] = speed;
  }
};

/** Takes from ω what each rigid limit of the joint would have to stop. Returns whether there was any. */
const holdBack = (j: JointContext, at: number, relaxes: boolean): boolean => {
  const { rows, index } = j;
  let held = false;
  for (let row = rowOf(at) + 3; row < j.row; row++) {
    const k = row * ROW_INTS;
    if (index[k + ROLE] !== Role.limit || index[k + SPRUNG] !== 0) continue;
    const g = row * ROW + J + 9;
    const square = rows[g] * rows[g] + rows[g + 1] * rows[g + 1] + rows[g + 2] * rows[g + 2];
    const speed = rows[g] * frame[W] + rows[g + 1] * frame[W + 1] + rows[g + 2] * frame[W + 2];
    const low = rows[row * ROW + LOW];
    const high = rows[row * ROW + HIGH];
    // The sweep without bias keeps no speed of a correction.
    const lowest = relaxes ? Math.min(low, 0) : low;
    const highest = relaxes ? Math.max(high, 0) : high;
    const excess = speed > highest ? speed - highest : speed < lowest ? speed - lowest : 0;
    if (excess === 0 || square === 0) continue;
    held = true;
    for (let i = 0; i < 3; i++) frame[W + i] -= (rows[g + i] * excess) / square;
  }
  return held;
};
