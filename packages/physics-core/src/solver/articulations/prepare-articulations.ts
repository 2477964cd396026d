import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { growInt32 } from '../../math/index-list.js';
import { isRigidLock } from '../../rows/single-row.js';
import { jointSolvers } from '../../settings.js';
import {
  type Articulations,
  BOUNCED,
  CONTROL_FLOATS,
  CONTROL_INTS,
  CONTROL_ROW,
  CORRECTED,
  DRIVE_AT,
  DRIVEN,
  END_CLOSING_JOINT,
  END_TREE_CONTROL,
  FACTORED,
  FIRST_CLOSING_JOINT,
  FIRST_LINK,
  FIRST_TREE_CONTROL,
  FREED,
  HAS_LIMITS,
  HAS_LOCKED_AXES,
  HOLD,
  HOT,
  IMPLICIT,
  IMPLICIT_STEPS,
  KEPT,
  LIMIT_AT,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LOAD,
  LOADED,
  NEWTON_STEPS,
  OLD_ERROR,
  OLD_FACTOR,
  POINT_AT,
  PROJECTIONS,
  REFLECTS,
  SIGMA,
  SPRING_AT,
  SWING_CONTROL,
  TAU,
  TREE,
  TREE_INTS,
  TREE_WRITES_ROWS,
  TWIST_CONTROL,
  WRITES_ROWS,
} from '../../state/articulations.js';
import { ARTICULATION, DISTURBED, REFLECTION } from '../../state/bodies.js';
import { BLOCK, BODY_A, BODY_B, COUPLED, DIRECT, JOINT, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { JOINT_TOLERANCE_LAST } from '../../tuning.js';
import { buildTrees } from './build-trees.js';
import { findLimits } from './joint-model.js';
import { writeJointShapes } from './links/joint-shape.js';
import { worst, writeLinkFrames } from './links/measure-links.js';
import { moveReflectedImpulses, raiseWorstError, startClosingRows } from './loops/closing-stages.js';
import { areImpliedLocksChanged } from './loops/locked-axes.js';
import { loadSpans } from './loops/span-stiffness.js';
import { measureTree, refreshKeptRows } from './refresh-links.js';
import { factorPose } from './stages/measure-pose.js';
import { clearTours, listTouches, markPath } from './tours/list-touches.js';
import { hasTours, prepareTouches } from './tours/solve-touches.js';
import { listTourRows, markTouredLinks } from './tours/tour-rows.js';

/**
 * The articulations of a step, after the rows of all joints are placed. The trees stand while the placed rows are
 * alike in all but their numbers. `unchanged`: they are those of the last step. Returns whether its marks of rows stand, too.
 */
export const prepareArticulations = (world: World, unchanged: boolean): boolean => {
  const { articulations: a } = world;
  // Comparing 6000 rows in every step of 100 chains took a tenth of it.
  const isRelocked = areImpliedLocksChanged(world);
  const isMarked = unchanged && !isRelocked && a.builtFor[0] === settingOf(world);
  if (!isMarked) markTrees(world, isRelocked);
  // Rows, poses and masses are those with which the last step ended.
  const stands = isMarked && world.rows.isCurrent;
  for (let tree = 0; tree < a.ends.count; tree++) {
    // What the last substep left fits; its numbers would be computed anew to the same bits.
    const isKept = stands && endedSmoothly(a, tree);
    loadState(world, tree, isKept);
    startTree(world, tree, isKept, isMarked);
  }
  // Without links now or in the last step there is nothing to list.
  if (a.count === 0 && a.touches.count === 0) {
    a.tourRows.count = 0;
    return isMarked;
  }
  clearTours(world);
  if (!isMarked) listTourRows(world);
  markTouredLinks(world, markPath);
  listTouches(world);
  if (hasTours(world)) prepareTouches(world);
  return isMarked;
};

/** Builds the trees anew if they do not stand, and marks the rows that they solve. */
const markTrees = (world: World, isRelocked: boolean): void => {
  const { articulations: a, rows } = world;
  // Rows that were not placed anew still have the marks of the last step.
  if (a.count > 0) for (let row = 0; row < rows.count; row++) rows.index[row * ROW_INTS + DIRECT] = 0;
  if (isChanged(world) || isRelocked) {
    refreshKeptRows(world);
    buildTrees(world);
    markDriven(world);
    // The inertia of a new link is written anew, and may round differently from that with which its rows were placed.
    rows.isCurrent = false;
  } else markDirectRows(world);
  chooseDirectLimits(world);
};

/**
 * Whether the articulation ended the last step with the factor of its last pose, and without old errors: no drives, closing rows
 * or rows of its own, no limit led back, no implicit substep.
 */
const endedSmoothly = ({ treeInts, trees }: Articulations, tree: number): boolean => {
  const t = (tree * TREE_INTS) & INDEX_BITS;
  return (
    treeInts[t + TREE_WRITES_ROWS] === 0 &&
    treeInts[t + HAS_LOCKED_AXES] === 0 &&
    treeInts[t + DRIVEN] === 0 &&
    treeInts[t + CORRECTED] === 0 &&
    treeInts[t + OLD_FACTOR] === 0 &&
    trees[tree * TREE + OLD_ERROR] === 0 &&
    trees[tree * TREE + IMPLICIT] === 0
  );
};

/** The setting as a number; -1 for the classic methods, which have no articulations. */
const settingOf = ({ settings }: World): number =>
  settings.method === 'soft-step' ? jointSolvers.indexOf(settings.jointSolver) : -1;

/** Integers of a row that decide on the trees, and of its bodies. */
const SIGNATURE = DIRECT + 2;

/** Whether rows, their bodies or the setting differ from those of which the trees were built. Keeps the new ones. */
const isChanged = (world: World): boolean => {
  const { articulations: a, bodies, rows } = world;
  const { type, locks } = bodies;
  const on = settingOf(world);
  const length = rows.count * SIGNATURE + 1;
  let changed = a.builtFor[0] !== on || a.builtLength !== length;
  if (a.builtFor.length < length) a.builtFor = growInt32(a.builtFor, length);
  const { builtFor } = a;
  builtFor[0] = on;
  a.builtLength = length;
  for (let row = 0, at = 1; row < rows.count; row++, at += SIGNATURE) {
    const k = (row * ROW_INTS) & INDEX_BITS;
    for (let i = 0; i < DIRECT; i++) {
      if (builtFor[at + i] === rows.index[k + i]) continue;
      builtFor[at + i] = rows.index[k + i];
      changed = true;
    }
    for (let side = 0; side < 2; side++) {
      const body = rows.index[k + (side === 0 ? BODY_A : BODY_B)];
      const kind = type[body] + 4 * locks[body];
      if (builtFor[at + DIRECT + side] === kind) continue;
      builtFor[at + DIRECT + side] = kind;
      changed = true;
    }
  }
  return changed;
};

/** Marks the rows that the trees solve. */
const markDirectRows = (world: World): void => {
  const { articulations: a, joints, rows } = world;
  for (let i = 0; i < a.count; i++) {
    const point = a.linkInts[i * LINK_INTS + POINT_AT];
    for (let m = 0; m < 3 && point >= 0; m++) rows.index[(point + m) * ROW_INTS + DIRECT] = 1;
  }
  for (let k = 0; k < a.beside.count; k++) {
    const first = joints.firstRow[a.beside.items[k]];
    const end = first + joints.rowCount[a.beside.items[k]];
    for (let row = first; row < end; row++) rows.index[row * ROW_INTS + DIRECT] = 1;
  }
  for (let lock = 0; lock < a.lockCount; lock++) rows.index[a.lockRows[lock] * ROW_INTS + DIRECT] = 1;
  for (let c = 0; c < a.controlCount; c++) {
    for (let i = LIMIT_AT; i <= DRIVE_AT; i++) {
      const row = a.controlInts[c * CONTROL_INTS + i];
      if (row >= 0) rows.index[row * ROW_INTS + DIRECT] = 1;
    }
  }
  // Of a planar loop also those that have no closing row.
  for (let k = 0; k < a.closing.joints.count; k++) {
    const first = joints.firstRow[a.closing.joints.items[k]];
    const end = first + joints.rowCount[a.closing.joints.items[k]];
    for (let row = first; row < end; row++) {
      if (!isRigidLock(world, row)) continue;
      rows.index[row * ROW_INTS + DIRECT] = 1;
      if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) rows.index[++row * ROW_INTS + DIRECT] = 1;
    }
  }
};

