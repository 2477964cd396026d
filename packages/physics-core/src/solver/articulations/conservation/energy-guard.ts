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
  LINK_MASS,
  MOST,
  RATE0,
  SOLVED,
  TAU,
  TREE,
  TREE_INTS,
  V0,
  X0,
} from '../../../state/articulations.js';
import { MOTION, V } from '../../../state/bodies.js';
import type { Substep } from '../../../state/substep.js';
import type { World } from '../../../state/world.js';
import { isPushed } from '../stages/tree-state.js';
import { CARRIER_CENTRE, CARRIER_SPIN, carrier, takeCarrierBack, writeCarrier } from './carrier.js';
import { writeWhole } from './momentum.js';
import { relativeEnergy, scaleRelativeMotion, writeRelativeMotion } from './relative-motion.js';

/**
 * Joints do no work, and limits only take energy: with T the kinetic energy and a the acceleration by external forces,
 *   T at the end <= T at the start + Σ m a · (x at the end - x at the start)
 * for an articulation that nothing drives. Where only its own drives act on it, T at the start has all that external forces and
 * drives gave it, and the work of the drives in the last stage is added. After a substep that breaks this, the relative motion is scaled
 * down to the bound (relative-motion.ts).
 * Of what a kinematic body carries, T is Jacobi's G (carrier.ts).
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

/** Scratch: the part of the external forces in the velocities; what is left of the relative motion. */
const external = createFloats(1);
const scale = createFloats(1);

/** Scratch: ½ Σ m |v - u|² and ½ Σ m |ω × (x - c)|², rotations included. In an array, as doubles that are returned may be allocated. */
const energy = createFloats(2);
const RELATIVE = 0;
const CARRIED = 1;

/** Of the present velocities and places, or with `start` of those with which the drift began. Written out, as chains whip for long. */
const writeEnergy = (world: World, tree: number, start: boolean): void => {
  const { links, linkInts, treeInts, ends } = world.articulations;
  const { motion, centre, externalChange } = world.bodies;
  const wx = carrier[CARRIER_SPIN];
  const wy = carrier[CARRIER_SPIN + 1];
  const wz = carrier[CARRIER_SPIN + 2];
  const share = external[0];
  let relative = 0;
  let carried = 0;
  for (let i = treeInts[tree * TREE_INTS + FIRST_LINK]; i < ends.items[tree]; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const c = (body * 3) & INDEX_BITS;
    const from = start ? links : motion;
    const v = start ? o + V0 : ((body * MOTION) & INDEX_BITS) + V;
    const place = start ? links : centre;
    const p = start ? o + X0 : c;
    const x = place[p] - carrier[CARRIER_CENTRE];
    const y = place[p + 1] - carrier[CARRIER_CENTRE + 1];
    const z = place[p + 2] - carrier[CARRIER_CENTRE + 2];
    const rx = wy * z - wz * y;
    const ry = wz * x - wx * z;
    const rz = wx * y - wy * x;
    const vx = from[v] - share * externalChange[c] - carrier[0] - rx;
    const vy = from[v + 1] - share * externalChange[c + 1] - carrier[1] - ry;
    const vz = from[v + 2] - share * externalChange[c + 2] - carrier[2] - rz;
    const a = from[v + 3] - wx;
    const b = from[v + 4] - wy;
    const d = from[v + 5] - wz;
    const mass = links[o + LINK_MASS];
    const w = o + IW;
    relative +=
      mass * (vx * vx + vy * vy + vz * vz) +
      links[w] * a * a +
      links[w + 3] * b * b +
      links[w + 5] * d * d +
      2 * (links[w + 1] * a * b + links[w + 2] * a * d + links[w + 4] * b * d);
    carried +=
      mass * (rx * rx + ry * ry + rz * rz) +
      links[w] * wx * wx +
      links[w + 3] * wy * wy +
      links[w + 5] * wz * wz +
      2 * (links[w + 1] * wx * wy + links[w + 2] * wx * wz + links[w + 4] * wy * wz);
  }
  energy[RELATIVE] = 0.5 * relative;
  energy[CARRIED] = 0.5 * carried;
};

