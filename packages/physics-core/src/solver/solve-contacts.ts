import { DP, DR, II, IM, MOTION, V, W } from '../state/bodies.js';
import {
  APPROACH,
  ARM,
  ContactFlag,
  CROSS,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  N,
  PL,
  PM,
  POINT,
  POINTS,
  PS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  ROLL_MASS,
  SPIN,
  STIFF,
  SURFACE,
  T1,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import type { Substep } from './substep.js';

/**
 * The contact kernel: one Gauss-Seidel sweep over the solved contacts, called twice a substep.
 *
 * Non-penetration of point i: C_i = s_i >= 0, Ċ_i = u_i = n·(vB + ωB × rB_i - vA - ωA × rA_i), impulse λ_i >= 0 along n.
 * Both bodies are gathered once a manifold. Their relative velocity at the manifold's centre (u along n, w1 and w2 about the tangents)
 * gives u_i = u + y_i w1 - x_i w2 for all points, the points are solved one after the other through their precomputed
 * responses on each other, and the sum goes back once: the same numbers as separate rows at two thirds of the time.
 *
 * The force pair acts at one world point, half way between where both bodies carried the centre since the step began, so that a
 * sliding pair does not gain angular momentum from levers that went stale.
 *
 * biased: overlap is removed softly at up to pushOutSpeed; a point that is still apart may close its gap in one substep.
 * relax: velocities without bias, then friction at the centre (|f| <= μ Σλ as a disc), twist friction and rolling resistance.
 */
export const solveContacts = (world: World, step: Substep, relax: boolean): void => {
  const items = world.solved.items;
  const count = world.solved.count;
  const { motion } = world.bodies;
  const { record, bodyA, bodyB, count: points, flags } = world.contacts;
  const { h, pushOut } = step;
  const inverseH = 1 / h;
  const impact = step.impactSpeed;

  for (let k = 0; k < count; k++) {
    const contact = items[k];
    const r = contact * RECORD;
    const a = bodyA[contact] * MOTION;
    const b = bodyB[contact] * MOTION;
    const pointCount = points[contact];

    const nx = record[r + N];
    const ny = record[r + N + 1];
    const nz = record[r + N + 2];
    const tx = record[r + T1];
    const ty = record[r + T1 + 1];
    const tz = record[r + T1 + 2];
    const bx = ny * tz - nz * ty;
    const by = nz * tx - nx * tz;
    const bz = nx * ty - ny * tx;

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

    const dx = motion[b + DP] - motion[a + DP];
    const dy = motion[b + DP + 1] - motion[a + DP + 1];
    const dz = motion[b + DP + 2] - motion[a + DP + 2];
    let rAx = record[r + RA];
    let rAy = record[r + RA + 1];
    let rAz = record[r + RA + 2];
    let rBx = record[r + RB];
    let rBy = record[r + RB + 1];
    let rBz = record[r + RB + 2];

    // Separation along the affine motion since the step began: s_i = s0_i + sc + y_i g1 - x_i g2.
    const qAx = motion[a + DR];
    const qAy = motion[a + DR + 1];
    const qAz = motion[a + DR + 2];
    const qBx = motion[b + DR];
    const qBy = motion[b + DR + 1];
    const qBz = motion[b + DR + 2];
    const sc =
      nx * (dx + qBy * rBz - qBz * rBy - qAy * rAz + qAz * rAy) +
      ny * (dy + qBz * rBx - qBx * rBz - qAz * rAx + qAx * rAz) +
      nz * (dz + qBx * rBy - qBy * rBx - qAx * rAy + qAy * rAx);
    const gx = qBx - qAx;
    const gy = qBy - qAy;
    const gz = qBz - qAz;
    const g1 = gx * tx + gy * ty + gz * tz;
    const g2 = gx * bx + gy * by + gz * bz;

    rAx += 0.5 * dx;
    rAy += 0.5 * dy;
    rAz += 0.5 * dz;
    rBx -= 0.5 * dx;
    rBy -= 0.5 * dy;
    rBz -= 0.5 * dz;
    const u =
      nx * (vBx + wBy * rBz - wBz * rBy - vAx - wAy * rAz + wAz * rAy) +
      ny * (vBy + wBz * rBx - wBx * rBz - vAy - wAz * rAx + wAx * rAz) +
      nz * (vBz + wBx * rBy - wBy * rBx - vAz - wAx * rAy + wAy * rAx);
    const wx = wBx - wAx;
    const wy = wBy - wAy;
    const wz = wBz - wAz;
    const w1 = wx * tx + wy * ty + wz * tz;
    const w2 = wx * bx + wy * by + wz * bz;

    const soft = record[r + STIFF] === 0 ? step.soft : step.stiff;
    const biasRate = relax ? 0 : soft.biasRate;
    const massScale = relax ? 1 : soft.massScale;
    const impulseScale = relax ? 0 : soft.impulseScale;

    let p = r + POINTS;
    let x = record[p + PX];
    let y = record[p + PY];
    let s = record[p + PS] + sc + y * g1 - x * g2;
    let speed = u + y * w1 - x * w2;
    let lambda = record[p + PL];
    let next =
      s > 0
        ? lambda - record[p + PM] * (speed + s * inverseH)
        : lambda - record[p + PM] * massScale * (speed + Math.max(biasRate * s, -pushOut)) - impulseScale * lambda;
    if (next < 0) next = 0;
    record[p + PL] = next;
    const d0 = next - lambda;
    let impulse = d0;
    let torque1 = y * d0;
    let torque2 = -x * d0;
    let load = next;
    let approach = d0 > 0 ? -speed : 0;
    if (relax) record[p + PT] += next;

    if (pointCount > 1) {
      p += POINT;
      x = record[p + PX];
      y = record[p + PY];
      s = record[p + PS] + sc + y * g1 - x * g2;
      speed = u + y * w1 - x * w2 + record[r + CROSS] * d0;
      lambda = record[p + PL];
      next =
        s > 0
          ? lambda - record[p + PM] * (speed + s * inverseH)
          : lambda - record[p + PM] * massScale * (speed + Math.max(biasRate * s, -pushOut)) - impulseScale * lambda;
      if (next < 0) next = 0;
      record[p + PL] = next;
      const d1 = next - lambda;
      impulse += d1;
      torque1 += y * d1;
      torque2 -= x * d1;
      load += next;
      if (d1 > 0 && -speed > approach) approach = -speed;
      if (relax) record[p + PT] += next;

      if (pointCount > 2) {
        p += POINT;
        x = record[p + PX];
        y = record[p + PY];
        s = record[p + PS] + sc + y * g1 - x * g2;
        speed = u + y * w1 - x * w2 + record[r + CROSS + 1] * d0 + record[r + CROSS + 3] * d1;
        lambda = record[p + PL];
        next =
          s > 0
            ? lambda - record[p + PM] * (speed + s * inverseH)
            : lambda - record[p + PM] * massScale * (speed + Math.max(biasRate * s, -pushOut)) - impulseScale * lambda;
        if (next < 0) next = 0;
        record[p + PL] = next;
        const d2 = next - lambda;
        impulse += d2;
        torque1 += y * d2;
        torque2 -= x * d2;
        load += next;
        if (d2 > 0 && -speed > approach) approach = -speed;
        if (relax) record[p + PT] += next;

        if (pointCount > 3) {
          p += POINT;
          x = record[p + PX];
          y = record[p + PY];
          s = record[p + PS] + sc + y * g1 - x * g2;
          speed =
            u +
            y * w1 -
            x * w2 +
            record[r + CROSS + 2] * d0 +
            record[r + CROSS + 4] * d1 +
            record[r + CROSS + 5] * d2;
          lambda = record[p + PL];
          next =
            s > 0
              ? lambda - record[p + PM] * (speed + s * inverseH)
              : lambda -
                record[p + PM] * massScale * (speed + Math.max(biasRate * s, -pushOut)) -
                impulseScale * lambda;
          if (next < 0) next = 0;
          record[p + PL] = next;
          const d3 = next - lambda;
          impulse += d3;
          torque1 += y * d3;
          torque2 -= x * d3;
          load += next;
          if (d3 > 0 && -speed > approach) approach = -speed;
          if (relax) record[p + PT] += next;
        }
      }
    }
    if (!relax && approach > impact) {
      flags[contact] |= ContactFlag.struck;
      if (approach > record[r + APPROACH]) record[r + APPROACH] = approach;
    }

    // v += M⁻¹ Jᵀ Δλ of all points at once: the force n·impulse at the centre and the torque about the tangents.
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

    let fx = nx * impulse;
    let fy = ny * impulse;
    let fz = nz * impulse;
    const ox = tx * torque1 + bx * torque2;
    const oy = ty * torque1 + by * torque2;
    const oz = tz * torque1 + bz * torque2;
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

    if (relax) {
      const mu = record[r + MU];
      let old1 = record[r + FRICTION_LAMBDA];
      let old2 = record[r + FRICTION_LAMBDA + 1];
      let limit = mu * load;
      const cx = vBx + wBy * rBz - wBz * rBy - vAx - wAy * rAz + wAz * rAy;
      const cy = vBy + wBz * rBx - wBx * rBz - vAy - wAz * rAx + wAx * rAz;
      const cz = vBz + wBx * rBy - wBy * rBx - vAz - wAx * rAy + wAy * rAx;
      let slip1 = cx * tx + cy * ty + cz * tz + record[r + SURFACE];
      let slip2 = cx * bx + cy * by + cz * bz + record[r + SURFACE + 1];
      let m12 = record[r + FRICTION_MASS + 1];
      let f1 = old1 - record[r + FRICTION_MASS] * slip1 - m12 * slip2;
      let f2 = old2 - m12 * slip1 - record[r + FRICTION_MASS + 2] * slip2;
      let square = f1 * f1 + f2 * f2;
      if (square > limit * limit) {
        const shrink = limit / Math.sqrt(square);
        f1 *= shrink;
        f2 *= shrink;
      }
      record[r + FRICTION_LAMBDA] = f1;
      record[r + FRICTION_LAMBDA + 1] = f2;
      record[r + FRICTION_TOTAL] += f1;
      record[r + FRICTION_TOTAL + 1] += f2;
      f1 -= old1;
      f2 -= old2;
      fx = tx * f1 + bx * f2;
      fy = ty * f1 + by * f2;
      fz = tz * f1 + bz * f2;
      lx = rAy * fz - rAz * fy;
      ly = rAz * fx - rAx * fz;
      lz = rAx * fy - rAy * fx;
      vAx -= imAx * fx;
      vAy -= imAy * fy;
      vAz -= imAz * fz;
      wAx -= aXX * lx + aXY * ly + aXZ * lz;
      wAy -= aXY * lx + aYY * ly + aYZ * lz;
      wAz -= aXZ * lx + aYZ * ly + aZZ * lz;
      lx = rBy * fz - rBz * fy;
      ly = rBz * fx - rBx * fz;
      lz = rBx * fy - rBy * fx;
      vBx += imBx * fx;
      vBy += imBy * fy;
      vBz += imBz * fz;
      wBx += bXX * lx + bXY * ly + bXZ * lz;
      wBy += bXY * lx + bYY * ly + bYZ * lz;
      wBz += bXZ * lx + bYZ * ly + bZZ * lz;

      // Twist: torque about the normal, |τ| <= (μ arm + twist resistance) Σλ.
      limit = (mu * record[r + ARM] + record[r + SPIN]) * load;
      old1 = record[r + TWIST_LAMBDA];
      if (limit > 0 || old1 !== 0) {
        let twist = old1 - record[r + TWIST_MASS] * ((wBx - wAx) * nx + (wBy - wAy) * ny + (wBz - wAz) * nz);
        twist = twist > limit ? limit : twist < -limit ? -limit : twist;
        record[r + TWIST_LAMBDA] = twist;
        twist -= old1;
        lx = nx * twist;
        ly = ny * twist;
        lz = nz * twist;
        wAx -= aXX * lx + aXY * ly + aXZ * lz;
        wAy -= aXY * lx + aYY * ly + aYZ * lz;
        wAz -= aXZ * lx + aYZ * ly + aZZ * lz;
        wBx += bXX * lx + bXY * ly + bXZ * lz;
        wBy += bXY * lx + bYY * ly + bYZ * lz;
        wBz += bXZ * lx + bYZ * ly + bZZ * lz;
      }

      // Rolling resistance: torque about the tangents, |τ| <= rolling resistance · Σλ.
      limit = record[r + ROLL] * load;
      old1 = record[r + ROLL_LAMBDA];
      old2 = record[r + ROLL_LAMBDA + 1];
      if (limit > 0 || old1 !== 0 || old2 !== 0) {
        const rollX = wBx - wAx;
        const rollY = wBy - wAy;
        const rollZ = wBz - wAz;
        slip1 = rollX * tx + rollY * ty + rollZ * tz;
        slip2 = rollX * bx + rollY * by + rollZ * bz;
        m12 = record[r + ROLL_MASS + 1];
        f1 = old1 - record[r + ROLL_MASS] * slip1 - m12 * slip2;
        f2 = old2 - m12 * slip1 - record[r + ROLL_MASS + 2] * slip2;
        square = f1 * f1 + f2 * f2;
        if (square > limit * limit) {
          const shrink = limit / Math.sqrt(square);
          f1 *= shrink;
          f2 *= shrink;
        }
        record[r + ROLL_LAMBDA] = f1;
        record[r + ROLL_LAMBDA + 1] = f2;
        f1 -= old1;
        f2 -= old2;
        lx = tx * f1 + bx * f2;
        ly = ty * f1 + by * f2;
        lz = tz * f1 + bz * f2;
        wAx -= aXX * lx + aXY * ly + aXZ * lz;
        wAy -= aXY * lx + aYY * ly + aYZ * lz;
        wAz -= aXZ * lx + aYZ * ly + aZZ * lz;
        wBx += bXX * lx + bXY * ly + bXZ * lz;
        wBy += bXY * lx + bYY * ly + bYZ * lz;
        wBz += bXZ * lx + bYZ * ly + bZZ * lz;
      }
    }

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