/** Marks the trees with springs and drives, and those on which rows act that sweeps solve. */
const markDriven = ({ articulations: a, rows }: World): void => {
  for (let tree = 0; tree < a.ends.count; tree++) {
    const end = a.treeInts[tree * TREE_INTS + END_TREE_CONTROL];
    let driven = 0;
    for (let c = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; c < end; c++)
      if (a.controlInts[c * CONTROL_INTS + SPRING_AT] >= 0 || a.controlInts[c * CONTROL_INTS + DRIVE_AT] >= 0)
        driven = 1;
    a.treeInts[tree * TREE_INTS + DRIVEN] = driven;
    for (let i = a.treeInts[tree * TREE_INTS + FIRST_LINK]; i < a.ends.items[tree]; i++) a.treeOf[i] = tree;
  }
  for (let row = 0; row < rows.count && a.count > 0; row++) {
    if (rows.index[row * ROW_INTS + DIRECT] !== 0) continue;
    markTreeOf(a, rows.index[row * ROW_INTS + BODY_A], DRIVEN);
    markTreeOf(a, rows.index[row * ROW_INTS + BODY_B], DRIVEN);
  }
};

/** Which limits are measured without rows, and which joints write rows at every pose. */
const chooseDirectLimits = (world: World): void => {
  const { articulations: a } = world;
  for (let tree = 0; tree < a.ends.count; tree++) {
    const t = (tree * TREE_INTS) & INDEX_BITS;
    let writes = a.treeInts[t + FIRST_CLOSING_JOINT] < a.treeInts[t + END_CLOSING_JOINT] ? 1 : 0;
    let limits = 0;
    for (let i = a.treeInts[t + FIRST_LINK]; i < a.ends.items[tree]; i++) {
      const k = (i * LINK_INTS) & INDEX_BITS;
      if (a.linkInts[k + LINK_JOINT] >= 0) findLimits(world, i, a.linkInts[k + LINK_JOINT]);
      if (a.linkInts[k + WRITES_ROWS] !== 0) writes = 1;
      if (a.linkInts[k + SWING_CONTROL] >= 0 || a.linkInts[k + TWIST_CONTROL] >= 0) limits = 1;
    }
    a.treeInts[t + TREE_WRITES_ROWS] = writes;
    a.treeInts[t + HAS_LIMITS] = limits;
  }
};

