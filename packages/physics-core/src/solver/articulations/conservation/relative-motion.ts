import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  ANCHORED,
  IW,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_MASS,
  TREE_INTS,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { CARRIER_CENTRE, CARRIER_SPIN, carrier } from './carrier.js';
import { CENTRE, SPIN, solveInertia, VELOCITY, whole } from './momentum.js';

/**
 * Relative motion of an articulation: v - u, with u the velocities of all links as one rigid body of the same momentum and
 * angular momentum, 0 if it hangs on the world, or that of its carrier. Both v and u fit all joints, so no joint feels it when v - u is scaled, and no
 * momentum is lost. As v - u has none, the kinetic energy is that of u plus that of v - u.
 */

/** Scratch: angular velocity of u. */
export const spin = createFloats(3);
/** Scratch: u of a link, (v, ω). */
const rigid = createFloats(6);
/**
 * Scratch: ½ Σ m (v - u)², rotation included, and the largest of its terms 2 E / m: the square of the speed of the fastest link. In an
 * array, as doubles that are passed or returned may be allocated.
 */
export const relativeEnergy = createFloats(2);
export const FASTEST_SQUARE = 1;

/** Writes u and the energy of v - u. To be called after writeWhole, and writeCarrier. */
export const writeRelativeMotion = (world: World, from: number, to: number): void => {
  const { treeInts, treeOf } = world.articulations;
  const isFree = treeInts[treeOf[from] * TREE_INTS + ANCHORED] === 0;
  for (let k = 0; k < 3; k++) {
    if (!isFree) {
      whole[VELOCITY + k] = carrier[k];
      whole[CENTRE + k] = carrier[CARRIER_CENTRE + k];
    }
    spin[k] = isFree ? whole[SPIN + k] : carrier[CARRIER_SPIN + k];
  }
  if (isFree) solveInertia(whole, spin);
  writeRelativeEnergy(world, from, to);
};

/** v ← u + scale (v - u). */
export const scaleRelativeMotion = (world: World, from: number, to: number, scale: Floats): void => {
  const { linkInts } = world.articulations;
  const { motion } = world.bodies;
  const s = scale[0];
  for (let i = from; i < to; i++) {
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    writeRigid(world, i);
    motion[m + V] = rigid[0] + s * (motion[m + V] - rigid[0]);
    motion[m + V + 1] = rigid[1] + s * (motion[m + V + 1] - rigid[1]);
    motion[m + V + 2] = rigid[2] + s * (motion[m + V + 2] - rigid[2]);
    motion[m + W] = rigid[3] + s * (motion[m + W] - rigid[3]);
    motion[m + W + 1] = rigid[4] + s * (motion[m + W + 1] - rigid[4]);
    motion[m + W + 2] = rigid[5] + s * (motion[m + W + 2] - rigid[5]);
  }
};

/** u of link i. */
const writeRigid = ({ articulations: a, bodies }: World, i: number): void => {
  const c = a.linkInts[i * LINK_INTS + LINK_BODY] * 3;
  const x = bodies.centre[c] - whole[CENTRE];
  const y = bodies.centre[c + 1] - whole[CENTRE + 1];
  const z = bodies.centre[c + 2] - whole[CENTRE + 2];
  rigid[0] = whole[VELOCITY] + spin[1] * z - spin[2] * y;
  rigid[1] = whole[VELOCITY + 1] + spin[2] * x - spin[0] * z;
  rigid[2] = whole[VELOCITY + 2] + spin[0] * y - spin[1] * x;
  rigid[3] = spin[0];
  rigid[4] = spin[1];
  rigid[5] = spin[2];
};

const writeRelativeEnergy = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links } = a;
  const { motion } = bodies;
  let sum = 0;
  let most = 0;
  for (let i = from; i < to; i++) {
    const m = (a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const w = ((i * LINK) & INDEX_BITS) + IW;
    const mass = links[i * LINK + LINK_MASS];
    writeRigid(world, i);
    const x = motion[m + W] - rigid[3];
    const y = motion[m + W + 1] - rigid[4];
    const z = motion[m + W + 2] - rigid[5];
    const vx = motion[m + V] - rigid[0];
    const vy = motion[m + V + 1] - rigid[1];
    const vz = motion[m + V + 2] - rigid[2];
    const twice =
      mass * (vx * vx + vy * vy + vz * vz) +
      links[w] * x * x +
      links[w + 3] * y * y +
      links[w + 5] * z * z +
      2 * (links[w + 1] * x * y + links[w + 2] * x * z + links[w + 4] * y * z);
    sum += twice;
    if (twice > most * mass) most = twice / mass;
  }
  relativeEnergy[0] = 0.5 * sum;
  relativeEnergy[FASTEST_SQUARE] = most;
};
