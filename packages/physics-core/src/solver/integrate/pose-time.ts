import { createFloats, type Floats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyType, DP, MOTION, V } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { rotateBody } from './rotation-step.js';

/**
 * What happens at the time τ of an impact must find the bodies where they are at τ. Each body stands at a time of its
 * own (poseTime), and goes back to the start of the substep when all is done, at its new velocity. There it was never: before
 * τ it had another velocity. At 30 m/s it stands 12 cm behind where it was struck, perhaps on the other side of its neighbour.
 */

/** Scratch: the time to which bodies move, s, and by how much. */
export const until = createFloats(1);
const by = createFloats(1);

/** Moves a body to the time `until`. */
export const moveTo = (world: World, body: number): void => {
  const { poseTime, advanced } = world.scratch.impacts;
  by[0] = until[0] - poseTime[body];
  if (by[0] === 0 || world.bodies.type[body] === BodyType.static) return;
  if (poseTime[body] === 0) pushIndex(advanced, body);
  poseTime[body] = until[0];
  moveBody(world, body, by);
};

/** Raises `until` to the last impact of a body in this substep: it is not struck before that again. */
export const waitFor = ({ scratch: { impacts }, bodies }: World, body: number): void => {
  const { lastIteration, lastTime, firstIteration } = impacts;
  if (bodies.type[body] !== BodyType.dynamic || lastIteration[body] < firstIteration) return;
  if (lastTime[body] > until[0]) until[0] = lastTime[body];
};

/** Moves a body by the time in `by` at its present velocity; the rotation step conserves angular momentum. */
export const moveBody = ({ bodies }: World, body: number, by: Floats): void => {
  const { motion, centre } = bodies;
  const time = by[0];
  const m = body * MOTION;
  for (let i = 0; i < 3; i++) {
    const d = time * motion[m + V + i];
    centre[body * 3 + i] += d;
    motion[m + DP + i] += d;
  }
  rotateBody(bodies, body, by);
};
