/** Floats of one coordinate's controls, and where each lies. */
export const CONTROL = 16;
export const LIMIT_LOWER = 0;
export const LIMIT_UPPER = 1;
/** The damping ratio follows it. */
export const LIMIT_HERTZ = 2;
export const LIMIT_RESTITUTION = 4;
export const MOTOR_MODE = 5;
export const MOTOR_SPEED = 6;
export const MOTOR_TARGET = 7;
export const MOTOR_EFFORT = 8;
export const MOTOR_HERTZ = 9;
export const MOTOR_DAMPING = 10;
export const MOTOR_MAX = 11;
export const SPRING_HERTZ = 12;
export const SPRING_DAMPING = 13;
export const SPRING_REST = 14;
export const JOINT_FRICTION = 15;

export const MotorMode = { off: 0, speed: 1, position: 2, effort: 3 } as const;
