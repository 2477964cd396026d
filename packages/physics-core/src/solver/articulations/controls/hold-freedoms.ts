import { createFloats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  ACTIVE,
  ARMATURE,
  type Articulations,
  CONTROL_CLOSING,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_LINK,
  DRIVE,
  DRIVE_AT,
  DRIVE_STIFFNESS,
  END_ACTIVE,
  END_TREE_CONTROL,
  FIRST_TREE_CONTROL,
  FREEDOM,
  HOLD,
  Hold,
  INVERSE_D,
  LIMIT_SUM,
  LINK_INTS,
  SPRING_AT,
  TREE_INTS,
} from '../../../state/articulations.js';
import { IMPULSE_SCALE, MASS, MASS_SCALE, ROW, ROW_INTS, SPRUNG, UPPER } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';

/**
 * Limits, motors, springs and friction of an articulation. A control belongs to a freedom (motion-subspace.ts). A
 * limit that is reached, or a rigid motor, locks the freedom: it is left out of the factor, and β holds the change of
 * its rate that is wanted. A spring, or a soft servo, adds an inertia A to the freedom and drives it,
 *   λ = A (wanted rate - rate)          A = m s / (1 - s)          m the effective mass of its row, s its mass scale
 * which is the soft row of math/softness.ts with everything else eliminated. A motor at its bound is an impulse.
 */

/**
 * Lists the active controls, and the inertia that springs add to their freedoms, from rows at the present pose. To be called before
 * the factor.
 */
export const refreshArmatures = (world: World, tree: number): void => {
  const { articulations: a } = world;
  if (a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL] === a.treeInts[tree * TREE_INTS + END_TREE_CONTROL]) {
    a.treeInts[tree * TREE_INTS + END_ACTIVE] = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
    return;
  }
  listActive(world, tree);
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    const k = (c * CONTROL_INTS) & INDEX_BITS;
    writeStiffness(world, a.controlInts[k + DRIVE_AT]);
    a.controls[o + DRIVE_STIFFNESS] = stiffness[0];
    if (isIdle(a, c) && a.controlInts[k + HOLD] !== Hold.free) a.controlInts[k + HOLD] = Hold.free;
    applyHold(world, c);
  }
};

/** Lists the controls that are active: all but limits that are far. Those are free. */
const listActive = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const t = (tree * TREE_INTS) & INDEX_BITS;
  const first = a.treeInts[t + FIRST_TREE_CONTROL];
  let count = first;
  for (let c = first; c < a.treeInts[t + END_TREE_CONTROL]; c++) {
    const k = (c * CONTROL_INTS) & INDEX_BITS;
    const isActive = a.linkInts[a.controlInts[k + CONTROL_LINK] * LINK_INTS + ACTIVE] !== 0;
    if (isActive || a.controlInts[k + CONTROL_CLOSING] >= 0) {
      a.active[count++] = c;
      continue;
    }
    const f = (a.controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
    a.controlInts[k + HOLD] = Hold.free;
    a.controls[c * CONTROL_FLOATS + LIMIT_SUM] = 0;
    a.freedoms[f + DRIVE] = 0;
    if (a.freedoms[f + INVERSE_D] === 0) a.freedoms[f + INVERSE_D] = 1;
  }
  a.treeInts[t + END_ACTIVE] = count;
};

/** A control without a gradient does nothing. */
export const isIdle = ({ controls }: Articulations, control: number): boolean => {
  const g = ((control * CONTROL_FLOATS) & INDEX_BITS) + CONTROL_GRADIENT;
  return (
    controls[g] === 0 &&
    controls[g + 1] === 0 &&
    controls[g + 2] === 0 &&
    controls[g + 3] === 0 &&
    controls[g + 4] === 0 &&
    controls[g + 5] === 0
  );
};

/** Scratch: A of a row. In an array, as a double that is returned may be allocated: 5 kB a step with 40 springs. */
export const stiffness = createFloats(1);

/** A of a soft row, Infinity for a rigid one, 0 for none. */
export const writeStiffness = ({ rows }: World, row: number): void => {
  const at = (row * ROW) & INDEX_BITS;
  if (row < 0) stiffness[0] = 0;
  else if (rows.index[row * ROW_INTS + SPRUNG] === 0) stiffness[0] = Infinity;
  else stiffness[0] = (rows.data[at + MASS] * rows.data[at + MASS_SCALE]) / rows.data[at + IMPULSE_SCALE];
};

/** Makes the freedom of a control what its state says: locked, or free with an inertia. */
export const applyHold = (world: World, control: number): void => {
  const { freedoms, controls, controlInts } = world.articulations;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const hold = controlInts[k + HOLD];
  const driveStiffness = controls[control * CONTROL_FLOATS + DRIVE_STIFFNESS];
  const isHeld = hold === Hold.motor && driveStiffness === Infinity;
  const isLocked = hold === Hold.low || hold === Hold.high || isHeld;
  freedoms[f + INVERSE_D] = isLocked ? 0 : 1;
  writeStiffness(world, controlInts[k + SPRING_AT]);
  freedoms[f + ARMATURE] = stiffness[0];
  if (hold === Hold.motor && !isLocked) freedoms[f + ARMATURE] += driveStiffness;
};

/**
 * For the contacts of a tour: a drive with a bound that holds its speed does not stand like a lock. Its freedom is free
 * there, and the next projection lets the drive answer within its bound. Contacts that took it for a lock pushed with
 * impulses that no joint bears: arms whose motors pressed links together reached 1e5 m/s. Returns whether there is one.
 */
export const freeBoundedDrives = (world: World, tree: number): boolean => {
  const { articulations: a, rows } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  let some = false;
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const drive = a.controlInts[c * CONTROL_INTS + DRIVE_AT];
    if (drive < 0 || a.controlInts[c * CONTROL_INTS + HOLD] !== Hold.motor) continue;
    const f = (a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
    if (a.freedoms[f + INVERSE_D] !== 0 || rows.data[drive * ROW + UPPER] === Infinity) continue;
    a.freedoms[f + INVERSE_D] = 1;
    some = true;
  }
  return some;
};
