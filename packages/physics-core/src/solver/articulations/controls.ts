import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  ACTIVE,
  ARMATURE,
  type Articulations,
  BETA,
  BETA_START,
  BORNE,
  CHANGE_HIGH,
  CHANGE_LOW,
  CONTROL_CLOSING,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_LINK,
  DRIVE,
  DRIVE_AT,
  DRIVE_STIFFNESS,
  DRIVE_SUM,
  DRIVES,
  END_ACTIVE,
  END_TREE_CONTROL,
  FIRST_TREE_CONTROL,
  FREEDOM,
  GAP_HIGH,
  GAP_LOW,
  GOAL,
  HOLD,
  Hold,
  INVERSE_D,
  KEPT_SUMS,
  LEAST,
  LIMIT_AT,
  LIMIT_SUM,
  LINK,
  LINK_INTS,
  MOST,
  NOW_HIGH,
  NOW_LOW,
  P,
  P_START,
  PROJECTIONS,
  RATE0,
  REFLECTS,
  SOLVED,
  SPRING_AT,
  SPRING_SUM,
  SS,
  STRUCK,
  SWITCHED,
  TAU,
  TREE,
  TREE_INTS,
  WANTED,
  WAS_HELD,
} from '../../state/articulations.js';
import { CLOSING, CLOSING_IMPULSE, WANTED_CHANGE } from '../../state/closing-rows.js';
import {
  BOUNCE,
  IMPULSE_SCALE,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  RELAX_LOW,
  ROW,
  ROW_INTS,
  SPRUNG,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import {
  ACTIVE_SET_ROUNDS,
  LIMIT_REACHED,
  PIVOT_TRIES,
  PULLING_IMPULSE,
  VIOLATED_SPEED,
} from '../../tuning.js';
import { factorArticulation, projectArticulation } from './loops/closing-rows.js';
import { jointImpulse, writeJointImpulse } from './project.js';

/**
 * Limits, motors, springs and friction of an articulation. A control belongs to a freedom (motion-subspace.ts). A
 * limit that is reached, or a rigid motor, locks the freedom: it is left out of the factor, and β holds the change of
 * its rate that is wanted. A spring, or a soft servo, adds an inertia A to the freedom and drives it,
 *   λ = A (wanted rate - rate)          A = m s / (1 - s)          m the effective mass of its row, s its mass scale
 * which is the soft row of math/softness.ts with everything else eliminated. A motor at its bound is an impulse.
 *
 * Which limits are reached is found by block principal pivoting (Júdice & Pires 1994): project, see which controls are
 * wrong, change all of them; when that leaves no fewer wrong ones for some rounds, change only the last, which ends
 * because the matrix is positive definite. A round is a factor and a projection.
 */

/** At the start of a substep: remembers the gaps, and clears the sums of impulses. */
export const startControls = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const reflects = a.trees[tree * TREE + REFLECTS] !== 0;
  a.treeInts[tree * TREE_INTS + SWITCHED] = 0;
  const first = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
  // Also of limits that are far: one that held in an earlier step would be read out with an impulse.
  for (let c = first; c < a.treeInts[tree * TREE_INTS + END_TREE_CONTROL]; c++)
    a.controls[c * CONTROL_FLOATS + WAS_HELD] = 0;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = first; n < end; n++) {
    const c = a.active[n];
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    a.controls[o + GAP_LOW] = a.controls[o + NOW_LOW];
    a.controls[o + GAP_HIGH] = a.controls[o + NOW_HIGH];
    a.controls[o + LIMIT_SUM] = 0;
    const hold = a.controlInts[c * CONTROL_INTS + HOLD];
    // The reflection holds the impulse of a limit, too.
    a.controls[o + BORNE] = reflects && (hold === Hold.low || hold === Hold.high) ? a.controls[o + TAU] : 0;
    a.controls[o + DRIVE_SUM] = 0;
    a.controls[o + SPRING_SUM] = 0;
    a.controls[o + STRUCK] = 0;
  }
};

/** Before a projection that may have to be done again: what the controls have done up to here. */
export const keepControlSums = ({ articulations: a }: World, tree: number): void => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const o = (a.active[n] * CONTROL_FLOATS) & INDEX_BITS;
    a.controls[o + KEPT_SUMS] = a.controls[o + BORNE];
    a.controls[o + KEPT_SUMS + 1] = a.controls[o + WAS_HELD];
    a.controls[o + KEPT_SUMS + 2] = a.controls[o + DRIVE_SUM];
    a.controls[o + KEPT_SUMS + 3] = a.controls[o + SPRING_SUM];
  }
};

