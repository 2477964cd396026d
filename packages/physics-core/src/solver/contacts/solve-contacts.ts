import { INDEX_BITS } from '../../math/index-bits.js';
import type { IndexList } from '../../math/index-list.js';
import { DP, DR, II, IM, MOTION, V, W } from '../../state/bodies.js';
import {
  APPROACH,
  CARRY,
  CROSS,
  KEPT_LEVERS,
  N,
  PL,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
  PS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  STIFF,
  T1,
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';

/**
 * The contact kernels, this one and relax-contacts.ts: one Gauss-Seidel iteration each over the contacts. A substep
 * has one of this and two of the other, the second over the contacts that the first has changed.
 *
 * Non-penetration of point i: C_i = s_i >= 0, Ċ_i = u_i = n·(vB + ωB × rB_i - vA - ωA × rA_i), impulse
 * λ_i >= 0 along n. Both bodies are gathered once a manifold. Their relative velocity at the manifold's
 * centre (u along n, w1 and w2 about the tangents) gives u_i = u + y_i w1 - x_i w2 for all points, the points
 * are solved through their precomputed effects on each other, and the bodies get the sum once. This takes two
 * thirds of the time of separate rows. The points are solved together while all of their impulses are positive:
 * one after the other, each landing of a cube would turn it a little, and a stack would drift by centimetres.
 *
 * Both bodies get the force at one world point, so that a sliding pair does not gain angular momentum from
 * the levers of the step's start. With which body that point moves depends on the shapes (see writeCarry in
 * prepare-contacts.ts).
 *
 * The two kernels share their beginning and end line by line. One function with a flag, and parts called as
 * functions, were measured: the step of a pile took a quarter longer, that of a pyramid a tenth, because the
 * compiler then keeps fewer values in registers.
 *
 * This is the iteration before the position step, with bias: penetration is removed softly at up to
 * maxDepenetrationSpeed, and a separated point may close its gap in one substep.
 */
export const solveContacts = (world: World, contacts: IndexList, step: Substep): void => {
  const { items, count } = contacts;
  const { motion } = world.bodies;
  const { record, bodyA, bodyB, count: points } = world.contacts;
  const { maxDepenetrationSpeed, soft, stiff } = step;
  const inverseH = 1 / step.h;
  const slowest = -maxDepenetrationSpeed;
  // Slower approaches are not reported. At rest the sign of each impulse is chance: this one branch is not.
  const noted = world.settings.hitEventSpeed;

  for (let k = 0; k < count; k++) {
    const contact = items[k];
    // A patch in reserve.
    if (points[contact] === 0) continue;
    const r = (contact * RECORD) & INDEX_BITS;
    const a = (bodyA[contact] * MOTION) & INDEX_BITS;
    const b = (bodyB[contact] * MOTION) & INDEX_BITS;
    const nx = record[r + N];
    const ny = record[r + N + 1];
    const nz = record[r + N + 2];
    let vAx = motion[a + V];
    let vAy = motion[a + V + 1];
    let vAz = motion[a + V + 2];
    let wAx = motion[a + W];
    let wAy = motion[a + W + 1];
    let wAz = motion[a + W + 2];
    let vBx = motion[b + V];
    let vBy = motion[b + V + 1];
    let vBz = motion[b + V + 2];
    let wBx = motion[b + W];
    let wBy = motion[b + W + 1];
    let wBz = motion[b + W + 2];
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
    // Separation along the affine motion since the step began: s_i = s0_i + sc + y_i g1 - x_i g2.
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
    const rAx = startAx + carry * dx;
    const rAy = startAy + carry * dy;
    const rAz = startAz + carry * dz;
    const rBx = startBx + carryB * dx;
    const rBy = startBy + carryB * dy;
    const rBz = startBz + carryB * dz;
    const u =
      nx * (vBx + wBy * rBz - wBz * rBy - vAx - wAy * rAz + wAz * rAy) +
      ny * (vBy + wBz * rBx - wBx * rBz - vAy - wAz * rAx + wAx * rAz) +
      nz * (vBz + wBx * rBy - wBy * rBx - vAz - wAx * rAy + wAy * rAx);

    const { biasRate, massScale, impulseScale } = record[r + STIFF] === 0 ? soft : stiff;
    const p0 = r + POINTS;
    const old0 = record[p0 + PL];
    let impulse: number;
    let approach = 0;
    let ox = 0;
    let oy = 0;
    let oz = 0;
    if (points[contact] === 1) {
      const s = record[p0 + PS] + sc;
      let next =
        s > 0
          ? old0 - record[p0 + PM] * (u + s * inverseH)
          : (1 - impulseScale) * old0 - record[p0 + PM] * massScale * (u + Math.max(biasRate * s, slowest));
      if (next < 0) next = 0;
      impulse = next - old0;
      if (impulse === 0) continue;
      record[p0 + PL] = next;
      if (u < -noted && impulse > 0) approach = -u;
    } else {
      const tx = record[r + T1];
      const ty = record[r + T1 + 1];
      const tz = record[r + T1 + 2];
      const bx = ny * tz - nz * ty;
      const by = nz * tx - nx * tz;
      const bz = nx * ty - ny * tx;
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
      const old1 = record[p1 + PL];
      const old2 = record[p2 + PL];
      const old3 = record[p3 + PL];
      const s0 = record[p0 + PS] + sc + y0 * g1 - x0 * g2;
      const s1 = record[p1 + PS] + sc + y1 * g1 - x1 * g2;
      const s2 = record[p2 + PS] + sc + y2 * g1 - x2 * g2;
      const s3 = record[p3 + PS] + sc + y3 * g1 - x3 * g2;
      const b0 = s0 * (s0 > 0 ? inverseH : biasRate);
      const b1 = s1 * (s1 > 0 ? inverseH : biasRate);
      const b2 = s2 * (s2 > 0 ? inverseH : biasRate);
      const b3 = s3 * (s3 > 0 ? inverseH : biasRate);
      const v0 = u0 + (b0 < slowest ? slowest : b0);
      const v1 = u1 + (b1 < slowest ? slowest : b1);
      const v2 = u2 + (b2 < slowest ? slowest : b2);
      const v3 = u3 + (b3 < slowest ? slowest : b3);

      // Without an impulse, and no point comes in: a gap that stays open, such as between neighbours in a row.
      if (old0 + old1 + old2 + old3 === 0 && v0 >= 0 && v1 >= 0 && v2 >= 0 && v3 >= 0) continue;

      // All points at once, as if all impulses were positive: right for a body at rest on a face, and symmetric.
      const e0 = massScale * v0;
      const e1 = massScale * v1;
      const e2 = massScale * v2;
      const e3 = massScale * v3;
      const keep = 1 - impulseScale;
      const m01 = record[r + POINTS_INVERSE + 1];
      const m02 = record[r + POINTS_INVERSE + 2];
      const m03 = record[r + POINTS_INVERSE + 3];
      const m12 = record[r + POINTS_INVERSE + 5];
      const m13 = record[r + POINTS_INVERSE + 6];
      const m23 = record[r + POINTS_INVERSE + 8];
      let n0 = keep * old0 - record[r + POINTS_INVERSE] * e0 - m01 * e1 - m02 * e2 - m03 * e3;
      let n1 = keep * old1 - m01 * e0 - record[r + POINTS_INVERSE + 4] * e1 - m12 * e2 - m13 * e3;
      let n2 = keep * old2 - m02 * e0 - m12 * e1 - record[r + POINTS_INVERSE + 7] * e2 - m23 * e3;
      let n3 = keep * old3 - m03 * e0 - m13 * e1 - m23 * e2 - record[r + POINTS_INVERSE + 9] * e3;
      if (n0 < 0 || n1 < 0 || n2 < 0 || n3 < 0 || record[r + POINTS_INVERSE] === 0) {
        // Some impulse would be negative: one point after the other, each with the result of those before it.
        n0 = s0 > 0 ? old0 - record[p0 + PM] * v0 : keep * old0 - record[p0 + PM] * e0;
        if (n0 < 0) n0 = 0;
        const c0 = n0 - old0;
        const t1 = v1 + record[r + CROSS] * c0;
        n1 = s1 > 0 ? old1 - record[p1 + PM] * t1 : keep * old1 - record[p1 + PM] * massScale * t1;
        if (n1 < 0) n1 = 0;
        const c1 = n1 - old1;
        const t2 = v2 + record[r + CROSS + 1] * c0 + record[r + CROSS + 3] * c1;
        n2 = s2 > 0 ? old2 - record[p2 + PM] * t2 : keep * old2 - record[p2 + PM] * massScale * t2;
        if (n2 < 0) n2 = 0;
        const c2 = n2 - old2;
        const t3 = v3 + record[r + CROSS + 2] * c0 + record[r + CROSS + 4] * c1 + record[r + CROSS + 5] * c2;
        n3 = s3 > 0 ? old3 - record[p3 + PM] * t3 : keep * old3 - record[p3 + PM] * massScale * t3;
        if (n3 < 0) n3 = 0;
      }
      if (n0 === old0 && n1 === old1 && n2 === old2 && n3 === old3) continue;
      record[p0 + PL] = n0;
      record[p1 + PL] = n1;
      record[p2 + PL] = n2;
      record[p3 + PL] = n3;
      const d0 = n0 - old0;
      const d1 = n1 - old1;
      const d2 = n2 - old2;
      const d3 = n3 - old3;
      impulse = d0 + d1 + d2 + d3;
      const torque1 = y0 * d0 + y1 * d1 + y2 * d2 + y3 * d3;
      const torque2 = -(x0 * d0 + x1 * d1 + x2 * d2 + x3 * d3);
      ox = tx * torque1 + bx * torque2;
      oy = ty * torque1 + by * torque2;
      oz = tz * torque1 + bz * torque2;
      if (u0 < -noted || u1 < -noted || u2 < -noted || u3 < -noted) {
        approach = d0 > 0 ? -u0 : 0;
        if (d1 > 0 && -u1 > approach) approach = -u1;
        if (d2 > 0 && -u2 > approach) approach = -u2;
        if (d3 > 0 && -u3 > approach) approach = -u3;
      }
    }
    if (approach > noted && approach > record[r + APPROACH]) record[r + APPROACH] = approach;

    // v += M⁻¹ Jᵀ Δλ of all points at once: the force n·impulse at the centre and
    // the torque about the tangents.
    const imAx = motion[a + IM];
    const imAy = motion[a + IM + 1];
    const imAz = motion[a + IM + 2];
    const imBx = motion[b + IM];
    const imBy = motion[b + IM + 1];
    const imBz = motion[b + IM + 2];
    const aXX = motion[a + II];
    const aXY = motion[a + II + 1];
    const aXZ = motion[a + II + 2];
    const aYY = motion[a + II + 3];
    const aYZ = motion[a + II + 4];
    const aZZ = motion[a + II + 5];
    const bXX = motion[b + II];
    const bXY = motion[b + II + 1];
    const bXZ = motion[b + II + 2];
    const bYY = motion[b + II + 3];
    const bYZ = motion[b + II + 4];
    const bZZ = motion[b + II + 5];

    const fx = nx * impulse;
    const fy = ny * impulse;
    const fz = nz * impulse;
    let lx = rAy * fz - rAz * fy + ox;
    let ly = rAz * fx - rAx * fz + oy;
    let lz = rAx * fy - rAy * fx + oz;
    vAx -= imAx * fx;
    vAy -= imAy * fy;
    vAz -= imAz * fz;
    wAx -= aXX * lx + aXY * ly + aXZ * lz;
    wAy -= aXY * lx + aYY * ly + aYZ * lz;
    wAz -= aXZ * lx + aYZ * ly + aZZ * lz;
    lx = rBy * fz - rBz * fy + ox;
    ly = rBz * fx - rBx * fz + oy;
    lz = rBx * fy - rBy * fx + oz;
    vBx += imBx * fx;
    vBy += imBy * fy;
    vBz += imBz * fz;
    wBx += bXX * lx + bXY * ly + bXZ * lz;
    wBy += bXY * lx + bYY * ly + bYZ * lz;
    wBz += bXZ * lx + bYZ * ly + bZZ * lz;

    motion[a + V] = vAx;
    motion[a + V + 1] = vAy;
    motion[a + V + 2] = vAz;
    motion[a + W] = wAx;
    motion[a + W + 1] = wAy;
    motion[a + W + 2] = wAz;
    motion[b + V] = vBx;
    motion[b + V + 1] = vBy;
    motion[b + V + 2] = vBz;
    motion[b + W] = wBx;
    motion[b + W + 1] = wBy;
    motion[b + W + 2] = wBz;
  }
};
