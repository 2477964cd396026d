import { growFloats } from '../../math/floats.js';
import { MOTION, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';

/**
 * Before the external forces of a substep: remembers ω of the awake bodies, if there is anything that may be struck.
 * With externalChange, which has the same of v, the impact stage can tell motion from the forces of this substep
 * (mayApproach in candidates.ts).
 */
export const rememberSpins = (world: World): void => {
  const { impacts } = world.scratch;
  if (world.impactCandidates.count === 0) return;
  const length = world.bodies.capacity * 3;
  if (impacts.externalSpin.length < length) impacts.externalSpin = growFloats(impacts.externalSpin, length);
  const { externalSpin } = impacts;
  const { motion } = world.bodies;
  const { items, count } = world.awake;
  // Rows of bodies that are not awake may hold what others left there.
  externalSpin.fill(0);
  for (let k = 0; k < count; k++) {
    const m = items[k] * MOTION + W;
    for (let i = 0; i < 3; i++) externalSpin[items[k] * 3 + i] = motion[m + i];
  }
};

/** After the warm start: the change of ω since rememberSpins. */
export const writeExternalSpins = (world: World): void => {
  const { externalSpin } = world.scratch.impacts;
  const { motion } = world.bodies;
  const { items, count } = world.awake;
  for (let k = 0; k < count; k++) {
    const m = items[k] * MOTION + W;
    const s = items[k] * 3;
    for (let i = 0; i < 3; i++) externalSpin[s + i] = motion[m + i] - externalSpin[s + i];
  }
};
