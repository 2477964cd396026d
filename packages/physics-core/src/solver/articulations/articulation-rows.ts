import { type Floats, growFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import { expandJoint } from '../../rows/expand-points.js';
import { rowSpeed, writeSpeedOf } from '../../rows/row-speed.js';
import { hasEffectiveMass, isRigidLock } from '../../rows/single-row.js';
import { writeResponse } from '../../rows/write-rows.js';
import type { ArticulationRows } from '../../state/articulations.js';
import { MOTION } from '../../state/bodies.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  HIGH,
  J,
  LAMBDA,
  LOW,
  LOWER,
  RELAX_LOW,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  SPRUNG,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { DRIVE_COMPLIANCE, LIMIT_COMPLIANCE, LIMIT_REACH_SPEED, LOCK_COMPLIANCE } from '../../tuning.js';

/**
 * The rows of the articulation that is being solved, in `world.articulations.rows`: rigid locks and limits of its joints, their motors and
 * friction (here), and its contact points (articulation-contacts.ts). Each row wants Ċ in a window [low,
 * high] by an impulse that pushes from one end of it. The window of an equality (locks, motors) has no width;
 * that of a contact point has no upper end.
 */

/** Stride of the floats of a row, and what they are. */
export const DIRECT = 8;
export const DIRECT_LOW = 0;
export const DIRECT_HIGH = 1;
/** λ, and the warm-start λ from before the solve. */
export const DIRECT_LAMBDA = 2;
export const DIRECT_START = 3;
/** Compliance of a change of λ (CFM), as a part of K_ii. */
export const DIRECT_COMPLIANCE = 4;
/** Compliance of λ itself, as of a spring: a part of K_ii until K is known, then Γ. */
export const DIRECT_SPRING = 5;
/** Bounds of λ of an equality; other rows push from the end of the window at which they are active. */
export const DIRECT_LOWER = 6;
export const DIRECT_UPPER = 7;

export const ORIGIN = 5;
export const FIRST_BODY = 0;
export const SECOND_BODY = 1;
/** Row of a joint, or a contact point as articulation-contacts.ts encodes it: negative. */
export const SOURCE = 2;
/** 1 for motors and friction: their wanted speed is no error that is to be removed. */
export const DRIVES = 3;
/** End of the window at which a row is active: 1 upper, -1 lower, 0 inactive. Equalities: -1. */
export const SIDE = 4;

/** Adds a row between two bodies; the caller writes its Jacobian and its numbers. */
export const addRow = (direct: ArticulationRows, a: number, b: number, source: number): number => {
  const i = direct.count++;
  reserve(direct, direct.count);
  direct.origins[i * ORIGIN + FIRST_BODY] = a;
  direct.origins[i * ORIGIN + SECOND_BODY] = b;
  direct.origins[i * ORIGIN + SOURCE] = source;
  return i;
};

const reserve = (direct: ArticulationRows, count: number): void => {
  if (direct.jacobians.length >= 12 * count) return;
  direct.jacobians = growFloats(direct.jacobians, 12 * count);
  direct.responses = growFloats(direct.responses, 12 * count);
  direct.floats = growFloats(direct.floats, DIRECT * count);
  direct.origins = growInt32(direct.origins, ORIGIN * count);
};

/** Writes what follows from J and λ of a row: its response and its warm start. */
export const finishDirectRow = ({ bodies: { motion }, articulations }: World, i: number): void => {
  const { jacobians, responses, origins, floats } = articulations.rows;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  writeResponse(jacobians, i * 12, motion, a, b, responses, i * 12);
  floats[i * DIRECT + DIRECT_START] = floats[i * DIRECT + DIRECT_LAMBDA];
};

/**
 * Whether the window of a row has no width: locks, motors, and limits that take out the speed of a
 * correction.
 */
export const isEquality = ({ floats }: ArticulationRows, i: number): boolean =>
  floats[i * DIRECT + DIRECT_LOW] === floats[i * DIRECT + DIRECT_HIGH];

/** Ċ of a row into `speeds[0]`, see rows/row-speed.ts. */
export const writeSpeed = ({ bodies: { motion }, articulations }: World, i: number): void => {
  const { jacobians, origins } = articulations.rows;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  writeSpeedOf(jacobians, motion, i * 12, a, b);
};

/** Adds the rows of a joint; `low` selects the window of the solve with bias or that of relax. */
export const addJointRows = (world: World, joint: number, low: typeof LOW | typeof RELAX_LOW): void => {
  const { joints } = world;
  expandJoint(world, joint);
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    if (!hasEffectiveMass(world, row)) continue;
    if (isDrive(world, row)) addDrive(world, row, low);
    else if (isRigidLock(world, row)) addJointRow(world, row, low);
    else if (mayBeReached(world, row, low)) addLimit(world, row, low);
  }
};

