import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import {
  ANGULAR_LOCKS,
  BodyFlag,
  type BodyTable,
  BodyType,
  II,
  IM,
  Lock,
  MOTION,
  W,
} from '../state/bodies.js';

/** Scratch: rotation matrix of the principal axes, row by row. Valid until the next call of this file. */
export const frame = createFloats(9);

/** Scratch: world rotation of the principal axes. */
const q = createFloats(4);

/** out ← a ⊗ b, or a ⊗ b* with sign -1. */
export const multiplyInto = (
  out: Floats,
  at: number,
  a: Floats,
  i: number,
  b: Floats,
  j: number,
  sign: 1 | -1,
): void => {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = sign * b[j];
  const by = sign * b[j + 1];
  const bz = sign * b[j + 2];
  const bw = b[j + 3];
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
};

/** World rotation of the principal axes: the body's rotation times that of its principal axes. */
export const writePrincipalRotation = (bodies: BodyTable, body: number, out: Floats): void => {
  const { rotation, principal, flags } = bodies;
  const b = body * 4;
  if ((flags[body] & BodyFlag.tilted) !== 0) {
    multiplyInto(out, 0, rotation, b, principal, b, 1);
    return;
  }
  out[0] = rotation[b];
  out[1] = rotation[b + 1];
  out[2] = rotation[b + 2];
  out[3] = rotation[b + 3];
};

/** Inverse inertia in world axes for the body's present rotation. */
export const writeInverseInertia = (bodies: BodyTable, body: number): void => {
  writePrincipalRotation(bodies, body, q);
  writeInverseInertiaAt(bodies, body, q, bodies.motion, body * MOTION + II);
};

/**
 * I⁻¹ = R diag(1/I) Rᵀ with R from the rotation of the principal axes. A body
 * without rotation gets I⁻¹ = 0.
 */
export const writeInverseInertiaAt = (
  bodies: BodyTable,
  body: number,
  principal: Floats,
  out: Floats,
  at: number,
): void => {
  const { moments, locks, type } = bodies;
  writeFrame(principal);
  const i = body * 3;
  if (moments[i] === 0 || type[body] !== BodyType.dynamic) {
    for (let k = 0; k < 6; k++) out[at + k] = 0;
    return;
  }
  if ((locks[body] & ANGULAR_LOCKS) !== 0) {
    writeWithLocks(bodies, body, out, at);
    return;
  }
  for (let k = 0; k < 3; k++) diagonal[k] = 1 / moments[i + k];
  writeRotatedDiagonal(out, at);
};

/** The principal axis about which a body is a top: the other two have the same moment. -1 when there is none. */
export const axisOfTop = (moments: Floats, body: number): number => {
  const i = (body * 3) & INDEX_BITS;
  if (moments[i + 1] === moments[i + 2]) return 0;
  if (moments[i + 2] === moments[i]) return 1;
  return moments[i] === moments[i + 1] ? 2 : -1;
};

/** I⁻¹ = 1/I + (1/J - 1/I) a aᵀ of a top with the moments I, I and J, whose axis is s; `rotation` is that of its principal axes. */
export const writeInverseInertiaOfTop = (
  moments: Floats,
  body: number,
  s: number,
  rotation: Floats,
  b: number,
  out: Floats,
  at: number,
): void => {
  const u = s === 2 ? 0 : s + 1;
  const t = s === 0 ? 2 : s - 1;
  const i = (body * 3) & INDEX_BITS;
  const acrossInverse = 1 / moments[i + u];
  const more = 1 / moments[i + s] - acrossInverse;
  const qs = rotation[b + s];
  const qu = rotation[b + u];
  const qt = rotation[b + t];
  const qw = rotation[b + 3];
  const as = 1 - 2 * (qu * qu + qt * qt);
  const au = 2 * (qs * qu + qw * qt);
  const av = 2 * (qs * qt - qw * qu);
  out[at + entry[s * 4]] = acrossInverse + more * as * as;
  out[at + entry[u * 4]] = acrossInverse + more * au * au;
  out[at + entry[t * 4]] = acrossInverse + more * av * av;
  out[at + entry[s * 3 + u]] = more * as * au;
  out[at + entry[u * 3 + t]] = more * au * av;
  out[at + entry[t * 3 + s]] = more * av * as;
};

/** Where the entry of row i and column k lies among xx, xy, xz, yy, yz, zz: at i * 3 + k. */
const entry = Int32Array.of(0, 1, 2, 1, 3, 4, 2, 4, 5);

/** Inertia in world axes, I = R diag(I) Rᵀ as xx, xy, xz, yy, yz, zz. */
export const writeInertia = (bodies: BodyTable, body: number, out: Floats, at: number): void => {
  writePrincipalRotation(bodies, body, q);
  writeFrame(q);
  for (let k = 0; k < 3; k++) diagonal[k] = bodies.moments[body * 3 + k];
  writeRotatedDiagonal(out, at);
};

/** L = R diag(I) Rᵀ ω in world axes. */
export const writeAngularMomentum = (bodies: BodyTable, body: number, out: Floats): void => {
  const { motion, moments } = bodies;
  writePrincipalRotation(bodies, body, q);
  writeFrame(q);
  const w = body * MOTION + W;
  const i = body * 3;
  out.fill(0);
  for (let k = 0; k < 3; k++) {
    const along = frame[k] * motion[w] + frame[3 + k] * motion[w + 1] + frame[6 + k] * motion[w + 2];
    for (let row = 0; row < 3; row++) out[row] += frame[3 * row + k] * (moments[i + k] * along);
  }
};

