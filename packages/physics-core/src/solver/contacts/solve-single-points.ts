import { INDEX_BITS } from '../../math/index-bits.js';
import { DP, DR, II, IM, V, W } from '../../state/bodies.js';
import {
  SINGLE,
  SINGLE_APPROACH,
  SINGLE_CARRY,
  SINGLE_LAMBDA,
  SINGLE_MASS,
  SINGLE_N,
  SINGLE_RA,
  SINGLE_RB,
  SINGLE_S,
  SINGLE_STIFF,
} from '../../state/single-points.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';

/** solveContacts for the rows of state/single-points.ts: one point each, and a force without a torque. */
export const solveSinglePoints = (world: World, step: Substep): void => {
  const { count } = world.singlePointContacts;
  const { values, bodies } = world.scratch.singlePoints;
  const { motion } = world.bodies;
  const { maxDepenetrationSpeed, soft, stiff } = step;
  const inverseH = 1 / step.h;

  for (let k = 0; k < count; k++) {
    const at = (k * SINGLE) & INDEX_BITS;
    const a = bodies[2 * k] & INDEX_BITS;
    const b = bodies[2 * k + 1] & INDEX_BITS;
    const nx = values[at + SINGLE_N];
    const ny = values[at + SINGLE_N + 1];
    const nz = values[at + SINGLE_N + 2];
    const startAx = values[at + SINGLE_RA];
    const startAy = values[at + SINGLE_RA + 1];
    const startAz = values[at + SINGLE_RA + 2];
    const startBx = values[at + SINGLE_RB];
    const startBy = values[at + SINGLE_RB + 1];
    const startBz = values[at + SINGLE_RB + 2];
    const dx = motion[b + DP] - motion[a + DP];
    const dy = motion[b + DP + 1] - motion[a + DP + 1];
    const dz = motion[b + DP + 2] - motion[a + DP + 2];
    const qAx = motion[a + DR];
    const qAy = motion[a + DR + 1];
    const qAz = motion[a + DR + 2];
    const qBx = motion[b + DR];
    const qBy = motion[b + DR + 1];
    const qBz = motion[b + DR + 2];
    const s =
      values[at + SINGLE_S] +
      nx * (dx + qBy * startBz - qBz * startBy - qAy * startAz + qAz * startAy) +
      ny * (dy + qBz * startBx - qBx * startBz - qAz * startAx + qAx * startAz) +
      nz * (dz + qBx * startBy - qBy * startBx - qAx * startAy + qAy * startAx);
    const carry = values[at + SINGLE_CARRY];
    const rAx = startAx + carry * dx;
    const rAy = startAy + carry * dy;
    const rAz = startAz + carry * dz;
    const rBx = startBx + (carry - 1) * dx;
    const rBy = startBy + (carry - 1) * dy;
    const rBz = startBz + (carry - 1) * dz;
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
    const u =
      nx * (vBx + wBy * rBz - wBz * rBy - vAx - wAy * rAz + wAz * rAy) +
      ny * (vBy + wBz * rBx - wBx * rBz - vAy - wAz * rAx + wAx * rAz) +
      nz * (vBz + wBx * rBy - wBy * rBx - vAz - wAx * rAy + wAy * rAx);

    const old = values[at + SINGLE_LAMBDA];
    let next: number;
    if (s > 0) {
      next = old - values[at + SINGLE_MASS] * (u + s * inverseH);
    } else {
      const { biasRate, massScale, impulseScale } = values[at + SINGLE_STIFF] === 0 ? soft : stiff;
      next =
        (1 - impulseScale) * old -
        values[at + SINGLE_MASS] * massScale * (u + Math.max(biasRate * s, -maxDepenetrationSpeed));
    }
    if (next < 0) next = 0;
    const impulse = next - old;
    if (impulse === 0) continue;
    values[at + SINGLE_LAMBDA] = next;
    if (impulse > 0 && -u > values[at + SINGLE_APPROACH]) values[at + SINGLE_APPROACH] = -u;

    const fx = nx * impulse;
    const fy = ny * impulse;
    const fz = nz * impulse;
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
