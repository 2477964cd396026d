import { writeSpring } from '../math/softness.js';
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
import { COORDINATE, CORRECTION_SPEED, frame, H, type JointContext, RATE, times } from './context.js';
import { claimRows, copyGradient, finishRow } from './rows.js';

/**
 * lower <= q <= upper for the coordinate last written: one row for both ends, C = q - the nearer one. A rigid
 * limit looks ahead: the speed may be as large as closes the gap within the substep, so a fast joint stops at
 * the limit and not behind it. A limit that is violated is pushed back as rigid rows are, or by its own
 * spring. A coordinate that turns round at 0 and is never negative has no lower end there: a row that held
 * q >= 0 would stop what passes through.
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
 * The window and hardness of a limit row whose gaps to both ends stand in its LOW and HIGH; negative gaps are
 * violations. (As arguments they would be allocated where this is not inlined.)
 */
export const writeGaps = (j: JointContext, at: number, controls: number): void => {
  writeStops(j, at, controls + LIMIT_HERTZ, controls + LIMIT_RESTITUTION);
};

/**
 * The same with the hardness from anywhere in the joint's floats: the frequency (0 is rigid) with its damping
 * ratio behind it, and the restitution, -1 for none.
 */
export const writeStops = (j: JointContext, at: number, hertzAt: number, bounceAt: number): void => {
  if (j.floats[hertzAt] > 0) writeSoftGaps(j, at, hertzAt);
  else writeRigidGaps(j, at, bounceAt);
};

/**
 * m or rad by which a limit must be exceeded to count as violated. A joint that comes to rest on its stop is
 * within roundings of it, on either side; on the wrong one the row would become soft and sag.
 */
const STOP_ROUNDING = 1e-6;

const writeRigidGaps = (j: JointContext, at: number, bounceAt: number): void => {
  const { rows, rigid } = j;
  const rate = times[RATE];
  const below = rows[at + LOW];
  const above = rows[at + HIGH];
  const beyondLower = below < -STOP_ROUNDING;
  const beyondUpper = above < -STOP_ROUNDING;
  const violated = beyondLower || beyondUpper;
  rows[at + LOW] = beyondLower ? Math.min(-rigid.biasRate * below, times[CORRECTION_SPEED]) : -below * rate;
  rows[at + HIGH] = beyondUpper ? Math.max(rigid.biasRate * above, -times[CORRECTION_SPEED]) : above * rate;
  // A limit that was not reached in this substep is none of the relax sweep's business: the
  // next substep looks ahead itself.
  const lambda = rows[at + LAMBDA];
  rows[at + RELAX_LOW] = below < 0 ? 0 : lambda > 0 ? -below * rate : -Infinity;
  rows[at + RELAX_HIGH] = above < 0 ? 0 : lambda < 0 ? above * rate : Infinity;
  rows[at + MASS_SCALE] = violated ? rigid.massScale : 1;
  rows[at + IMPULSE_SCALE] = violated ? rigid.impulseScale : 0;
  rows[at + BIAS_RATE] = rigid.biasRate;
  rows[at + BOUNCE] = bounceAt < 0 ? 0 : j.floats[bounceAt];
  // What was reached in this substep gives back a part of its speed. Past zero gap, or it
  // would have to be reached again.
  const reached = j.approach[rowOf(at)];
  if (reached < 0) rows[at + RELAX_LOW] = -rows[at + BOUNCE] * reached;
  if (reached > 0) rows[at + RELAX_HIGH] = -rows[at + BOUNCE] * reached;
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
