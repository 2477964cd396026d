import { type Softness, writeSpring } from '../solver/softness.js';
import { II, IM, MOTION } from '../state/bodies.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../state/joints.js';
import {
  BIAS_RATE,
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  COUPLED,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  INVERSE,
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
  SLOT,
  SPRUNG,
  UPPER,
} from '../state/rows.js';
import { CORRECTION_SPEED, frame, GRADIENT, H, type JointContext, LAMBDA_SCALE, times } from './context.js';

/**
 * Takes the next `count` rows as one block of the joint's slots [slot, slot + count) and returns where the first begins. The caller writes
 * J and C into each, then says how hard they are, then calls finishRow or finishBlock.
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
  // What a kind of row does not write must not be left from another joint that had the place before.
  for (let at = first * ROW; at < (first + count) * ROW; at++) rows[at] = 0;
  for (let i = 0; i < count; i++) {
    const at = (first + i) * ROW;
    rows[at + LAMBDA] = floats[j.lambda + slot + i] * scale;
    rows[at + LOWER] = -Infinity;
    rows[at + UPPER] = Infinity;
    rows[at + BOUNCE] = -1;
  }
};

/** Says of a block of rows whose they are. */
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
    j.approach[first + i] = 0;
  }
};

/** Copies the Jacobian of the coordinate last written into a row. */
export const copyGradient = (j: JointContext, at: number): void => {
  const { rows } = j;
  for (let i = 0; i < 12; i++) rows[at + J + i] = frame[GRADIENT + i];
};

/** How hard an equality is does not change within a step, so the numbers that say so are written once. */
const placeHardness = ({ rows }: JointContext, at: number, count: number, softness: Softness): void => {
  for (let r = at; r < at + count * ROW; r += ROW) {
    rows[r + RELAX_LOW] = 0;
    rows[r + RELAX_HIGH] = 0;
    rows[r + MASS_SCALE] = softness.massScale;
    rows[r + IMPULSE_SCALE] = softness.impulseScale;
    rows[r + BIAS_RATE] = softness.biasRate;
  }
};

/** An equality C = 0 as hard as the joint's softness says: rigid, or a spring when it has a frequency. */
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

/** An equality C = 0 that gives way as a spring; frequency and damping ratio are read from the joint's floats. */
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
    for (let i = 0; i < count; i++) index[(at / ROW + i) * ROW_INTS + SPRUNG] = 1;
  }
  for (let r = at; r < at + count * ROW; r += ROW) {
    const speed = -rows[r + BIAS_RATE] * rows[r + ERROR];
    rows[r + LOW] = speed;
    rows[r + HIGH] = speed;
  }
};

/** Ċ = the speed in the joint's floats, whatever C is. */
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

/** Bounds |λ| by a force or torque in the joint's floats; of a block the length of the vector. */
export const boundRows = (j: JointContext, at: number, forceAt: number): void => {
  const most = j.floats[forceAt] * times[H];
  j.rows[at + LOWER] = -most;
  j.rows[at + UPPER] = most;
};

/** R = M⁻¹ Jᵀ of one row. */
export const writeResponse = (j: JointContext, at: number): void => {
  const { rows, motion } = j;
  const a = j.bodyA * MOTION;
  const b = j.bodyB * MOTION;
  let x = rows[at + 3];
  let y = rows[at + 4];
  let z = rows[at + 5];
  rows[at + RESPONSE] = motion[a + IM] * rows[at];
  rows[at + RESPONSE + 1] = motion[a + IM + 1] * rows[at + 1];
  rows[at + RESPONSE + 2] = motion[a + IM + 2] * rows[at + 2];
  rows[at + RESPONSE + 3] = motion[a + II] * x + motion[a + II + 1] * y + motion[a + II + 2] * z;
  rows[at + RESPONSE + 4] = motion[a + II + 1] * x + motion[a + II + 3] * y + motion[a + II + 4] * z;
  rows[at + RESPONSE + 5] = motion[a + II + 2] * x + motion[a + II + 4] * y + motion[a + II + 5] * z;
  x = rows[at + 9];
  y = rows[at + 10];
  z = rows[at + 11];
  rows[at + RESPONSE + 6] = motion[b + IM] * rows[at + 6];
  rows[at + RESPONSE + 7] = motion[b + IM + 1] * rows[at + 7];
  rows[at + RESPONSE + 8] = motion[b + IM + 2] * rows[at + 8];
  rows[at + RESPONSE + 9] = motion[b + II] * x + motion[b + II + 1] * y + motion[b + II + 2] * z;
  rows[at + RESPONSE + 10] = motion[b + II + 1] * x + motion[b + II + 3] * y + motion[b + II + 4] * z;
  rows[at + RESPONSE + 11] = motion[b + II + 2] * x + motion[b + II + 4] * y + motion[b + II + 5] * z;
};

