import { multiplyInto } from '../../bodies/inertia.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  DV,
  INVERSE_MOMENTS,
  IW,
  KEPT,
  LINK,
  LINK_BODY,
  LINK_FRAME,
  LINK_INTS,
  LINK_MOMENTS,
  Q0,
  RC,
  SPIN_AXIS,
  V0,
  V1,
  X0,
} from '../../state/articulations.js';
import { BodyFlag, DP, DR, MOTION, V, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { HALF_S, HALF_T, QUARTER_U, top, turnByParts } from '../integrate/rotation-step.js';
import { turn } from '../integrate/rotation-vector.js';
import { writeLinkFrame } from './links/measure-links.js';
import { hasLockedAxes, turnLocked } from './loops/locked-axes.js';

/** How the links of a tree move: each body freely, and then by what the joints prescribe. */

/** Keeps the poses and velocities from which the drift begins, V1 with this part of the reflection. */
export const saveLinks = (world: World, from: number, to: number, reflected: Floats): void => {
  const { links, linkInts } = world.articulations;
  const { motion, centre, rotation } = world.bodies;
  const part = reflected[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    const b = (body * 4) & INDEX_BITS;
    links[o + X0] = centre[c];
    links[o + X0 + 1] = centre[c + 1];
    links[o + X0 + 2] = centre[c + 2];
    links[o + Q0] = rotation[b];
    links[o + Q0 + 1] = rotation[b + 1];
    links[o + Q0 + 2] = rotation[b + 2];
    links[o + Q0 + 3] = rotation[b + 3];
    const vx = motion[m + V];
    const vy = motion[m + V + 1];
    const vz = motion[m + V + 2];
    const wx = motion[m + W];
    const wy = motion[m + W + 1];
    const wz = motion[m + W + 2];
    links[o + V0] = vx;
    links[o + V0 + 1] = vy;
    links[o + V0 + 2] = vz;
    links[o + V0 + 3] = wx;
    links[o + V0 + 4] = wy;
    links[o + V0 + 5] = wz;
    links[o + V1] = vx + part * links[o + KEPT];
    links[o + V1 + 1] = vy + part * links[o + KEPT + 1];
    links[o + V1 + 2] = vz + part * links[o + KEPT + 2];
    links[o + V1 + 3] = wx + part * links[o + KEPT + 3];
    links[o + V1 + 4] = wy + part * links[o + KEPT + 4];
    links[o + V1 + 5] = wz + part * links[o + KEPT + 5];
  }
};

/** Scratch: a rotation of principal axes. */
const principalRotation = createFloats(4);

/**
 * Takes every body from its saved pose over the substep with the velocity at `velocity`: V0 or V1. The rotation is that of
 * solver/integrate/rotation-step.ts: the angular momentum stays.
 */
export const driftLinks = (world: World, from: number, to: number, velocity: number, time: Floats): void => {
  const { bodies, articulations } = world;
  const { links, linkInts } = articulations;
  const { motion, centre, rotation, principal, flags } = bodies;
  const h = time[0];
  let fastest = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const body = linkInts[k + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    const b = (body * 4) & INDEX_BITS;
    const v = o + velocity;
    const square = links[v + 3] * links[v + 3] + links[v + 4] * links[v + 4] + links[v + 5] * links[v + 5];
    if (square > fastest) fastest = square;
    const vx = links[v];
    const vy = links[v + 1];
    const vz = links[v + 2];
    motion[m + V] = vx;
    motion[m + V + 1] = vy;
    motion[m + V + 2] = vz;
    centre[c] = links[o + X0] + h * vx;
    centre[c + 1] = links[o + X0 + 1] + h * vy;
    centre[c + 2] = links[o + X0 + 2] + h * vz;

    const isTilted = (flags[body] & BodyFlag.tilted) !== 0;
    const s = linkInts[k + SPIN_AXIS];
    const u = s === 2 ? 0 : s + 1;
    const t = s === 0 ? 2 : s - 1;
    let qs = links[o + Q0 + s];
    let qu = links[o + Q0 + u];
    let qt = links[o + Q0 + t];
    let qw = links[o + Q0 + 3];
    if (isTilted) {
      multiplyInto(principalRotation, 0, links, o + Q0, principal, b, 1);
      qs = principalRotation[s];
      qu = principalRotation[u];
      qt = principalRotation[t];
      qw = principalRotation[3];
    }
    // L = I Rᵀ ω.
    let ws = links[v + 3 + s];
    let wu = links[v + 3 + u];
    let wt = links[v + 3 + t];
    let cs = 2 * (qt * wu - qu * wt);
    let cu = 2 * (qs * wt - qt * ws);
    let ct = 2 * (qu * ws - qs * wu);
    const inverseS = links[o + INVERSE_MOMENTS + s];
    const inverseU = links[o + INVERSE_MOMENTS + u];
    const inverseT = links[o + INVERSE_MOMENTS + t];
    top[0] = qs;
    top[1] = qu;
    top[2] = qt;
    top[3] = qw;
    top[4] = links[o + LINK_MOMENTS + s] * (ws + qw * cs - qu * ct + qt * cu);
    top[5] = links[o + LINK_MOMENTS + u] * (wu + qw * cu - qt * cs + qs * ct);
    top[6] = links[o + LINK_MOMENTS + t] * (wt + qw * ct - qs * cu + qu * cs);
    top[QUARTER_U] = 0.25 * h * (inverseU - inverseT);
    top[HALF_S] = 0.5 * h * (inverseS - inverseT);
    top[HALF_T] = 0.5 * h * inverseT;
    turnByParts();
    qs = top[0];
    qu = top[1];
    qt = top[2];
    qw = top[3];
    // See makeUnit.
    const unit = 1.5 - 0.5 * (qs * qs + qu * qu + qt * qt + qw * qw);
    qs *= unit;
    qu *= unit;
    qt *= unit;
    qw *= unit;
    // ω = R I⁻¹ L.
    ws = inverseS * top[4];
    wu = inverseU * top[5];
    wt = inverseT * top[6];
    cs = 2 * (qu * wt - qt * wu);
    cu = 2 * (qt * ws - qs * wt);
    ct = 2 * (qs * wu - qu * ws);
    motion[m + W + s] = ws + qw * cs + qu * ct - qt * cu;
    motion[m + W + u] = wu + qw * cu + qt * cs - qs * ct;
    motion[m + W + t] = wt + qw * ct + qs * cu - qu * cs;
    if (isTilted) {
      principalRotation[s] = qs;
      principalRotation[u] = qu;
      principalRotation[t] = qt;
      principalRotation[3] = qw;
      multiplyInto(rotation, b, principalRotation, 0, principal, b, -1);
    } else {
      rotation[b + s] = qs;
      rotation[b + u] = qu;
      rotation[b + t] = qt;
      rotation[b + 3] = qw;
    }
    writeLinkFrame(bodies, body, links, o + LINK_FRAME);
  }
  turned[0] = fastest * h * h;
  if (hasLockedAxes(articulations, articulations.treeOf[from])) turnLocked(world, from, to, velocity, time);
};

/** Scratch: the square of the largest angle by which a link turned in the last drift. */
export const turned = createFloats(1);

/**
 * V1 ← V1 + dv, with a small dv, and the poses to which driftLinks with V1 would lead, without drifting again. L = I₀ ω₁ of the old
 * pose is there at the new one. A pose that is off by the rotation θ has another ω = I⁻¹ L, so that
 *   θ' = I⁻¹ (I₀ dv - θ × L)
 * and by the mean of both ends of the drift
 *   x += h dv          θ = ½h (dv + I₁⁻¹ (I₀ dv - h dv × L))          ω = I₁⁻¹ L
 * which leaves what is of second order: h dv times the square of the angle of the drift. Without the last term a gyroscope of
 * 20 Hz lost 0.025 % of its spin in 16 s. IW is that of the old pose still, LINK_FRAME that of the new one.
 */
export const correctDrift = (world: World, from: number, to: number, time: Floats): void => {
  const { bodies, articulations } = world;
  const { links, linkInts } = articulations;
  const { motion, centre } = bodies;
  const h = time[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    const x = links[o + DV];
    const y = links[o + DV + 1];
    const z = links[o + DV + 2];
    const rx = links[o + RC];
    const ry = links[o + RC + 1];
    const rz = links[o + RC + 2];
    const vx = links[o + V1] + (links[o + DV + 3] - (y * rz - z * ry));
    const vy = links[o + V1 + 1] + (links[o + DV + 4] - (z * rx - x * rz));
    const vz = links[o + V1 + 2] + (links[o + DV + 5] - (x * ry - y * rx));
    const wx = links[o + V1 + 3] + x;
    const wy = links[o + V1 + 4] + y;
    const wz = links[o + V1 + 5] + z;
    links[o + V1] = vx;
    links[o + V1 + 1] = vy;
    links[o + V1 + 2] = vz;
    links[o + V1 + 3] = wx;
    links[o + V1 + 4] = wy;
    links[o + V1 + 5] = wz;
    motion[m + V] = vx;
    motion[m + V + 1] = vy;
    motion[m + V + 2] = vz;
    centre[c] = links[o + X0] + h * vx;
    centre[c + 1] = links[o + X0 + 1] + h * vy;
    centre[c + 2] = links[o + X0 + 2] + h * vz;
    const i0 = links[o + IW];
    const i1 = links[o + IW + 1];
    const i2 = links[o + IW + 2];
    const i3 = links[o + IW + 3];
    const i4 = links[o + IW + 4];
    const i5 = links[o + IW + 5];
    const lx = i0 * wx + i1 * wy + i2 * wz;
    const ly = i1 * wx + i3 * wy + i4 * wz;
    const lz = i2 * wx + i4 * wy + i5 * wz;
    spin[0] = i0 * x + i1 * y + i2 * z - h * (y * lz - z * ly);
    spin[1] = i1 * x + i3 * y + i4 * z - h * (z * lx - x * lz);
    spin[2] = i2 * x + i4 * y + i5 * z - h * (x * ly - y * lx);
    writeSpin(links, o);
    angles[0] = 0.5 * h * (x + spin[0]);
    angles[1] = 0.5 * h * (y + spin[1]);
    angles[2] = 0.5 * h * (z + spin[2]);
    turn(bodies, body, angles);
    writeLinkFrame(bodies, body, links, o + LINK_FRAME);
    spin[0] = lx;
    spin[1] = ly;
    spin[2] = lz;
    writeSpin(links, o);
    motion[m + W] = spin[0];
    motion[m + W + 1] = spin[1];
    motion[m + W + 2] = spin[2];
  }
};

/** Scratch: an angular momentum, then the angular velocity. */
const spin = createFloats(3);

/** spin ← I₁⁻¹ spin, of LINK_FRAME. */
const writeSpin = (links: Floats, at: number): void => {
  const o = at & INDEX_BITS;
  const f = o + LINK_FRAME;
  const r0 = links[f];
  const r1 = links[f + 1];
  const r2 = links[f + 2];
  const r3 = links[f + 3];
  const r4 = links[f + 4];
  const r5 = links[f + 5];
  const r6 = links[f + 6];
  const r7 = links[f + 7];
  const r8 = links[f + 8];
  const lx = spin[0];
  const ly = spin[1];
  const lz = spin[2];
  const a = links[o + INVERSE_MOMENTS] * (r0 * lx + r3 * ly + r6 * lz);
  const b = links[o + INVERSE_MOMENTS + 1] * (r1 * lx + r4 * ly + r7 * lz);
  const c = links[o + INVERSE_MOMENTS + 2] * (r2 * lx + r5 * ly + r8 * lz);
  spin[0] = r0 * a + r1 * b + r2 * c;
  spin[1] = r3 * a + r4 * b + r5 * c;
  spin[2] = r6 * a + r7 * b + r8 * c;
};

/** v ← v + s dv, from the reference points to the centres of mass. */
export const addMotion = (world: World, from: number, to: number, scale: Floats): void => {
  const { links, linkInts } = world.articulations;
  const { motion } = world.bodies;
  const s = scale[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    const w0 = s * links[o + DV];
    const w1 = s * links[o + DV + 1];
    const w2 = s * links[o + DV + 2];
    motion[m + V] += s * links[o + DV + 3] - (w1 * z - w2 * y);
    motion[m + V + 1] += s * links[o + DV + 4] - (w2 * x - w0 * z);
    motion[m + V + 2] += s * links[o + DV + 5] - (w0 * y - w1 * x);
    motion[m + W] += w0;
    motion[m + W + 1] += w1;
    motion[m + W + 2] += w2;
  }
};

/** KEPT = dv as a change of velocity of the centre. */
export const keepReflection = (world: World, from: number, to: number): void => {
  const { links } = world.articulations;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    const w0 = links[o + DV];
    const w1 = links[o + DV + 1];
    const w2 = links[o + DV + 2];
    links[o + KEPT] = links[o + DV + 3] - (w1 * z - w2 * y);
    links[o + KEPT + 1] = links[o + DV + 4] - (w2 * x - w0 * z);
    links[o + KEPT + 2] = links[o + DV + 5] - (w0 * y - w1 * x);
    links[o + KEPT + 3] = w0;
    links[o + KEPT + 4] = w1;
    links[o + KEPT + 5] = w2;
  }
};

