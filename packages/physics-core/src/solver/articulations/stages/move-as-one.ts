import { createFloats } from '../../../math/floats.js';
import { LINK, LINK_BODY, LINK_FRAME, LINK_INTS, Q0, V0, X0 } from '../../../state/articulations.js';
import { MOTION, V } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { UNRESOLVED_PART } from '../../../tuning.js';
import { turn, turnVector } from '../../integrate/rotation-vector.js';
import { takeCarrierBack, writeCarrier } from '../conservation/carrier.js';
import { CENTRE, VELOCITY, whole, writeWhole } from '../conservation/momentum.js';
import { scaleRelativeMotion, spin, writeRelativeMotion } from '../conservation/relative-motion.js';
import { clearLimitSums } from '../controls/control-sums.js';
import { writeLinkFrame } from '../links/measure-links.js';
import { time } from './scratch.js';

/** Scratch: the part of the relative motion that stays; a rotation vector; a place or a velocity against the centre. */
const part = createFloats(1);
const theta = createFloats(3);
const place = createFloats(3);

/**
 * A drift that found no pose in which the joints fit: links turn by radians in a substep, as after a hit by a shell. What it made of the
 * velocities means nothing; taken for true it threw figures out of the world. So the articulation moves on from where it was as one
 * rigid body, with its carrier if it has one, and loses a part of the relative motion that cannot be resolved. No joint feels this, and
 * it keeps the momentum. Its angular momentum turns with it, as no rigid body's does: the caller restores that (momentum.ts).
 */
export const moveAsOne = (world: World, tree: number, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts } = a;
  for (let i = from; i < to; i++) {
    const o = i * LINK;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 6; k++) bodies.motion[body * MOTION + V + k] = links[o + V0 + k];
    for (let k = 0; k < 3; k++) bodies.centre[body * 3 + k] = links[o + X0 + k];
    for (let k = 0; k < 4; k++) bodies.rotation[body * 4 + k] = links[o + Q0 + k];
  }
  writeCarrier(world, tree);
  takeCarrierBack(time);
  writeWhole(world, from, to);
  writeRelativeMotion(world, from, to);
  part[0] = UNRESOLVED_PART;
  scaleRelativeMotion(world, from, to, part);
  const h = time[0];
  for (let k = 0; k < 3; k++) theta[k] = h * spin[k];
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 3; k++) place[k] = bodies.centre[body * 3 + k] - whole[CENTRE + k];
    turnVector(place, 0, theta);
    for (let k = 0; k < 3; k++)
      bodies.centre[body * 3 + k] = whole[CENTRE + k] + h * whole[VELOCITY + k] + place[k];
    turn(bodies, body, theta);
    // Not the velocity of the whole, which goes on as it is.
    const v = body * MOTION + V;
    for (let k = 0; k < 3; k++) place[k] = bodies.motion[v + k] - whole[VELOCITY + k];
    turnVector(place, 0, theta);
    for (let k = 0; k < 3; k++) bodies.motion[v + k] = whole[VELOCITY + k] + place[k];
    turnVector(bodies.motion, v + 3, theta);
    writeLinkFrame(bodies, body, links, i * LINK + LINK_FRAME);
  }
  clearLimitSums(world, tree);
};
