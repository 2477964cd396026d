import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { D, frame, type JointContext, Q, RA, RB, XA, XB } from '../rows/context.js';
import { FRAME_A, FRAME_B } from '../state/joints.js';

/** Levers and the distance of the anchors: rA, rB and d = pB - pA. */
export const writeAnchors = (j: JointContext): void => {
  writeLever(j, j.bodyA, j.block + FRAME_A, RA);
  writeLever(j, j.bodyB, j.block + FRAME_B, RB);
  const a = (j.bodyA * 3) & INDEX_BITS;
  const b = (j.bodyB * 3) & INDEX_BITS;
  const { centre } = j;
  frame[D] = centre[b] - centre[a] + (frame[RB] - frame[RA]);
  frame[D + 1] = centre[b + 1] - centre[a + 1] + (frame[RB + 1] - frame[RA + 1]);
  frame[D + 2] = centre[b + 2] - centre[a + 2] + (frame[RB + 2] - frame[RA + 2]);
};

/** r = R (anchor - centre of mass), both in the body's axes: v + 2w(u × v) + 2u × (u × v). */
const writeLever = (j: JointContext, body: number, at: number, out: number): void => {
  const { floats, localCentre, rotation } = j;
  const c = (body * 3) & INDEX_BITS;
  const q = (body * 4) & INDEX_BITS;
  const vx = floats[at] - localCentre[c];
  const vy = floats[at + 1] - localCentre[c + 1];
  const vz = floats[at + 2] - localCentre[c + 2];
  const x = rotation[q];
  const y = rotation[q + 1];
  const z = rotation[q + 2];
  const w = rotation[q + 3];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  frame[out] = vx + w * tx + y * tz - z * ty;
  frame[out + 1] = vy + w * ty + z * tx - x * tz;
  frame[out + 2] = vz + w * tz + x * ty - y * tx;
};

/** Scratch: orientations of the joint frames in A and B, in world axes. */
const qA = createFloats(4);
const qB = createFloats(4);

/** Writes the axes of both frames unless another part of the same joint has done so. */
export const needAxes = (j: JointContext): void => {
  if (j.hasAxes) return;
  j.hasAxes = true;
  writeRelativeRotation(j);
  writeBasis(qA, XA);
  writeBasis(qB, XB);
};

/**
 * The rotation q of B's frame as seen from A's: q = qA* ⊗ qB, of the two signs the one
 * with w >= 0. needAxes writes it, too.
 */
export const writeRelativeRotation = (j: JointContext): void => {
  writeRotation(j, j.bodyA, j.block + FRAME_A + 3, qA);
  writeRotation(j, j.bodyB, j.block + FRAME_B + 3, qB);
  const ax = qA[0];
  const ay = qA[1];
  const az = qA[2];
  const aw = qA[3];
  const bx = qB[0];
  const by = qB[1];
  const bz = qB[2];
  const bw = qB[3];
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const sign = w < 0 ? -1 : 1;
  frame[Q] = sign * (aw * bx - ax * bw - ay * bz + az * by);
  frame[Q + 1] = sign * (aw * by + ax * bz - ay * bw - az * bx);
  frame[Q + 2] = sign * (aw * bz - ax * by + ay * bx - az * bw);
  frame[Q + 3] = sign * w;
};

const writeRotation = (j: JointContext, body: number, at: number, out: Floats): void => {
  const { floats, rotation } = j;
  const b = (body * 4) & INDEX_BITS;
  const ax = rotation[b];
  const ay = rotation[b + 1];
  const az = rotation[b + 2];
  const aw = rotation[b + 3];
  const bx = floats[at];
  const by = floats[at + 1];
  const bz = floats[at + 2];
  const bw = floats[at + 3];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
};

/** The columns of the rotation matrix: x, y and z axis one after the other. */
const writeBasis = (q: Floats, out: number): void => {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  frame[out] = 1 - 2 * (y * y + z * z);
  frame[out + 1] = 2 * (x * y + w * z);
  frame[out + 2] = 2 * (x * z - w * y);
  frame[out + 3] = 2 * (x * y - w * z);
  frame[out + 4] = 1 - 2 * (x * x + z * z);
  frame[out + 5] = 2 * (y * z + w * x);
  frame[out + 6] = 2 * (x * z + w * y);
  frame[out + 7] = 2 * (y * z - w * x);
  frame[out + 8] = 1 - 2 * (x * x + y * y);
};