/** out ← I⁻¹ L in world axes: the angular velocity that belongs to the angular momentum L. */
export const writeSpin = (
  { motion }: BodyTable,
  body: number,
  momentum: Floats,
  out: Floats,
  at: number,
): void => {
  const i = body * MOTION + II;
  const x = momentum[0];
  const y = momentum[1];
  const z = momentum[2];
  out[at] = motion[i] * x + motion[i + 1] * y + motion[i + 2] * z;
  out[at + 1] = motion[i + 1] * x + motion[i + 3] * y + motion[i + 4] * z;
  out[at + 2] = motion[i + 2] * x + motion[i + 4] * y + motion[i + 5] * z;
};

const writeFrame = (p: Floats): void => {
  const x = p[0];
  const y = p[1];
  const z = p[2];
  const w = p[3];
  frame[0] = 1 - 2 * (y * y + z * z);
  frame[1] = 2 * (x * y - w * z);
  frame[2] = 2 * (x * z + w * y);
  frame[3] = 2 * (x * y + w * z);
  frame[4] = 1 - 2 * (x * x + z * z);
  frame[5] = 2 * (y * z - w * x);
  frame[6] = 2 * (x * z - w * y);
  frame[7] = 2 * (y * z + w * x);
  frame[8] = 1 - 2 * (x * x + y * y);
};

/**
 * Scratch: moments or their inverses, an argument, in an array because doubles passed to a function
 * that is not inlined are allocated.
 */
const diagonal = createFloats(3);

/** R diag(a, b, c) Rᵀ as xx, xy, xz, yy, yz, zz. */
const writeRotatedDiagonal = (out: Floats, at: number): void => {
  const a = diagonal[0];
  const b = diagonal[1];
  const c = diagonal[2];
  const r0 = frame[0];
  const r1 = frame[1];
  const r2 = frame[2];
  const r3 = frame[3];
  const r4 = frame[4];
  const r5 = frame[5];
  const r6 = frame[6];
  const r7 = frame[7];
  const r8 = frame[8];
  out[at] = r0 * a * r0 + r1 * b * r1 + r2 * c * r2;
  out[at + 1] = r0 * a * r3 + r1 * b * r4 + r2 * c * r5;
  out[at + 2] = r0 * a * r6 + r1 * b * r7 + r2 * c * r8;
  out[at + 3] = r3 * a * r3 + r4 * b * r4 + r5 * c * r5;
  out[at + 4] = r3 * a * r6 + r4 * b * r7 + r5 * c * r8;
  out[at + 5] = r6 * a * r6 + r7 * b * r7 + r8 * c * r8;
};

/** Scratch: inertia in world axes. */
const inertia = createFloats(6);

/**
 * With locked world axes only the free block of I is inverted: the lock takes up whatever torque the products
 * of inertia ask for. (Zeroing rows of I⁻¹ instead would make a body too light about its free axis.)
 */
const writeWithLocks = ({ moments, locks }: BodyTable, body: number, out: Floats, at: number): void => {
  const i = body * 3;
  for (let k = 0; k < 3; k++) diagonal[k] = moments[i + k];
  writeRotatedDiagonal(inertia, 0);
  const xx = inertia[0];
  const xy = inertia[1];
  const xz = inertia[2];
  const yy = inertia[3];
  const yz = inertia[4];
  const zz = inertia[5];
  const lockX = (locks[body] & Lock.rotationX) !== 0;
  const lockY = (locks[body] & Lock.rotationY) !== 0;
  const lockZ = (locks[body] & Lock.rotationZ) !== 0;
  for (let k = 0; k < 6; k++) out[at + k] = 0;
  const free = (lockX ? 0 : 1) + (lockY ? 0 : 1) + (lockZ ? 0 : 1);
  if (free === 1) {
    if (!lockX) out[at] = 1 / xx;
    else if (!lockY) out[at + 3] = 1 / yy;
    else out[at + 5] = 1 / zz;
  } else if (free === 2) {
    if (lockX) writeBlock(out, at + 3, at + 4, at + 5, yy, yz, zz);
    else if (lockY) writeBlock(out, at, at + 2, at + 5, xx, xz, zz);
    else writeBlock(out, at, at + 1, at + 3, xx, xy, yy);
  }
};

const writeBlock = (
  out: Floats,
  at11: number,
  at12: number,
  at22: number,
  k11: number,
  k12: number,
  k22: number,
): void => {
  const determinant = k11 * k22 - k12 * k12;
  out[at11] = k22 / determinant;
  out[at12] = -k12 / determinant;
  out[at22] = k11 / determinant;
};

/** Inverse mass along each world axis: 0 where the body is locked or cannot move at all. */
export const writeInverseMass = (bodies: BodyTable, body: number, movable: boolean): void => {
  const { motion, mass, locks } = bodies;
  const m = body * MOTION + IM;
  const inverse = movable && mass[body] > 0 ? 1 / mass[body] : 0;
  motion[m] = (locks[body] & Lock.x) !== 0 ? 0 : inverse;
  motion[m + 1] = (locks[body] & Lock.y) !== 0 ? 0 : inverse;
  motion[m + 2] = (locks[body] & Lock.z) !== 0 ? 0 : inverse;
};
