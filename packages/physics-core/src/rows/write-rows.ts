import type { Floats } from '../math/floats.js';
import { type Softness, writeSpring } from '../math/softness.js';
import { II, IM, MOTION } from '../state/bodies.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../state/joints.js';
import {
  BIAS_RATE,
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  COUPLED,
  DIRECT,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  J,
  JOINT,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  RELAX_HIGH,
  RELAX_LOW,
  RESPONSE,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  rowOf,
  SLOT,
  SPRUNG,
  UPPER,
} from '../state/rows.js';
import { ABRUPT_MASS_RATIO, LOCKED_AXIS_RATIO } from '../tuning.js';
import { finishAngularBlock, finishAngularRow, isAngular } from './angular-rows.js';
import { blockK, invertThree, invertTwo } from './block-inverse.js';
import { CORRECTION_SPEED, frame, GRADIENT, H, type JointContext, LAMBDA_SCALE, times } from './context.js';

/**
 * Claims the next `count` rows as one block of the slots [slot, slot + count) of the joint and returns the
 * index of the first. The caller writes J and C of each, then their softness, then calls finishRow or
 * finishBlock.
 */
export const claimRows = (j: JointContext, count: number, role: number, slot: number): number => {
  const first = j.row;
  j.row += count;
  if (j.placing) placeRows(j, first, count, role, slot);
  return first * ROW;
};

const placeRows = (j: JointContext, first: number, count: number, role: number, slot: number): void => {
  const { rows, floats } = j;
  const scale = times[LAMBDA_SCALE];
  placeIndex(j, first, count, role, slot);
  // Some kinds of rows leave numbers unwritten; those of the joint that used these rows before must not stay.
  for (let at = first * ROW; at < (first + count) * ROW; at++) rows[at] = 0;
  for (let i = 0; i < count; i++) {
    const at = (first + i) * ROW;
    rows[at + LAMBDA] = floats[j.lambda + slot + i] * scale;
    rows[at + LOWER] = -Infinity;
    rows[at + UPPER] = Infinity;
    rows[at + BOUNCE] = -1;
  }
};

/** Writes the integers of a block of rows: bodies, joint, slots, role. */
export const placeIndex = (
  j: JointContext,
  first: number,
  count: number,
  role: number,
  slot: number,
): void => {
  const { index } = j;
  for (let i = 0; i < count; i++) {
    const k = (first + i) * ROW_INTS;
    index[k + BODY_A] = j.bodyA;
    index[k + BODY_B] = j.bodyB;
    index[k + JOINT] = j.joint;
    index[k + SLOT] = slot + i;
    index[k + ROLE] = role;
    index[k + BLOCK] = i === 0 ? count : 0;
    index[k + SPRUNG] = 0;
    index[k + KIND] = Kind.general;
    index[k + DIRECT] = 0;
  }
};

/** Copies the Jacobian of the coordinate last written into a row. */
export const copyGradient = (j: JointContext, at: number): void => {
  const { rows } = j;
  for (let i = 0; i < 12; i++) rows[at + J + i] = frame[GRADIENT + i];
};

/**
 * The softness of an equality does not change within a step, so it is written once, when the row is placed.
 */
const placeHardness = ({ rows }: JointContext, at: number, count: number, softness: Softness): void => {
  for (let r = at; r < at + count * ROW; r += ROW) {
    rows[r + RELAX_LOW] = 0;
    rows[r + RELAX_HIGH] = 0;
    rows[r + MASS_SCALE] = softness.massScale;
    rows[r + IMPULSE_SCALE] = softness.impulseScale;
    rows[r + BIAS_RATE] = softness.biasRate;
  }
};

/** An equality C = 0 with the softness of the joint: rigid, or a spring when it has a frequency. */
export const lockRows = (j: JointContext, at: number, count: number): void => {
  const { floats, block } = j;
  if (floats[block + SOFT_HERTZ] > 0) springRows(j, at, count, block + SOFT_HERTZ, block + SOFT_DAMPING);
  else rigidRows(j, at, count);
};

