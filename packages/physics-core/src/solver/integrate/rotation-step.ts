import {
  axisOfTop,
  frame,
  multiplyInto,
  writeInverseInertia,
  writeInverseInertiaAt,
  writeInverseInertiaOfTop,
  writePrincipalRotation,
} from '../../bodies/inertia.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { ANGULAR_LOCKS, BodyFlag, type BodyTable, DR, II, Lock, MOTION, W } from '../../state/bodies.js';
import { MAX_PRECESSION_ANGLE, MAX_PRECESSION_PARTS } from '../../tuning.js';
import { rotateInPlane } from './locked-rotation.js';
import { makeUnit, pair, turn, writeSincCosine, writeSineCosine } from './rotation-vector.js';

/**
 * The momentum-conserving rotation step. Linearising the quaternion and ignoring precession (Kleppmann 2007
 * B.1, B.2) makes a free top gain or lose a third of its energy a minute; here the angular momentum L is
 * carried through the step unchanged.
 *
 * With the principal moments I, the torque-free motion H = Σ L_k² / 2 I_k is split into parts that can be solved
 * exactly: the isotropic part |L|² / 2 I_w rotates about L; what is left for an axis k, (1/I_k - 1/I_w)
 * L_k² / 2, rotates about that body axis and turns L in the body frame. Axis s is the one whose other two
 * inverse moments are closest, so that the part of u is small:
 *   ½ u, s, isotropic, ½ u   (second order, symmetric; the isotropic part commutes with all others)
 * L stays on its sphere in every part, so |L| is exact and the energy error does not grow.
 *
 * Times and angles are passed in arrays: a double that is passed to a function that is not inlined is allocated.
 * `time` has one element.
 */
export const rotateBody = (bodies: BodyTable, body: number, time: Floats): void => {
  const { motion, locks, flags } = bodies;
  const h = time[0];
  const m = ((body * MOTION) & INDEX_BITS) + W;
  const wx = motion[m];
  const wy = motion[m + 1];
  const wz = motion[m + 2];
  if (wx === 0 && wy === 0 && wz === 0) return;

  const isotropic = (flags[body] & BodyFlag.isotropic) !== 0;
  const locked = locks[body] & ANGULAR_LOCKS;
  if (!isotropic && (locked === Lock.rotationX || locked === Lock.rotationY || locked === Lock.rotationZ)) {
    rotateInPlane(bodies, body, time);
  } else if (isotropic || locked !== 0) {
    // With one free axis a the moment a·Ia stays as the body turns about it, and so do L·a and ω.
    angles[0] = h * wx;
    angles[1] = h * wy;
    angles[2] = h * wz;
    turn(bodies, body, angles);
    if (locked !== 0) writeInverseInertia(bodies, body);
  } else if (!spinTop(bodies, body, time)) {
    precess(bodies, body, time);
  }
  // The mean of both ends: a step forth and one back cancel. The impact stage makes thousands of such pairs, and with h ω of the
  // beginning a contact of a body that precesses was metres away in the end.
  const d = ((body * MOTION) & INDEX_BITS) + DR;
  motion[d] += 0.5 * h * (wx + motion[m]);
  motion[d + 1] += 0.5 * h * (wy + motion[m + 1]);
  motion[d + 2] += 0.5 * h * (wz + motion[m + 2]);
};

/**
 * A body with two equal moments I and the moment J about its axis a: the parts of the splitting
 * commute, so the step is exact and can use world axes, in the cyclic order s, u, t from the axis
 * on (see precess). L = I ω + (J - I)(ω·a) a is constant; the body turns by h L / I, and by h
 * (1/J - 1/I) L·a about its axis. Afterwards
 *   I⁻¹ = 1/I + (1/J - 1/I) a aᵀ          ω = I⁻¹ L
 * This is half the work of the general step, for capsules, rods, wheels and many boxes.
 * Returns false when the body is not of this kind.
 */