const markTreeOf = (a: Articulations, body: number, mark: number): void => {
  const link = a.linkOf[body];
  if (link >= 0) a.treeInts[a.treeOf[link] * TREE_INTS + mark] = 1;
};

const startTree = (world: World, tree: number, isKept: boolean, isShaped: boolean): void => {
  const { articulations: a } = world;
  const { treeInts, trees } = a;
  const from = treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  treeInts[tree * TREE_INTS + LOADED] = treeInts[tree * TREE_INTS + DRIVEN];
  treeInts[tree * TREE_INTS + NEWTON_STEPS] = 0;
  treeInts[tree * TREE_INTS + FREED] = 0;
  treeInts[tree * TREE_INTS + IMPLICIT_STEPS] = 0;
  treeInts[tree * TREE_INTS + PROJECTIONS] = 0;
  trees[tree * TREE + IMPLICIT] = 0;
  // Contacts are listed anew.
  if (isKept) treeInts[tree * TREE_INTS + FACTORED] = 1;
  treeInts[tree * TREE_INTS + CORRECTED] = 0;
  // Snapshots do not contain it.
  for (
    let c = treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
    c < treeInts[tree * TREE_INTS + END_TREE_CONTROL];
    c++
  )
    a.controls[c * CONTROL_FLOATS + TAU] = 0;
  if (isKept) return;
  // They depend on the joints and on masses, with which rows are placed anew.
  if (!isShaped) writeJointShapes(world, from, to);
  writeLinkFrames(world, from, to);
  measureTree(world, from, to);
  factorPose(world, tree, from, to, false);
  startClosingRows(world, tree);
  raiseWorstError(world, tree, worst);
  // What is left of Newton steps is not an old error.
  trees[tree * TREE + OLD_ERROR] = worst[0] > JOINT_TOLERANCE_LAST ? worst[0] : 0;
};

/** Bits of the state of a control. */
const HOLD_BITS = 3;
const HOLD_MASK = 7;