export const restoreControlSums = ({ articulations: a }: World, tree: number): void => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const o = (a.active[n] * CONTROL_FLOATS) & INDEX_BITS;
    a.controls[o + BORNE] = a.controls[o + KEPT_SUMS];
    a.controls[o + WAS_HELD] = a.controls[o + KEPT_SUMS + 1];
    a.controls[o + DRIVE_SUM] = a.controls[o + KEPT_SUMS + 2];
    a.controls[o + SPRING_SUM] = a.controls[o + KEPT_SUMS + 3];
  }
};

/** Whether a limit was passed when the substep began. */
export const isAnyLimitPassed = ({ articulations: a }: World, tree: number): boolean => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    if (a.controls[o + GAP_LOW] < -LIMIT_REACHED || a.controls[o + GAP_HIGH] < -LIMIT_REACHED) return true;
  }
  return false;
};

/** Whether a limit of a tree has restitution. */
export const isAnyBouncing = ({ articulations: a, rows }: World, tree: number): boolean => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const row = a.controlInts[c * CONTROL_INTS + LIMIT_AT];
    if (row >= 0 && rows.data[row * ROW + BOUNCE] > 0) return true;
  }
  return false;
};

/** After the drift: limits that were reached in it, at the rates in RATE0 of before, are struck. */
export const noteStruckLimits = (world: World, tree: number): void => {
  const { articulations: a, rows, settings } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const row = a.controlInts[c * CONTROL_INTS + LIMIT_AT];
    if (row < 0 || !(rows.data[row * ROW + BOUNCE] > 0)) continue;
    const rate = a.controls[c * CONTROL_FLOATS + RATE0];
    const isStruck =
      (rate < -settings.impactSpeed && a.controls[c * CONTROL_FLOATS + NOW_LOW] <= LIMIT_REACHED) ||
      (rate > settings.impactSpeed && a.controls[c * CONTROL_FLOATS + NOW_HIGH] <= LIMIT_REACHED);
    if (isStruck) a.controls[c * CONTROL_FLOATS + STRUCK] = rate;
  }
};

/** Motions of the poses alone are no impulses. */
export const clearLimitSums = ({ articulations: a }: World, tree: number): void => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++)
    a.controls[a.active[n] * CONTROL_FLOATS + LIMIT_SUM] = 0;
};

/** Scratch: how far limits are passed beyond where they were when the substep began. */
export const passed = createFloats(1);

export const writePassed = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  let most = 0;
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    if (isIdle(a, c)) continue;
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    most = Math.max(most, Math.min(a.controls[o + GAP_LOW], 0) - a.controls[o + NOW_LOW]);
    most = Math.max(most, Math.min(a.controls[o + GAP_HIGH], 0) - a.controls[o + NOW_HIGH]);
  }
  passed[0] = most;
};

/** Writes how far the limit that is violated most is passed to `passed`. */
export const writeViolation = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  let most = 0;
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    if (isIdle(a, c)) continue;
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    most = Math.max(most, -a.controls[o + NOW_LOW], -a.controls[o + NOW_HIGH]);
  }
  passed[0] = most;
};

