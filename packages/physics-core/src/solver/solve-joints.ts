import { listActiveJoints } from '../joints/active-joints.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { enterJoints, placeLonePoint, writeJointRows } from '../joints/write-rows.js';
import { CORRECTION_SPEED, H, LAMBDA_SCALE, RATE, times } from '../parts/context.js';
import { refreshPoint } from '../parts/point.js';
import { BodyFlag, MOTION } from '../state/bodies.js';
import { type IndexList, pushIndex } from '../state/index-list.js';
import { JointFlag } from '../state/joints.js';
import { IMPULSE, POINT_ROW } from '../state/points.js';
import {
  BODY_A,
  BODY_B,
  BOUNCE,
  HIGH,
  JOINT,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  reserveJointRows,
  SLOT,
  SPRUNG,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { shiftJolts } from './held-impacts.js';
import { solveLimitImpacts } from './limit-impacts.js';
import { rowKick, rowSpeed, sweepRows, warmStartRows } from './solve-rows.js';
import type { Substep } from './substep.js';

/**
 * Joints in a step. Their rows are written from the poses of the step's start and again after every position step, so that each sweep, relax and
 * push, sees where the bodies are: frozen Jacobians cost three times the joint error.
 */

/** Lists the joints that are solved in this step and gives each its rows and last step's λ. */
export const placeJointRows = (world: World, substep: Substep): void => {
  const { joints, rows, activeJoints, clock } = world;
  listActiveJoints(world);
  if (rows.jolted) rows.jolt.fill(0);
  rows.jolted = false;
  rows.count = 0;
  rows.struck = 0;
  rows.spelled = false;
  if (activeJoints.count === 0) return;
  times[H] = substep.h;
  times[RATE] = 1 / substep.h;
  times[LAMBDA_SCALE] = clock.substep > 0 ? substep.h / clock.substep : 0;
  times[CORRECTION_SPEED] = world.settings.jointCorrectionSpeed;
  const definitions = jointDefinitions();
  let most = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    most += definitions[joints.definition[activeJoints.items[k]]].slots.length;
  }
  reserveJointRows(rows, most);
  const j = enterJoints(world);
  j.rigid = substep.joint;
  j.row = 0;
  j.placing = true;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    joints.firstRow[joint] = j.row;
    if ((joints.flags[joint] & JointFlag.lonePoint) !== 0) placeLonePoint(world, j, joint);
    else writeJointRows(world, j, joint);
    joints.rowCount[joint] = j.row - joints.firstRow[joint];
    if (joints.rowCount[joint] === 3) markLonePoint(world, joint);
  }
  j.placing = false;
  rows.count = j.row;
  listLimitRows(world);
  markPushed(world);
};

/** A rigid point without any other row needs nothing of its joint to be refreshed. */
const markLonePoint = ({ joints, rows: { index } }: World, joint: number): void => {
  const first = joints.firstRow[joint] * ROW_INTS;
  if (index[first + KIND] !== Kind.point || index[first + SPRUNG] !== 0) return;
  index[first + KIND] = Kind.lonePoint;
  if (index[first + SLOT] === 0) joints.flags[joint] |= JointFlag.lonePoint;
};

const listLimitRows = (world: World): void => {
  const { rows, limitRows } = world;
  limitRows.count = 0;
  rows.sprung = 0;
  for (let row = 0; row < rows.count; row++) {
    rows.sprung += rows.index[row * ROW_INTS + SPRUNG];
    const isLimit = rows.index[row * ROW_INTS + ROLE] === Role.limit;
    if (isLimit && rows.data[row * ROW + BOUNCE] >= 0) pushIndex(limitRows, row);
  }
};

/** Rebuilds the rows of all active joints from the present poses. */
export const refreshJoints = (world: World): void => {
  const { activeJoints, joints, rows, bodies } = world;
  if (activeJoints.count === 0) return;
  const { points, index } = rows;
  const { rotation, centre, motion } = bodies;
  const j = enterJoints(world);
  j.row = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    const at = j.row * ROW_INTS;
    if (joints.rowCount[activeJoints.items[k]] > 0 && index[at + KIND] === Kind.lonePoint) {
      const p = j.row * POINT_ROW;
      refreshPoint(points, rotation, centre, motion, p, index[at + BODY_A], index[at + BODY_B]);
      j.row += 3;
    } else writeJointRows(world, j, activeJoints.items[k]);
  }
};

/** Sweep with bias: errors are removed, impulses of the last substep are the first guess. */
export const pushJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  world.rows.spelled = false;
  shiftFree(world, -1);
  seeApproaches(world);
  warmStartRows(world);
  sweepRows(world, true);
  // No relax sweep follows for springs, and one sweep is not enough for stiff ones on a lever: a weld of 60 Hz gained speed without bound.
  if (world.rows.sprung > 0) sweepRows(world, true, true);
  if (world.rows.struck > 0) solveLimitImpacts(world, true);
  shiftJolts(world, 1);
  shiftFree(world, 1);
};

/** Sweep without bias: takes the speed of the corrections out again. */
export const relaxJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  world.rows.spelled = false;
  shiftFree(world, -1);
  sweepRows(world, false);
  solveLimitImpacts(world, false);
  shiftFree(world, 1);
  freeUnpushed(world);
};

