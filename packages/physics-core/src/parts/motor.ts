import { COORDINATE, CORRECTION_SPEED, frame, H, type JointContext, RATE, times } from '../rows/context.js';
import { boundRows, claimRows, copyGradient, finishRow, speedRows, springRows } from '../rows/write-rows.js';
import {
  JOINT_FRICTION,
  LIMIT_HERTZ,
  LIMIT_LOWER,
  LIMIT_UPPER,
  MOTOR_DAMPING,
  MOTOR_EFFORT,
  MOTOR_HERTZ,
  MOTOR_MAX,
  MOTOR_MODE,
  MOTOR_SPEED,
  MOTOR_TARGET,
  MotorMode,
  SPRING_DAMPING,
  SPRING_HERTZ,
  SPRING_REST,
} from '../state/controls.js';
import { ERROR, HIGH, LOW, LOWER, RELAX_HIGH, RELAX_LOW, Role, UPPER } from '../state/rows.js';
import { finishServo } from './servo.js';

/** Drives and brakes of the coordinate q last written: J is its gradient, a positive λ increases q. */

/**
 * Speed: Ċ = speed, C = q. Position: a servo on C = q - target
 * (parts/servo.ts). Both within ±maxForce. Effort: λ = effort · h.
 */
export const motorRow = (j: JointContext, slot: number, controls: number): void => {
  const at = claimRows(j, 1, Role.motor, slot);
  const { rows, floats } = j;
  const mode = floats[controls + MOTOR_MODE];
  copyGradient(j, at);
  rows[at + ERROR] = frame[COORDINATE];
  if (mode === MotorMode.position) {
    rows[at + ERROR] -= floats[controls + MOTOR_TARGET];
    if (isUnbounded(j, controls)) aimWithinLimits(j, at, controls);
    boundRows(j, at, controls + MOTOR_MAX);
    finishServo(j, at, 1, controls + MOTOR_HERTZ, controls + MOTOR_DAMPING);
    return;
  }
  speedRows(j, at, 1, controls + MOTOR_SPEED);
  if (mode === MotorMode.speed && isUnbounded(j, controls)) stopAtLimits(j, at, controls);
  if (mode === MotorMode.speed) boundRows(j, at, controls + MOTOR_MAX);
  else {
    rows[at + LOWER] = floats[controls + MOTOR_EFFORT] * times[H];
    rows[at + UPPER] = rows[at + LOWER];
  }
  finishRow(j, at);
};

/**
 * A motor without a bound and a rigid limit would push against each other with impulses that grow without
 * end. So the motor slows down to stop at the limit, and a servo takes the limit as its target.
 */
const stopAtLimits = ({ rows, floats, rigid }: JointContext, at: number, controls: number): void => {
  const q = frame[COORDINATE];
  const below = floats[controls + LIMIT_LOWER] - q;
  const above = floats[controls + LIMIT_UPPER] - q;
  const most = times[CORRECTION_SPEED];
  const speed = rows[at + LOW];
  // Beyond the limit the motor returns at the speed of the correction of the limit.
  const lowest = below > 0 ? Math.min(below * rigid.biasRate, most) : below * times[RATE];
  const highest = above < 0 ? Math.max(above * rigid.biasRate, -most) : above * times[RATE];
  const driven = Math.min(Math.max(speed, lowest), highest);
  const relaxed = Math.min(Math.max(speed, Math.min(lowest, 0)), Math.max(highest, 0));
  rows[at + LOW] = driven;
  rows[at + HIGH] = driven;
  rows[at + RELAX_LOW] = relaxed;
  rows[at + RELAX_HIGH] = relaxed;
};

const isUnbounded = ({ floats }: JointContext, controls: number): boolean =>
  floats[controls + MOTOR_MAX] === Infinity && floats[controls + LIMIT_HERTZ] === 0;

const aimWithinLimits = ({ rows, floats }: JointContext, at: number, controls: number): void => {
  const target = floats[controls + MOTOR_TARGET];
  const reachable = Math.min(
    Math.max(target, floats[controls + LIMIT_LOWER]),
    floats[controls + LIMIT_UPPER],
  );
  rows[at + ERROR] += target - reachable;
};

/** A spring on C = q - rest. */
export const springRow = (j: JointContext, slot: number, controls: number): void => {
  const at = claimRows(j, 1, Role.spring, slot);
  copyGradient(j, at);
  j.rows[at + ERROR] = frame[COORDINATE] - j.floats[controls + SPRING_REST];
  springRows(j, at, 1, controls + SPRING_HERTZ, controls + SPRING_DAMPING);
  finishRow(j, at);
};

/** Ċ = 0 within ±friction: holds until it slips. */
export const frictionRow = (j: JointContext, slot: number, controls: number): void => {
  const at = claimRows(j, 1, Role.friction, slot);
  copyGradient(j, at);
  j.rows[at + ERROR] = frame[COORDINATE];
  speedRows(j, at, 1, -1);
  boundRows(j, at, controls + JOINT_FRICTION);
  finishRow(j, at);
};
