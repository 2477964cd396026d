import { jointDefinitions } from '../joints/define-joint.js';
import { LARGEST_BLOCK, POOL_UNIT } from '../state/float-pool.js';
import { BODY_A, BODY_B, JOINT, ROW, ROW_INTS } from '../state/rows.js';
import { isLiveRow } from './check-columns.js';
import { typeNumbers } from './joint-types.js';
import { must, type SavedState } from './saved-state.js';

/** Joints, their blocks in the float pool, and their rows. */
export const checkJoints = (state: SavedState): void => {
  const taken = new Uint8Array(state.jointFloats.length / POOL_UNIT + 1);
  must(state.jointFloats.length % POOL_UNIT === 0, 'the floats of the joints');
  for (const value of state.jointFloats) must(!Number.isNaN(value), 'a float of a joint');
  checkTable(state, taken);
  checkFreeBlocks(state, taken);
  checkRows(state);
};

/** Blocks of joints and free blocks lie apart. */
const takeBlock = (state: SavedState, taken: Uint8Array, at: number, units: number): void => {
  const inside =
    Number.isInteger(at) &&
    at >= 0 &&
    at % POOL_UNIT === 0 &&
    at + units * POOL_UNIT <= state.jointFloats.length;
  must(inside, 'the block of a joint');
  for (let unit = at / POOL_UNIT; unit < at / POOL_UNIT + units; unit++) {
    must(taken[unit] === 0, 'the block of a joint');
    taken[unit] = 1;
  }
};

const checkTable = (state: SavedState, taken: Uint8Array): void => {
  const { joints, rows } = state;
  const { definition, block, firstRow, rowCount, coupled } = joints.columns;
  const definitions = jointDefinitions();
  const numbers = typeNumbers(state.jointTypes);
  for (let joint = 0; joint < joints.used; joint++) {
    if (!isLiveRow(joints, joint)) continue;
    const own = definitions[numbers[definition[joint]] ?? -1];
    must(own !== undefined, 'the type of a joint');
    takeBlock(state, taken, block[joint], Math.max(1, Math.ceil(own.size / POOL_UNIT)));
    const sound = firstRow[joint] >= 0 && rowCount[joint] >= 0;
    const within = rowCount[joint] === 0 || firstRow[joint] + rowCount[joint] <= rows.length / ROW;
    must(sound && within, 'the rows of a joint');
    for (let side = 0; side < 2; side++) {
      const other = coupled[joint * 2 + side];
      must(own.couples === (other !== -1), 'a coupled joint');
      if (other === -1) continue;
      must(isLiveRow(joints, other) && coupled[other * 2] === -1, 'a coupled joint');
    }
  }
};

const checkFreeBlocks = (state: SavedState, taken: Uint8Array): void => {
  const { freeBlocks, jointFloats } = state;
  must(freeBlocks.length === LARGEST_BLOCK / POOL_UNIT + 1, 'the free blocks');
  for (let units = 1; units < freeBlocks.length; units++) {
    // A block that is met again is taken already, so the walk ends.
    for (let at = freeBlocks[units]; at !== -1; at = jointFloats[at]) takeBlock(state, taken, at, units);
  }
};

/** What inspection reads. Their joints and bodies may be gone. */
const checkRows = ({ rowIntegers, bodies, joints }: SavedState): void => {
  for (let at = 0; at < rowIntegers.length; at += ROW_INTS) {
    const a = rowIntegers[at + BODY_A];
    const b = rowIntegers[at + BODY_B];
    const joint = rowIntegers[at + JOINT];
    must(a >= -1 && a < bodies.used && b >= -1 && b < bodies.used, 'a body of a joint row');
    must(joint >= 0 && joint < joints.used, 'the joint of a row');
  }
};
