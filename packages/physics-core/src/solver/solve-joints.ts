import { wakeBody } from '../islands/wake.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { enterJoints, writeJointRows } from '../joints/write-rows.js';
import { CORRECTION_SPEED, H, LAMBDA_SCALE, RATE, times } from '../parts/context.js';
import { BodyFlag, BodyType, MOTION } from '../state/bodies.js';
import { pushIndex } from '../state/index-list.js';
import { JointFlag } from '../state/joints.js';
import { BOUNCE, HIGH, LAMBDA, LOW, ROW, ROW_INTS, reserveJointRows, SLOT } from '../state/rows.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { rowSpeed, sweepRows, warmStartRows } from './solve-rows.js';
import type { Substep } from './substep.js';

/**
 * Joints in a step. Their rows are rebuilt from the poses of every substep and once more before the relax sweep: frozen Jacobians cost
 * three times the joint error.
 */

/** Lists the joints that are solved in this step, wakes what hangs on something awake, and gives each its rows and last step's λ. */
export const placeJointRows = (world: World, substep: Substep): void => {
  const { joints, rows, activeJoints, clock } = world;
  listActiveJoints(world);
  rows.count = 0;
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
    writeJointRows(world, j, joint);
    joints.rowCount[joint] = j.row - joints.firstRow[joint];
  }
  j.placing = false;
  rows.count = j.row;
  listLimitRows(world);
};

const listActiveJoints = (world: World): void => {
  const { joints, bodies, activeJoints, jointed } = world;
  for (let k = 0; k < jointed.count; k++) bodies.flags[jointed.items[k]] &= ~BodyFlag.jointed;
  jointed.count = 0;
  activeJoints.count = 0;
  for (let joint = 0; joint < joints.used; joint++) {
    joints.rowCount[joint] = 0;
    if (!isLive(joints, joint) || !isSolvable(world, joint)) continue;
    pushIndex(activeJoints, joint);
    markJointed(world, joints.bodyA[joint]);
    markJointed(world, joints.bodyB[joint]);
  }
};

/** Enabled, both bodies in the world, and something awake that can move or pull. A sleeper on the other end wakes. */
const isSolvable = (world: World, joint: number): boolean => {
  const { joints, bodies } = world;
  const a = joints.bodyA[joint];
  const b = joints.bodyB[joint];
  if ((joints.flags[joint] & JointFlag.enabled) === 0) return false;
  if ((bodies.flags[a] & bodies.flags[b] & BodyFlag.enabled) === 0) return false;
  const awakeA = bodies.awakeIndex[a] >= 0;
  const awakeB = bodies.awakeIndex[b] >= 0;
  if (!awakeA && !awakeB) return false;
  const dynamicA = bodies.type[a] === BodyType.dynamic;
  const dynamicB = bodies.type[b] === BodyType.dynamic;
  if (!dynamicA && !dynamicB) return false;
  if (!awakeA && dynamicA && pulls(world, b)) wakeBody(world, a);
  if (!awakeB && dynamicB && pulls(world, a)) wakeBody(world, b);
  return bodies.awakeIndex[a] >= 0 ? dynamicA || bodies.awakeIndex[b] >= 0 : dynamicB;
};

/** A kinematic body that stands still disturbs no sleeper. */
const pulls = (world: World, body: number): boolean => {
  const { type, motion } = world.bodies;
  if (type[body] === BodyType.dynamic) return true;
  for (let i = 0; i < 6; i++) if (motion[body * MOTION + i] !== 0) return true;
  return false;
};

const markJointed = (world: World, body: number): void => {
  const { flags, type } = world.bodies;
  if (type[body] !== BodyType.dynamic || (flags[body] & BodyFlag.jointed) !== 0) return;
  flags[body] |= BodyFlag.jointed;
  pushIndex(world.jointed, body);
};

const listLimitRows = (world: World): void => {
  const { rows, limitRows } = world;
  limitRows.count = 0;
  for (let row = 0; row < rows.count; row++) {
    if (rows.data[row * ROW + BOUNCE] >= 0) pushIndex(limitRows, row);
  }
};

/** Rebuilds the rows of all active joints from the present poses. */
export const refreshJoints = (world: World): void => {
  const { activeJoints } = world;
  if (activeJoints.count === 0) return;
  const j = enterJoints(world);
  j.row = 0;
  for (let k = 0; k < activeJoints.count; k++) writeJointRows(world, j, activeJoints.items[k]);
};

/** Sweep with bias: errors are removed, impulses of the last substep are the first guess. */
export const pushJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  shiftFree(world, -1);
  seeApproaches(world);
  warmStartRows(world);
  sweepRows(world, true);
  shiftFree(world, 1);
};

/** Sweep without bias: takes the speed of the corrections out again. */
export const relaxJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  shiftFree(world, -1);
  sweepRows(world, false);
  shiftFree(world, 1);
};

/**
 * `free` is the velocity without contacts; what joints do belongs to it. Before a sweep it is made relative to the velocity, after it
 * absolute again, which costs less than carrying both through the kernel.
 */
const shiftFree = (world: World, sign: 1 | -1): void => {
  const { motion, free } = world.bodies;
  const { items, count } = world.jointed;
  for (let k = 0; k < count; k++) {
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

/**
 * Rigid limits that will be reached within this substep faster than the impact speed: that is an impact. Its impulse is no guess for the
 * next substep, and a part of the speed comes back.
 */
const seeApproaches = (world: World): void => {
  const { rows, limitRows, settings } = world;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const p = row * ROW;
    if (rows.approach[row] !== 0) rows.data[p + LAMBDA] = 0;
    const speed = rowSpeed(world, row);
    const reaches = speed < Math.min(rows.data[p + LOW], 0) || speed > Math.max(rows.data[p + HIGH], 0);
    rows.approach[row] = reaches && Math.abs(speed) > settings.impactSpeed ? speed : 0;
  }
};

/** Keeps λ for the next step. */
export const storeJointImpulses = (world: World): void => {
  const { joints, rows, activeJoints, jointFloats } = world;
  const definitions = jointDefinitions();
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    const { lambdaAt, slots } = definitions[joints.definition[joint]];
    const lambda = joints.block[joint] + lambdaAt;
    for (let slot = 0; slot < slots.length; slot++) jointFloats.data[lambda + slot] = 0;
    const first = joints.firstRow[joint];
    for (let row = first; row < first + joints.rowCount[joint]; row++) {
      const kept = rows.approach[row] === 0 ? rows.data[row * ROW + LAMBDA] : 0;
      jointFloats.data[lambda + rows.index[row * ROW_INTS + SLOT]] = kept;
    }
  }
};