/** Which of the bodies held by joints contacts may push. */
const markPushed = (world: World): void => {
  const { flags } = world.bodies;
  const { items, count } = world.jointed;
  for (let k = 0; k < count; k++) flags[items[k]] &= ~BodyFlag.pushed;
  markPushedBy(world, world.steady);
  markPushedBy(world, world.balls);
  markPushedBy(world, world.restless);
};

const markPushedBy = ({ bodies, contacts }: World, { items, count }: IndexList): void => {
  const { flags } = bodies;
  for (let k = 0; k < count; k++) {
    flags[contacts.bodyA[items[k]]] |= BodyFlag.pushed;
    flags[contacts.bodyB[items[k]]] |= BodyFlag.pushed;
  }
};

/**
 * `free` is the velocity without contacts; what joints do belongs to it. Before a sweep it is made relative to the velocity, after it
 * absolute again, which costs less than carrying both through the kernel.
 */
const shiftFree = (world: World, sign: 1 | -1): void => {
  const { motion, free, flags } = world.bodies;
  const { items, count } = world.jointed;
  for (let k = 0; k < count; k++) {
    if ((flags[items[k]] & BodyFlag.pushed) === 0) continue;
    const m = items[k] * MOTION;
    const f = items[k] * 6;
    free[f] += sign * motion[m];
    free[f + 1] += sign * motion[m + 1];
    free[f + 2] += sign * motion[m + 2];
    free[f + 3] += sign * motion[m + 3];
    free[f + 4] += sign * motion[m + 4];
    free[f + 5] += sign * motion[m + 5];
  }
};

/** Where no contact pushes, `free` is simply the velocity. */
const freeUnpushed = (world: World): void => {
  const { motion, free, flags } = world.bodies;
  const { items, count } = world.jointed;
  for (let k = 0; k < count; k++) {
    if ((flags[items[k]] & BodyFlag.pushed) !== 0) continue;
    const m = items[k] * MOTION;
    const f = items[k] * 6;
    free[f] = motion[m];
    free[f + 1] = motion[m + 1];
    free[f + 2] = motion[m + 2];
    free[f + 3] = motion[m + 3];
    free[f + 4] = motion[m + 4];
    free[f + 5] = motion[m + 5];
  }
};

/**
 * Rigid limits that will be reached within this substep faster than the impact speed: that is an impact. A part of the speed comes back, and
 * the impulses are no guess for the next substep: the joint then goes on with those it had before.
 */
const seeApproaches = (world: World): void => {
  const { rows, limitRows, settings } = world;
  for (let k = 0; k < limitRows.count && rows.struck > 0; k++) {
    const row = limitRows.items[k];
    if (rows.approach[row] === 0) continue;
    loadImpulses(world, rows.index[row * ROW_INTS + JOINT]);
    rows.struck--;
  }
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const p = row * ROW;
    const speed = rowSpeed(world, row);
    const reaches = speed < Math.min(rows.data[p + LOW], 0) || speed > Math.max(rows.data[p + HIGH], 0);
    // What forces have added in this substep is no approach, or a load that rests on a stop would strike it again and again.
    const approach = reaches ? speed - rowKick(world, row) : 0;
    const strikes = approach * speed > 0 && Math.abs(approach) > settings.impactSpeed;
    rows.approach[row] = strikes ? approach : 0;
    if (!strikes) continue;
    rows.struck++;
    storeImpulses(world, rows.index[row * ROW_INTS + JOINT]);
  }
};

/** Keeps λ for the next step. After an impact in the last substep those from before it are kept already. */
export const storeJointImpulses = (world: World): void => {
  const { activeJoints, rows } = world;
  shiftJolts(world, -1);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if (rows.struck === 0 || !wasStruck(world, joint)) storeImpulses(world, joint);
  }
  shiftJolts(world, 1);
};

const wasStruck = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (rows.approach[row] !== 0) return true;
  return false;
};

/** λ of a joint's rows to its block, by slot. Slots without a row get none. */
const storeImpulses = (world: World, joint: number): void => {
  const { joints, rows, jointFloats } = world;
  const { index, data, points } = rows;
  const { lambdaAt, slots } = jointDefinitions()[joints.definition[joint]];
  const floats = jointFloats.data;
  const lambda = joints.block[joint] + lambdaAt;
  for (let slot = 0; slot < slots.length; slot++) floats[lambda + slot] = 0;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++) {
    const at = lambda + index[row * ROW_INTS + SLOT];
    if (index[row * ROW_INTS + KIND] === Kind.general) floats[at] = data[row * ROW + LAMBDA];
    else {
      const p = row * POINT_ROW + IMPULSE;
      floats[at] = points[p];
      floats[at + 1] = points[p + 1];
      floats[at + 2] = points[p + 2];
      row += 2;
    }
  }
};

const loadImpulses = (world: World, joint: number): void => {
  const { joints, rows, jointFloats } = world;
  const { index, data, points } = rows;
  const floats = jointFloats.data;
  const lambda = joints.block[joint] + jointDefinitions()[joints.definition[joint]].lambdaAt;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++) {
    const at = lambda + index[row * ROW_INTS + SLOT];
    if (index[row * ROW_INTS + KIND] === Kind.general) data[row * ROW + LAMBDA] = floats[at];
    else {
      for (let i = 0; i < 3; i++) points[row * POINT_ROW + IMPULSE + i] = floats[at + i];
      row += 2;
    }
  }
};