/** An equality C = 0, rigid. */
export const rigidRows = (j: JointContext, at: number, count: number): void => {
  const { rows } = j;
  if (j.placing) placeHardness(j, at, count, j.rigid);
  const most = times[CORRECTION_SPEED];
  for (let r = at; r < at + count * ROW; r += ROW) {
    let speed = -rows[r + BIAS_RATE] * rows[r + ERROR];
    if (speed > most) speed = most;
    if (speed < -most) speed = -most;
    rows[r + LOW] = speed;
    rows[r + HIGH] = speed;
  }
};

/** An equality C = 0 that is a spring; frequency and damping ratio are read from the floats of the joint. */
export const springRows = (
  j: JointContext,
  at: number,
  count: number,
  hertzAt: number,
  dampingAt: number,
): void => {
  const { rows, soft, index, floats } = j;
  if (j.placing) {
    writeSpring(soft, floats, hertzAt, dampingAt, times, H);
    placeHardness(j, at, count, soft);
    for (let i = 0; i < count; i++) index[(rowOf(at) + i) * ROW_INTS + SPRUNG] = 1;
  }
  for (let r = at; r < at + count * ROW; r += ROW) {
    const speed = -rows[r + BIAS_RATE] * rows[r + ERROR];
    rows[r + LOW] = speed;
    rows[r + HIGH] = speed;
  }
};

/** Ċ = the speed in the floats of the joint, for any C. */
export const speedRows = (j: JointContext, at: number, count: number, speedAt: number): void => {
  const { rows, floats } = j;
  for (let i = 0; i < count; i++) {
    const r = at + i * ROW;
    const speed = speedAt < 0 ? 0 : floats[speedAt + i];
    rows[r + LOW] = speed;
    rows[r + HIGH] = speed;
    rows[r + RELAX_LOW] = speed;
    rows[r + RELAX_HIGH] = speed;
    rows[r + MASS_SCALE] = 1;
    rows[r + IMPULSE_SCALE] = 0;
    rows[r + BIAS_RATE] = 0;
  }
};

/** Bounds |λ| by a force or torque in the floats of the joint; for a block, the length of the λ vector. */
export const boundRows = (j: JointContext, at: number, forceAt: number): void => {
  const most = j.floats[forceAt] * times[H];
  j.rows[at + LOWER] = -most;
  j.rows[at + UPPER] = most;
};

/** Writes R = M⁻¹ Jᵀ of the row at `at` into `out`, for the bodies whose motion begins at a and b. */
export const writeResponse = (
  rows: Floats,
  at: number,
  motion: Floats,
  a: number,
  b: number,
  out: Floats,
  to: number,
): void => {
  let x = rows[at + 3];
  let y = rows[at + 4];
  let z = rows[at + 5];
  out[to] = motion[a + IM] * rows[at];
  out[to + 1] = motion[a + IM + 1] * rows[at + 1];
  out[to + 2] = motion[a + IM + 2] * rows[at + 2];
  out[to + 3] = motion[a + II] * x + motion[a + II + 1] * y + motion[a + II + 2] * z;
  out[to + 4] = motion[a + II + 1] * x + motion[a + II + 3] * y + motion[a + II + 4] * z;
  out[to + 5] = motion[a + II + 2] * x + motion[a + II + 4] * y + motion[a + II + 5] * z;
  x = rows[at + 9];
  y = rows[at + 10];
  z = rows[at + 11];
  out[to + 6] = motion[b + IM] * rows[at + 6];
  out[to + 7] = motion[b + IM + 1] * rows[at + 7];
  out[to + 8] = motion[b + IM + 2] * rows[at + 8];
  out[to + 9] = motion[b + II] * x + motion[b + II + 1] * y + motion[b + II + 2] * z;
  out[to + 10] = motion[b + II + 1] * x + motion[b + II + 3] * y + motion[b + II + 4] * z;
  out[to + 11] = motion[b + II + 2] * x + motion[b + II + 4] * y + motion[b + II + 5] * z;
};

