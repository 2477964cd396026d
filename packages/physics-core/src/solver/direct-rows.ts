import { createFloats, growFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';
import { writeResponse } from '../parts/rows.js';
import { MOTION } from '../state/bodies.js';
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
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { isAnswered, isRigidLock } from './single-row.js';
import { rowSpeed } from './solve-rows.js';
import { spellJoint } from './spell-points.js';

/**
 * The rows of the mechanism that is being solved directly: rigid locks and limits of its joints, their motors
 * and friction (here), and the points at which other bodies touch it (direct-contacts.ts). Each wants Ċ in a
 * window [low, high] by an impulse that pushes from one of its ends. The window of an equality, which locks
 * and motors are, has no width; that of a point has no upper end.
 */
export const direct = {
  count: 0,
  /** J, and R = M⁻¹ Jᵀ, 12 floats a row. */
  jacobians: createFloats(0),
  responses: createFloats(0),
  /** What is wanted and what it takes, stride DIRECT. */
  floats: createFloats(0),
  /** Integers of each row, stride ORIGIN. */
  origins: new Int32Array(0) as Int32Array,
};

export const DIRECT = 8;
export const DIRECT_LOW = 0;
export const DIRECT_HIGH = 1;
/** λ, and λ before the solve. */
export const DIRECT_LAMBDA = 2;
export const DIRECT_GUESS = 3;
/** What a change of the impulse gives way, a part of K_ii. */
export const DIRECT_YIELD = 4;
/** What the impulse itself gives way, as a spring: a part of K_ii until K is known, then Γ. */
export const DIRECT_SPRING = 5;
/** Bounds of λ of an equality; other rows push from the end at which they hold. */
export const DIRECT_LOWER = 6;
export const DIRECT_UPPER = 7;

export const ORIGIN = 5;
export const FIRST_BODY = 0;
export const SECOND_BODY = 1;
/** Row of a joint, or what direct-contacts.ts has for a point: negative. */
export const SOURCE = 2;
/** 1 for motors and friction: what they want is no error that is to be removed. */
export const DRIVES = 3;
/** At which end of its window a row holds: 1 the upper, -1 the lower, 0 not at all. Equalities: -1. */
export const SIDE = 4;

/**
 * What a change of λ gives way, as a part of K_ii. Locks and limits by so little that nobody sees it: in a
 * closed loop some say what others say, and share the load. A beam of n bodies is n³ times as hard to bend as
 * one joint alone: up to 200 that is exact. Motors by more: what one wants is reached within some substeps all
 * the same. (Two without bounds that want different speeds about one axis still push harder with every substep.)
 * Points by more still, as contacts are soft anyway: a rigid body on a hundred of them would look for the few
 * that bear it for dozens of rounds.
 */
const LOCK_YIELDS = 1e-8;
const LIMIT_YIELDS = 1e-7;
const DRIVE_YIELDS = 5e-5;
export const POINT_YIELDS = 1e-3;

/** A row between two bodies, with all but its J and its numbers. */
export const addRow = (a: number, b: number, source: number): number => {
  const i = direct.count++;
  reserve(direct.count);
  direct.origins[i * ORIGIN + FIRST_BODY] = a;
  direct.origins[i * ORIGIN + SECOND_BODY] = b;
  direct.origins[i * ORIGIN + SOURCE] = source;
  return i;
};

const reserve = (count: number): void => {
  if (direct.jacobians.length >= 12 * count) return;
  direct.jacobians = growFloats(direct.jacobians, 12 * count);
  direct.responses = growFloats(direct.responses, 12 * count);
  direct.floats = growFloats(direct.floats, DIRECT * count);
  direct.origins = growInt32(direct.origins, ORIGIN * count);
};

/** What follows from J and λ of a row. */
export const finishDirectRow = ({ bodies: { motion } }: World, i: number): void => {
  const { jacobians, responses, origins, floats } = direct;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  writeResponse(jacobians, i * 12, motion, a, b, responses, i * 12);
  floats[i * DIRECT + DIRECT_GUESS] = floats[i * DIRECT + DIRECT_LAMBDA];
};

/** Whether the window of a row has no width: locks, motors, and limits that take out a correction. */
export const isEquality = (i: number): boolean =>
  direct.floats[i * DIRECT + DIRECT_LOW] === direct.floats[i * DIRECT + DIRECT_HIGH];

/** Ċ of a row: an array, as a returned double might be allocated. */
export const speed = createFloats(1);

export const writeSpeed = ({ bodies: { motion } }: World, i: number): void => {
  const { jacobians, origins } = direct;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  const p = i * 12;
  let sum = 0;
  for (let m = 0; m < 6; m++) sum += jacobians[p + m] * motion[a + m] + jacobians[p + 6 + m] * motion[b + m];
  speed[0] = sum;
};

/** Adds the rows of a joint; `low` tells the window of the sweep with bias from that of the relax sweep. */
export const addJointRows = (world: World, joint: number, low: typeof LOW | typeof RELAX_LOW): void => {
  const { joints } = world;
  spellJoint(world, joint);
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    if (!isAnswered(world, row)) continue;
    if (isDrive(world, row)) addDrive(world, row, low);
    else if (isRigidLock(world, row)) addJointRow(world, row, low);
    else if (mayReach(world, row, low)) addLimit(world, row, low);
  }
};

