import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { atan2Scratch, REVOLUTION, writeAtan2, writeSinCos } from '../../../math/trigonometry.js';
import {
  ACTIVE,
  type Articulations,
  CONTROL_FLOATS,
  CONTROL_GRADIENT,
  FAR_FOR,
  FAR_HIGH,
  FAR_LOW,
  LINK_INTS,
  LINK_JOINT,
  LOCK_SHAPE,
  LockShape,
  NEAR,
  NEXT_GRADIENT,
  NOW_HIGH,
  NOW_LOW,
  SIDE,
  SWING_CONTROL,
  SWING_LIMITS,
  TWIST_ANGLE,
  TWIST_CONTROL,
  TWIST_COUNTER,
  TWIST_LIMITS,
} from '../../../state/articulations.js';
import { CONTROL, LIMIT_LOWER, LIMIT_RESTITUTION, LIMIT_UPPER } from '../../../state/controls.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import type { World } from '../../../state/world.js';
import {
  MIN_SWING_SEMI_AXIS,
  NEAR_LIMIT,
  OPPOSITE_AXES_SINE,
  UNDEFINED_ANGLE_SINE,
} from '../../../tuning.js';

/**
 * Limits of hinges and of swing-twist joints at the present poses, straight from the frames, without their rows. With
 * q = (x, y, z, w), w >= 0, the rotation of B's frame as seen from A's
 *   twist    θ = 2 atan2(x, w), unwrapped                      gaps θ - lower, upper - θ       (parts/angles/rotation.ts)
 *   swing    α = 2 atan2(√(y² + z²), √(x² + w²)), axis n       gap m (1 - α √F)                (parts/angles/swing-limit.ts)
 * Most limits are far most of the time, which products say without any arc: with the margin μ = NEAR_LIMIT
 *   twist    w tan ½(lower + μ) < x < w tan ½(upper - μ)
 *   swing    x² + w² > cos² ½(a - μ)                           a the smallest semi-axis
 * While all limits of a link are far they are not active: no gradients, no windows, and a swing-twist joint is a ball to the
 * factor.
 */

/** Scratch: whether a limit that is not active was passed at the pose that was measured last. */
export const woken = new Int32Array(1);

/** Scratch: rotation of A's frame in world axes, then of B's frame as seen from A's, w >= 0. */
const frameA = createFloats(4);
const q = createFloats(4);

export const measureLimits = (world: World, from: number, to: number): void => {
  const { linkInts, controls } = world.articulations;
  woken[0] = 0;
  for (let i = from; i < to; i++) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    const swing = linkInts[k + SWING_CONTROL];
    const twist = linkInts[k + TWIST_CONTROL];
    if (swing < 0 && twist < 0) continue;
    writeRelativeRotation(world, linkInts[k + LINK_JOINT]);
    const isFar =
      (swing < 0 || isSwingFar(controls, swing * CONTROL_FLOATS)) &&
      (twist < 0 || isTwistFar(world, k, twist * CONTROL_FLOATS));
    linkInts[k + NEAR] = isFar ? 0 : 1;
    // Of an active limit that became far within the drift the solve must know how far.
    if (isFar && linkInts[k + ACTIVE] === 0) {
      if (swing >= 0) clearGaps(controls, swing * CONTROL_FLOATS);
      if (twist >= 0) clearGaps(controls, twist * CONTROL_FLOATS);
      continue;
    }
    if (swing >= 0) measureSwing(world, k, swing * CONTROL_FLOATS);
    if (twist >= 0) measureTwist(world, k, twist * CONTROL_FLOATS);
    // The gradient of a hinge is its freedom.
    if (!isFar && linkInts[k + LOCK_SHAPE] === LockShape.none) writeNextGradients(world, k);
    if (linkInts[k + ACTIVE] === 0 && isAnyViolated(world, i)) woken[0] = 1;
  }
};

const clearGaps = (controls: Floats, o: number): void => {
  controls[o + NOW_LOW] = Infinity;
  controls[o + NOW_HIGH] = Infinity;
};

/** Whether the joint of a link is beyond a limit that is measured directly, without rows. */
export const isAnyViolated = ({ articulations: { linkInts, controls } }: World, i: number): boolean => {
  const swing = linkInts[i * LINK_INTS + SWING_CONTROL];
  const twist = linkInts[i * LINK_INTS + TWIST_CONTROL];
  if (swing >= 0 && controls[swing * CONTROL_FLOATS + NOW_LOW] < 0) return true;
  if (twist < 0) return false;
  return controls[twist * CONTROL_FLOATS + NOW_LOW] < 0 || controls[twist * CONTROL_FLOATS + NOW_HIGH] < 0;
};

