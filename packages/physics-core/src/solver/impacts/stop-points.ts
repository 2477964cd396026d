import { disc, keepInDisc } from '../../math/disc.js';
import { createFloats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { BodyFlag, DP, DR, II, IM, MOTION, V, W } from '../../state/bodies.js';
import {
  APPROACH,
  CARRY,
  CROSS,
  FRICTION_MASS,
  FRICTION_TOTAL,
  KEPT_LEVERS,
  MU,
  N,
  NORMAL_TO_SLIP,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
  PS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  SLOP,
  SURFACE,
  T1,
  TORQUE_TO_SLIP,
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { MAX_INERTIA_DECREASE, MAX_STOP_ITERATIONS, STOP_CONVERGED } from '../../tuning.js';
import { arrival, SLOWEST, WHEN } from './time-of-impact.js';

/** Scratch: squares of the angles by which the impact turns A and B in a substep. A double argument would be allocated. */
const turns = createFloats(2);

/** What stopPoints found. */
const NO_IMPACT = 0;
export const STOPPED = 1;
export const TURNS_FAR = 2;

/**
 * Stops the points of a contact without restitution, both bodies at the time τ of the impact (WHEN): the law of law.ts
 * with e = 0, from the rows that the contact has already. Raining boxes take a seventh less than with true distance
 * for all.
 *
 * u_i is the speed of point i at τ, without what forces and the warm start change later in the substep (see writeSpeeds
 * in strike.ts):
 *   u_i⁺ >= 0 where the point touches at τ, u_i⁺ >= -s_i / (h - τ) where it may still close its gap s_i
 *   λ_i >= 0, all points together as in solve-contacts.ts
 *   friction (f1, f2) at the centre stops the slip, or is μ Σλ against it
 *
 * Normals and friction are solved in turn until they fit. Then λ u⁺ = 0 and f·slip⁺ <= 0, so p·v⁺ <= 0, and the energy
 * changes by ½ p·(v⁻ + v⁺) <= -½ p·K p: without restitution friction needs no bound of energy. The rows
 * are right while the impact turns no body far: if it does, nothing is changed, and the contact must be struck by true
 * distance (strike.ts).
 */
export const stopPoints = (world: World, contact: number, { h }: Substep): number => {
  const rest = 1 - arrival[WHEN] / h;
  const { motion, externalChange, predicted } = world.bodies;
  const { record, bodyA, bodyB, count } = world.contacts;
  const { externalSpin } = world.scratch.impacts;
  const r = (contact * RECORD) & INDEX_BITS;
  const a = (bodyA[contact] * MOTION) & INDEX_BITS;
  const b = (bodyB[contact] * MOTION) & INDEX_BITS;
  const ea = (bodyA[contact] * 3) & INDEX_BITS;
  const eb = (bodyB[contact] * 3) & INDEX_BITS;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const bx = ny * tz - nz * ty;
  const by = nz * tx - nx * tz;
  const bz = nx * ty - ny * tx;
  const wAx = motion[a + W] - rest * externalSpin[ea];
  const wAy = motion[a + W + 1] - rest * externalSpin[ea + 1];
  const wAz = motion[a + W + 2] - rest * externalSpin[ea + 2];
  const wBx = motion[b + W] - rest * externalSpin[eb];
  const wBy = motion[b + W + 1] - rest * externalSpin[eb + 1];
  const wBz = motion[b + W + 2] - rest * externalSpin[eb + 2];
  const startAx = record[r + RA];
  const startAy = record[r + RA + 1];
  const startAz = record[r + RA + 2];
  const startBx = record[r + RB];
  const startBy = record[r + RB + 1];
  const startBz = record[r + RB + 2];
  const dx = motion[b + DP] - motion[a + DP];
  const dy = motion[b + DP + 1] - motion[a + DP + 1];
  const dz = motion[b + DP + 2] - motion[a + DP + 2];
  const moves = dx * dx + dy * dy + dz * dz > record[r + KEPT_LEVERS] ? 1 : 0;
  const carry = moves * record[r + CARRY];
  const carryB = carry - moves;
  const rAx = startAx + carry * dx;
  const rAy = startAy + carry * dy;
  const rAz = startAz + carry * dz;
  const rBx = startBx + carryB * dx;
  const rBy = startBy + carryB * dy;
  const rBz = startBz + carryB * dz;
  const cx =
    motion[b + V] -
    rest * externalChange[eb] +
    wBy * rBz -
    wBz * rBy -
    (motion[a + V] - rest * externalChange[ea]) -
    wAy * rAz +
    wAz * rAy;
  const cy =
    motion[b + V + 1] -
    rest * externalChange[eb + 1] +
    wBz * rBx -
    wBx * rBz -
    (motion[a + V + 1] - rest * externalChange[ea + 1]) -
    wAz * rAx +
    wAx * rAz;
  const cz =
    motion[b + V + 2] -
    rest * externalChange[eb + 2] +
    wBx * rBy -
    wBy * rBx -
    (motion[a + V + 2] - rest * externalChange[ea + 2]) -
    wAx * rAy +
    wAy * rAx;
  const u = nx * cx + ny * cy + nz * cz;
  const qAx = motion[a + DR];
  const qAy = motion[a + DR + 1];
  const qAz = motion[a + DR + 2];
  const qBx = motion[b + DR];
  const qBy = motion[b + DR + 1];
  const qBz = motion[b + DR + 2];
  const sc =
    nx * (dx + qBy * startBz - qBz * startBy - qAy * startAz + qAz * startAy) +
    ny * (dy + qBz * startBx - qBx * startBz - qAz * startAx + qAx * startAz) +
    nz * (dz + qBx * startBy - qBy * startBx - qAx * startAy + qAy * startAx);
  const inverseH = rest > 0 ? 1 / (rest * h) : 1 / h;
  const slop = record[r + SLOP];
  const p0 = r + POINTS;
  const single = count[contact] === 1;
  const gx = qBx - qAx;
  const gy = qBy - qAy;
  const gz = qBz - qAz;
  const g1 = gx * tx + gy * ty + gz * tz;
  const g2 = gx * bx + gy * by + gz * bz;
  const wx = wBx - wAx;
  const wy = wBy - wAy;
  const wz = wBz - wAz;
  const w1 = wx * tx + wy * ty + wz * tz;
  const w2 = wx * bx + wy * by + wz * bz;
  const p1 = p0 + POINT;
  const p2 = p1 + POINT;
  const p3 = p2 + POINT;
  const x0 = record[p0 + PX];
  const y0 = record[p0 + PY];
  const x1 = record[p1 + PX];
  const y1 = record[p1 + PY];
  const x2 = record[p2 + PX];
  const y2 = record[p2 + PY];
  const x3 = record[p3 + PX];
  const y3 = record[p3 + PY];
  const u0 = u + y0 * w1 - x0 * w2;
  const u1 = u + y1 * w1 - x1 * w2;
  const u2 = u + y2 * w1 - x2 * w2;
  const u3 = u + y3 * w1 - x3 * w2;
  const s0 = record[p0 + PS] + sc + y0 * g1 - x0 * g2;
  const s1 = record[p1 + PS] + sc + y1 * g1 - x1 * g2;
  const s2 = record[p2 + PS] + sc + y2 * g1 - x2 * g2;
  const s3 = record[p3 + PS] + sc + y3 * g1 - x3 * g2;
  const v0 = s0 > slop ? u0 + s0 * inverseH : u0;
  const v1 = s1 > slop ? u1 + s1 * inverseH : u1;
  const v2 = s2 > slop ? u2 + s2 * inverseH : u2;
  const v3 = s3 > slop ? u3 + s3 * inverseH : u3;
  // Absent points have no effective mass.
  let fastest = v0 < 0 ? -u0 : 0;
  if (v1 < 0 && record[p1 + PM] > 0 && -u1 > fastest) fastest = -u1;
  if (v2 < 0 && record[p2 + PM] > 0 && -u2 > fastest) fastest = -u2;
  if (v3 < 0 && record[p3 + PM] > 0 && -u3 > fastest) fastest = -u3;
  if (fastest <= arrival[SLOWEST]) return NO_IMPACT;

  const slip1 = cx * tx + cy * ty + cz * tz + record[r + SURFACE];
  const slip2 = cx * bx + cy * by + cz * bz + record[r + SURFACE + 1];
  const k = r + CROSS;
  const m = r + POINTS_INVERSE;
  const t = r + TORQUE_TO_SLIP;
  const mu = record[r + MU];
  let n0 = 0;
  let n1 = 0;
  let n2 = 0;
  let n3 = 0;
  let f1 = 0;
  let f2 = 0;
  let impulse = 0;
  let torque1 = 0;
  let torque2 = 0;
  for (let iteration = 0; iteration < MAX_STOP_ITERATIONS; iteration++) {
    // The speeds with the friction so far.
    const du = record[r + NORMAL_TO_SLIP] * f1 + record[r + NORMAL_TO_SLIP + 1] * f2;
    const dw1 = record[t] * f1 + record[t + 1] * f2;
    const dw2 = record[t + 2] * f1 + record[t + 3] * f2;
    const a0 = v0 + du + y0 * dw1 - x0 * dw2;
    if (single) n0 = Math.max(-record[p0 + PM] * a0, 0);
    else {
      const a1 = v1 + du + y1 * dw1 - x1 * dw2;
      const a2 = v2 + du + y2 * dw1 - x2 * dw2;
      const a3 = v3 + du + y3 * dw1 - x3 * dw2;
      const e0 = -(record[m] * a0 + record[m + 1] * a1 + record[m + 2] * a2 + record[m + 3] * a3);
      const e1 = -(record[m + 1] * a0 + record[m + 4] * a1 + record[m + 5] * a2 + record[m + 6] * a3);
      const e2 = -(record[m + 2] * a0 + record[m + 5] * a1 + record[m + 7] * a2 + record[m + 8] * a3);
      const e3 = -(record[m + 3] * a0 + record[m + 6] * a1 + record[m + 8] * a2 + record[m + 9] * a3);
      if (e0 >= 0 && e1 >= 0 && e2 >= 0 && e3 >= 0 && record[m] !== 0) {
        n0 = e0;
        n1 = e1;
        n2 = e2;
        n3 = e3;
      } else {
        n0 = Math.max(-record[p0 + PM] * (a0 + record[k] * n1 + record[k + 1] * n2 + record[k + 2] * n3), 0);
        n1 = Math.max(-record[p1 + PM] * (a1 + record[k] * n0 + record[k + 3] * n2 + record[k + 4] * n3), 0);
        n2 = Math.max(
          -record[p2 + PM] * (a2 + record[k + 1] * n0 + record[k + 3] * n1 + record[k + 5] * n3),
          0,
        );
        n3 = Math.max(
          -record[p3 + PM] * (a3 + record[k + 2] * n0 + record[k + 4] * n1 + record[k + 5] * n2),
          0,
        );
      }
    }
    const before = impulse;
    impulse = n0 + n1 + n2 + n3;
    torque1 = y0 * n0 + y1 * n1 + y2 * n2 + y3 * n3;
    torque2 = -(x0 * n0 + x1 * n1 + x2 * n2 + x3 * n3);
    const now1 = slip1 + record[r + NORMAL_TO_SLIP] * impulse + record[t] * torque1 + record[t + 2] * torque2;
    const now2 =
      slip2 + record[r + NORMAL_TO_SLIP + 1] * impulse + record[t + 1] * torque1 + record[t + 3] * torque2;
    const m12 = record[r + FRICTION_MASS + 1];
    let next1 = -record[r + FRICTION_MASS] * now1 - m12 * now2;
    let next2 = -m12 * now1 - record[r + FRICTION_MASS + 2] * now2;
    const limit = mu * impulse;
    if (next1 * next1 + next2 * next2 > limit * limit) {
      disc[0] = next1;
      disc[1] = next2;
      disc[2] = limit;
      keepInDisc(record, r + FRICTION_MASS);
      next1 = disc[0];
      next2 = disc[1];
    }
    const change = Math.abs(next1 - f1) + Math.abs(next2 - f2) + Math.abs(impulse - before);
    f1 = next1;
    f2 = next2;
    if (change <= STOP_CONVERGED * impulse) break;
  }
  const fx = nx * impulse + tx * f1 + bx * f2;
  const fy = ny * impulse + ty * f1 + by * f2;
  const fz = nz * impulse + tz * f1 + bz * f2;
  const ox = tx * torque1 + bx * torque2;
  const oy = ty * torque1 + by * torque2;
  const oz = tz * torque1 + bz * torque2;
  let lx = rAy * fz - rAz * fy + ox;
  let ly = rAz * fx - rAx * fz + oy;
  let lz = rAx * fy - rAy * fx + oz;
  const turnAx = motion[a + II] * lx + motion[a + II + 1] * ly + motion[a + II + 2] * lz;
  const turnAy = motion[a + II + 1] * lx + motion[a + II + 3] * ly + motion[a + II + 4] * lz;
  const turnAz = motion[a + II + 2] * lx + motion[a + II + 4] * ly + motion[a + II + 5] * lz;
  lx = rBy * fz - rBz * fy + ox;
  ly = rBz * fx - rBx * fz + oy;
  lz = rBx * fy - rBy * fx + oz;
  const turnBx = motion[b + II] * lx + motion[b + II + 1] * ly + motion[b + II + 2] * lz;
  const turnBy = motion[b + II + 1] * lx + motion[b + II + 3] * ly + motion[b + II + 4] * lz;
  const turnBz = motion[b + II + 2] * lx + motion[b + II + 4] * ly + motion[b + II + 5] * lz;
  turns[0] = h * h * (turnAx * turnAx + turnAy * turnAy + turnAz * turnAz);
  turns[1] = h * h * (turnBx * turnBx + turnBy * turnBy + turnBz * turnBz);
  if (turnsFar(world, bodyA[contact], 0) || turnsFar(world, bodyB[contact], 1)) return TURNS_FAR;
  if (fastest > record[r + APPROACH]) record[r + APPROACH] = fastest;
  record[p0 + PT] += n0;
  record[p0 + POINT + PT] += n1;
  record[p0 + 2 * POINT + PT] += n2;
  record[p0 + 3 * POINT + PT] += n3;
  record[r + FRICTION_TOTAL] += f1;
  record[r + FRICTION_TOTAL + 1] += f2;
  motion[a + W] -= turnAx;
  motion[a + W + 1] -= turnAy;
  motion[a + W + 2] -= turnAz;
  motion[b + W] += turnBx;
  motion[b + W + 1] += turnBy;
  motion[b + W + 2] += turnBz;
  const aX = motion[a + IM] * fx;
  const aY = motion[a + IM + 1] * fy;
  const aZ = motion[a + IM + 2] * fz;
  const bX = motion[b + IM] * fx;
  const bY = motion[b + IM + 1] * fy;
  const bZ = motion[b + IM + 2] * fz;
  motion[a + V] -= aX;
  motion[a + V + 1] -= aY;
  motion[a + V + 2] -= aZ;
  motion[b + V] += bX;
  motion[b + V + 1] += bY;
  motion[b + V + 2] += bZ;
  predicted[ea] -= aX;
  predicted[ea + 1] -= aY;
  predicted[ea + 2] -= aZ;
  predicted[eb] += bX;
  predicted[eb + 1] += bY;
  predicted[eb + 2] += bZ;
  return STOPPED;
};

/**
 * Whether the turn φ may make the rows wrong: φ² Imax / Imin > MAX_INERTIA_DECREASE. Stricter than turnedFar in
 * fast-contacts.ts, which takes Imax - Imin and the axis of the turn: a simple bound is enough here, as a contact that is
 * refused loses nothing but time. It is struck by true distance.
 */
const turnsFar = ({ bodies: { moments, flags } }: World, body: number, turn: 0 | 1): boolean => {
  const i = body * 3;
  if ((flags[body] & BodyFlag.isotropic) !== 0 || moments[i] === 0) return false;
  const most = Math.max(moments[i], moments[i + 1], moments[i + 2]);
  const least = Math.min(moments[i], moments[i + 1], moments[i + 2]);
  return turns[turn] * most > MAX_INERTIA_DECREASE * least;
};