/** V1 ← V1 + dv. */
export const addToStart = (world: World, from: number, to: number): void => {
  const { links } = world.articulations;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    const w0 = links[o + DV];
    const w1 = links[o + DV + 1];
    const w2 = links[o + DV + 2];
    links[o + V1] += links[o + DV + 3] - (w1 * z - w2 * y);
    links[o + V1 + 1] += links[o + DV + 4] - (w2 * x - w0 * z);
    links[o + V1 + 2] += links[o + DV + 5] - (w0 * y - w1 * x);
    links[o + V1 + 3] += w0;
    links[o + V1 + 4] += w1;
    links[o + V1 + 5] += w2;
  }
};

/** Moves the poses by dv, a translation of the reference point and a rotation vector. */
export const moveLinks = (world: World, from: number, to: number): void => {
  const { bodies, articulations } = world;
  const { links, linkInts } = articulations;
  const { centre } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    for (let k = 0; k < 3; k++) angles[k] = links[o + DV + k];
    centre[body * 3] += links[o + DV + 3] - (angles[1] * z - angles[2] * y);
    centre[body * 3 + 1] += links[o + DV + 4] - (angles[2] * x - angles[0] * z);
    centre[body * 3 + 2] += links[o + DV + 5] - (angles[0] * y - angles[1] * x);
    turn(bodies, body, angles);
    writeLinkFrame(bodies, body, links, o + LINK_FRAME);
  }
};

