import type { Floats } from '../../math/floats.js';
import {
  COORDINATE,
  CORRECTION_SPEED,
  frame,
  type JointContext,
  SCRATCH,
  times,
} from '../../rows/context.js';
import { claimRows, copyGradient, finishRow } from '../../rows/write-rows.js';
import { LIMIT_LOWER, LIMIT_UPPER } from '../../state/controls.js';
import { ERROR, HIGH, J, LOW, ROW_INTS, Role, rowOf, SPRUNG } from '../../state/rows.js';
import { LONG_SWING_ELLIPSE, MIN_SWING_SEMI_AXIS } from '../../tuning.js';
import { needAxes } from '../frame.js';
import { writeGaps } from '../limit.js';
import { angular, writeAngular } from './rotation.js';
import { SWING_ANGLE, SWING_AXIS, SWING_COT, writeSwing, writeSwingY, writeSwingZ } from './swing.js';

/**
 * An elliptic limit of the swing vector s = α n (parts/angles/swing.ts). Each of the semi-axes ay and az has
 * two values, for the positive and the negative side of its axis, so the edge consists of four quarter
 * ellipses. In the direction n = (cos φ, sin φ) it is reached at
 *   αmax(φ) = 1 / √F          F = ny²/ay² + nz²/az²
 * α is the angle along the great circle from A's x axis to B's, so αmax is exact up to 180°: nothing is
 * projected. The limit α <= αmax is written as G = α √F <= 1, the used part of the range:
 *   C = m (1 - G)          Ċ = -m (√F α̇ + α F′/(2√F) φ̇)          F′ = 2 ny nz (1/az² - 1/ay²)
 * with α̇ and φ̇ as in parts/angles/swing.ts and m, the smaller semi-axis of the quadrant, which makes it an
 * angle. C vanishes where αmax - α does and has the same direction there, but αmax - α = αmax (1 - G) itself
 * is no use in a speculative row: near the centre φ changes fast, and αmax with it. G is convex in s, so
 * nothing stops before the edge.
 *
 * The tip of a long ellipse curves within less than the motion of a substep, and the row there points to the
 * side of the motion that it should stop. So long ellipses have a second row, α <= the larger semi-axis. The
 * ellipse lies within that circle, so the row forbids nothing more.
 *
 * An axis without width on both sides makes the ellipse a line, which is narrower than the motion of a substep. There the first
 * row bounds the component of s across the line on both sides, and the second the reach along it; a point, without width
 * in any direction, bounds both components.
 */
export const swingLimitSlots = ['swing limit', 'swing reach'] as const;

/** Semi-axes: y at its lower and upper side, z likewise. */
const SEMI = SCRATCH + 4;
/** Those of the quadrant, y and z. */
const QUADRANT = SCRATCH + 8;

const writeSemiAxes = (floats: Floats, controls: number, at: number): void => {
  frame[at] = Math.max(-floats[controls + LIMIT_LOWER], MIN_SWING_SEMI_AXIS);
  frame[at + 1] = Math.max(floats[controls + LIMIT_UPPER], MIN_SWING_SEMI_AXIS);
};

/** The rows for the ranges in the controls of sy and sz; none when both are free. */
export const swingLimitRows = (j: JointContext, slot: number, controlsY: number, controlsZ: number): void => {
  writeSemiAxes(j.floats, controlsY, SEMI);
  writeSemiAxes(j.floats, controlsZ, SEMI + 2);
  const smallest = Math.min(frame[SEMI], frame[SEMI + 1], frame[SEMI + 2], frame[SEMI + 3]);
  const largest = Math.max(frame[SEMI], frame[SEMI + 1], frame[SEMI + 2], frame[SEMI + 3]);
  if (smallest === Infinity) return;
  needAxes(j);
  writeSwing();
  const ay = frame[frame[SWING_AXIS] < 0 ? SEMI : SEMI + 1];
  const az = frame[frame[SWING_AXIS + 1] < 0 ? SEMI + 2 : SEMI + 3];
  frame[QUADRANT] = ay;
  frame[QUADRANT + 1] = az;
  // Softness and restitution are those of the axis of which more is used.
  const y = Math.abs(frame[SWING_AXIS]) * az;
  const z = Math.abs(frame[SWING_AXIS + 1]) * ay;
  const controls = y >= z ? controlsY : controlsZ;
  const isNarrowY = frame[SEMI] + frame[SEMI + 1] <= 2 * MIN_SWING_SEMI_AXIS;
  const isNarrowZ = frame[SEMI + 2] + frame[SEMI + 3] <= 2 * MIN_SWING_SEMI_AXIS;
  if (isNarrowY || isNarrowZ) {
    narrowRow(j, slot, isNarrowZ ? controlsZ : controlsY, isNarrowZ);
    if (isNarrowY && isNarrowZ) narrowRow(j, slot + 1, controlsY, false);
    else reachRow(j, slot + 1, isNarrowZ ? controlsY : controlsZ);
    return;
  }
  ellipseRow(j, slot, controls);
  if (largest > LONG_SWING_ELLIPSE * smallest) reachRow(j, slot + 1, controls);
};

