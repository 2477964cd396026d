import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { BodyFlag, DP, HELD_ONLY, MOTION, V, W } from '../state/bodies.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { rotateBody } from './rotation-step.js';

/**
 * x ← x + h v. A body that no contact pushed in this substep and no joint holds moves by h
 * (v_old + v_new) / 2 instead, which makes a parabola exact; for one at rest on a floor it would not do, as
 * its v_old is the result of a push.
 *
 * Then the rotation step. Rotation changes ω of an asymmetric body without any impulse; `free` gets the same
 * change, so that the difference of both stays what the contacts did.
 */
export const integratePositions = (world: World, { h }: Substep): void => {
  const { bodies } = world;
  const { motion, free, kick, centre, maxSpeed, flags } = bodies;
  const { items, count } = world.awake;
  time[0] = h;
  for (let k = 0; k < count; k++) {
    const body = items[k];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    const f = (body * 6) & INDEX_BITS;
    if (maxSpeed[body * 2] < Infinity && capSpeed(motion, m + V, free, f, maxSpeed[body * 2]))
      kick.fill(0, c, c + 3);
    if (maxSpeed[body * 2 + 1] < Infinity) capSpeed(motion, m + W, free, f + 3, maxSpeed[body * 2 + 1]);
    const vx = motion[m + V];
    const vy = motion[m + V + 1];
    const vz = motion[m + V + 2];
    const unheld = (flags[body] & BodyFlag.jointed) === 0;
    const half = unheld && vx === free[f] && vy === free[f + 1] && vz === free[f + 2] ? 0.5 : 0;
    const dx = h * (vx - half * kick[c]);
    const dy = h * (vy - half * kick[c + 1]);
    const dz = h * (vz - half * kick[c + 2]);
    centre[c] += dx;
    centre[c + 1] += dy;
    centre[c + 2] += dz;
    motion[m + DP] += dx;
    motion[m + DP + 1] += dy;
    motion[m + DP + 2] += dz;

    if ((flags[body] & HELD_ONLY) === BodyFlag.jointed) {
      rotateBody(bodies, body, time);
      continue;
    }
    const wx = motion[m + W];
    const wy = motion[m + W + 1];
    const wz = motion[m + W + 2];
    rotateBody(bodies, body, time);
    free[f + 3] += motion[m + W] - wx;
    free[f + 4] += motion[m + W + 1] - wy;
    free[f + 5] += motion[m + W + 2] - wz;
  }
};

/** h, as rotateBody wants it. */
const time = createFloats(1);

/**
 * Shortens a velocity to the limit. `free` changes by as much: a cap is no contact
 * impulse. Returns whether it acted.
 */
const capSpeed = (motion: Floats, at: number, free: Floats, f: number, limit: number): boolean => {
  const x = motion[at];
  const y = motion[at + 1];
  const z = motion[at + 2];
  const square = x * x + y * y + z * z;
  if (square <= limit * limit) return false;
  const less = limit / Math.sqrt(square) - 1;
  motion[at] = x + x * less;
  motion[at + 1] = y + y * less;
  motion[at + 2] = z + z * less;
  free[f] += x * less;
  free[f + 1] += y * less;
  free[f + 2] += z * less;
  return true;
};
