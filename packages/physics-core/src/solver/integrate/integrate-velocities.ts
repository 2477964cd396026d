import { INDEX_BITS } from '../../math/index-bits.js';
import { BodyType, II, IM, MOTION, V, W } from '../../state/bodies.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';

/**
 * v ← (v + h a) / (1 + h c) with a = g + F/m and damping c (implicit, so any c is
 * stable), the same for ω with torque.
 */
export const integrateVelocities = (world: World, { h }: Substep): void => {
  const { bodies, settings } = world;
  const { motion, predicted, externalChange, force, torque, gravityScale, damping, type } = bodies;
  // Not destructured: an array pattern runs the iterator protocol, which allocates.
  const gx = settings.gravity[0];
  const gy = settings.gravity[1];
  const gz = settings.gravity[2];
  const { items, count } = world.awake;

  for (let k = 0; k < count; k++) {
    const body = items[k];
    if (type[body] !== BodyType.dynamic) continue;
    const m = (body * MOTION) & INDEX_BITS;
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

    motion[m + V] = x;
    motion[m + V + 1] = y;
    motion[m + V + 2] = z;
    motion[m + W] = wx;
    motion[m + W + 1] = wy;
    motion[m + W + 2] = wz;
    externalChange[t] = x - oldX;
    externalChange[t + 1] = y - oldY;
    externalChange[t + 2] = z - oldZ;
    predicted[t] = x;
    predicted[t + 1] = y;
    predicted[t + 2] = z;
  }
};
