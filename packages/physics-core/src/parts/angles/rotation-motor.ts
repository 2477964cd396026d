import { frame, type JointContext, Q, SCRATCH, XA } from '../../rows/context.js';
import { boundRows, claimRows, finishBlock, speedRows } from '../../rows/write-rows.js';
import { ERROR, J, ROW, Role } from '../../state/rows.js';
import { needAxes } from '../frame.js';
import { finishServo } from '../servo.js';
import { writeRotationVectorRows } from './rotation.js';
import { boundTorque } from './torque-bound.js';

/**
 * A motor about all three axes, for joints in which B rotates freely. Everything is in the axes of A's frame;
 * ω is the angular velocity of B against A. Each of the three drives is a block with one torque bound.
 *
 * Speed: ω = motorVelocity. J on B is the axis eᵢ itself. No coordinate has the derivative ωᵢ, so C is 0.
 * Friction is the same at speed 0.
 *
 * Orientation: with q the rotation of B's frame as seen from A's and t the wanted one, the error e = q t* is
 * the rotation from t to q, and C its rotation vector (writeRotationVectorRows of parts/angles/rotation.ts): a
 * servo settles from 180° away as it does from one degree.
 */

/** The parameters of joints/rotation-motor-params.ts, as offsets from j.params. */
export interface MotorOffsets {
  readonly motorMode: number;
  readonly motorVelocity: number;
  readonly motorTarget: number;
  readonly motorHertz: number;
  readonly motorDampingRatio: number;
  readonly motorMaxTorque: number;
  readonly friction: number;
}

/** Names of the rows, in this order. */
export const rotationMotorSlots = [
  'motor x',
  'motor y',
  'motor z',
  'servo x',
  'servo y',
  'servo z',
  'friction x',
  'friction y',
  'friction z',
] as const;

export const rotationRateSlots = [
  'motor x',
  'motor y',
  'motor z',
  'friction x',
  'friction y',
  'friction z',
] as const;

const OFF = 0;
const SPEED = 1;
const ORIENTATION = 2;

/** A motor that is off and is given a velocity or a target is meant to run. For `adapt`. */
export const startRotationMotor = (j: JointContext, at: MotorOffsets, given: readonly string[]): void => {
  if (given.includes('motorMode') || j.floats[j.params + at.motorMode] !== OFF) return;
  if (given.includes('motorTarget')) j.floats[j.params + at.motorMode] = ORIENTATION;
  else if (given.includes('motorVelocity')) j.floats[j.params + at.motorMode] = SPEED;
};

/** Motor and friction, as far as they are on. */
export const rotationMotorRows = (j: JointContext, slot: number, at: MotorOffsets): void => {
  const { floats, params } = j;
  const mode = floats[params + at.motorMode];
  if (mode === SPEED) {
    velocityRows(j, Role.motor, slot, params + at.motorVelocity, params + at.motorMaxTorque);
  } else if (mode === ORIENTATION) servoRows(j, slot + 3, at);
  if (floats[params + at.friction] > 0) {
    velocityRows(j, Role.friction, slot + 6, -1, params + at.friction);
  }
};

/** Marks a drive without a torque bound for parts/clamp-to-limits.ts. */
const noteUnbounded = (j: JointContext, at: number, torqueAt: number): void => {
  if (j.floats[torqueAt] === Infinity && j.unbounded < 0) j.unbounded = at;
};

const velocityRows = (
  j: JointContext,
  role: number,
  slot: number,
  velocityAt: number,
  torqueAt: number,
): void => {
  needAxes(j);
  const at = claimRows(j, 3, role, slot);
  const { rows } = j;
  for (let i = 0; i < 3; i++) {
    const r = at + i * ROW;
    for (let k = 0; k < 3; k++) {
      rows[r + J + k] = 0;
      rows[r + J + 3 + k] = -frame[XA + 3 * i + k];
      rows[r + J + 6 + k] = 0;
      rows[r + J + 9 + k] = frame[XA + 3 * i + k];
    }
    rows[r + ERROR] = 0;
  }
  speedRows(j, at, 3, velocityAt);
  boundRows(j, at, torqueAt);
  noteUnbounded(j, at, torqueAt);
  finishBlock(j, at, 3);
};

const servoRows = (j: JointContext, slot: number, params: MotorOffsets): void => {
  const at = claimOrientation(j, Role.motor, slot, j.params + params.motorTarget);
  boundTorque(j, at, 3, j.params + params.motorMaxTorque);
  noteUnbounded(j, at, j.params + params.motorMaxTorque);
  finishServo(j, at, 3, j.params + params.motorHertz, j.params + params.motorDampingRatio);
};

/** Writes J and C of the three rows to the orientation at `target`; the caller writes their softness. */
export const claimOrientation = (j: JointContext, role: number, slot: number, target: number): number => {
  needAxes(j);
  const at = claimRows(j, 3, role, slot);
  writeRotationFrom(j, target);
  writeRotationVectorRows(j, at, FROM_TARGET);
  return at;
};

/** Scratch in the frame: e = q t*, the rotation from the target to the present one. */
const FROM_TARGET = SCRATCH + 4;

/** e, of its two signs the one with w >= 0. */
const writeRotationFrom = (j: JointContext, target: number): void => {
  const { floats } = j;
  const tx = floats[target];
  const ty = floats[target + 1];
  const tz = floats[target + 2];
  const tw = floats[target + 3];
  const qx = frame[Q];
  const qy = frame[Q + 1];
  const qz = frame[Q + 2];
  const qw = frame[Q + 3];
  const w = qw * tw + qx * tx + qy * ty + qz * tz;
  const sign = w < 0 ? -1 : 1;
  frame[FROM_TARGET] = sign * (tw * qx - qw * tx - qy * tz + qz * ty);
  frame[FROM_TARGET + 1] = sign * (tw * qy - qw * ty - qz * tx + qx * tz);
  frame[FROM_TARGET + 2] = sign * (tw * qz - qw * tz - qx * ty + qy * tx);
  frame[FROM_TARGET + 3] = sign * w;
};
