import { disc, keepInDisc } from '../../math/disc.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { DP, II, IM, V, W } from '../../state/bodies.js';
import {
  SINGLE,
  SINGLE_CARRY,
  SINGLE_FRICTION,
  SINGLE_FRICTION_MASS,
  SINGLE_FRICTION_TOTAL,
  SINGLE_LAMBDA,
  SINGLE_MASS,
  SINGLE_MU,
  SINGLE_N,
  SINGLE_NORMAL_TO_SLIP,
  SINGLE_RA,
  SINGLE_RB,
  SINGLE_SURFACE,
  SINGLE_T1,
  SINGLE_TOTAL,
} from '../../state/single-points.js';
import type { World } from '../../state/world.js';

/**
 * relaxContacts for the rows of state/single-points.ts. The row holds the change of slip by a unit of normal
 * impulse, so the bodies get the normal impulse and friction as one force.
 */
export const relaxSinglePoints = (world: World): void => {
  const { count } = world.singlePointContacts;
  const { values, bodies } = world.scratch.singlePoints;
  const { motion } = world.bodies;

  for (let k = 0; k < count; k++) {
    const at = (k * SINGLE) & INDEX_BITS;
    const old = values[at + SINGLE_LAMBDA];
    const old1 = values[at + SINGLE_FRICTION];
    const old2 = values[at + SINGLE_FRICTION + 1];
    if (old === 0 && old1 === 0 && old2 === 0) continue;
    const a = bodies[2 * k] & INDEX_BITS;
    const b = bodies[2 * k + 1] & INDEX_BITS;
    const nx = values[at + SINGLE_N];
    const ny = values[at + SINGLE_N + 1];
    const nz = values[at + SINGLE_N + 2];
    const tx = values[at + SINGLE_T1];
    const ty = values[at + SINGLE_T1 + 1];
    const tz = values[at + SINGLE_T1 + 2];
    const bx = ny * tz - nz * ty;
    const by = nz * tx - nx * tz;
    const bz = nx * ty - ny * tx;
    const dx = motion[b + DP] - motion[a + DP];
    const dy = motion[b + DP + 1] - motion[a + DP + 1];
    const dz = motion[b + DP + 2] - motion[a + DP + 2];
    const carry = values[at + SINGLE_CARRY];
    const rAx = values[at + SINGLE_RA] + carry * dx;
    const rAy = values[at + SINGLE_RA + 1] + carry * dy;
    const rAz = values[at + SINGLE_RA + 2] + carry * dz;
    const rBx = values[at + SINGLE_RB] + (carry - 1) * dx;
    const rBy = values[at + SINGLE_RB + 1] + (carry - 1) * dy;
    const rBz = values[at + SINGLE_RB + 2] + (carry - 1) * dz;
    const vAx = motion[a + V];
    const vAy = motion[a + V + 1];
    const vAz = motion[a + V + 2];
    const wAx = motion[a + W];
    const wAy = motion[a + W + 1];
    const wAz = motion[a + W + 2];
    const vBx = motion[b + V];
    const vBy = motion[b + V + 1];
    const vBz = motion[b + V + 2];
    const wBx = motion[b + W];
    const wBy = motion[b + W + 1];
    const wBz = motion[b + W + 2];
    const cx = vBx + wBy * rBz - wBz * rBy - vAx - wAy * rAz + wAz * rAy;
    const cy = vBy + wBz * rBx - wBx * rBz - vAy - wAz * rAx + wAx * rAz;
    const cz = vBz + wBx * rBy - wBy * rBx - vAz - wAx * rAy + wAy * rAx;

    const u = cx * nx + cy * ny + cz * nz;
    const load = old === 0 ? 0 : Math.max(old - values[at + SINGLE_MASS] * u, 0);
    const impulse = load - old;
    values[at + SINGLE_LAMBDA] = load;
    values[at + SINGLE_TOTAL] += load;

    const slip1 =
      cx * tx +
      cy * ty +
      cz * tz +
      values[at + SINGLE_SURFACE] +
      values[at + SINGLE_NORMAL_TO_SLIP] * impulse;
    const slip2 =
      cx * bx +
      cy * by +
      cz * bz +
      values[at + SINGLE_SURFACE + 1] +
      values[at + SINGLE_NORMAL_TO_SLIP + 1] * impulse;
    const m12 = values[at + SINGLE_FRICTION_MASS + 1];
    let f1 = old1 - values[at + SINGLE_FRICTION_MASS] * slip1 - m12 * slip2;
    let f2 = old2 - m12 * slip1 - values[at + SINGLE_FRICTION_MASS + 2] * slip2;
    const limit = values[at + SINGLE_MU] * load;
    if (f1 * f1 + f2 * f2 > limit * limit) {
      disc[0] = f1;
      disc[1] = f2;
      disc[2] = limit;
      keepInDisc(values, at + SINGLE_FRICTION_MASS);
      f1 = disc[0];
      f2 = disc[1];
    }
    values[at + SINGLE_FRICTION] = f1;
    values[at + SINGLE_FRICTION + 1] = f2;
    values[at + SINGLE_FRICTION_TOTAL] += f1;
    values[at + SINGLE_FRICTION_TOTAL + 1] += f2;
    f1 -= old1;
    f2 -= old2;

    const fx = nx * impulse + tx * f1 + bx * f2;
    const fy = ny * impulse + ty * f1 + by * f2;
    const fz = nz * impulse + tz * f1 + bz * f2;
    let lx = rAy * fz - rAz * fy;
    let ly = rAz * fx - rAx * fz;
    let lz = rAx * fy - rAy * fx;
    motion[a + V] = vAx - motion[a + IM] * fx;
    motion[a + V + 1] = vAy - motion[a + IM + 1] * fy;
    motion[a + V + 2] = vAz - motion[a + IM + 2] * fz;
    motion[a + W] = wAx - (motion[a + II] * lx + motion[a + II + 1] * ly + motion[a + II + 2] * lz);
    motion[a + W + 1] = wAy - (motion[a + II + 1] * lx + motion[a + II + 3] * ly + motion[a + II + 4] * lz);
    motion[a + W + 2] = wAz - (motion[a + II + 2] * lx + motion[a + II + 4] * ly + motion[a + II + 5] * lz);
    lx = rBy * fz - rBz * fy;
    ly = rBz * fx - rBx * fz;
    lz = rBx * fy - rBy * fx;
    motion[b + V] = vBx + motion[b + IM] * fx;
    motion[b + V + 1] = vBy + motion[b + IM + 1] * fy;
    motion[b + V + 2] = vBz + motion[b + IM + 2] * fz;
    motion[b + W] = wBx + (motion[b + II] * lx + motion[b + II + 1] * ly + motion[b + II + 2] * lz);
    motion[b + W + 1] = wBy + (motion[b + II + 1] * lx + motion[b + II + 3] * ly + motion[b + II + 4] * lz);
    motion[b + W + 2] = wBz + (motion[b + II + 2] * lx + motion[b + II + 4] * ly + motion[b + II + 5] * lz);
  }
};
