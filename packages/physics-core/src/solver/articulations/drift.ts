import { writeInverseInertia } from '../../bodies/inertia.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { DP0, DV, LINK, LINK_BODY, LINK_INTS, Q0, RC, V0, V1, X0 } from '../../state/articulations.js';
import { DP, DR, MOTION, V, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { rotateBody } from '../integrate/rotation-step.js';
import { turn } from '../integrate/rotation-vector.js';

/** How the links of a tree move: each body freely, and then by what the joints prescribe. */

/** Keeps the poses and velocities from which the drift begins. */
export const saveLinks = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const { motion, centre, rotation } = world.bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    for (let k = 0; k < 3; k++) links[o + X0 + k] = centre[body * 3 + k];
    for (let k = 0; k < 4; k++) links[o + Q0 + k] = rotation[body * 4 + k];
    for (let k = 0; k < 6; k++) {
      links[o + V0 + k] = motion[m + V + k];
      links[o + V1 + k] = motion[m + V + k];
      links[o + DP0 + k] = motion[m + DP + k];
    }
  }
};

/** Takes every body from its saved pose over the substep with the velocity at `velocity`: V0 or V1. */
export const driftLinks = (world: World, from: number, to: number, velocity: number, time: Floats): void => {
  const { bodies, articulations } = world;
  const { links, linkInts } = articulations;
  const { motion, centre, rotation } = bodies;
  const h = time[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    for (let k = 0; k < 6; k++) {
      motion[m + V + k] = links[o + velocity + k];
      motion[m + DP + k] = links[o + DP0 + k];
    }
    for (let k = 0; k < 4; k++) rotation[body * 4 + k] = links[o + Q0 + k];
    for (let k = 0; k < 3; k++) {
      const d = h * motion[m + V + k];
      centre[body * 3 + k] = links[o + X0 + k] + d;
      motion[m + DP + k] += d;
    }
    rotateBody(bodies, body, time);
  }
};

/** v ← v + s dv, from the reference points to the centres of mass: of the bodies, or of the saved velocities V1. */
export const addMotion = (world: World, from: number, to: number, scale: Floats): void => {
  const { links, linkInts } = world.articulations;
  const { motion } = world.bodies;
  const s = scale[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    const w0 = s * links[o + DV];
    const w1 = s * links[o + DV + 1];
    const w2 = s * links[o + DV + 2];
    motion[m + V] += s * links[o + DV + 3] - (w1 * z - w2 * y);
    motion[m + V + 1] += s * links[o + DV + 4] - (w2 * x - w0 * z);
    motion[m + V + 2] += s * links[o + DV + 5] - (w0 * y - w1 * x);
    motion[m + W] += w0;
    motion[m + W + 1] += w1;
    motion[m + W + 2] += w2;
  }
};

/** V1 ← V1 + dv. */
export const addToStart = (world: World, from: number, to: number): void => {
  const { links } = world.articulations;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    const w0 = links[o + DV];
    const w1 = links[o + DV + 1];
    const w2 = links[o + DV + 2];
    links[o + V1] += links[o + DV + 3] - (w1 * z - w2 * y);
    links[o + V1 + 1] += links[o + DV + 4] - (w2 * x - w0 * z);
    links[o + V1 + 2] += links[o + DV + 5] - (w0 * y - w1 * x);
    links[o + V1 + 3] += w0;
    links[o + V1 + 4] += w1;
    links[o + V1 + 5] += w2;
  }
};

/** Moves the poses by dv, a translation of the reference point and a rotation vector. */
export const moveLinks = (world: World, from: number, to: number): void => {
  const { bodies, articulations } = world;
  const { links, linkInts } = articulations;
  const { motion, centre } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    for (let k = 0; k < 3; k++) angles[k] = links[o + DV + k];
    shift[0] = links[o + DV + 3] - (angles[1] * z - angles[2] * y);
    shift[1] = links[o + DV + 4] - (angles[2] * x - angles[0] * z);
    shift[2] = links[o + DV + 5] - (angles[0] * y - angles[1] * x);
    for (let k = 0; k < 3; k++) {
      centre[body * 3 + k] += shift[k];
      motion[m + DP + k] += shift[k];
      motion[m + DR + k] += angles[k];
    }
    turn(bodies, body, angles);
    writeInverseInertia(bodies, body);
  }
};

/** Scratch: a rotation vector and a translation. */
const angles = createFloats(3);
const shift = createFloats(3);
