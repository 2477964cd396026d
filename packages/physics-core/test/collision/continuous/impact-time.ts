import { TIME, timeOfImpact, WHOLE } from '../../../src/collision/continuous/time-of-impact.js';
import type { ColliderShapes } from '../../../src/collision/shapes/collider-shapes.js';
import { type Floats, floatsFrom } from '../../../src/math/floats.js';

/** The time of impact of collider 0 with collider 1, as a number. */
export const impactTime = (
  shapes: ColliderShapes,
  motion: Floats,
  target: number,
  core: number = WHOLE,
): number => {
  const query = floatsFrom([target, core, Infinity, 0]);
  timeOfImpact(shapes, 0, 1, motion, query);
  return query[TIME];
};
