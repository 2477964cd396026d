import type { Floats } from '../../math/floats.js';
import type { WorldSettings } from '../../settings.js';
import { BodyType, DP, DR, MOTION } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { CCD_LEAST_GAP, CCD_STOP_SHORT } from '../../tuning.js';

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

/** Distance at which a sweep stops a body short of a surface, m. */
export const stopGap = ({ slop }: WorldSettings): number => Math.max(CCD_STOP_SHORT * slop, CCD_LEAST_GAP);
