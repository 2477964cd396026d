import { cos, sin } from '../math/trigonometry.js';
import { ANGULAR_LOCKS, BodyFlag, type BodyTable, DR, MOTION, W } from '../state/bodies.js';
import {
  frame,
  multiplyInto,
  writeInverseInertia,
  writeInverseInertiaAt,
  writePrincipalRotation,
} from './inertia.js';

/**
 * The momentum-conserving rotation step. Linearising the quaternion and ignoring precession (Kleppmann 2007 B.1, B.2) makes a
 * free top gain or lose a third of its energy a minute; here the angular momentum L is carried through the step unchanged.
 *
 * With the principal moments I, the free motion H = Σ L_k² / 2 I_k is split into parts that can be solved exactly: the
 * isotropic part |L|² / 2 I_w rotates about L; what is left for an axis k, (1/I_k - 1/I_w) L_k² / 2, rotates about that body axis and
 * turns L in the body frame. Axis s is the one whose other two inverse moments are closest, so that the part of u is small:
 *   ½ u, s, isotropic, ½ u   (second order, symmetric; the isotropic part commutes with all others)
 * L stays on its sphere in every part, so |L| is exact and the energy error does not grow.
 */
export const rotateBody = (bodies: BodyTable, body: number, h: number): void => {
  const { motion, locks, flags } = bodies;
  const m = body * MOTION + W;
  const wx = motion[m];
  const wy = motion[m + 1];
  const wz = motion[m + 2];
  const d = body * MOTION + DR;
  motion[d] += h * wx;
  motion[d + 1] += h * wy;
  motion[d + 2] += h * wz;
  if (wx === 0 && wy === 0 && wz === 0) return;

  if ((flags[body] & BodyFlag.isotropic) !== 0 || (locks[body] & ANGULAR_LOCKS) !== 0) {
    turn(bodies, body, h * wx, h * wy, h * wz);
    if ((locks[body] & ANGULAR_LOCKS) !== 0) writeInverseInertia(bodies, body);
  } else {
    precess(bodies, body, h);
  }
};

/** q ← exp(½θ) q for a rotation vector θ in world axes. */
export const turn = (bodies: BodyTable, body: number, x: number, y: number, z: number): void => {
  const { rotation } = bodies;
  const q = body * 4;
  const square = x * x + y * y + z * z;
  if (square === 0) return;
  const angle = Math.sqrt(square);
  halfAngle(angle);
  const s = pair[0] / angle;
  const c = pair[1];
  const ax = x * s;
  const ay = y * s;
  const az = z * s;
  const bx = rotation[q];
  const by = rotation[q + 1];
  const bz = rotation[q + 2];
  const bw = rotation[q + 3];
  writeUnit(
    rotation,
    q,
    c * bx + ax * bw + ay * bz - az * by,
    c * by - ax * bz + ay * bw + az * bx,
    c * bz + ax * by - ay * bx + az * bw,
    c * bw - ax * bx - ay * by - az * bz,
  );
};

/** Quaternion and angular momentum in the principal frame while a step is under way. */
const q = new Float64Array(4);
const l = new Float64Array(3);

const precess = (bodies: BodyTable, body: number, h: number): void => {
  const { motion, moments } = bodies;
  writePrincipalRotation(bodies, body, q);
  const i = body * 3;
  const inverse0 = 1 / moments[i];
  const inverse1 = 1 / moments[i + 1];
  const inverse2 = 1 / moments[i + 2];
  toPrincipal(motion, body * MOTION + W);
  l[0] *= moments[i];
  l[1] *= moments[i + 1];
  l[2] *= moments[i + 2];

  const gap0 = Math.abs(inverse1 - inverse2);
  const gap1 = Math.abs(inverse2 - inverse0);
  const gap2 = Math.abs(inverse0 - inverse1);
  const s = gap0 <= gap1 && gap0 <= gap2 ? 0 : gap1 <= gap2 ? 1 : 2;
  const u = s === 0 ? 1 : s === 1 ? 2 : 0;
  const isotropic = s === 0 ? inverse2 : s === 1 ? inverse0 : inverse1;
  const inverseU = u === 0 ? inverse0 : u === 1 ? inverse1 : inverse2;
  const inverseS = s === 0 ? inverse0 : s === 1 ? inverse1 : inverse2;

  const halfU = 0.5 * h * (inverseU - isotropic);
  if (halfU !== 0) turnAbout(u, halfU * l[u]);
  turnAbout(s, h * (inverseS - isotropic) * l[s]);
  turnAboutMomentum(h * isotropic);
  if (halfU !== 0) turnAbout(u, halfU * l[u]);

  l[0] *= inverse0;
  l[1] *= inverse1;
  l[2] *= inverse2;
  storePrincipal(bodies, body);
};

