import { writeInertia } from '../../../bodies/inertia.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { LINK_BODY, LINK_INTS } from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';

/**
 * Angular momentum of an articulation that hangs on nothing. An implicit drift moves poses and velocities together, and
 * r × m v changes by what both make of it; a projection with lever stiffness takes that for inertia. No joint can turn
 * the whole, so the whole is turned back: with L about the
 * centre of mass and the inertia I of all links as one body,
 *   ω_c = I⁻¹ (L before - L after)          ω += ω_c          v += ω_c × (x - centre)
 * which no joint feels.
 */

/** Scratch: mass, centre, velocity, L, inertia (xx, xy, xz, yy, yz, zz) of all links. */
export const whole = createFloats(16);
export const MASS = 0;
export const CENTRE = 1;
export const VELOCITY = 4;
export const SPIN = 7;
const INERTIA = 10;

/** Scratch: L before the drift. */
const before = createFloats(3);
/** Scratch: inertia of one link. */
const inertia = createFloats(6);

export const keepAngularMomentum = (world: World, from: number, to: number): void => {
  writeWhole(world, from, to);
  for (let k = 0; k < 3; k++) before[k] = whole[SPIN + k];
};

export const restoreAngularMomentum = (world: World, from: number, to: number): void => {
  const { motion, centre } = world.bodies;
  const { linkInts } = world.articulations;
  writeWhole(world, from, to);
  for (let k = 0; k < 3; k++) before[k] -= whole[SPIN + k];
  solveInertia(whole, before);
  const [wx, wy, wz] = before;
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const x = centre[body * 3] - whole[CENTRE];
    const y = centre[body * 3 + 1] - whole[CENTRE + 1];
    const z = centre[body * 3 + 2] - whole[CENTRE + 2];
    motion[m + V] += wy * z - wz * y;
    motion[m + V + 1] += wz * x - wx * z;
    motion[m + V + 2] += wx * y - wy * x;
    motion[m + W] += wx;
    motion[m + W + 1] += wy;
    motion[m + W + 2] += wz;
  }
};

export const writeWhole = (world: World, from: number, to: number): void => {
  const { bodies, articulations } = world;
  const { mass, motion, centre } = bodies;
  for (let k = 0; k < 16; k++) whole[k] = 0;
  for (let i = from; i < to; i++) {
    const body = articulations.linkInts[i * LINK_INTS + LINK_BODY];
    const c = (body * 3) & INDEX_BITS;
    const v = ((body * MOTION) & INDEX_BITS) + V;
    const m = mass[body];
    whole[MASS] += m;
    whole[CENTRE] += m * centre[c];
    whole[CENTRE + 1] += m * centre[c + 1];
    whole[CENTRE + 2] += m * centre[c + 2];
    whole[VELOCITY] += m * motion[v];
    whole[VELOCITY + 1] += m * motion[v + 1];
    whole[VELOCITY + 2] += m * motion[v + 2];
  }
  for (let k = 0; k < 3; k++) {
    whole[CENTRE + k] /= whole[MASS];
    whole[VELOCITY + k] /= whole[MASS];
  }
  for (let i = from; i < to; i++) addLink(world, articulations.linkInts[i * LINK_INTS + LINK_BODY]);
};

/** Adds Iω + r × m v and I + m (r² 1 - r rᵀ) of a body. */
const addLink = ({ bodies }: World, body: number): void => {
  const { motion, centre } = bodies;
  const m = (body * MOTION) & INDEX_BITS;
  const mass = bodies.mass[body];
  const x = centre[body * 3] - whole[CENTRE];
  const y = centre[body * 3 + 1] - whole[CENTRE + 1];
  const z = centre[body * 3 + 2] - whole[CENTRE + 2];
  const vx = mass * (motion[m + V] - whole[VELOCITY]);
  const vy = mass * (motion[m + V + 1] - whole[VELOCITY + 1]);
  const vz = mass * (motion[m + V + 2] - whole[VELOCITY + 2]);
  const wx = motion[m + W];
  const wy = motion[m + W + 1];
  const wz = motion[m + W + 2];
  writeInertia(bodies, body, inertia, 0);
  whole[SPIN] += inertia[0] * wx + inertia[1] * wy + inertia[2] * wz + y * vz - z * vy;
  whole[SPIN + 1] += inertia[1] * wx + inertia[3] * wy + inertia[4] * wz + z * vx - x * vz;
  whole[SPIN + 2] += inertia[2] * wx + inertia[4] * wy + inertia[5] * wz + x * vy - y * vx;
  whole[INERTIA] += inertia[0] + mass * (y * y + z * z);
  whole[INERTIA + 1] += inertia[1] - mass * x * y;
  whole[INERTIA + 2] += inertia[2] - mass * x * z;
  whole[INERTIA + 3] += inertia[3] + mass * (x * x + z * z);
  whole[INERTIA + 4] += inertia[4] - mass * y * z;
  whole[INERTIA + 5] += inertia[5] + mass * (x * x + y * y);
};

/** b ← I⁻¹ b. */
export const solveInertia = (of: Floats, b: Floats): void => {
  const a0 = of[INERTIA];
  const a1 = of[INERTIA + 1];
  const a2 = of[INERTIA + 2];
  const a3 = of[INERTIA + 3];
  const a4 = of[INERTIA + 4];
  const a5 = of[INERTIA + 5];
  const i0 = a3 * a5 - a4 * a4;
  const i1 = a2 * a4 - a1 * a5;
  const i2 = a1 * a4 - a2 * a3;
  const scale = 1 / (a0 * i0 + a1 * i1 + a2 * i2);
  const x = b[0];
  const y = b[1];
  const z = b[2];
  b[0] = scale * (i0 * x + i1 * y + i2 * z);
  b[1] = scale * (i1 * x + (a0 * a5 - a2 * a2) * y + (a1 * a2 - a0 * a4) * z);
  b[2] = scale * (i2 * x + (a1 * a2 - a0 * a4) * y + (a0 * a3 - a1 * a1) * z);
};