/** A control without a gradient does nothing. */
const isIdle = ({ controls }: Articulations, control: number): boolean => {
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

/** A limit that became active: it was not passed when the substep began, and has done nothing yet. */
export const startLimit = (controls: Floats, control: number): void => {
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  controls[o + GAP_LOW] = Infinity;
  controls[o + GAP_HIGH] = Infinity;
  controls[o + LIMIT_SUM] = 0;
  controls[o + BORNE] = 0;
  controls[o + STRUCK] = 0;
  controls[o + WAS_HELD] = 0;
};

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

/** Scratch: A of a row. In an array, as a double that is returned may be allocated: 5 kB a step with 40 springs. */
const stiffness = createFloats(1);

/** A of a soft row, Infinity for a rigid one, 0 for none. */
const writeStiffness = ({ rows }: World, row: number): void => {
  const at = (row * ROW) & INDEX_BITS;
  if (row < 0) stiffness[0] = 0;
  else if (rows.index[row * ROW_INTS + SPRUNG] === 0) stiffness[0] = Infinity;
  else stiffness[0] = (rows.data[at + MASS] * rows.data[at + MASS_SCALE]) / rows.data[at + IMPULSE_SCALE];
};

/** Makes the freedom of a control what its state says: locked, or free with an inertia. */
const applyHold = (world: World, control: number): void => {
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
 * Windows of a pose stage: how much each coordinate may change, times `scale`. One that was beyond its limit when the
 * substep began comes back by at most `correction`. Both numbers in `poseScale`.
 */
export const openPoseControls = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const scale = poseScale[0];
  const correction = poseScale[1];
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    const low0 = a.controls[o + GAP_LOW];
    const high0 = a.controls[o + GAP_HIGH];
    a.controls[o + CHANGE_LOW] =
      scale * (Math.min(0, low0 < 0 ? low0 + correction : 0) - a.controls[o + NOW_LOW]);
    a.controls[o + CHANGE_HIGH] =
      scale * (a.controls[o + NOW_HIGH] - Math.min(0, high0 < 0 ? high0 + correction : 0));
    a.freedoms[a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + DRIVE] = 0;
    if (isIdle(a, c)) clearWindow(a.controls, o);
  }
};

/** Scratch: arguments of openPoseControls. */
export const poseScale = createFloats(2);

const clearWindow = (controls: Floats, o: number): void => {
  controls[o + CHANGE_LOW] = -Infinity;
  controls[o + CHANGE_HIGH] = Infinity;
};

/**
 * Windows, drives and springs of a velocity stage, from the rates in RATE0. Springs and efforts act before the drift
 * only. Returns whether the factor is out of date.
 */
export const openVelocityControls = (world: World, tree: number, beforeDrift: boolean): boolean => {
  const { articulations: a } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  let changed = false;
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const k = (c * CONTROL_INTS) & INDEX_BITS;
    const f = (a.controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
    const before = a.controlInts[k + HOLD];
    a.freedoms[f + DRIVE] = 0;
    a.controls[c * CONTROL_FLOATS + DRIVES] = 0;
    if (isIdle(a, c)) {
      clearWindow(a.controls, c * CONTROL_FLOATS);
      a.controlInts[k + HOLD] = Hold.free;
    } else {
      openLimit(world, c, beforeDrift);
      if (a.controlInts[k + SPRING_AT] >= 0 && beforeDrift) openSpring(world, c);
      if (a.controlInts[k + DRIVE_AT] >= 0) openDrive(world, c, beforeDrift);
    }
    if (a.controlInts[k + HOLD] === before) continue;
    applyHold(world, c);
    changed = true;
  }
  if (changed) a.treeInts[tree * TREE_INTS + SWITCHED] = 1;
  return changed;
};

const openLimit = (world: World, control: number, beforeDrift: boolean): void => {
  const { controls, controlInts } = world.articulations;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const row = controlInts[k + LIMIT_AT];
  const rate = controls[o + RATE0];
  clearWindow(controls, o);
  // Before the drift it may close what is left of the gap.
  const closing = beforeDrift ? 1 / world.scratch.substep.h : 0;
  const below = controls[o + NOW_LOW];
  const above = controls[o + NOW_HIGH];
  if (below <= LIMIT_REACHED) controls[o + CHANGE_LOW] = -rate - closing * Math.max(below, 0);
  if (above <= LIMIT_REACHED) controls[o + CHANGE_HIGH] = -rate + closing * Math.max(above, 0);
  const struck = controls[o + STRUCK];
  if (struck !== 0) {
    const bounce = -world.rows.data[row * ROW + BOUNCE] * struck;
    if (struck < 0) controls[o + CHANGE_LOW] = bounce - rate;
    else controls[o + CHANGE_HIGH] = bounce - rate;
  }
  const hold = controlInts[k + HOLD];
  if (hold === Hold.low && controls[o + CHANGE_LOW] === -Infinity) controlInts[k + HOLD] = Hold.free;
  if (hold === Hold.high && controls[o + CHANGE_HIGH] === Infinity) controlInts[k + HOLD] = Hold.free;
};

