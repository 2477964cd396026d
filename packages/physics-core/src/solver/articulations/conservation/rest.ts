import { bearsAnyLoad } from '../../../contacts/bears-load.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { ANCHORED, LINK_BODY, LINK_INTS, LINK_JOINT, TREE_INTS } from '../../../state/articulations.js';
import { BodyFlag } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { JOINT_FADING, LYING_LINKS, REST_DAMPING, REST_SPEED } from '../../../tuning.js';
import { writeCarrier } from './carrier.js';
import { MASS, VELOCITY, whole, writeWhole } from './momentum.js';
import {
  FASTEST_SQUARE,
  relativeEnergy,
  scaleRelativeMotion,
  writeRelativeMotion,
} from './relative-motion.js';

/**
 * Coming to rest. Exact joints have no friction: the head of a figure that lies in a heap swings for minutes, a limb on a ball joint
 * whirls for ever, and nothing falls asleep. So the relative motion v - u of an articulation that contacts bear fades:
 *   v ← u + (1 - κ h) (v - u)          κ = REST_DAMPING (1 - s / REST_SPEED)₊ + JOINT_FADING
 * with s the speed of the fastest link relative to u, so that what swings or spins beside heavy parts at rest does not count as slow.
 * The second part is there for what lies on several of its links, may fall asleep and does not hang on the world. What
 * moves on faster than its parts move about its centre of mass, such as a car on free wheels, does not lie.
 */

/** Scratch: 1 - κ h. */
const scale = createFloats(1);

export const comeToRest = (world: World, from: number, to: number, time: Floats): void => {
  if (isHeldByLocks(world, from) || !writeCarrier(world, world.articulations.treeOf[from])) return;
  writeWhole(world, from, to);
  writeRelativeMotion(world, from, to);
  if (movesOn(world, from)) return;
  const s = Math.sqrt(relativeEnergy[FASTEST_SQUARE]);
  const slow = REST_DAMPING * Math.max(0, 1 - s / REST_SPEED);
  const fading = maySleep(world, from, to) && isSpread(world, from, to) ? JOINT_FADING : 0;
  if (slow + fading === 0) return;
  scale[0] = 1 - Math.min(1, (slow + fading) * time[0]);
  scaleRelativeMotion(world, from, to, scale);
};

/** Whether one that hangs on nothing moves as a whole, faster than its parts do about it. */
const movesOn = (world: World, from: number): boolean => {
  if (isAnchored(world, from)) return false;
  let square = 0;
  for (let k = 0; k < 3; k++) square += whole[VELOCITY + k] * whole[VELOCITY + k];
  return square * whole[MASS] > 2 * relativeEnergy[0];
};

const isAnchored = ({ articulations: a }: World, from: number): boolean =>
  a.treeInts[a.treeOf[from] * TREE_INTS + ANCHORED] !== 0;

/**
 * Whether locked axes or closing rows, and no joint of its root, hold an articulation to the world: its motion as a whole is then not
 * known apart from the relative one, and a planar cart would be braked.
 */
const isHeldByLocks = (world: World, from: number): boolean =>
  isAnchored(world, from) && world.articulations.linkInts[from * LINK_INTS + LINK_JOINT] < 0;

/** Whether contacts bear several of its links. What stands on one or two, such as a pendulum on a stand, goes on swinging. */
const isSpread = (world: World, from: number, to: number): boolean => {
  const { linkInts } = world.articulations;
  let count = 0;
  for (let i = from; i < to && count < LYING_LINKS; i++)
    if (bearsAnyLoad(world, linkInts[i * LINK_INTS + LINK_BODY])) count++;
  return count === LYING_LINKS;
};

const maySleep = ({ articulations: a, bodies, settings }: World, from: number, to: number): boolean => {
  if (!settings.sleeping || a.linkInts[from * LINK_INTS + LINK_JOINT] >= 0) return false;
  for (let i = from; i < to; i++)
    if ((bodies.flags[a.linkInts[i * LINK_INTS + LINK_BODY]] & BodyFlag.maySleep) === 0) return false;
  return true;
};
