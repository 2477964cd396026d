import { writeSpring } from '../math/softness.js';
import { COORDINATE, CORRECTION_SPEED, frame, H, type JointContext, RATE, times } from '../rows/context.js';
import { claimRows, copyGradient, finishRow } from '../rows/write-rows.js';
import { LIMIT_HERTZ, LIMIT_LOWER, LIMIT_RESTITUTION, LIMIT_UPPER } from '../state/controls.js';
import {
  BIAS_RATE,
  BOUNCE,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  LAMBDA,
  LOW,
  MASS_SCALE,
  RELAX_HIGH,
  RELAX_LOW,
  ROW_INTS,
  Role,
  rowOf,
  SPRUNG,
} from '../state/rows.js';
import { LIMIT_SLOP } from '../tuning.js';

/**
 * lower <= q <= upper for the coordinate last written: one row for both ends, C = q minus the nearer one. A
 * rigid limit is speculative: the speed may be as large as closes the gap within the substep, so a fast joint
 * stops at the limit and not beyond it. A violated limit is corrected as rigid rows are, or by its own
 * spring. A coordinate that is never negative, such as a distance, has no lower limit at 0: a row for q >= 0
 * would stop a body that passes through.
 */
export const limitRow = (j: JointContext, slot: number, controls: number, neverNegative: boolean): void => {
  const at = claimRows(j, 1, Role.limit, slot);
  const { rows, floats } = j;
  copyGradient(j, at);
  const q = frame[COORDINATE];
  const above = floats[controls + LIMIT_UPPER] - q;
  rows[at + LOW] = q - floats[controls + LIMIT_LOWER];
  if (neverNegative && floats[controls + LIMIT_LOWER] <= 0) rows[at + LOW] = Infinity;
  rows[at + HIGH] = above;
  rows[at + ERROR] = rows[at + LOW] < above ? rows[at + LOW] : -above;
  writeGaps(j, at, controls);
  finishRow(j, at);
};

/**
 * Writes the window and softness of a limit row whose gaps to both ends are in its LOW and HIGH; negative
 * gaps are violations. (As arguments they would be allocated where this is not inlined.)
 */
export const writeGaps = (j: JointContext, at: number, controls: number): void => {
  writeStops(j, at, controls + LIMIT_HERTZ, controls + LIMIT_RESTITUTION);
};

/**
 * The same with the softness anywhere in the floats of the joint: the frequency (0 is rigid) followed by the
 * damping ratio, and the restitution, -1 for none.
 */
export const writeStops = (j: JointContext, at: number, hertzAt: number, bounceAt: number): void => {
  if (j.floats[hertzAt] > 0) writeSoftGaps(j, at, hertzAt);
  else writeRigidGaps(j, at, bounceAt);
};

const writeRigidGaps = (j: JointContext, at: number, bounceAt: number): void => {
  const { rows, rigid } = j;
  const rate = times[RATE];
  const below = rows[at + LOW];
  const above = rows[at + HIGH];
  const beyondLower = below < -LIMIT_SLOP;
  const beyondUpper = above < -LIMIT_SLOP;
  const violated = beyondLower || beyondUpper;
  rows[at + LOW] = beyondLower ? Math.min(-rigid.biasRate * below, times[CORRECTION_SPEED]) : -below * rate;
  rows[at + HIGH] = beyondUpper ? Math.max(rigid.biasRate * above, -times[CORRECTION_SPEED]) : above * rate;
  // Relax leaves out a limit that was not reached in this substep: the next substep has a speculative
  // window of its own.
  const lambda = rows[at + LAMBDA];
  rows[at + RELAX_LOW] = below < 0 ? 0 : lambda > 0 ? -below * rate : -Infinity;
  rows[at + RELAX_HIGH] = above < 0 ? 0 : lambda < 0 ? above * rate : Infinity;
  rows[at + MASS_SCALE] = violated ? rigid.massScale : 1;
  rows[at + IMPULSE_SCALE] = violated ? rigid.impulseScale : 0;
  rows[at + BIAS_RATE] = rigid.biasRate;
  rows[at + BOUNCE] = bounceAt < 0 ? 0 : j.floats[bounceAt];
};

const writeSoftGaps = (j: JointContext, at: number, hertzAt: number): void => {
  const { rows, soft, floats, index } = j;
  const below = rows[at + LOW];
  const above = rows[at + HIGH];
  writeSpring(soft, floats, hertzAt, hertzAt + 1, times, H);
  rows[at + LOW] = below < 0 ? -soft.biasRate * below : -Infinity;
  rows[at + HIGH] = above < 0 ? soft.biasRate * above : Infinity;
  rows[at + RELAX_LOW] = 0;
  rows[at + RELAX_HIGH] = 0;
  rows[at + MASS_SCALE] = soft.massScale;
  rows[at + IMPULSE_SCALE] = soft.impulseScale;
  rows[at + BIAS_RATE] = soft.biasRate;
  // The other axis of an ellipse may have been rigid before.
  rows[at + BOUNCE] = -1;
  index[rowOf(at) * ROW_INTS + SPRUNG] = 1;
};