/** Entries of K = J M⁻¹ Jᵀ of the block in hand: 11, 12, 13, 22, 23, 33. In an array, because a returned double would be boxed. */
export const response = new Float64Array(6);

/** J of row p times R of row q, as entry i of the block's K. */
const writeProduct = (rows: Float64Array, p: number, q: number, i: number): void => {
  response[i] =
    rows[p] * rows[q + RESPONSE] +
    rows[p + 1] * rows[q + RESPONSE + 1] +
    rows[p + 2] * rows[q + RESPONSE + 2] +
    rows[p + 3] * rows[q + RESPONSE + 3] +
    rows[p + 4] * rows[q + RESPONSE + 4] +
    rows[p + 5] * rows[q + RESPONSE + 5] +
    rows[p + 6] * rows[q + RESPONSE + 6] +
    rows[p + 7] * rows[q + RESPONSE + 7] +
    rows[p + 8] * rows[q + RESPONSE + 8] +
    rows[p + 9] * rows[q + RESPONSE + 9] +
    rows[p + 10] * rows[q + RESPONSE + 10] +
    rows[p + 11] * rows[q + RESPONSE + 11];
};

/** Response and effective mass of a row that is solved alone. */
export const finishRow = (j: JointContext, at: number): void => {
  writeResponse(j, at);
  writeProduct(j.rows, at, at, 0);
  const k = response[0];
  j.rows[at + MASS] = k > 0 ? 1 / k : 0;
};

/** Of a block, a diagonal entry below this part of what its rows would have alone means that a row depends on the others. */
export const SINGULAR = 1e-12;

/**
 * Response and inverse K of two or three rows that are solved together. A row that depends on those before it, or that no body answers
 * to, gets no part in the solution.
 */
export const finishBlock = (j: JointContext, at: number, count: number): void => {
  const { rows } = j;
  const second = at + ROW;
  writeResponse(j, at);
  writeResponse(j, second);
  writeProduct(rows, at, at, 0);
  writeProduct(rows, at, second, 1);
  writeProduct(rows, second, second, 3);
  if (count === 2) {
    invertTwo(rows, at);
    return;
  }
  const third = second + ROW;
  writeResponse(j, third);
  writeProduct(rows, at, third, 2);
  writeProduct(rows, second, third, 4);
  writeProduct(rows, third, third, 5);
  invertThree(rows, at);
};

const invertTwo = (rows: Float64Array, p: number): void => {
  const q = p + ROW;
  const k11 = response[0];
  const k12 = response[1];
  const k22 = response[3];
  rows[p + MASS] = k11 > 0 ? 1 / k11 : 0;
  rows[q + MASS] = k22 > 0 ? 1 / k22 : 0;
  const i1 = k11 > 0 ? 1 / k11 : 0;
  const l21 = k12 * i1;
  const d2 = k22 - l21 * k12;
  const i2 = d2 > SINGULAR * k22 ? 1 / d2 : 0;
  rows[p + INVERSE] = i1 + l21 * l21 * i2;
  rows[p + INVERSE + 1] = -l21 * i2;
  rows[q + INVERSE] = -l21 * i2;
  rows[q + INVERSE + 1] = i2;
};

const invertThree = (rows: Float64Array, p: number): void => {
  const q = p + ROW;
  const s = q + ROW;
  rows[p + MASS] = response[0] > 0 ? 1 / response[0] : 0;
  rows[q + MASS] = response[3] > 0 ? 1 / response[3] : 0;
  rows[s + MASS] = response[5] > 0 ? 1 / response[5] : 0;
  invertResponse();
  writeInverse(rows, p, response, 0);
};