/** q ← q ⊗ rot(axis, φ); L in the body frame turns back by φ. */
const turnAbout = (axis: number, angle: number): void => {
  halfAngle(angle);
  const s = pair[0];
  const c = pair[1];
  const j = axis === 2 ? 0 : axis + 1;
  const k = axis === 0 ? 2 : axis - 1;
  const qi = q[axis];
  const qj = q[j];
  const qk = q[k];
  const qw = q[3];
  q[axis] = c * qi + s * qw;
  q[j] = c * qj + s * qk;
  q[k] = c * qk - s * qj;
  q[3] = c * qw - s * qi;
  const sine = 2 * s * c;
  const cosine = c * c - s * s;
  const lj = l[j];
  const lk = l[k];
  l[j] = cosine * lj + sine * lk;
  l[k] = cosine * lk - sine * lj;
};

/** q ← q ⊗ exp(½ time L): a rotation about L, which leaves L alone in both frames. */
const turnAboutMomentum = (time: number): void => {
  const size = Math.sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
  if (size === 0) return;
  halfAngle(time * size);
  const s = pair[0] / size;
  const c = pair[1];
  const ax = l[0] * s;
  const ay = l[1] * s;
  const az = l[2] * s;
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  q[0] = c * x + w * ax + y * az - z * ay;
  q[1] = c * y + w * ay + z * ax - x * az;
  q[2] = c * z + w * az + x * ay - y * ax;
  q[3] = c * w - x * ax - y * ay - z * az;
};

/** Sine and cosine of half an angle. */
const pair = new Float64Array(2);

/** Below this half angle, rad, the series to x^12 is exact to the last bit and three times as fast as the general functions. */
const SERIES_RANGE = 0.25;

const halfAngle = (angle: number): void => {
  const x = 0.5 * angle;
  if (x < SERIES_RANGE && x > -SERIES_RANGE) {
    const t = x * x;
    pair[0] = x * (1 - (t / 6) * (1 - (t / 20) * (1 - (t / 42) * (1 - (t / 72) * (1 - t / 110)))));
    pair[1] = 1 - (t / 2) * (1 - (t / 12) * (1 - (t / 30) * (1 - (t / 56) * (1 - (t / 90) * (1 - t / 132)))));
  } else {
    pair[0] = sin(x);
    pair[1] = cos(x);
  }
};

/** l ← Rᵀ(q) v. */
const toPrincipal = (v: Float64Array, at: number): void => {
  const vx = v[at];
  const vy = v[at + 1];
  const vz = v[at + 2];
  const x = -q[0];
  const y = -q[1];
  const z = -q[2];
  const w = q[3];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  l[0] = vx + w * tx + y * tz - z * ty;
  l[1] = vy + w * ty + z * tx - x * tz;
  l[2] = vz + w * tz + x * ty - y * tx;
};

/** Writes the rotation, the world angular velocity (l holds the principal one) and the world inverse inertia. */
const storePrincipal = (bodies: BodyTable, body: number): void => {
  const { rotation, principal, flags, motion } = bodies;
  writeUnit(q, 0, q[0], q[1], q[2], q[3]);
  const b = body * 4;
  if ((flags[body] & BodyFlag.tilted) === 0) copy4(q, rotation, b);
  else multiplyInto(rotation, b, q, 0, principal, b, -1);
  writeInverseInertiaAt(bodies, body, q);
  const m = body * MOTION + W;
  for (let i = 0; i < 3; i++) {
    motion[m + i] = frame[i * 3] * l[0] + frame[i * 3 + 1] * l[1] + frame[i * 3 + 2] * l[2];
  }
};

const copy4 = (from: Float64Array, to: Float64Array, at: number): void => {
  for (let i = 0; i < 4; i++) to[at + i] = from[i];
};

const writeUnit = (out: Float64Array, at: number, x: number, y: number, z: number, w: number): void => {
  const s = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[at] = x * s;
  out[at + 1] = y * s;
  out[at + 2] = z * s;
  out[at + 3] = w * s;
};
