import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { BodyFlag, DP, MOTION, V, W } from '../../state/bodies.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { rotateBody } from './rotation-step.js';

/**
 * x ← x + h v. A body without a joint and without an accumulated contact impulse in this substep moves by
 * h (v_old + v_new) / 2 instead, which makes a parabola exact. That is wrong for a body at rest on a floor,
 * because its v_old is the result of a contact impulse. Then the rotation step.
 */
export const integratePositions = (world: World, { h }: Substep): void => {
  const { bodies } = world;
  const { motion, predicted, externalChange, centre, maxSpeed, flags } = bodies;
  const { items, count } = world.awake;
  const { linkOf } = world.articulations;
  const hasLinks = world.articulations.count > 0;
  time[0] = h;
  for (let k = 0; k < count; k++) {
    const body = items[k];
    // Links move with their articulation.
    if (hasLinks && linkOf[body] >= 0) continue;
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    if (maxSpeed[body * 2] < Infinity && capSpeed(motion, m + V, maxSpeed[body * 2]))
      externalChange.fill(0, c, c + 3);
    if (maxSpeed[body * 2 + 1] < Infinity) capSpeed(motion, m + W, maxSpeed[body * 2 + 1]);
    const vx = motion[m + V];
    const vy = motion[m + V + 1];
    const vz = motion[m + V + 2];
    const unjointed = (flags[body] & BodyFlag.jointed) === 0;
    const half =
      unjointed && vx === predicted[c] && vy === predicted[c + 1] && vz === predicted[c + 2] ? 0.5 : 0;
    const dx = h * (vx - half * externalChange[c]);
    const dy = h * (vy - half * externalChange[c + 1]);
    const dz = h * (vz - half * externalChange[c + 2]);
    centre[c] += dx;
    centre[c + 1] += dy;
    centre[c + 2] += dz;
    motion[m + DP] += dx;
    motion[m + DP + 1] += dy;
    motion[m + DP + 2] += dz;

    rotateBody(bodies, body, time);
  }
};

/** Scratch: h, in an array for rotateBody. */
const time = createFloats(1);

/**
 * Shortens a velocity to the limit. Returns whether the velocity changed.
 */
const capSpeed = (motion: Floats, at: number, limit: number): boolean => {
  const x = motion[at];
  const y = motion[at + 1];
  const z = motion[at + 2];
  const square = x * x + y * y + z * z;
  if (square <= limit * limit) return false;
  const less = limit / Math.sqrt(square) - 1;
  motion[at] = x + x * less;
  motion[at + 1] = y + y * less;
  motion[at + 2] = z + z * less;
  return true;
};
