import { writeInertia } from '../../bodies/inertia.js';
import { createFloats } from '../../math/floats.js';
import { IW, LINK, LINK_BODY, LINK_INTS, LINK_MASS, V0, X0 } from '../../state/articulations.js';
import { MOTION, V, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';

/**
 * An implicit drift takes angular momentum from a tree that hangs on nothing: the joints act at the end pose, where
 * their levers differ from those of the motion. A rigid rotation of the whole tree about its centre of mass, which no
 * joint feels, gives it back: ω = I⁻¹ (L before - L after), with the inertia I of all bodies about the common centre.
 */

/** Scratch: L before the drift. */
const before = createFloats(3);
/** Scratch: L (0..2), inertia (3..8), centre (9..11), velocity of the centre (12..14), mass (15). */
const whole = createFloats(16);

/** L of the saved poses and velocities, from which the drift begins. The inertias of the links are those of that pose. */
export const writeStartMomentum = (world: World, from: number, to: number): void => {
  const { links } = world.articulations;
  startWhole();
  for (let o = from * LINK; o < to * LINK; o += LINK) {
    for (let k = 0; k < 3; k++) {
      place[k] = links[o + X0 + k];
      place[3 + k] = links[o + V0 + k];
      place[6 + k] = links[o + V0 + 3 + k];
    }
    addToCentre(links[o + LINK_MASS]);
  }
  finishCentre();
  for (let o = from * LINK; o < to * LINK; o += LINK) {
    for (let k = 0; k < 3; k++) {
      place[k] = links[o + X0 + k];
      place[3 + k] = links[o + V0 + k];
      place[6 + k] = links[o + V0 + 3 + k];
    }
    addToMomentum(world, o);
  }
  for (let k = 0; k < 3; k++) before[k] = whole[k];
};

/** Scratch: position, velocity and angular velocity of a body. */
const place = createFloats(9);

const startWhole = (): void => {
  for (let k = 0; k < 16; k++) whole[k] = 0;
};

const addToCentre = (mass: number): void => {
  whole[15] += mass;
  for (let k = 0; k < 6; k++) whole[9 + k] += mass * place[k];
};

const finishCentre = (): void => {
  for (let k = 9; k < 15; k++) whole[k] /= whole[15];
};

/** Adds L and the inertia about the common centre. */
const addToMomentum = (world: World, o: number): void => {
  const { links } = world.articulations;
  const m = links[o + LINK_MASS];
  const x = place[0] - whole[9];
  const y = place[1] - whole[10];
  const z = place[2] - whole[11];
  const a = m * (place[3] - whole[12]);
  const b = m * (place[4] - whole[13]);
  const c = m * (place[5] - whole[14]);
  const i = o + IW;
  whole[0] += y * c - z * b + links[i] * place[6] + links[i + 1] * place[7] + links[i + 2] * place[8];
  whole[1] += z * a - x * c + links[i + 1] * place[6] + links[i + 3] * place[7] + links[i + 4] * place[8];
  whole[2] += x * b - y * a + links[i + 2] * place[6] + links[i + 4] * place[7] + links[i + 5] * place[8];
  whole[3] += links[i] + m * (y * y + z * z);
  whole[4] += links[i + 1] - m * x * y;
  whole[5] += links[i + 2] - m * x * z;
  whole[6] += links[i + 3] + m * (x * x + z * z);
  whole[7] += links[i + 4] - m * y * z;
  whole[8] += links[i + 5] + m * (x * x + y * y);
};

const readPlace = (world: World, body: number): void => {
  const { centre, motion } = world.bodies;
  for (let k = 0; k < 3; k++) {
    place[k] = centre[body * 3 + k];
    place[3 + k] = motion[body * MOTION + V + k];
    place[6 + k] = motion[body * MOTION + W + k];
  }
};

/** Rotates the velocities of the tree so that it has the L from before the drift. */
export const restoreAngularMomentum = (world: World, from: number, to: number): void => {
  const { articulations, bodies } = world;
  const { linkInts, links } = articulations;
  const { motion, centre } = bodies;
  startWhole();
  for (let i = from; i < to; i++) {
    writeInertia(bodies, linkInts[i * LINK_INTS + LINK_BODY], links, i * LINK + IW);
    readPlace(world, linkInts[i * LINK_INTS + LINK_BODY]);
    addToCentre(links[i * LINK + LINK_MASS]);
  }
  finishCentre();
  for (let i = from; i < to; i++) {
    readPlace(world, linkInts[i * LINK_INTS + LINK_BODY]);
    addToMomentum(world, i * LINK);
  }
  const xx = whole[3];
  const xy = whole[4];
  const xz = whole[5];
  const yy = whole[6];
  const yz = whole[7];
  const zz = whole[8];
  const c0 = yy * zz - yz * yz;
  const c1 = xz * yz - xy * zz;
  const c2 = xy * yz - xz * yy;
  const scale = 1 / (xx * c0 + xy * c1 + xz * c2);
  const lx = before[0] - whole[0];
  const ly = before[1] - whole[1];
  const lz = before[2] - whole[2];
  const wx = scale * (c0 * lx + c1 * ly + c2 * lz);
  const wy = scale * (c1 * lx + (xx * zz - xz * xz) * ly + (xy * xz - xx * yz) * lz);
  const wz = scale * (c2 * lx + (xy * xz - xx * yz) * ly + (xx * yy - xy * xy) * lz);
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = body * MOTION;
    const x = centre[body * 3] - whole[9];
    const y = centre[body * 3 + 1] - whole[10];
    const z = centre[body * 3 + 2] - whole[11];
    motion[m + V] += wy * z - wz * y;
    motion[m + V + 1] += wz * x - wx * z;
    motion[m + V + 2] += wx * y - wy * x;
    motion[m + W] += wx;
    motion[m + W + 1] += wy;
    motion[m + W + 2] += wz;
  }
};
