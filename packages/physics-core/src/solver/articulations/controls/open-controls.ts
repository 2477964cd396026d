import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  CHANGE_HIGH,
  CHANGE_LOW,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  DRIVE,
  DRIVE_AT,
  DRIVE_STIFFNESS,
  DRIVE_SUM,
  DRIVES,
  END_ACTIVE,
  FIRST_TREE_CONTROL,
  FREEDOM,
  GAP_HIGH,
  GAP_LOW,
  GOAL,
  HOLD,
  Hold,
  LEAST,
  LIMIT_AT,
  MOST,
  NOW_HIGH,
  NOW_LOW,
  RATE0,
  SPRING_AT,
  SPRING_SUM,
  STRUCK,
  SWITCHED,
  TREE_INTS,
} from '../../../state/articulations.js';
import { BOUNCE, LOW, LOWER, RELAX_LOW, ROW, UPPER } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { LIMIT_REACHED } from '../../../tuning.js';
import { applyHold, isIdle, stiffness, writeStiffness } from './hold-freedoms.js';

/** What controls may and want to do in a stage: the windows of their limits, the goals and bounds of drives, the push of springs. */

/**
 * Windows of a pose stage: how much each coordinate may change, times `scale`. One that was beyond its limit when the
 * substep began comes back by at most `correction`. A motor holds its coordinate within its bound, `unit` times that of a
 * velocity stage. The three numbers are in `poseScale`.
 */
export const openPoseControls = (world: World, tree: number): void => {
  const { articulations: a, rows } = world;
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
    const drive = a.controlInts[c * CONTROL_INTS + DRIVE_AT];
    if (drive >= 0) {
      a.controls[o + LEAST] = poseScale[2] * rows.data[drive * ROW + LOWER];
      a.controls[o + MOST] = poseScale[2] * rows.data[drive * ROW + UPPER];
    }
    if (isIdle(a, c)) clearWindow(a.controls, o);
  }
};

/** Scratch: arguments of openPoseControls. */
export const poseScale = createFloats(3);

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