/** As a lock. Returns where its floats begin. */
const addJointRow = (world: World, row: number, low: number): number => {
  const { data, index } = world.rows;
  const i = addRow(index[row * ROW_INTS + BODY_A], index[row * ROW_INTS + BODY_B], row);
  const { jacobians, floats, origins } = direct;
  const p = row * ROW;
  const d = i * DIRECT;
  for (let k = 0; k < 12; k++) jacobians[i * 12 + k] = data[p + J + k];
  floats[d + DIRECT_LOW] = data[p + low];
  floats[d + DIRECT_HIGH] = data[p + low + (HIGH - LOW)];
  floats[d + DIRECT_LAMBDA] = data[p + LAMBDA];
  floats[d + DIRECT_YIELD] = LOCK_YIELDS;
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
  direct.origins[(d / DIRECT) * ORIGIN + DRIVES] = 1;
  direct.floats[d + DIRECT_YIELD] = DRIVE_YIELDS;
  if (index[row * ROW_INTS + BLOCK] !== 1) return;
  direct.floats[d + DIRECT_LOWER] = data[row * ROW + LOWER];
  direct.floats[d + DIRECT_UPPER] = data[row * ROW + UPPER];
};

const addLimit = (world: World, row: number, low: number): void => {
  const d = addJointRow(world, row, low);
  direct.floats[d + DIRECT_YIELD] = LIMIT_YIELDS;
  if (low === RELAX_LOW) holdCorrected(d);
};

/**
 * A violated limit that pushed has given its joint the speed of the correction. The relax sweep takes that out
 * again, all of it, as an equality. By limits that only push, a chain of them that was led back kept half its
 * speed, and swung on.
 */
const holdCorrected = (d: number): void => {
  const { floats } = direct;
  const lambda = floats[d + DIRECT_LAMBDA];
  if (lambda > 0 && floats[d + DIRECT_LOW] === 0) floats[d + DIRECT_HIGH] = 0;
  else if (lambda < 0 && floats[d + DIRECT_HIGH] === 0) floats[d + DIRECT_LOW] = 0;
};

/**
 * Whether a row is a motor or friction that holds a speed. Those that have their impulse given, those that are
 * springs, and several axes whose torque is bounded together are left to the sweeps.
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

/**
 * rad/s or m/s that a limit must be out of reach to be left out: no solve changes a speed by so much but in a
 * crash, and what it then passes the next substep brings back.
 */
const FAR = 100;

/** Whether a row is a rigid limit that pushes or may be reached. */
const mayReach = (world: World, row: number, low: number): boolean => {
  const { data, index } = world.rows;
  const p = row * ROW;
  if (index[row * ROW_INTS + ROLE] !== Role.limit || index[row * ROW_INTS + SPRUNG] !== 0) return false;
  if (data[p + BOUNCE] < 0) return false;
  if (data[p + LAMBDA] !== 0) return true;
  const now = rowSpeed(world, row);
  return now - data[p + low] < FAR || data[p + low + (HIGH - LOW)] - now < FAR;
};

/** λ back to the row of the joint. A limit that had to pull to take out a correction carries nothing on. */
export const returnToRow = ({ rows }: World, i: number, row: number): void => {
  const lambda = direct.floats[i * DIRECT + DIRECT_LAMBDA];
  const pulled =
    rows.index[row * ROW_INTS + ROLE] === Role.limit && lambda * direct.floats[i * DIRECT + DIRECT_GUESS] < 0;
  rows.data[row * ROW + LAMBDA] = pulled ? 0 : lambda;
};
