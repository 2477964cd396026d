import { IMPULSE, POINT_ROW } from '../state/points.js';
import { KIND, Kind, LAMBDA, ROW, ROW_INTS, SLOT } from '../state/rows.js';
import type { World } from '../state/world.js';
import { jointDefinitions } from './define-joint.js';

/** Storage of λ between steps: in the block of the joint, one for each slot. */

/** Stores λ of a joint's rows in its block, by slot. Slots without a row get 0. */
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

/** The same for a lone point, whose other slots are 0 already. */
export const storeLonePoint = ({ joints, rows, jointFloats }: World, joint: number): void => {
  const { points } = rows;
  const floats = jointFloats.data;
  const lambda = joints.block[joint] + jointDefinitions()[joints.definition[joint]].lambdaAt;
  const p = joints.firstRow[joint] * POINT_ROW + IMPULSE;
  floats[lambda] = points[p];
  floats[lambda + 1] = points[p + 1];
  floats[lambda + 2] = points[p + 2];
};
