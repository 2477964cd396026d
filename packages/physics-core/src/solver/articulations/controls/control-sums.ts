import type { Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  ARMATURE,
  type Articulations,
  BORNE,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
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
  LIMIT_SUM,
  MOST,
  NOW_HIGH,
  NOW_LOW,
  REFLECTS,
  SOLVED,
  SPRING_AT,
  SPRING_SUM,
  STRUCK,
  SWITCHED,
  TAU,
  TREE,
  TREE_INTS,
  WAS_HELD,
} from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';
import { pushAtLimit } from './motor-at-limit.js';

/** Sums of what limits, drives and springs do in a substep: how they start, are kept and restored, and add up after a projection. */

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

/** Motions of the poses alone are no impulses. */
export const clearLimitSums = ({ articulations: a }: World, tree: number): void => {
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++)
    a.controls[a.active[n] * CONTROL_FLOATS + LIMIT_SUM] = 0;
};

/** Adds up what limit, drive and spring did. */
export const sumUp = (a: Articulations, control: number, drives: boolean): void => {
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

/** What the spring took back as the rate changed. */
const sumSpring = ({ controls, controlInts, freedoms }: Articulations, control: number): void => {
  const f = (controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const locked = freedoms[f + INVERSE_D] === 0;
  if (!locked)
    controls[control * CONTROL_FLOATS + SPRING_SUM] -= freedoms[f + ARMATURE] * freedoms[f + SOLVED];
};