/** Writes R of a row into the table. */
const keepResponse = ({ rows, motion, bodyA, bodyB }: JointContext, at: number): void =>
  writeResponse(rows, at, motion, bodyA * MOTION, bodyB * MOTION, rows, at + RESPONSE);

/**
 * J of the row at p times a response, as an entry of K. Into an array: a returned double would be allocated.
 */
export const writeProduct = (
  rows: Floats,
  p: number,
  responses: Floats,
  r: number,
  out: Floats,
  to: number,
): void => {
  out[to] =
    rows[p] * responses[r] +
    rows[p + 1] * responses[r + 1] +
    rows[p + 2] * responses[r + 2] +
    rows[p + 3] * responses[r + 3] +
    rows[p + 4] * responses[r + 4] +
    rows[p + 5] * responses[r + 5] +
    rows[p + 6] * responses[r + 6] +
    rows[p + 7] * responses[r + 7] +
    rows[p + 8] * responses[r + 8] +
    rows[p + 9] * responses[r + 9] +
    rows[p + 10] * responses[r + 10] +
    rows[p + 11] * responses[r + 11];
};

/**
 * The same for rows that may differ in their bodies: J of the row at p, on bodies a and b, times the response
 * at r, of bodies otherA and otherB.
 */
export const writeSharedProduct = (
  rows: Floats,
  p: number,
  a: number,
  b: number,
  responses: Floats,
  r: number,
  otherA: number,
  otherB: number,
  out: Floats,
  to: number,
): void => {
  let sum = 0;
  if (a === otherA) for (let m = 0; m < 6; m++) sum += rows[p + m] * responses[r + m];
  if (a === otherB) for (let m = 0; m < 6; m++) sum += rows[p + m] * responses[r + 6 + m];
  if (b === otherA) for (let m = 0; m < 6; m++) sum += rows[p + 6 + m] * responses[r + m];
  if (b === otherB) for (let m = 0; m < 6; m++) sum += rows[p + 6 + m] * responses[r + 6 + m];
  out[to] = sum;
};

/** Response and effective mass of a row that is solved alone. */
export const finishRow = (j: JointContext, at: number): void => {
  if (isAngular(j.rows, at)) {
    finishAngularRow(j, at);
    return;
  }
  j.index[rowOf(at) * ROW_INTS + KIND] = Kind.general;
  keepResponse(j, at);
  writeProduct(j.rows, at, j.rows, at + RESPONSE, blockK, 0);
  dropLocked(j, at, 0);
  const k = blockK[0];
  const mass = k > 0 ? 1 / k : 0;
  const before = j.rows[at + MASS];
  if (mass > ABRUPT_MASS_RATIO * before || before > ABRUPT_MASS_RATIO * mass) dropAbruptImpulse(j, at);
  j.rows[at + MASS] = mass;
};

/**
 * λ along one J is no guess for λ along another: where J has changed abruptly, as that of two lines that pass through
 * parallel, the warm start would throw the bodies, and relax would take along the new J what was given along the old.
 * Drives have bounds on what they gave and keep it.
 */
const dropAbruptImpulse = ({ rows, index, placing }: JointContext, at: number): void => {
  const role = index[rowOf(at) * ROW_INTS + ROLE];
  if (!placing && (role === Role.limit || role === Role.lock)) rows[at + LAMBDA] = 0;
};

/**
 * A row along an axis that is locked in both bodies gets no part in the solution: its entry i of K, which should
 * be 0 but has the square of the rounding of J, becomes 0.
 */
