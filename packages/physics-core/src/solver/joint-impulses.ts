import { jointDefinitions } from '../joints/define-joint.js';
import { JointFlag } from '../state/joints.js';
import { IMPULSE, POINT_ROW } from '../state/points.js';
import { KIND, Kind, LAMBDA, ROW, ROW_INTS, SLOT } from '../state/rows.js';
import type { World } from '../state/world.js';
import { shiftJolts } from './held-impacts.js';

/** Keeps λ for the next step. After an impact in the last substep those from before it are kept already. */
export const storeJointImpulses = (world: World): void => {
  const { activeJoints, joints, rows } = world;
  shiftJolts(world, -1);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if ((joints.flags[joint] & JointFlag.lonePoint) !== 0) storeLonePoint(world, joint);
    else if (rows.struck === 0 || !wasStruck(world, joint)) storeImpulses(world, joint);
  }
  shiftJolts(world, 1);
};

/** Its other slots are empty already. */
const storeLonePoint = ({ joints, rows, jointFloats }: World, joint: number): void => {
  const { points } = rows;
  const floats = jointFloats.data;
  const lambda = joints.block[joint] + jointDefinitions()[joints.definition[joint]].lambdaAt;
  const p = joints.firstRow[joint] * POINT_ROW + IMPULSE;
  floats[lambda] = points[p];
  floats[lambda + 1] = points[p + 1];
  floats[lambda + 2] = points[p + 2];
};

const wasStruck = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) if (rows.strikes[row] === 1) return true;
  return false;
};

/** λ of a joint's rows to its block, by slot. Slots without a row get none. */
export const storeImpulses = (world: World, joint: number): void => {
  const { joints, rows, jointFloats } = world;
  const { index, data, points } = rows;
  const { lambdaAt, slots } = jointDefinitions()[joints.definition[joint]];
  const floats = jointFloats.data;
  const lambda = joints.block[joint] + lambdaAt;
  for (let slot = 0; slot < slots.length; slot++) floats[lambda + slot] = 0;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++) {
    const at = lambda + index[row * ROW_INTS + SLOT];
    if (index[row * ROW_INTS + KIND] < Kind.point) floats[at] = data[row * ROW + LAMBDA];
    else {
      const p = row * POINT_ROW + IMPULSE;
      floats[at] = points[p];
      floats[at + 1] = points[p + 1];
      floats[at + 2] = points[p + 2];
      row += 2;
    }
  }
};

export const loadImpulses = (world: World, joint: number): void => {
  const { joints, rows, jointFloats } = world;
  const { index, data, points } = rows;
  const floats = jointFloats.data;
  const lambda = joints.block[joint] + jointDefinitions()[joints.definition[joint]].lambdaAt;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++) {
    const at = lambda + index[row * ROW_INTS + SLOT];
    if (index[row * ROW_INTS + KIND] < Kind.point) data[row * ROW + LAMBDA] = floats[at];
    else {
      for (let i = 0; i < 3; i++) points[row * POINT_ROW + IMPULSE + i] = floats[at + i];
      row += 2;
    }
  }
};
