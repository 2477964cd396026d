import { INDEX_BITS } from '../math/index-bits.js';
import { BodyFlag, BodyType, HELD_ONLY, II, IM, MOTION, V, W } from '../state/bodies.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';

/**
 * v ← (v + h a) / (1 + h c) with a = g + F/m and damping c (implicit, so any c is
 * stable), the same for ω with torque.
 *
 * Contacts are warm started here too. Their Jacobians do not change within a step, so what a warm start adds
 * to a body is exactly what its contacts added in the substep before: the velocity now minus `free`, the
 * velocity without contacts. No sweep over the contacts is needed. (The difference is in brackets so that it
 * is exactly zero for a body that nothing touched.)
 */
export const integrateVelocities = (world: World, { h }: Substep): void => {
  const { bodies, settings } = world;
  const { motion, free, kick, force, torque, gravityScale, damping, type, flags } = bodies;
  // Not destructured: an array pattern runs the iterator protocol, which allocates.
  const gx = settings.gravity[0];
  const gy = settings.gravity[1];
  const gz = settings.gravity[2];
  const { items, count } = world.awake;

  for (let k = 0; k < count; k++) {
    const body = items[k];
    if (type[body] !== BodyType.dynamic) continue;
    const m = (body * MOTION) & INDEX_BITS;
    const f = (body * 6) & INDEX_BITS;
    const t = (body * 3) & INDEX_BITS;
    const imx = motion[m + IM];
    const imy = motion[m + IM + 1];
    const imz = motion[m + IM + 2];
    const oldX = motion[m + V];
    const oldY = motion[m + V + 1];
    const oldZ = motion[m + V + 2];
    const oldWx = motion[m + W];
    const oldWy = motion[m + W + 1];
    const oldWz = motion[m + W + 2];

    const g = gravityScale[body];
    const linear = damping[body * 2] === 0 ? 1 : 1 / (1 + h * damping[body * 2]);
    const angular = damping[body * 2 + 1] === 0 ? 1 : 1 / (1 + h * damping[body * 2 + 1]);
    const x = (oldX + h * ((imx > 0 ? gx * g : 0) + imx * force[t])) * linear;
    const y = (oldY + h * ((imy > 0 ? gy * g : 0) + imy * force[t + 1])) * linear;
    const z = (oldZ + h * ((imz > 0 ? gz * g : 0) + imz * force[t + 2])) * linear;
    const tx = torque[t];
    const ty = torque[t + 1];
    const tz = torque[t + 2];
    const wx =
      (oldWx + h * (motion[m + II] * tx + motion[m + II + 1] * ty + motion[m + II + 2] * tz)) * angular;
    const wy =
      (oldWy + h * (motion[m + II + 1] * tx + motion[m + II + 3] * ty + motion[m + II + 4] * tz)) * angular;
    const wz =
      (oldWz + h * (motion[m + II + 2] * tx + motion[m + II + 4] * ty + motion[m + II + 5] * tz)) * angular;

    if ((flags[body] & HELD_ONLY) === BodyFlag.jointed) {
      // Nothing but joints acts on it: `free` would be its velocity, and nobody asks for it.
      motion[m + V] = x;
      motion[m + V + 1] = y;
      motion[m + V + 2] = z;
      motion[m + W] = wx;
      motion[m + W + 1] = wy;
      motion[m + W + 2] = wz;
      kick[t] = x - oldX;
      kick[t + 1] = y - oldY;
      kick[t + 2] = z - oldZ;
      continue;
    }
    motion[m + V] = x + (oldX - free[f]);
    motion[m + V + 1] = y + (oldY - free[f + 1]);
    motion[m + V + 2] = z + (oldZ - free[f + 2]);
    motion[m + W] = wx + (oldWx - free[f + 3]);
    motion[m + W + 1] = wy + (oldWy - free[f + 4]);
    motion[m + W + 2] = wz + (oldWz - free[f + 5]);
    kick[t] = x - free[f];
    kick[t + 1] = y - free[f + 1];
    kick[t + 2] = z - free[f + 2];
    free[f] = x;
    free[f + 1] = y;
    free[f + 2] = z;
    free[f + 3] = wx;
    free[f + 4] = wy;
    free[f + 5] = wz;
  }
};
