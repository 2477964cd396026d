import { createFloats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  CONTROL_FLOATS,
  CONTROL_INTS,
  END_ACTIVE,
  FIRST_TREE_CONTROL,
  GAP_HIGH,
  GAP_LOW,
  LIMIT_AT,
  NOW_HIGH,
  NOW_LOW,
  RATE0,
  STRUCK,
  TREE_INTS,
} from '../../../state/articulations.js';
import { BOUNCE, ROW } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { LIMIT_REACHED } from '../../../tuning.js';
import { isIdle } from './hold-freedoms.js';

/** Limits against their coordinates: which are passed or struck, and by how much. */

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

/** Scratch: how far a limit is passed at most, beyond where it was when the substep began. */
export const passed = createFloats(1);

/** Scratch: how far a limit is violated at most. */
export const violation = createFloats(1);

/**
 * Writes how far limits are passed: with `fromStart` beyond where they were when the substep began, to `passed`, else beyond the limits
 * themselves, to `violation`.
 */
export const writePassed = (world: World, tree: number, fromStart: boolean): void => {
  const { articulations: a } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  let most = 0;
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    if (isIdle(a, c)) continue;
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    const low0 = fromStart ? Math.min(a.controls[o + GAP_LOW], 0) : 0;
    const high0 = fromStart ? Math.min(a.controls[o + GAP_HIGH], 0) : 0;
    most = Math.max(most, low0 - a.controls[o + NOW_LOW]);
    most = Math.max(most, high0 - a.controls[o + NOW_HIGH]);
  }
  if (fromStart) passed[0] = most;
  else violation[0] = most;
};