/** q = qA* ⊗ qB, as in parts/frame.ts. */
const writeRelativeRotation = ({ bodies, joints, jointFloats }: World, joint: number): void => {
  const { rotation } = bodies;
  const { data } = jointFloats;
  const f = joints.block[joint] & INDEX_BITS;
  const a = (joints.bodyA[joint] * 4) & INDEX_BITS;
  const b = (joints.bodyB[joint] * 4) & INDEX_BITS;
  let x = rotation[a];
  let y = rotation[a + 1];
  let z = rotation[a + 2];
  let w = rotation[a + 3];
  let fx = data[f + FRAME_A + 3];
  let fy = data[f + FRAME_A + 4];
  let fz = data[f + FRAME_A + 5];
  let fw = data[f + FRAME_A + 6];
  const ax = w * fx + x * fw + y * fz - z * fy;
  const ay = w * fy - x * fz + y * fw + z * fx;
  const az = w * fz + x * fy - y * fx + z * fw;
  const aw = w * fw - x * fx - y * fy - z * fz;
  x = rotation[b];
  y = rotation[b + 1];
  z = rotation[b + 2];
  w = rotation[b + 3];
  fx = data[f + FRAME_B + 3];
  fy = data[f + FRAME_B + 4];
  fz = data[f + FRAME_B + 5];
  fw = data[f + FRAME_B + 6];
  const bx = w * fx + x * fw + y * fz - z * fy;
  const by = w * fy - x * fz + y * fw + z * fx;
  const bz = w * fz + x * fy - y * fx + z * fw;
  const bw = w * fw - x * fx - y * fy - z * fz;
  const dot = aw * bw + ax * bx + ay * by + az * bz;
  const sign = dot < 0 ? -1 : 1;
  frameA[0] = ax;
  frameA[1] = ay;
  frameA[2] = az;
  frameA[3] = aw;
  q[0] = sign * (aw * bx - ax * bw - ay * bz + az * by);
  q[1] = sign * (aw * by + ax * bz - ay * bw - az * bx);
  q[2] = sign * (aw * bz - ax * by + ay * bx - az * bw);
  q[3] = sign * dot;
};

const isSwingFar = (controls: Floats, o: number): boolean =>
  q[0] * q[0] + q[3] * q[3] > controls[o + FAR_LOW];

/** Between its bounds, and within half a turn of the angle that was counted last. */
const isTwistFar = ({ articulations: a, joints, jointFloats }: World, k: number, o: number): boolean => {
  if (!(q[0] > a.controls[o + FAR_LOW] * q[3] && q[0] < a.controls[o + FAR_HIGH] * q[3])) return false;
  const { data } = jointFloats;
  const block = joints.block[a.linkInts[k + LINK_JOINT]];
  const lower = data[block + a.linkInts[k + TWIST_LIMITS] + LIMIT_LOWER];
  const upper = data[block + a.linkInts[k + TWIST_LIMITS] + LIMIT_UPPER];
  const counted = data[block + a.linkInts[k + TWIST_COUNTER]];
  return Math.abs(counted - 0.5 * (lower + upper)) < Math.PI - 0.5 * (upper - lower);
};

const measureTwist = ({ articulations: a, joints, jointFloats }: World, k: number, o: number): void => {
  const { data } = jointFloats;
  const block = joints.block[a.linkInts[k + LINK_JOINT]];
  const limits = block + a.linkInts[k + TWIST_LIMITS];
  const counter = block + a.linkInts[k + TWIST_COUNTER];
  atan2Scratch[0] = q[0];
  atan2Scratch[1] = q[3];
  writeAtan2();
  const principal = 2 * atan2Scratch[0];
  const angle = principal + REVOLUTION * Math.floor((data[counter] - principal) / REVOLUTION + 0.5);
  a.controls[o + TWIST_ANGLE] = angle;
  a.controls[o + NOW_LOW] = angle - data[limits + LIMIT_LOWER];
  a.controls[o + NOW_HIGH] = data[limits + LIMIT_UPPER] - angle;
};

/**
 * Counts the revolutions where the substep ends. Poses that Newton steps and implicit rounds only try do not count: toes that turned by
 * more than 2 rad in a substep came out on the other side of their range, or a revolution off.
 */
