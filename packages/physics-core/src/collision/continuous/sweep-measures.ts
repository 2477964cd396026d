import type { Floats } from '../../math/floats.js';
import { BodyFlag, BodyType, DP, DR, MOTION } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { CCD_LEAST_GAP, CCD_STOP_SHORT, SLOP_PART } from '../../tuning.js';
import { CORE, START, TARGET, WHOLE } from './time-of-impact.js';

/**
 * Writes to out[0] how far a surface point of the body can have moved in this step, m: |Δx| + |θ| r, with r from the
 * centre of mass to the farthest point. What is static or sleeps has not moved. In an array: a double is allocated.
 */
export const writeSurfaceReach = ({ bodies }: World, body: number, out: Floats): void => {
  out[0] = 0;
  if (bodies.type[body] === BodyType.static || bodies.awakeIndex[body] < 0) return;
  const { motion: m, extent } = bodies;
  const d = body * MOTION + DP;
  const t = body * MOTION + DR;
  const distance = Math.sqrt(m[d] * m[d] + m[d + 1] * m[d + 1] + m[d + 2] * m[d + 2]);
  const angle = Math.sqrt(m[t] * m[t] + m[t + 1] * m[t + 1] + m[t + 2] * m[t + 2]);
  // The extent may be infinite, and 0 times that is no number.
  out[0] = distance + (angle > 0 ? angle * extent[body] : 0);
};

/**
 * Writes what is asked of a sweep of the body: how near it may come, and what is swept of its colliders, the radius of a core or
 * the whole. A jointed body may penetrate, because rolling it back holds up all that hangs on it, but only so far that a step
 * in which it is not fast cannot take its middle to the other side. A bullet may not.
 */
export const writeSweepQuery = ({ bodies, settings }: World, body: number, query: Floats): void => {
  const isCore = (bodies.flags[body] & (BodyFlag.jointed | BodyFlag.bullet)) === BodyFlag.jointed;
  // Short of the surface, within the slop of the contact that then stops it.
  const slop = Math.min(settings.slop, SLOP_PART * bodies.extent[body]);
  query[TARGET] = Math.max(CCD_STOP_SHORT * slop, CCD_LEAST_GAP);
  query[CORE] = isCore ? settings.continuousFraction * bodies.innerRadius[body] : WHOLE;
  query[START] = Infinity;
};