const openSpring = (world: World, control: number): void => {
  const { articulations: a, rows } = world;
  const row = a.controlInts[control * CONTROL_INTS + SPRING_AT];
  const f = (a.controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  writeStiffness(world, row);
  const push = stiffness[0] * (rows.data[row * ROW + LOW] - a.controls[control * CONTROL_FLOATS + RATE0]);
  a.freedoms[f + DRIVE] += push;
  a.controls[control * CONTROL_FLOATS + SPRING_SUM] += push;
};

const openDrive = ({ articulations: a, rows }: World, control: number, beforeDrift: boolean): void => {
  const { controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const at = (controlInts[k + DRIVE_AT] * ROW) & INDEX_BITS;
  const sum = controls[o + DRIVE_SUM];
  controls[o + LEAST] = rows.data[at + LOWER] - sum;
  controls[o + MOST] = rows.data[at + UPPER] - sum;
  controls[o + GOAL] = rows.data[at + (beforeDrift ? LOW : RELAX_LOW)] - controls[o + RATE0];
  const isSoft = controls[o + DRIVE_STIFFNESS] < Infinity;
  const isEffort = rows.data[at + LOWER] === rows.data[at + UPPER];
  const hold = controlInts[k + HOLD];
  if (isEffort || (isSoft && !beforeDrift)) {
    // Nothing to decide: an effort pushes once, and a soft servo has done so.
    if (isEffort && beforeDrift) freedoms[f + DRIVE] += rows.data[at + LOWER];
    if (isEffort && hold === Hold.motor) controlInts[k + HOLD] = Hold.free;
    if (!isEffort) controls[o + GOAL] = 0;
    return;
  }
  controls[o + DRIVES] = 1;
  if (hold === Hold.free) controlInts[k + HOLD] = Hold.motor;
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

/**
 * projectTree with controls. `drives`: a velocity stage, in which motors act; in a pose stage those that hold, hold.
 */
export const projectWithControls = (
  world: World,
  tree: number,
  from: number,
  to: number,
  drives: boolean,
  stiff: boolean,
): void => {
  const { articulations: a } = world;
  const first = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  a.treeInts[tree * TREE_INTS + PROJECTIONS]++;
  if (first === end) {
    projectArticulation(a, tree, from, to);
    return;
  }
  keepStart(a, from, to);
  for (let n = first; n < end; n++) addDrive(a, a.active[n], drives, 1);
  let fewest = end - first + 1;
  let tries = PIVOT_TRIES;
  for (let round = 0; ; round++) {
    for (let n = first; n < end; n++) prescribe(a, a.active[n], drives);
    projectArticulation(a, tree, from, to);
    let wrong = 0;
    let last = -1;
    for (let n = first; n < end; n++) {
      const c = a.active[n];
      const wanted = judge(a, c, drives);
      a.controlInts[c * CONTROL_INTS + WANTED] = wanted;
      if (wanted === a.controlInts[c * CONTROL_INTS + HOLD]) continue;
      wrong++;
      last = n;
    }
    if (wrong === 0 || round === ACTIVE_SET_ROUNDS) break;
    if (wrong < fewest) {
      fewest = wrong;
      tries = PIVOT_TRIES;
    } else tries--;
    for (let n = tries > 0 ? first : last; n < (tries > 0 ? end : last + 1); n++)
      change(world, a.active[n], drives);
    a.treeInts[tree * TREE_INTS + PROJECTIONS]++;
    a.treeInts[tree * TREE_INTS + SWITCHED] = 1;
    factorArticulation(a, tree, from, to, stiff);
    restoreStart(a, from, to);
  }
  for (let n = first; n < end; n++) sumUp(a, a.active[n], drives);
};

const keepStart = ({ links }: Articulations, from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    copySix(links, i, P, P_START);
    copySix(links, i, BETA, BETA_START);
  }
};

const restoreStart = ({ links }: Articulations, from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    copySix(links, i, P_START, P);
    copySix(links, i, BETA_START, BETA);
  }
};

/** Written out: a loop over the six takes three times as long. */
const copySix = (links: Floats, i: number, from: number, to: number): void => {
  const a = (i * LINK + from) & INDEX_BITS;
  const b = (i * LINK + to) & INDEX_BITS;
  links[b] = links[a];
  links[b + 1] = links[a + 1];
  links[b + 2] = links[a + 2];
  links[b + 3] = links[a + 3];
  links[b + 4] = links[a + 4];
  links[b + 5] = links[a + 5];
};

/** Adds the impulse of a drive that does not hold to its freedom, or with -1 takes it away. */
const addDrive = (a: Articulations, control: number, drives: boolean, sign: 1 | -1): void => {
  const { controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const hold = controlInts[control * CONTROL_INTS + HOLD];
  if (!drives || hold < Hold.motor) return;
  const f = (controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const stiffness = controls[o + DRIVE_STIFFNESS];
  if (hold === Hold.most) freedoms[f + DRIVE] += sign * controls[o + MOST];
  else if (hold === Hold.least) freedoms[f + DRIVE] += sign * controls[o + LEAST];
  else if (stiffness < Infinity) freedoms[f + DRIVE] += sign * stiffness * controls[o + GOAL];
};

/** β of a locked freedom: the wanted change of its rate. */
const prescribe = (a: Articulations, control: number, drives: boolean): void => {
  const { links, controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  if (freedoms[f + INVERSE_D] !== 0) return;
  const hold = controlInts[k + HOLD];
  const wanted =
    hold === Hold.low
      ? controls[o + CHANGE_LOW]
      : hold === Hold.high
        ? controls[o + CHANGE_HIGH]
        : drives
          ? controls[o + GOAL]
          : 0;
  const closing = controlInts[k + CONTROL_CLOSING];
  if (closing >= 0) {
    a.closing.data[closing * CLOSING + WANTED_CHANGE] = wanted;
    return;
  }
  const b = ((controlInts[k + CONTROL_LINK] * LINK) & INDEX_BITS) + BETA;
  links[b] += wanted * freedoms[f + SS];
  links[b + 1] += wanted * freedoms[f + SS + 1];
  links[b + 2] += wanted * freedoms[f + SS + 2];
  links[b + 3] += wanted * freedoms[f + SS + 3];
  links[b + 4] += wanted * freedoms[f + SS + 4];
  links[b + 5] += wanted * freedoms[f + SS + 5];
};

/** TAU: the impulse along a locked freedom. */
const writeImpulse = (a: Articulations, control: number): void => {
  const { controlInts, freedoms } = a;
  const closing = controlInts[control * CONTROL_INTS + CONTROL_CLOSING];
  if (closing >= 0) {
    a.controls[control * CONTROL_FLOATS + TAU] = a.closing.data[closing * CLOSING + CLOSING_IMPULSE];
    return;
  }
  const f = ((controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
  writeJointImpulse(a, controlInts[control * CONTROL_INTS + CONTROL_LINK]);
  a.controls[control * CONTROL_FLOATS + TAU] =
    freedoms[f] * jointImpulse[0] +
    freedoms[f + 1] * jointImpulse[1] +
    freedoms[f + 2] * jointImpulse[2] +
    freedoms[f + 3] * jointImpulse[3] +
    freedoms[f + 4] * jointImpulse[4] +
    freedoms[f + 5] * jointImpulse[5];
};

/** How far a motor wants to get beyond the limit that holds its coordinate. */
const wantedAtLimit = (controls: Floats, o: number, hold: number): number =>
  controls[o + GOAL] - controls[o + (hold === Hold.low ? CHANGE_LOW : CHANGE_HIGH)];

/** Impulse of a motor whose coordinate a limit holds: all it has, or what its stiffness makes of the difference. */
const pushAtLimit = (controls: Floats, o: number, hold: number): number => {
  const wanted = wantedAtLimit(controls, o, hold);
  const stiffness = controls[o + DRIVE_STIFFNESS];
  if (stiffness === Infinity) return wanted > 0 ? controls[o + MOST] : controls[o + LEAST];
  return Math.min(Math.max(stiffness * wanted, controls[o + LEAST]), controls[o + MOST]);
};

/** State of a motor that leaves a limit: it pushes with all it has, unless it has no bound. */
const releasedState = (controls: Floats, o: number, hold: number): number => {
  if (controls[o + DRIVE_STIFFNESS] < Infinity) return Hold.motor;
  if (wantedAtLimit(controls, o, hold) > 0) return controls[o + MOST] < Infinity ? Hold.most : Hold.motor;
  return controls[o + LEAST] > -Infinity ? Hold.least : Hold.motor;
};

/** The state that a control should have after this projection; its present one if it is right. */
const judge = (a: Articulations, control: number, drives: boolean): number => {
  const { controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const hold = controlInts[k + HOLD];
  const isDriving = drives && controls[o + DRIVES] !== 0;
  if (freedoms[f + INVERSE_D] === 0) {
    writeImpulse(a, control);
    const tau = controls[o + TAU];
    if (hold === Hold.motor) {
      // No motor drives its coordinate through a limit.
      const held = drives ? controls[o + GOAL] : 0;
      if (held < controls[o + CHANGE_LOW] - VIOLATED_SPEED) return Hold.low;
      if (held > controls[o + CHANGE_HIGH] + VIOLATED_SPEED) return Hold.high;
      if (!isDriving) return hold;
      return tau > controls[o + MOST] ? Hold.most : tau < controls[o + LEAST] ? Hold.least : hold;
    }
    // A motor at the limit pushes with all it has; the limit bears the rest.
    const push = isDriving ? pushAtLimit(controls, o, hold) : 0;
    // What it bore before the drift counts, unless the drift led far from it: then a pull would throw the link back.
    const isThere = drives || controls[o + (hold === Hold.low ? NOW_LOW : NOW_HIGH)] <= LIMIT_REACHED;
    const borne = controls[o + LIMIT_SUM] + (isThere ? controls[o + BORNE] : 0) + tau - push;
    const pulls = hold === Hold.low ? borne < -PULLING_IMPULSE : borne > PULLING_IMPULSE;
    return !pulls ? hold : isDriving ? releasedState(controls, o, hold) : Hold.free;
  }
  const change = freedoms[f + SOLVED];
  if (change < controls[o + CHANGE_LOW] - VIOLATED_SPEED) return Hold.low;
  if (change > controls[o + CHANGE_HIGH] + VIOLATED_SPEED) return Hold.high;
  if (!isDriving) return hold;
  const stiffness = controls[o + DRIVE_STIFFNESS];
  if (stiffness < Infinity) {
    const wanted = stiffness * (controls[o + GOAL] - change);
    return wanted > controls[o + MOST] ? Hold.most : wanted < controls[o + LEAST] ? Hold.least : Hold.motor;
  }
  if (hold === Hold.most && change > controls[o + GOAL] + VIOLATED_SPEED) return Hold.motor;
  if (hold === Hold.least && change < controls[o + GOAL] - VIOLATED_SPEED) return Hold.motor;
  return hold;
};

const change = (world: World, control: number, drives: boolean): void => {
  const { articulations: a } = world;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  if (a.controlInts[k + WANTED] === a.controlInts[k + HOLD]) return;
  addDrive(a, control, drives, -1);
  a.controlInts[k + HOLD] = a.controlInts[k + WANTED];
  addDrive(a, control, drives, 1);
  applyHold(world, control);
};

/** What the spring took back as the rate changed. */
const sumSpring = ({ controls, controlInts, freedoms }: Articulations, control: number): void => {
  const f = (controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const locked = freedoms[f + INVERSE_D] === 0;
  if (!locked)
    controls[control * CONTROL_FLOATS + SPRING_SUM] -= freedoms[f + ARMATURE] * freedoms[f + SOLVED];
};

/** Adds up what limit, drive and spring did. */
const sumUp = (a: Articulations, control: number, drives: boolean): void => {
  const { controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const hold = controlInts[control * CONTROL_INTS + HOLD];
  const f = (controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  if (!drives) {
    if (hold === Hold.low || hold === Hold.high) controls[o + LIMIT_SUM] += controls[o + TAU];
    return;
  }
  if (hold === Hold.low || hold === Hold.high) controls[o + WAS_HELD] = 1;
  if (controlInts[control * CONTROL_INTS + SPRING_AT] >= 0) sumSpring(a, control);
  if (hold === Hold.low || hold === Hold.high) {
    controls[o + BORNE] +=
      controls[o + TAU] - (controls[o + DRIVES] === 0 ? 0 : pushAtLimit(controls, o, hold));
  }
  if (controls[o + DRIVES] === 0) return;
  if (hold === Hold.most) controls[o + DRIVE_SUM] += controls[o + MOST];
  else if (hold === Hold.least) controls[o + DRIVE_SUM] += controls[o + LEAST];
  else if (hold === Hold.motor) {
    const isRigid = freedoms[f + INVERSE_D] === 0;
    controls[o + DRIVE_SUM] += isRigid
      ? controls[o + TAU]
      : controls[o + DRIVE_STIFFNESS] * (controls[o + GOAL] - freedoms[f + SOLVED]);
  } else {
    const push = pushAtLimit(controls, o, hold);
    if (Math.abs(push) < Infinity) controls[o + DRIVE_SUM] += push;
  }
};
