import { createFloats } from '../../../math/floats.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { turn } from '../../integrate/rotation-vector.js';

/**
 * A kinematic body on which an articulation hangs is at the end of the substep before the articulation moves. Where a substep has
 * parts, each must find it where it is at the end of that part: else the first part pulls its root all the way, at a multiple of the
 * speed. A chain on a platform at a constant 20 m/s gained 7 kJ in this way.
 */

/** Scratch: centre and rotation at the end of the substep; a rotation vector. */
const arrived = createFloats(7);
const back = createFloats(3);

export const keepParent = ({ bodies }: World, body: number): void => {
  for (let k = 0; k < 3; k++) arrived[k] = bodies.centre[body * 3 + k];
  for (let k = 0; k < 4; k++) arrived[3 + k] = bodies.rotation[body * 4 + k];
};

/** To where it is so many seconds before the end of the substep; with 0 exactly to where it was. */
export const placeParent = ({ bodies }: World, body: number, seconds: number): void => {
  const m = body * MOTION;
  for (let k = 0; k < 3; k++) {
    bodies.centre[body * 3 + k] = arrived[k] - seconds * bodies.motion[m + V + k];
    back[k] = -seconds * bodies.motion[m + W + k];
  }
  for (let k = 0; k < 4; k++) bodies.rotation[body * 4 + k] = arrived[3 + k];
  turn(bodies, body, back);
};