/** Reads what the bodies and joints kept of the last step. */
const loadState = (world: World, tree: number, isKept: boolean): void => {
  const { articulations: a, bodies, joints } = world;
  moveReflectedImpulses(world, tree, false);
  loadSpans(world, tree);
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const root = (a.linkInts[from * LINK_INTS + LINK_BODY] * ARTICULATION) & INDEX_BITS;
  a.trees[tree * TREE + HOT] = bodies.articulation[root];
  a.trees[tree * TREE + REFLECTS] = isDisturbed(world, tree) ? 0 : bodies.articulation[root + REFLECTION];
  a.trees[tree * TREE + SIGMA] = bodies.articulation[root + 2];
  a.treeInts[tree * TREE_INTS + BOUNCED] = bodies.articulation[root + 3];
  if (isKept) return;
  for (let i = from; i < a.ends.items[tree]; i++) {
    const body = a.linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 6; k++) a.links[i * LINK + KEPT + k] = bodies.reflection[body * 6 + k];
    for (let k = 0; k < 3; k++) a.links[i * LINK + LOAD + k] = bodies.jointLoad[body * 3 + k];
  }
  const end = a.treeInts[tree * TREE_INTS + END_TREE_CONTROL];
  for (let c = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; c < end; c++)
    a.controlInts[c * CONTROL_INTS + HOLD] =
      (joints.holds[jointOf(world, c)] >> bitsOf(world, c)) & HOLD_MASK;
};

/** Whether a body of the tree, or a joint of it, was changed since the last step. */
const isDisturbed = ({ articulations: a, bodies }: World, tree: number): boolean => {
  for (let i = a.treeInts[tree * TREE_INTS + FIRST_LINK]; i < a.ends.items[tree]; i++) {
    const body = a.linkInts[i * LINK_INTS + LINK_BODY];
    if (bodies.articulation[body * ARTICULATION + REFLECTION] === DISTURBED) return true;
  }
  return false;
};

const jointOf = ({ articulations: a, rows }: World, control: number): number =>
  rows.index[a.controlInts[control * CONTROL_INTS + CONTROL_ROW] * ROW_INTS + JOINT];

/** The controls of a joint lie one after the other. */
const bitsOf = (world: World, control: number): number => {
  const joint = jointOf(world, control);
  let first = control;
  while (first > 0 && jointOf(world, first - 1) === joint) first--;
  return HOLD_BITS * (control - first);
};

/** Keeps for the next step what is not in poses and velocities: snapshots contain it. */
export const storeArticulations = (world: World): void => {
  const { articulations: a, bodies, joints } = world;
  for (let tree = 0; tree < a.ends.count; tree++) {
    moveReflectedImpulses(world, tree, true);
    const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
    const root = (a.linkInts[from * LINK_INTS + LINK_BODY] * ARTICULATION) & INDEX_BITS;
    for (let i = from; i < a.ends.items[tree]; i++) {
      const body = a.linkInts[i * LINK_INTS + LINK_BODY];
      storeLink(a.links, i, bodies.reflection, bodies.jointLoad, body);
      bodies.articulation[body * ARTICULATION + REFLECTION] = 0;
    }
    bodies.articulation[root] = a.trees[tree * TREE + HOT];
    bodies.articulation[root + REFLECTION] = a.trees[tree * TREE + REFLECTS];
    bodies.articulation[root + 2] = a.trees[tree * TREE + SIGMA];
    bodies.articulation[root + 3] = a.treeInts[tree * TREE_INTS + BOUNCED];
    const end = a.treeInts[tree * TREE_INTS + END_TREE_CONTROL];
    const first = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
    for (let c = first; c < end; c++) joints.holds[jointOf(world, c)] = 0;
    for (let c = first; c < end; c++)
      joints.holds[jointOf(world, c)] |= a.controlInts[c * CONTROL_INTS + HOLD] << bitsOf(world, c);
  }
};

/** Reflection and load of link i. */
const storeLink = (links: Floats, i: number, reflection: Floats, jointLoad: Floats, body: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const r = (body * 6) & INDEX_BITS;
  const l = (body * 3) & INDEX_BITS;
  reflection[r] = links[o + KEPT];
  reflection[r + 1] = links[o + KEPT + 1];
  reflection[r + 2] = links[o + KEPT + 2];
  reflection[r + 3] = links[o + KEPT + 3];
  reflection[r + 4] = links[o + KEPT + 4];
  reflection[r + 5] = links[o + KEPT + 5];
  jointLoad[l] = links[o + LOAD];
  jointLoad[l + 1] = links[o + LOAD + 1];
  jointLoad[l + 2] = links[o + LOAD + 2];
};

/** The articulation of a joint begins its next substep without the reflection: its joints have changed. */
export const dropReflection = ({ articulations: a }: World, joint: number): void => {
  const link = a.count > 0 ? a.linkOfJoint[joint] : -1;
  if (link >= 0) a.trees[a.treeOf[link] * TREE + REFLECTS] = 0;
};
