import { createFloats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  ENERGY_BOUND,
  FIRST_LINK,
  IW,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_MASS,
  PARENT,
  SIDE,
  TREE,
  TREE_INTS,
  X0,
} from '../../state/articulations.js';
import { MOTION, V, W } from '../../state/bodies.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';

/**
 * An implicit substep loses energy, or has none to give: with T the kinetic energy and a the acceleration by external
 * forces,
 *   T at the end <= T at the start + Σ m a · (x at the end - x at the start)
 * Near singular poses of a loop the compliance c of closing rows breaks this: it takes λ²c away at one time, and
 * corrections of the pose give it back at another; λ is large there. So after an implicit substep with closing rows the
 * velocities are scaled down to the bound, about the velocity of the common centre of mass if nothing holds it. They go
 * on to fit the joints, as these are linear in the velocities.
 *
 * The same bound holds for a substep in which an impact threw links: the law of impacts keeps the energy, but joints that
 * then turn by a tenth of a radian in a substep make a RATTLE step gain. A chain of 16 hinges whose end bounced gained 9 %.
 */

/** Scratch: velocity of the common centre of mass, or 0; the kinetic energy. */
const centre = createFloats(3);
const kinetic = createFloats(1);

const writeKinetic = (world: World, from: number, to: number, external: 0 | 0.5 | 1): void => {
  const { links, linkInts } = world.articulations;
  const { motion, externalChange } = world.bodies;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const v = motion[m + V + k] - external * externalChange[body * 3 + k] - centre[k];
      square += v * v;
    }
    const x = motion[m + W];
    const y = motion[m + W + 1];
    const z = motion[m + W + 2];
    const w = o + IW;
    sum +=
      links[o + LINK_MASS] * square +
      links[w] * x * x +
      links[w + 3] * y * y +
      links[w + 5] * z * z +
      2 * (links[w + 1] * x * y + links[w + 2] * x * z + links[w + 4] * y * z);
  }
  kinetic[0] = 0.5 * sum;
};

/** Before the drift, with this part of the external forces in the velocities: T at the start. */
export const startEnergyGuard = (world: World, tree: number, external: 0.5 | 1): void => {
  const { articulations: a } = world;
  centre.fill(0);
  writeKinetic(world, a.treeInts[tree * TREE_INTS + FIRST_LINK], a.ends.items[tree], external);
  a.trees[tree * TREE + ENERGY_BOUND] = kinetic[0];
};

/** After the velocity stage. */
export const limitEnergy = (world: World, tree: number, { h }: Substep): void => {
  const { articulations: a, bodies } = world;
  const { motion } = bodies;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  if (hasMovingParent(world, from, to)) return;
  const bound = a.trees[tree * TREE + ENERGY_BOUND] + externalWork(world, from, to) / h;
  centre.fill(0);
  writeKinetic(world, from, to, 0);
  if (!(kinetic[0] > bound)) return;
  const excess = kinetic[0] - bound;
  writeCentreVelocity(world, from, to);
  writeKinetic(world, from, to, 0);
  if (!(kinetic[0] > 0)) return;
  const scale = Math.sqrt(Math.max(0, 1 - excess / kinetic[0]));
  for (let i = from; i < to; i++) {
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION;
    for (let k = 0; k < 3; k++) {
      motion[m + V + k] = centre[k] + scale * (motion[m + V + k] - centre[k]);
      motion[m + W + k] *= scale;
    }
  }
};

/** Σ m (velocity change by external forces) · (translation). */
const externalWork = ({ articulations: a, bodies }: World, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const o = i * LINK;
    const b = a.linkInts[i * LINK_INTS + LINK_BODY] * 3;
    for (let k = 0; k < 3; k++)
      sum +=
        a.links[o + LINK_MASS] * bodies.externalChange[b + k] * (bodies.centre[b + k] - a.links[o + X0 + k]);
  }
  return sum;
};

/** A kinematic body does work that the bound does not know. */
const hasMovingParent = ({ articulations: a, bodies, joints }: World, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) {
    const k = i * LINK_INTS;
    const joint = a.linkInts[k + LINK_JOINT];
    if (a.linkInts[k + PARENT] >= 0 || joint < 0) continue;
    const other = (a.linkInts[k + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint]) * MOTION;
    for (let m = 0; m < 6; m++) if (bodies.motion[other + V + m] !== 0) return true;
  }
  return false;
};

/** Of an articulation that hangs on nothing; else 0. */
const writeCentreVelocity = ({ articulations: a, bodies }: World, from: number, to: number): void => {
  let mass = 0;
  centre.fill(0);
  for (let i = from; i < to; i++) {
    if (a.linkInts[i * LINK_INTS + PARENT] < 0 && a.linkInts[i * LINK_INTS + LINK_JOINT] >= 0) {
      centre.fill(0);
      return;
    }
    const own = a.links[i * LINK + LINK_MASS];
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION;
    for (let k = 0; k < 3; k++) centre[k] += own * bodies.motion[m + V + k];
    mass += own;
  }
  for (let k = 0; k < 3; k++) centre[k] /= mass;
};