const spinTop = (bodies: BodyTable, body: number, time: Floats): boolean => {
  const { motion, moments, rotation, flags } = bodies;
  const i = (body * 3) & INDEX_BITS;
  const s = axisOfTop(moments, body);
  if (s < 0 || (flags[body] & BodyFlag.tilted) !== 0) return false;
  const u = s === 2 ? 0 : s + 1;
  const t = s === 0 ? 2 : s - 1;
  const across = moments[i + u];
  const along = moments[i + s];
  const acrossInverse = 1 / across;
  const more = 1 / along - acrossInverse;
  const h = time[0];
  const b = (body * 4) & INDEX_BITS;
  const m = ((body * MOTION) & INDEX_BITS) + W;
  let qs = rotation[b + s];
  let qu = rotation[b + u];
  let qt = rotation[b + t];
  let qw = rotation[b + 3];
  // a, the column s of the rotation matrix.
  let as = 1 - 2 * (qu * qu + qt * qt);
  let au = 2 * (qs * qu + qw * qt);
  let at = 2 * (qs * qt - qw * qu);
  const ws = motion[m + s];
  const wu = motion[m + u];
  const wt = motion[m + t];
  // L·a, which is constant.
  const spin = along * (ws * as + wu * au + wt * at);
  const extra = spin - across * (ws * as + wu * au + wt * at);
  const ls = across * ws + extra * as;
  const lu = across * wu + extra * au;
  const lt = across * wt + extra * at;

  // q ← q ⊗ rot(s, φ), `pair` holds φ/2.
  pair[0] = 0.5 * h * more * spin;
  writeSineCosine();
  let sine = pair[0];
  let cosine = pair[1];
  let x = cosine * qs + sine * qw;
  qw = cosine * qw - sine * qs;
  qs = x;
  x = cosine * qu + sine * qt;
  qt = cosine * qt - sine * qu;
  qu = x;

  // q ← exp(½ h L / I) ⊗ q.
  const perL = 0.5 * h * acrossInverse;
  pair[0] = perL * perL * (ls * ls + lu * lu + lt * lt);
  writeSincCosine();
  sine = perL * pair[0];
  cosine = pair[1];
  const es = ls * sine;
  const eu = lu * sine;
  const et = lt * sine;
  const os = qs;
  const ou = qu;
  const ot = qt;
  qs = cosine * os + es * qw + eu * ot - et * ou;
  qu = cosine * ou - es * ot + eu * qw + et * os;
  qt = cosine * ot + es * ou - eu * os + et * qw;
  qw = cosine * qw - es * os - eu * ou - et * ot;
  // See makeUnit.
  const unit = 1.5 - 0.5 * (qs * qs + qu * qu + qt * qt + qw * qw);
  qs *= unit;
  qu *= unit;
  qt *= unit;
  qw *= unit;
  rotation[b + s] = qs;
  rotation[b + u] = qu;
  rotation[b + t] = qt;
  rotation[b + 3] = qw;

  as = 1 - 2 * (qu * qu + qt * qt);
  au = 2 * (qs * qu + qw * qt);
  at = 2 * (qs * qt - qw * qu);
  const faster = more * spin;
  motion[m + s] = acrossInverse * ls + faster * as;
  motion[m + u] = acrossInverse * lu + faster * au;
  motion[m + t] = acrossInverse * lt + faster * at;
  const ii = ((body * MOTION) & INDEX_BITS) + II;
  writeInverseInertiaOfTop(moments, body, s, rotation, b, motion, ii);
  return true;
};

/** Scratch: a rotation vector. */
const angles = createFloats(3);

/** Scratch: quaternion and angular velocity in the principal frame during a rotation step. */
const q = createFloats(4);
const omega = createFloats(3);

/** Scratch of turnByParts: rotation and angular momentum in the order s, u, t of the principal axes (and w), and its numbers. */
export const top = createFloats(10);
const QS = 0;
const LS = 4;
/** ¼h (1/I_u - 1/I_t), ½h (1/I_s - 1/I_t) and ½h / I_t. */
export const QUARTER_U = 7;
export const HALF_S = 8;
export const HALF_T = 9;

