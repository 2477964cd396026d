import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  type Articulations,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  DRIVES,
  END_ACTIVE,
  ENERGY_BOUND,
  FIRST_LINK,
  FIRST_TREE_CONTROL,
  FREEDOM,
  GOAL,
  HOLD,
  Hold,
  IW,
  LEAST,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_MASS,
  MOST,
  PARENT,
  RATE0,
  SIDE,
  SOLVED,
  TAU,
  TREE,
  TREE_INTS,
  V0,
  X0,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import type { Substep } from '../../../state/substep.js';
import type { World } from '../../../state/world.js';
import { isPushed } from '../stages/tree-state.js';
import { writeWhole } from './momentum.js';
import { relativeEnergy, scaleRelativeMotion, writeRelativeMotion } from './relative-motion.js';

/**
 * Joints do no work, and limits only take energy: with T the kinetic energy and a the acceleration by external forces,
 *   T at the end <= T at the start + Σ m a · (x at the end - x at the start)
 * for an articulation that nothing drives. Where only its own drives act on it, T at the start has all that external forces and
 * drives gave it, and the work of the drives in the last stage is added. After a substep that breaks this, the relative motion is scaled
 * down to the bound (relative-motion.ts).
 *
 * A smooth substep follows the energy with an error that swings, so it may pass the bound by a little: SMOOTH_GAIN. Where a
 * light link whips round, RATTLE errs by more: of 100 random trees of ball joints, 200 : 1 on long levers, one gained 2.5 %.
 * An implicit substep mostly loses energy. But the corrections of one in which a load sets in at once gave up to 22 % of
 * what such a tree had. Near singular poses of a loop the compliance c of closing rows takes λ²c away at one time, and
 * corrections of the pose give it back at another; λ is large there.
 *
 * The same bound holds for a substep in which an impact threw links: the law of impacts keeps the energy, but joints that
 * then turn by a tenth of a radian in a substep make a RATTLE step gain. A chain of 16 hinges whose end bounced gained 9 %.
 *
 * And for a substep whose drift takes many Newton steps: the joints are near a pose in which their Jacobians jump. Two lines at a
 * fixed distance, turned through parallel, came out of it with 60 times their energy.
 */

/** Scratch: the part of the external forces in the velocities; the kinetic energy; what is left of the relative motion. */
const external = createFloats(1);
const kinetic = createFloats(1);
const scale = createFloats(1);

const writeKinetic = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const { motion, externalChange } = world.bodies;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const v = motion[m + V + k] - external[0] * externalChange[body * 3 + k];
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

/** No bound for this substep. */
export const dropEnergyGuard = ({ articulations: { trees } }: World, tree: number): void => {
  trees[tree * TREE + ENERGY_BOUND] = -1;
};

export const hasEnergyGuard = ({ articulations: { trees } }: World, tree: number): boolean =>
  trees[tree * TREE + ENERGY_BOUND] >= 0;

/** The same as startEnergyGuard while a drift is being sought: from the velocities with which it began. */
export const startEnergyGuardLate = (world: World, tree: number, parts: Floats): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts } = a;
  const share = isPushed(world, tree) ? 0 : 0.5 / parts[0];
  let sum = 0;
  for (let i = a.treeInts[tree * TREE_INTS + FIRST_LINK]; i < a.ends.items[tree]; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const b = linkInts[i * LINK_INTS + LINK_BODY] * 3;
    const w = o + IW;
    const x = links[o + V0 + 3];
    const y = links[o + V0 + 4];
    const z = links[o + V0 + 5];
    for (let k = 0; k < 3; k++) {
      const v = links[o + V0 + k] - share * bodies.externalChange[b + k];
      sum += links[o + LINK_MASS] * v * v;
    }
    sum += links[w] * x * x + links[w + 3] * y * y + links[w + 5] * z * z;
    sum += 2 * (links[w + 1] * x * y + links[w + 2] * x * z + links[w + 4] * y * z);
  }
  a.trees[tree * TREE + ENERGY_BOUND] = 0.5 * sum;
};

/**
 * T at the start, before the drift: the velocities have half of the external forces of one of these parts of the substep, or what is
 * driven all of them.
 */
export const startEnergyGuard = (world: World, tree: number, parts: Floats): void => {
  const { articulations: a } = world;
  external[0] = isPushed(world, tree) ? 0 : 0.5 / parts[0];
  writeKinetic(world, a.treeInts[tree * TREE_INTS + FIRST_LINK], a.ends.items[tree]);
  a.trees[tree * TREE + ENERGY_BOUND] = kinetic[0];
};

/** After the velocity stage. The tolerance is the part of the bound by which it may be passed. */
export const limitEnergy = (world: World, tree: number, { h }: Substep, tolerance: number): void => {
  const { articulations: a } = world;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  if (hasMovingParent(world, from, to)) return;
  const work = isPushed(world, tree) ? driveWork(a, tree) : externalWork(world, from, to) / h;
  const bound = a.trees[tree * TREE + ENERGY_BOUND] + work;
  external[0] = 0;
  writeKinetic(world, from, to);
  if (!(kinetic[0] > (1 + tolerance) * bound)) return;
  const excess = kinetic[0] - bound;
  writeWhole(world, from, to);
  writeRelativeMotion(world, from, to);
  scale[0] = excess < relativeEnergy[0] ? Math.sqrt(1 - excess / relativeEnergy[0]) : 0;
  scaleRelativeMotion(world, from, to, scale);
};

/** Work of drives in the last velocity stage: impulse times the mean of the rates before and after. */
const driveWork = (a: Articulations, tree: number): number => {
  const { active, controls, controlInts, freedoms, treeInts } = a;
  let sum = 0;
  for (
    let n = treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
    n < treeInts[tree * TREE_INTS + END_ACTIVE];
    n++
  ) {
    const o = (active[n] * CONTROL_FLOATS) & INDEX_BITS;
    const k = (active[n] * CONTROL_INTS) & INDEX_BITS;
    const hold = controlInts[k + HOLD];
    if (controls[o + DRIVES] === 0 || hold < Hold.motor) continue;
    const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
    const isHeld = hold === Hold.motor;
    const impulse = controls[o + (isHeld ? TAU : hold === Hold.most ? MOST : LEAST)];
    sum += impulse * (controls[o + RATE0] + 0.5 * (isHeld ? controls[o + GOAL] : freedoms[f + SOLVED]));
  }
  return sum;
};

/** Σ m (velocity change by external forces) · (translation). */
const externalWork = ({ articulations: a, bodies }: World, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const b = a.linkInts[i * LINK_INTS + LINK_BODY] * 3;
    for (let k = 0; k < 3; k++)
      sum +=
        a.links[o + LINK_MASS] * bodies.externalChange[b + k] * (bodies.centre[b + k] - a.links[o + X0 + k]);
  }
  return sum;
};

/** A kinematic body does work that the bound does not know. */
export const hasMovingParent = (
  { articulations: a, bodies, joints }: World,
  from: number,
  to: number,
): boolean => {
  for (let i = from; i < to; i++) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    const joint = a.linkInts[k + LINK_JOINT];
    if (a.linkInts[k + PARENT] >= 0 || joint < 0) continue;
    const other = (a.linkInts[k + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint]) * MOTION;
    for (let m = 0; m < 6; m++) if (bodies.motion[other + V + m] !== 0) return true;
  }
  return false;
};