/** The six entries of a symmetric inverse, in `from`, to the three rows of a block. */
export const writeInverse = (rows: Float64Array, p: number, from: Float64Array, at: number): void => {
  const q = p + ROW;
  const s = q + ROW;
  rows[p + INVERSE] = from[at];
  rows[p + INVERSE + 1] = from[at + 1];
  rows[p + INVERSE + 2] = from[at + 2];
  rows[q + INVERSE] = from[at + 1];
  rows[q + INVERSE + 1] = from[at + 3];
  rows[q + INVERSE + 2] = from[at + 4];
  rows[s + INVERSE] = from[at + 2];
  rows[s + INVERSE + 1] = from[at + 4];
  rows[s + INVERSE + 2] = from[at + 5];
};

/** K in `response` ← K⁻¹, by K = L D Lᵀ; a pivot that is lost in rounding is left out. */
export const invertResponse = (): void => {
  const k12 = response[1];
  const k13 = response[2];
  const k22 = response[3];
  const k23 = response[4];
  const k33 = response[5];
  const i1 = response[0] > 0 ? 1 / response[0] : 0;
  const l21 = k12 * i1;
  const d2 = k22 - l21 * k12;
  const i2 = d2 > SINGULAR * k22 ? 1 / d2 : 0;
  const l31 = k13 * i1;
  const u = k23 - l31 * k12;
  const l32 = u * i2;
  const d3 = k33 - l31 * k13 - l32 * u;
  const i3 = d3 > SINGULAR * k33 ? 1 / d3 : 0;
  // K⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ with L⁻¹ = [1; -l21, 1; m31, -l32, 1].
  const m31 = l21 * l32 - l31;
  response[0] = i1 + l21 * l21 * i2 + m31 * m31 * i3;
  response[1] = -l21 * i2 - m31 * l32 * i3;
  response[2] = m31 * i3;
  response[3] = i2 + l32 * l32 * i3;
  response[4] = -l32 * i3;
  response[5] = i3;
};

/**
 * Response and effective mass of two rows that share one λ: Ċ = J₁v₁ + J₂v₂. Where they have a body in common their Jacobians act together, so
 * K has a mixed part.
 */
export const finishCoupled = (j: JointContext, at: number, otherA: number, otherB: number): void => {
  const { rows, index } = j;
  const second = at + ROW;
  const k = (at / ROW) * ROW_INTS;
  const a = index[k + BODY_A];
  const b = index[k + BODY_B];
  if (j.placing) {
    index[k + BLOCK] = COUPLED;
    index[k + ROW_INTS + BODY_A] = otherA;
    index[k + ROW_INTS + BODY_B] = otherB;
  }
  const ownA = j.bodyA;
  const ownB = j.bodyB;
  j.bodyA = a;
  j.bodyB = b;
  writeResponse(j, at);
  j.bodyA = otherA;
  j.bodyB = otherB;
  writeResponse(j, second);
  j.bodyA = ownA;
  j.bodyB = ownB;
  writeProduct(rows, at, at, 0);
  writeProduct(rows, second, second, 1);
  let sum = response[0] + response[1];
  if (a === otherA) sum += 2 * halfProduct(rows, at, second);
  if (a === otherB) sum += 2 * halfProduct(rows, at, second + 6);
  if (b === otherA) sum += 2 * halfProduct(rows, at + 6, second);
  if (b === otherB) sum += 2 * halfProduct(rows, at + 6, second + 6);
  const mass = sum > 0 ? 1 / sum : 0;
  rows[at + MASS] = mass;
  rows[second + MASS] = mass;
};

/** One body's half of a product. */
const halfProduct = (rows: Float64Array, p: number, q: number): number =>
  rows[p] * rows[q + RESPONSE] +
  rows[p + 1] * rows[q + RESPONSE + 1] +
  rows[p + 2] * rows[q + RESPONSE + 2] +
  rows[p + 3] * rows[q + RESPONSE + 3] +
  rows[p + 4] * rows[q + RESPONSE + 4] +
  rows[p + 5] * rows[q + RESPONSE + 5];