/**
 * ½ u, s, isotropic, ½ u: one part of the step. All vectors are in the order s, u, t of the principal axes. The order is cyclic,
 * so products of vectors and quaternions keep their form, and one function serves all three choices of s.
 */
export const turnByParts = (): void => {
  let qs = top[QS];
  let qu = top[QS + 1];
  let qt = top[QS + 2];
  let qw = top[QS + 3];
  let ls = top[LS];
  let lu = top[LS + 1];
  let lt = top[LS + 2];
  const quarterU = top[QUARTER_U];
  let sine = 0;
  let cosine = 1;
  let x = 0;
  let y = 0;
  // About an axis: q ← q ⊗ rot(axis, φ), while L in the body frame turns back by φ. `pair`
  // holds φ/2, then its sine and cosine.
  if (quarterU !== 0) {
    pair[0] = quarterU * lu;
    writeSineCosine();
    sine = pair[0];
    cosine = pair[1];
    x = cosine * qu + sine * qw;
    qw = cosine * qw - sine * qu;
    qu = x;
    x = cosine * qt + sine * qs;
    qs = cosine * qs - sine * qt;
    qt = x;
    x = 2 * sine * cosine;
    y = cosine * cosine - sine * sine;
    sine = lt;
    lt = y * lt + x * ls;
    ls = y * ls - x * sine;
  }
  if (top[HALF_S] !== 0) {
    pair[0] = top[HALF_S] * ls;
    writeSineCosine();
    sine = pair[0];
    cosine = pair[1];
    x = cosine * qs + sine * qw;
    qw = cosine * qw - sine * qs;
    qs = x;
    x = cosine * qu + sine * qt;
    qt = cosine * qt - sine * qu;
    qu = x;
    x = 2 * sine * cosine;
    y = cosine * cosine - sine * sine;
    sine = lu;
    lu = y * lu + x * lt;
    lt = y * lt - x * sine;
  }
  // q ← q ⊗ exp(½ h L / I_t): a rotation about L, which leaves L alone in both frames.
  const perL = top[HALF_T];
  pair[0] = perL * perL * (ls * ls + lu * lu + lt * lt);
  writeSincCosine();
  const scale = perL * pair[0];
  const c = pair[1];
  const as = ls * scale;
  const au = lu * scale;
  const at = lt * scale;
  const os = qs;
  const ou = qu;
  const ot = qt;
  qs = c * os + qw * as + ou * at - ot * au;
  qu = c * ou + qw * au + ot * as - os * at;
  qt = c * ot + qw * at + os * au - ou * as;
  qw = c * qw - os * as - ou * au - ot * at;
  if (quarterU !== 0) {
    pair[0] = quarterU * lu;
    writeSineCosine();
    sine = pair[0];
    cosine = pair[1];
    x = cosine * qu + sine * qw;
    qw = cosine * qw - sine * qu;
    qu = x;
    x = cosine * qt + sine * qs;
    qs = cosine * qs - sine * qt;
    qt = x;
    x = 2 * sine * cosine;
    y = cosine * cosine - sine * sine;
    sine = lt;
    lt = y * lt + x * ls;
    ls = y * ls - x * sine;
  }
  top[QS] = qs;
  top[QS + 1] = qu;
  top[QS + 2] = qt;
  top[QS + 3] = qw;
  top[LS] = ls;
  top[LS + 1] = lu;
  top[LS + 2] = lt;
};

