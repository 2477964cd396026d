import { CORRECTION_SPEED, type JointContext, RATE, times } from '../rows/context.js';
import { finishBlock, finishRow, springRows } from '../rows/write-rows.js';
import {
  BIAS_RATE,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  INVERSE,
  LOW,
  MASS,
  MASS_SCALE,
  RELAX_HIGH,
  RELAX_LOW,
  ROW,
  UPPER,
} from '../state/rows.js';

/**
 * A servo drives C to 0 within the bound of its rows. With a frequency it is a spring. At 0 Hz it is rigid:
 * it wants
 *   Ċ = -C/|C| min(β |C|, the fastest correction, √(a |C|))          β the bias rate of rigid rows
 * without compliance, so a load does not move it off its target. The last of the three matters with a bound
 * F, which can change Ċ by at most a = F / |K⁻¹ C/|C|| per second: from the speed √(a |C|) half of that stops
 * it in time, and the other half is left for a load.
 *
 * Relax takes the bias speed of a lock out again, because it is no motion of the joint. The speed of a servo
 * is, so it stays. Without it, a servo whose bound allows a gain of a h in a substep would stand still again
 * after each of them, and creep.
 */

/**
 * Writes the softness of one, two or three rows of a servo, whose J, C and bounds are written, and finishes
 * them. The frequency, 0 for rigid, and the damping ratio are read from the floats of the joint.
 */
export const finishServo = (
  j: JointContext,
  at: number,
  count: number,
  hertzAt: number,
  dampingAt: number,
): void => {
  const isSoft = j.floats[hertzAt] > 0;
  if (isSoft) springRows(j, at, count, hertzAt, dampingAt);
  if (count === 1) finishRow(j, at);
  else finishBlock(j, at, count);
  if (!isSoft) followRows(j, at, count);
};

const followRows = ({ rows, rigid }: JointContext, at: number, count: number): void => {
  const end = at + count * ROW;
  let square = 0;
  let weight = 0;
  for (let r = at; r < end; r += ROW) {
    square += rows[r + ERROR] * rows[r + ERROR];
    // The component of K⁻¹ C in this row.
    let part = count === 1 ? rows[r + MASS] * rows[r + ERROR] : 0;
    for (let k = 0; k < count && count > 1; k++) part += rows[r + INVERSE + k] * rows[at + k * ROW + ERROR];
    weight += part * part;
  }
  let rate = rigid.biasRate;
  if (square > 0) rate = Math.min(rate, times[CORRECTION_SPEED] / Math.sqrt(square));
  if (weight > 0) rate = Math.min(rate, Math.sqrt((rows[at + UPPER] * times[RATE]) / Math.sqrt(weight)));
  for (let r = at; r < end; r += ROW) {
    const speed = -rate * rows[r + ERROR];
    rows[r + LOW] = speed;
    rows[r + HIGH] = speed;
    rows[r + RELAX_LOW] = speed;
    rows[r + RELAX_HIGH] = speed;
    rows[r + MASS_SCALE] = 1;
    rows[r + IMPULSE_SCALE] = 0;
    rows[r + BIAS_RATE] = rigid.biasRate;
  }
};