const ellipseRow = (j: JointContext, slot: number, controls: number): void => {
  const at = claimRows(j, 1, Role.limit, slot);
  const { rows } = j;
  const ay = frame[QUADRANT];
  const az = frame[QUADRANT + 1];
  const angle = frame[SWING_ANGLE];
  const ny = frame[SWING_AXIS];
  const nz = frame[SWING_AXIS + 1];
  const iy = 1 / (ay * ay);
  const iz = 1 / (az * az);
  const root = Math.sqrt(ny * ny * iy + nz * nz * iz);
  const m = Math.min(ay, az, Math.PI);
  // α F′/(2√F), the slope of G along φ. With one axis free, F may be 0: nothing limits this direction.
  const turn = root > 0 ? (angle * ny * nz * (iz - iy)) / root : 0;
  const across = turn * frame[SWING_COT];
  const gy = root * ny - across * nz;
  const gz = root * nz + across * ny;
  angular[0] = -m * turn;
  angular[1] = -m * gy;
  angular[2] = -m * gz;
  writeAngular(rows, at + J);
  const error = m * (1 - angle * root);
  rows[at + ERROR] = error;
  // C changes |J| times as fast as the angle, so the fastest correction is |J| times that of an angle.
  const steep = m * Math.sqrt(turn * turn + gy * gy + gz * gz);
  rows[at + LOW] = Math.max(error, (-times[CORRECTION_SPEED] * steep) / j.rigid.biasRate);
  finishLimit(j, at, controls, Infinity);
};

/** The component of s along an axis without width, between both of its ends. */
const narrowRow = (j: JointContext, slot: number, controls: number, isZ: boolean): void => {
  const at = claimRows(j, 1, Role.limit, slot);
  if (isZ) writeSwingZ();
  else writeSwingY();
  copyGradient(j, at);
  const s = frame[COORDINATE];
  j.rows[at + ERROR] = s > 0 ? s - MIN_SWING_SEMI_AXIS : s + MIN_SWING_SEMI_AXIS;
  j.rows[at + LOW] = s + MIN_SWING_SEMI_AXIS;
  finishLimit(j, at, controls, MIN_SWING_SEMI_AXIS - s);
};

const reachRow = (j: JointContext, slot: number, controls: number): void => {
  const at = claimRows(j, 1, Role.limit, slot);
  const reach = Math.max(frame[QUADRANT], frame[QUADRANT + 1]);
  angular[0] = 0;
  angular[1] = -frame[SWING_AXIS];
  angular[2] = -frame[SWING_AXIS + 1];
  writeAngular(j.rows, at + J);
  const error = Math.min(reach, 2 * Math.PI) - frame[SWING_ANGLE];
  j.rows[at + ERROR] = error;
  j.rows[at + LOW] = reach < Math.PI ? error : Infinity;
  finishLimit(j, at, controls, Infinity);
};

/** The gap below is in LOW of the row. */
const finishLimit = (j: JointContext, at: number, controls: number, above: number): void => {
  // The other axis may have been the softer one before.
  j.index[rowOf(at) * ROW_INTS + SPRUNG] = 0;
  j.rows[at + HIGH] = above;
  writeGaps(j, at, controls);
  finishRow(j, at);
};