/** Adds a row as a lock. Returns the index of its floats. */
const addJointRow = (world: World, row: number, low: number): number => {
  const { data, index } = world.rows;
  const direct = world.articulations.rows;
  const i = addRow(direct, index[row * ROW_INTS + BODY_A], index[row * ROW_INTS + BODY_B], row);
  const { jacobians, floats, origins } = direct;
  const p = row * ROW;
  const d = i * DIRECT;
  for (let k = 0; k < 12; k++) jacobians[i * 12 + k] = data[p + J + k];
  floats[d + DIRECT_LOW] = data[p + low];
  floats[d + DIRECT_HIGH] = data[p + low + (HIGH - LOW)];
  floats[d + DIRECT_LAMBDA] = data[p + LAMBDA];
  floats[d + DIRECT_COMPLIANCE] = LOCK_COMPLIANCE;
  floats[d + DIRECT_SPRING] = 0;
  floats[d + DIRECT_LOWER] = -Infinity;
  floats[d + DIRECT_UPPER] = Infinity;
  origins[i * ORIGIN + DRIVES] = 0;
  finishDirectRow(world, i);
  return d;
};

const addDrive = (world: World, row: number, low: number): void => {
  const { data, index } = world.rows;
  const d = addJointRow(world, row, low);
  const { floats, origins } = world.articulations.rows;
  origins[(d / DIRECT) * ORIGIN + DRIVES] = 1;
  floats[d + DIRECT_COMPLIANCE] = DRIVE_COMPLIANCE;
  if (index[row * ROW_INTS + BLOCK] !== 1) return;
  floats[d + DIRECT_LOWER] = data[row * ROW + LOWER];
  floats[d + DIRECT_UPPER] = data[row * ROW + UPPER];
};

const addLimit = (world: World, row: number, low: number): void => {
  const d = addJointRow(world, row, low);
  const { floats } = world.articulations.rows;
  floats[d + DIRECT_COMPLIANCE] = LIMIT_COMPLIANCE;
  if (low === RELAX_LOW) equaliseCorrected(floats, d);
};

/**
 * A violated limit that pushed has given its joint the speed of the correction. Relax takes all of it out
 * again, so there the row is an equality. With limits that can only push, a chain of them kept half the speed
 * of its correction and swung on.
 */
const equaliseCorrected = (floats: Floats, d: number): void => {
  const lambda = floats[d + DIRECT_LAMBDA];
  if (lambda > 0 && floats[d + DIRECT_LOW] === 0) floats[d + DIRECT_HIGH] = 0;
  else if (lambda < 0 && floats[d + DIRECT_HIGH] === 0) floats[d + DIRECT_LOW] = 0;
};

/**
 * Whether a row is a motor or friction that keeps a speed. Efforts, springs, and blocks of several axes with
 * one bound are left to Gauss-Seidel.
 */
const isDrive = ({ rows: { data, index } }: World, row: number): boolean => {
  const k = row * ROW_INTS;
  if (index[k + ROLE] !== Role.motor && index[k + ROLE] !== Role.friction) return false;
  if (index[k + SPRUNG] !== 0) return false;
  if (index[k + BLOCK] === 1) return data[row * ROW + LOWER] < data[row * ROW + UPPER];
  let first = row;
  while (index[first * ROW_INTS + BLOCK] === 0) first--;
  return data[first * ROW + UPPER] === Infinity;
};

/** Whether a row is a rigid limit that pushes, or that this solve may reach. */
const mayBeReached = (world: World, row: number, low: number): boolean => {
  const { data, index } = world.rows;
  const p = row * ROW;
  if (index[row * ROW_INTS + ROLE] !== Role.limit || index[row * ROW_INTS + SPRUNG] !== 0) return false;
  if (data[p + BOUNCE] < 0) return false;
  if (data[p + LAMBDA] !== 0) return true;
  const now = rowSpeed(world, row);
  return now - data[p + low] < LIMIT_REACH_SPEED || data[p + low + (HIGH - LOW)] - now < LIMIT_REACH_SPEED;
};

/**
 * Writes λ back to the row of the joint. A limit that pulled to take out a correction keeps no λ for the warm
 * start.
 */
export const writeBackToRow = ({ rows, articulations }: World, i: number, row: number): void => {
  const { floats } = articulations.rows;
  const lambda = floats[i * DIRECT + DIRECT_LAMBDA];
  const pulled =
    rows.index[row * ROW_INTS + ROLE] === Role.limit && lambda * floats[i * DIRECT + DIRECT_START] < 0;
  rows.data[row * ROW + LAMBDA] = pulled ? 0 : lambda;
};
