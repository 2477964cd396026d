import {
  FRICTION,
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
} from '../joints/controls.js';
import { ERROR, LOWER, Role, UPPER } from '../state/rows.js';
import { COORDINATE, frame, H, type JointContext, times } from './context.js';
import { boundRows, claimRows, copyGradient, finishRow, speedRows, springRows } from './rows.js';

/** What drives or brakes the coordinate q last written: J is its gradient, a positive λ increases q. */

/** Speed: Ċ = speed, C = q. Position: a spring on C = q - target. Both within ±maxForce. Effort: λ = effort · h. */
export const motorRow = (j: JointContext, slot: number, controls: number): void => {
  const at = claimRows(j, 1, Role.motor, slot);
  const { rows, floats } = j;
  const mode = floats[controls + MOTOR_MODE];
  copyGradient(j, at);
  rows[at + ERROR] = frame[COORDINATE];
  if (mode === MotorMode.position) {
    rows[at + ERROR] -= floats[controls + MOTOR_TARGET];
    springRows(j, at, 1, controls + MOTOR_HERTZ, controls + MOTOR_DAMPING);
    boundRows(j, at, controls + MOTOR_MAX);
  } else {
    speedRows(j, at, 1, controls + MOTOR_SPEED);
    if (mode === MotorMode.speed) boundRows(j, at, controls + MOTOR_MAX);
    else {
      rows[at + LOWER] = floats[controls + MOTOR_EFFORT] * times[H];
      rows[at + UPPER] = rows[at + LOWER];
    }
  }
  finishRow(j, at);
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
  boundRows(j, at, controls + FRICTION);
  finishRow(j, at);
};