const dropLocked = ({ rows, motion, bodyA, bodyB }: JointContext, at: number, i: number): void => {
  const a = bodyA * MOTION + IM;
  const b = bodyB * MOTION + IM;
  const mobility =
    Math.max(motion[a], motion[a + 1], motion[a + 2]) + Math.max(motion[b], motion[b + 1], motion[b + 2]);
  const square = rows[at + 6] * rows[at + 6] + rows[at + 7] * rows[at + 7] + rows[at + 8] * rows[at + 8];
  if (blockK[i] < LOCKED_AXIS_RATIO * mobility * square) blockK[i] = 0;
};

/**
 * Response and inverse K of a block of two or three rows. A redundant row, or one that moves no body, gets no
 * part in the solution.
 */
export const finishBlock = (j: JointContext, at: number, count: number): void => {
  const { rows } = j;
  const second = at + ROW;
  if (isAngular(rows, at) && isAngular(rows, second) && (count === 2 || isAngular(rows, second + ROW))) {
    finishAngularBlock(j, at, count);
    return;
  }
  j.index[rowOf(at) * ROW_INTS + KIND] = Kind.general;
  keepResponse(j, at);
  keepResponse(j, second);
  writeProduct(rows, at, rows, at + RESPONSE, blockK, 0);
  writeProduct(rows, at, rows, second + RESPONSE, blockK, 1);
  writeProduct(rows, second, rows, second + RESPONSE, blockK, 3);
  dropLocked(j, at, 0);
  dropLocked(j, second, 3);
  if (count === 2) {
    invertTwo(rows, at);
    return;
  }
  const third = second + ROW;
  keepResponse(j, third);
  writeProduct(rows, at, rows, third + RESPONSE, blockK, 2);
  writeProduct(rows, second, rows, third + RESPONSE, blockK, 4);
  writeProduct(rows, third, rows, third + RESPONSE, blockK, 5);
  dropLocked(j, third, 5);
  invertThree(rows, at);
};

/**
 * Response and effective mass of two rows that share one λ: Ċ = J₁v₁ + J₂v₂. Where they have a body in common
 * their Jacobians act together, so K has a mixed part.
 */
export const finishCoupled = (j: JointContext, at: number, otherA: number, otherB: number): void => {
  const { rows, index, motion } = j;
  const second = at + ROW;
  const k = rowOf(at) * ROW_INTS;
  const a = index[k + BODY_A];
  const b = index[k + BODY_B];
  if (j.placing) {
    index[k + BLOCK] = COUPLED;
    index[k + ROW_INTS + BODY_A] = otherA;
    index[k + ROW_INTS + BODY_B] = otherB;
  }
  writeResponse(rows, at, motion, a * MOTION, b * MOTION, rows, at + RESPONSE);
  writeResponse(rows, second, motion, otherA * MOTION, otherB * MOTION, rows, second + RESPONSE);
  writeProduct(rows, at, rows, at + RESPONSE, blockK, 0);
  writeProduct(rows, second, rows, second + RESPONSE, blockK, 1);
  let sum = blockK[0] + blockK[1];
  if (a === otherA) sum += 2 * halfProduct(rows, at, second);
  if (a === otherB) sum += 2 * halfProduct(rows, at, second + 6);
  if (b === otherA) sum += 2 * halfProduct(rows, at + 6, second);
  if (b === otherB) sum += 2 * halfProduct(rows, at + 6, second + 6);
  const mass = sum > 0 ? 1 / sum : 0;
  rows[at + MASS] = mass;
  rows[second + MASS] = mass;
};

/** One body's half of a product. */
const halfProduct = (rows: Floats, p: number, q: number): number =>
  rows[p] * rows[q + RESPONSE] +
  rows[p + 1] * rows[q + RESPONSE + 1] +
  rows[p + 2] * rows[q + RESPONSE + 2] +
  rows[p + 3] * rows[q + RESPONSE + 3] +
  rows[p + 4] * rows[q + RESPONSE + 4] +
  rows[p + 5] * rows[q + RESPONSE + 5];