export const countTwists = (world: World, from: number, to: number): void => {
  const { articulations: a, joints, jointFloats } = world;
  for (let i = from; i < to; i++) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    const twist = a.linkInts[k + TWIST_CONTROL];
    if (twist < 0 || a.linkInts[k + NEAR] === 0) continue;
    const counter = joints.block[a.linkInts[k + LINK_JOINT]] + a.linkInts[k + TWIST_COUNTER];
    jointFloats.data[counter] = a.controls[twist * CONTROL_FLOATS + TWIST_ANGLE];
  }
};

/** Scratch of measureSwing: α F′/(2√F), and of G the slopes along y and z of A. m, the smaller semi-axis of the quadrant. */
const TURN = 0;
const SLOPE_Y = 1;
const SLOPE_Z = 2;
const SMALLER = 3;
const swung = createFloats(4);

const measureSwing = ({ articulations: a, joints, jointFloats }: World, k: number, o: number): void => {
  const { data } = jointFloats;
  const limits = joints.block[a.linkInts[k + LINK_JOINT]] + a.linkInts[k + SWING_LIMITS];
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const cosHalf = Math.sqrt(x * x + w * w);
  const sinHalf = Math.sqrt(y * y + z * z);
  const half = cosHalf * sinHalf;
  atan2Scratch[0] = sinHalf;
  atan2Scratch[1] = cosHalf;
  writeAtan2();
  const angle = 2 * atan2Scratch[0];
  const sine = cosHalf < sinHalf ? Math.max(2 * half, OPPOSITE_AXES_SINE) : 2 * half;
  let ny = sinHalf > 0 ? y / sinHalf : 1;
  let nz = sinHalf > 0 ? z / sinHalf : 0;
  let cot = sinHalf > 0 ? -1 / OPPOSITE_AXES_SINE : 0;
  if (half > 0) {
    ny = (w * y - x * z) / half;
    nz = (w * z + x * y) / half;
    cot = (cosHalf * cosHalf - sinHalf * sinHalf) / sine;
  }
  const ay = Math.max(ny < 0 ? -data[limits + LIMIT_LOWER] : data[limits + LIMIT_UPPER], MIN_SWING_SEMI_AXIS);
  const other = limits + CONTROL;
  const az = Math.max(nz < 0 ? -data[other + LIMIT_LOWER] : data[other + LIMIT_UPPER], MIN_SWING_SEMI_AXIS);
  const iy = 1 / (ay * ay);
  const iz = 1 / (az * az);
  const root = Math.sqrt(ny * ny * iy + nz * nz * iz);
  const m = Math.min(ay, az, Math.PI);
  const turn = root > 0 ? (angle * ny * nz * (iz - iy)) / root : 0;
  const across = turn * cot;
  swung[TURN] = turn;
  swung[SLOPE_Y] = root * ny - across * nz;
  swung[SLOPE_Z] = root * nz + across * ny;
  swung[SMALLER] = m;
  a.controls[o + NOW_LOW] = m * (1 - angle * root);
  a.controls[o + NOW_HIGH] = Infinity;
};

/** Makes the gradients at the poses that were measured last those of the solve. */
export const takeLimitGradients = ({ linkInts, controls }: Articulations, i: number): void => {
  const k = (i * LINK_INTS) & INDEX_BITS;
  takeGradient(controls, linkInts[k + SWING_CONTROL]);
  takeGradient(controls, linkInts[k + TWIST_CONTROL]);
};

const takeGradient = (controls: Floats, control: number): void => {
  if (control < 0) return;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  controls[o + CONTROL_GRADIENT] = controls[o + NEXT_GRADIENT];
  controls[o + CONTROL_GRADIENT + 1] = controls[o + NEXT_GRADIENT + 1];
  controls[o + CONTROL_GRADIENT + 2] = controls[o + NEXT_GRADIENT + 2];
};

/**
 * Gradients of the limits of the link at k, on the link: those of parts/angles, in world axes. Of what was just measured: a factor
 * of this pose needs them, trial poses of a drift do not.
 */