/** Scratch: a rotation vector. */
const angles = createFloats(3);

/**
 * Adds the way from the saved pose to the present one to the motion since the step began: the translation, and the rotation vector
 * 2 asin|v| v/|v| of the quaternion q q̄₀ with the vector part v, by its series. A body that turns by more than a radian in a
 * substep may have made a revolution: of it h ω.
 */
export const countMotion = (world: World, from: number, to: number, time: Floats): void => {
  const { bodies, articulations } = world;
  const { links, linkInts } = articulations;
  const { motion, centre, rotation } = bodies;
  const h = time[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    const b = (body * 4) & INDEX_BITS;
    motion[m + DP] += centre[c] - links[o + X0];
    motion[m + DP + 1] += centre[c + 1] - links[o + X0 + 1];
    motion[m + DP + 2] += centre[c + 2] - links[o + X0 + 2];
    const wx = h * motion[m + W];
    const wy = h * motion[m + W + 1];
    const wz = h * motion[m + W + 2];
    if (wx * wx + wy * wy + wz * wz > 1) {
      motion[m + DR] += wx;
      motion[m + DR + 1] += wy;
      motion[m + DR + 2] += wz;
      continue;
    }
    const x = rotation[b];
    const y = rotation[b + 1];
    const z = rotation[b + 2];
    const w = rotation[b + 3];
    const px = links[o + Q0];
    const py = links[o + Q0 + 1];
    const pz = links[o + Q0 + 2];
    const pw = links[o + Q0 + 3];
    const vx = x * pw - w * px - y * pz + z * py;
    const vy = y * pw - w * py - z * px + x * pz;
    const vz = z * pw - w * pz - x * py + y * px;
    const square = vx * vx + vy * vy + vz * vz;
    const sign = w * pw + x * px + y * py + z * pz < 0 ? -1 : 1;
    const scale = sign * (2 + square * (1 / 3 + square * (3 / 20)));
    motion[m + DR] += scale * vx;
    motion[m + DR + 1] += scale * vy;
    motion[m + DR + 2] += scale * vz;
  }
};
