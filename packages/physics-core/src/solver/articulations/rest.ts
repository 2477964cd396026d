import { createFloats, type Floats } from '../../math/floats.js';
import { IW, LINK, LINK_BODY, LINK_INTS, LINK_JOINT, LINK_MASS } from '../../state/articulations.js';
import { MOTION, V, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { REST_DAMPING, REST_SPEED } from '../../tuning.js';
import { CENTRE, MASS, SPIN, solveInertia, VELOCITY, whole, writeWhole } from './momentum.js';

/**
 * Coming to rest. Exact joints have no friction: the head of a figure that lies in a heap swings for minutes, and nothing
 * falls asleep. So the relative motion of an articulation that lies on something, and hardly moves, fades; one whose centre
 * of mass moves on, such as a cart on wheels, does not lie. With u the velocities of all links as one rigid body of the same momentum and angular momentum, 0 if it hangs on the world,
 *   v ← u + (1 - κ) (v - u)          κ = REST_DAMPING h (1 - s / REST_SPEED)          s² = Σ m (v - u)² / Σ m
 * No joint feels it, as both v and u fit all joints, and no momentum is lost. s is small where only a limb swings.
 */

/** Scratch: angular velocity of the whole. */
const spin = createFloats(3);
/** Scratch: Σ m (v - u)². In an array, as doubles that are passed or returned may be allocated. */
const speed = createFloats(1);
/** Scratch: velocity u of a link, (v, ω). */
const rigid = createFloats(6);

export const comeToRest = (world: World, from: number, to: number, time: Floats): void => {
  const { articulations: a, bodies } = world;
  const { motion } = bodies;
  writeWhole(world, from, to);
  let square = 0;
  for (let k = 0; k < 3; k++) square += whole[VELOCITY + k] * whole[VELOCITY + k];
  if (square > REST_SPEED * REST_SPEED) return;
  const isFree = a.linkInts[from * LINK_INTS + LINK_JOINT] < 0;
  for (let k = 0; k < 3; k++) {
    if (!isFree) whole[VELOCITY + k] = 0;
    spin[k] = isFree ? whole[SPIN + k] : 0;
  }
  if (isFree) solveInertia(whole, spin);
  writeSquareSpeed(world, from, to);
  const s = Math.sqrt(speed[0] / whole[MASS]);
  if (!(s < REST_SPEED)) return;
  const part = Math.min(1, REST_DAMPING * time[0] * (1 - s / REST_SPEED));
  for (let i = from; i < to; i++) {
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION;
    writeRigid(world, i);
    for (let k = 0; k < 3; k++) {
      motion[m + V + k] += part * (rigid[k] - motion[m + V + k]);
      motion[m + W + k] += part * (rigid[3 + k] - motion[m + W + k]);
    }
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
  for (let k = 0; k < 3; k++) rigid[3 + k] = spin[k];
};

/** Σ m (v - u)², rotation included. */
const writeSquareSpeed = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links } = a;
  const { motion } = bodies;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION;
    const w = i * LINK + IW;
    writeRigid(world, i);
    const x = motion[m + W] - rigid[3];
    const y = motion[m + W + 1] - rigid[4];
    const z = motion[m + W + 2] - rigid[5];
    for (let k = 0; k < 3; k++) {
      const v = motion[m + V + k] - rigid[k];
      sum += links[i * LINK + LINK_MASS] * v * v;
    }
    sum +=
      links[w] * x * x +
      links[w + 3] * y * y +
      links[w + 5] * z * z +
      2 * (links[w + 1] * x * y + links[w + 2] * x * z + links[w + 4] * y * z);
  }
  speed[0] = sum;
};
