import { createFloats, type Floats } from '../../../math/floats.js';
import type { World } from '../../../state/world.js';
import { REST_DAMPING, REST_SPEED } from '../../../tuning.js';
import { MASS, VELOCITY, whole, writeWhole } from './momentum.js';
import { relativeEnergy, scaleRelativeMotion, writeRelativeMotion } from './relative-motion.js';

/**
 * Coming to rest. Exact joints have no friction: the head of a figure that lies in a heap swings for minutes, and nothing
 * falls asleep. So the relative motion v - u of an articulation that lies on something, and hardly moves, fades; one whose
 * centre of mass moves on, such as a cart on wheels, does not lie.
 *   v ← u + (1 - κ) (v - u)          κ = REST_DAMPING h (1 - s / REST_SPEED)          s² = Σ m (v - u)² / Σ m
 * s is small where only a limb swings.
 */

/** Scratch: 1 - κ. */
const scale = createFloats(1);

export const comeToRest = (world: World, from: number, to: number, time: Floats): void => {
  writeWhole(world, from, to);
  let square = 0;
  for (let k = 0; k < 3; k++) square += whole[VELOCITY + k] * whole[VELOCITY + k];
  if (square > REST_SPEED * REST_SPEED) return;
  writeRelativeMotion(world, from, to);
  const s = Math.sqrt((2 * relativeEnergy[0]) / whole[MASS]);
  if (!(s < REST_SPEED)) return;
  scale[0] = 1 - Math.min(1, REST_DAMPING * time[0] * (1 - s / REST_SPEED));
  scaleRelativeMotion(world, from, to, scale);
};