/** No bound for this substep. */
export const dropEnergyGuard = ({ articulations: { trees } }: World, tree: number): void => {
  trees[tree * TREE + ENERGY_BOUND] = -Infinity;
};

export const hasEnergyGuard = ({ articulations: { trees } }: World, tree: number): boolean =>
  trees[tree * TREE + ENERGY_BOUND] > -Infinity;

/** The same as startEnergyGuard while a drift is being sought: from the velocities with which it began. */
export const startEnergyGuardLate = (world: World, tree: number, parts: Floats, part: Floats): void =>
  keepEnergy(world, tree, parts, part, true);

/**
 * T at the start, before the drift. The velocities have half of the external forces of one of these parts of the substep; where
 * something drives or loads the articulation, all of them.
 */
export const startEnergyGuard = (world: World, tree: number, parts: Floats, part: Floats): void =>
  keepEnergy(world, tree, parts, part, false);

const keepEnergy = (world: World, tree: number, parts: Floats, part: Floats, start: boolean): void => {
  if (!writeCarrier(world, tree)) return;
  takeCarrierBack(part);
  external[0] = isPushed(world, tree) ? 0 : 0.5 / parts[0];
  writeEnergy(world, tree, start);
  world.articulations.trees[tree * TREE + ENERGY_BOUND] = energy[RELATIVE] - energy[CARRIED];
};

/** After the velocity stage. The tolerance is the part of the bound by which it may be passed; `part` is the time of the drift. */
export const limitEnergy = (
  world: World,
  tree: number,
  { h }: Substep,
  part: Floats,
  tolerance: number,
): void => {
  const { articulations: a } = world;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  writeCarrier(world, tree);
  const work = isPushed(world, tree) ? driveWork(a, tree) : externalWork(world, from, to, part) / h;
  external[0] = 0;
  writeEnergy(world, tree, false);
  const bound = a.trees[tree * TREE + ENERGY_BOUND] + work + energy[CARRIED];
  if (!(energy[RELATIVE] > (1 + tolerance) * bound)) return;
  const excess = energy[RELATIVE] - bound;
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

/** Σ m (velocity change by external forces) · (translation, against the carrier). */
const externalWork = (
  { articulations: a, bodies }: World,
  from: number,
  to: number,
  part: Floats,
): number => {
  const { centre, externalChange } = bodies;
  const wx = 0.5 * part[0] * carrier[CARRIER_SPIN];
  const wy = 0.5 * part[0] * carrier[CARRIER_SPIN + 1];
  const wz = 0.5 * part[0] * carrier[CARRIER_SPIN + 2];
  const vx = part[0] * carrier[0];
  const vy = part[0] * carrier[1];
  const vz = part[0] * carrier[2];
  let sum = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const b = (a.linkInts[i * LINK_INTS + LINK_BODY] * 3) & INDEX_BITS;
    const dx = centre[b] - a.links[o + X0] - vx;
    const dy = centre[b + 1] - a.links[o + X0 + 1] - vy;
    const dz = centre[b + 2] - a.links[o + X0 + 2] - vz;
    // Twice x - c in the middle of the drift.
    const x = 2 * (centre[b] - carrier[CARRIER_CENTRE]) - dx;
    const y = 2 * (centre[b + 1] - carrier[CARRIER_CENTRE + 1]) - dy;
    const z = 2 * (centre[b + 2] - carrier[CARRIER_CENTRE + 2]) - dz;
    sum +=
      a.links[o + LINK_MASS] *
      (externalChange[b] * (dx - wy * z + wz * y) +
        externalChange[b + 1] * (dy - wz * x + wx * z) +
        externalChange[b + 2] * (dz - wx * y + wy * x));
  }
  return sum;
};