const writeNextGradients = (world: World, k: number): void => {
  const { linkInts, controls } = world.articulations;
  const swing = linkInts[k + SWING_CONTROL];
  const twist = linkInts[k + TWIST_CONTROL];
  if (swing >= 0) {
    gradient[0] = -swung[SMALLER] * swung[TURN];
    gradient[1] = -swung[SMALLER] * swung[SLOPE_Y];
    gradient[2] = -swung[SMALLER] * swung[SLOPE_Z];
    turnGradient(controls, swing * CONTROL_FLOATS + NEXT_GRADIENT, linkInts[k + SIDE]);
  }
  if (twist < 0) return;
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const square = x * x + w * w;
  const scale = square > UNDEFINED_ANGLE_SINE ? 1 / square : 0;
  gradient[0] = 1;
  gradient[1] = (w * z + x * y) * scale;
  gradient[2] = (x * z - w * y) * scale;
  turnGradient(controls, twist * CONTROL_FLOATS + NEXT_GRADIENT, linkInts[k + SIDE]);
};

/** Scratch: a gradient in A's axes. */
const gradient = createFloats(3);

/** From A's axes to world axes; on A it is the opposite. */
const turnGradient = (controls: Floats, at: number, side: number): void => {
  const g = at & INDEX_BITS;
  const x = frameA[0];
  const y = frameA[1];
  const z = frameA[2];
  const w = frameA[3];
  const vx = side * gradient[0];
  const vy = side * gradient[1];
  const vz = side * gradient[2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  controls[g] = vx + w * tx + y * tz - z * ty;
  controls[g + 1] = vy + w * ty + z * tx - x * tz;
  controls[g + 2] = vz + w * tz + x * ty - y * tx;
};

/** Scratch: sine and cosine. */
const arc = createFloats(2);

/** The bounds between which the limits of link i are far. */
export const writeFarBounds = (world: World, i: number): void => {
  const { articulations: a, joints, jointFloats } = world;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const block = joints.block[a.linkInts[k + LINK_JOINT]];
  const swing = a.linkInts[k + SWING_CONTROL];
  const twist = a.linkInts[k + TWIST_CONTROL];
  if (swing >= 0)
    writeFarSwing(a.controls, swing * CONTROL_FLOATS, jointFloats.data, block + a.linkInts[k + SWING_LIMITS]);
  if (twist >= 0)
    writeFarTwist(a.controls, twist * CONTROL_FLOATS, jointFloats.data, block + a.linkInts[k + TWIST_LIMITS]);
};

const writeFarSwing = (controls: Floats, o: number, data: Floats, limits: number): void => {
  const other = limits + CONTROL;
  let least = Math.min(-data[limits + LIMIT_LOWER], data[limits + LIMIT_UPPER]);
  least = Math.min(least, -data[other + LIMIT_LOWER], data[other + LIMIT_UPPER]);
  least = Math.max(least, MIN_SWING_SEMI_AXIS);
  // A limit with restitution must know its rate before it is struck.
  if (data[limits + LIMIT_RESTITUTION] > 0) least = 0;
  if (controls[o + FAR_FOR] === least && controls[o + FAR_FOR + 1] === 1) return;
  controls[o + FAR_FOR] = least;
  controls[o + FAR_FOR + 1] = 1;
  const half = 0.5 * (least - NEAR_LIMIT);
  arc[0] = half;
  writeSinCos(arc);
  controls[o + FAR_LOW] = !(half > 0) ? Infinity : half < 0.5 * Math.PI ? arc[1] * arc[1] : -1;
};

const writeFarTwist = (controls: Floats, o: number, data: Floats, limits: number): void => {
  const lower = data[limits + LIMIT_LOWER];
  const upper = data[limits + LIMIT_UPPER];
  const canBeFar =
    !(data[limits + LIMIT_RESTITUTION] > 0) &&
    upper - lower > 2 * NEAR_LIMIT &&
    lower > -Math.PI &&
    upper < Math.PI;
  if (!canBeFar) {
    controls[o + FAR_LOW] = Infinity;
    controls[o + FAR_FOR] = NaN;
    return;
  }
  if (controls[o + FAR_FOR] === lower && controls[o + FAR_FOR + 1] === upper) return;
  controls[o + FAR_FOR] = lower;
  controls[o + FAR_FOR + 1] = upper;
  arc[0] = 0.5 * (lower + NEAR_LIMIT);
  writeSinCos(arc);
  controls[o + FAR_LOW] = arc[0] / arc[1];
  arc[0] = 0.5 * (upper - NEAR_LIMIT);
  writeSinCos(arc);
  controls[o + FAR_HIGH] = arc[0] / arc[1];
};