const precess = (bodies: BodyTable, body: number, time: Floats): void => {
  const { motion, moments, flags } = bodies;
  writePrincipalRotation(bodies, body, q);
  const i = (body * 3) & INDEX_BITS;
  const inverse0 = 1 / moments[i];
  const inverse1 = 1 / moments[i + 1];
  const inverse2 = 1 / moments[i + 2];
  const gap0 = Math.abs(inverse1 - inverse2);
  const gap1 = Math.abs(inverse2 - inverse0);
  const gap2 = Math.abs(inverse0 - inverse1);
  const s = gap0 <= gap1 && gap0 <= gap2 ? 0 : gap1 <= gap2 ? 1 : 2;
  const u = s === 2 ? 0 : s + 1;
  const t = s === 0 ? 2 : s - 1;
  const inverseS = s === 0 ? inverse0 : s === 1 ? inverse1 : inverse2;
  const inverseU = s === 0 ? inverse1 : s === 1 ? inverse2 : inverse0;
  const isotropic = s === 0 ? inverse2 : s === 1 ? inverse0 : inverse1;

  const qs = q[s];
  const qu = q[u];
  const qt = q[t];
  const qw = q[3];
  const m = ((body * MOTION) & INDEX_BITS) + W;
  const ws = motion[m + s];
  const wu = motion[m + u];
  const wt = motion[m + t];
  // L = I Rᵀ ω.
  const cs = 2 * (qt * wu - qu * wt);
  const cu = 2 * (qs * wt - qt * ws);
  const ct = 2 * (qu * ws - qs * wu);
  const ls = moments[i + s] * (ws + qw * cs - qu * ct + qt * cu);
  const lu = moments[i + u] * (wu + qw * cu - qt * cs + qs * ct);
  const lt = moments[i + t] * (wt + qw * ct - qs * cu + qu * cs);

  // In parts where the body precesses far: |L| is constant, so a free body takes as many in every substep, and its
  // energy error stays bounded. Their number by ω, which changes, let the energy drift.
  const rate = Math.sqrt(ls * ls + lu * lu + lt * lt) * Math.max(gap0, gap1, gap2);
  const wanted = Math.ceil((rate * Math.abs(time[0])) / MAX_PRECESSION_ANGLE);
  // Not on joints: bouncing limits can drive a body to such a spin, and exact precession would keep what they gain.
  const isFree = (flags[body] & BodyFlag.jointed) === 0;
  const parts = isFree && wanted > 1 ? Math.min(wanted, MAX_PRECESSION_PARTS) : 1;
  const h = time[0] / parts;
  top[QS] = qs;
  top[QS + 1] = qu;
  top[QS + 2] = qt;
  top[QS + 3] = qw;
  top[LS] = ls;
  top[LS + 1] = lu;
  top[LS + 2] = lt;
  top[QUARTER_U] = 0.25 * h * (inverseU - isotropic);
  top[HALF_S] = 0.5 * h * (inverseS - isotropic);
  top[HALF_T] = 0.5 * h * isotropic;
  for (let part = 0; part < parts; part++) turnByParts();

  q[s] = top[QS];
  q[u] = top[QS + 1];
  q[t] = top[QS + 2];
  q[3] = top[QS + 3];
  omega[s] = inverseS * top[LS];
  omega[u] = inverseU * top[LS + 1];
  omega[t] = isotropic * top[LS + 2];
  storePrincipal(bodies, body);
};

/** Writes the rotation, the world angular velocity and the world inverse inertia from `q` and `omega`. */
const storePrincipal = (bodies: BodyTable, body: number): void => {
  const { rotation, principal, flags, motion } = bodies;
  makeUnit(q, 0);
  const b = (body * 4) & INDEX_BITS;
  if ((flags[body] & BodyFlag.tilted) === 0) for (let k = 0; k < 4; k++) rotation[b + k] = q[k];
  else multiplyInto(rotation, b, q, 0, principal, b, -1);
  writeInverseInertiaAt(bodies, body, q, motion, body * MOTION + II);
  const m = ((body * MOTION) & INDEX_BITS) + W;
  const x = omega[0];
  const y = omega[1];
  const z = omega[2];
  motion[m] = frame[0] * x + frame[1] * y + frame[2] * z;
  motion[m + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
  motion[m + 2] = frame[6] * x + frame[7] * y + frame[8] * z;
};
