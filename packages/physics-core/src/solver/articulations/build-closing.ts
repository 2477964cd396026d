import { createFloats } from '../../math/floats.js';
import { growInt32, pushIndex } from '../../math/index-list.js';
import { isRigidLock } from '../../rows/single-row.js';
import {
  END_CLOSING,
  END_CLOSING_JOINT,
  END_PATH,
  FIRST_CLOSING,
  FIRST_LINK,
  LINK_INTS,
  PARENT,
  TREE_INTS,
} from '../../state/articulations.js';
import {
  CLOSING,
  CLOSING_ANGULAR,
  CLOSING_BODY,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_POINT,
  CLOSING_ROW,
  type ClosingRows,
  reserveClosingRows,
  SIDES,
} from '../../state/closing-rows.js';
import { BLOCK, BODY_A, BODY_B, COUPLED, DIRECT, JOINT, KIND, Kind, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';

/** Floats of a link, and one of a control, that unit responses overwrite: P and β (closing-rows.ts). */
const SAVED_OF_LINK = 12;

/** The closing rows of articulations, while trees are built (build-trees.ts). */

export const clearClosingRows = (c: ClosingRows): void => {
  c.count = 0;
  c.joints.count = 0;
  c.path.count = 0;
};

/** Adds the rigid rows of a joint whose bodies are links already. Marks them as direct. */
export const addClosingJoint = (world: World, joint: number): void => {
  const { articulations: a, joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  pushIndex(a.closing.joints, joint);
  let block = joints.firstRow[joint];
  for (let row = block; row < end; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] !== 0) block = row;
    if (!isRigidLock(world, row)) continue;
    const isCoupled = rows.index[row * ROW_INTS + BLOCK] === COUPLED;
    const kind = rows.index[block * ROW_INTS + KIND];
    addClosingRow(world, row, kind >= Kind.point ? block : -1, isCoupled);
    const k = (a.closing.count - 1) * CLOSING_INTS;
    a.closing.ints[k + CLOSING_ANGULAR] = kind === Kind.angular ? 1 : 0;
    rows.index[row * ROW_INTS + DIRECT] = 1;
    if (isCoupled) rows.index[++row * ROW_INTS + DIRECT] = 1;
  }
};

const addClosingRow = (world: World, row: number, point: number, isCoupled: boolean): void => {
  const { articulations: a, rows } = world;
  const { closing } = a;
  reserveClosingRows(closing);
  const k = closing.count * CLOSING_INTS;
  for (let m = 0; m < CLOSING; m++) closing.data[closing.count * CLOSING + m] = 0;
  closing.count++;
  closing.ints[k + CLOSING_ROW] = row;
  closing.ints[k + CLOSING_POINT] = point;
  for (let side = 0; side < SIDES; side++) {
    const at = (row + (side >> 1)) * ROW_INTS + ((side & 1) === 0 ? BODY_A : BODY_B);
    const body = side < 2 || isCoupled ? rows.index[at] : -1;
    const link = body < 0 ? -1 : a.linkOf[body];
    closing.ints[k + CLOSING_BODY + side] = body;
    closing.ints[k + CLOSING_LINK + side] = link;
    if (link >= 0) a.linkOfJoint[rows.index[row * ROW_INTS + JOINT]] = link;
  }
};

/** After the last closing row of an articulation: the paths from the links to the roots, and room for K. */
export const finishClosingRows = ({ articulations: a }: World, tree: number): void => {
  const { closing, treeInts, linkInts } = a;
  const t = tree * TREE_INTS;
  const from = treeInts[t + FIRST_LINK];
  const first = treeInts[t + FIRST_CLOSING];
  const count = closing.count - first;
  if (closing.onPath.length < a.count) closing.onPath = growInt32(closing.onPath, a.count);
  const { onPath } = closing;
  onPath.fill(0, from, a.count);
  for (let r = first; r < closing.count; r++) {
    for (let side = 0; side < SIDES; side++) {
      let link = closing.ints[r * CLOSING_INTS + CLOSING_LINK + side];
      for (; link >= 0 && onPath[link] === 0; link = linkInts[link * LINK_INTS + PARENT]) onPath[link] = 1;
    }
  }
  for (let link = from; link < a.count && count > 0; link++)
    if (onPath[link] !== 0) pushIndex(closing.path, link);
  treeInts[t + END_CLOSING] = closing.count;
  treeInts[t + END_CLOSING_JOINT] = closing.joints.count;
  treeInts[t + END_PATH] = closing.path.count;
  if (closing.matrices.length <= tree) closing.matrices.push(createFloats(0));
  if (closing.matrices[tree].length < count * count) closing.matrices[tree] = createFloats(count * count);
  const saved = SAVED_OF_LINK * a.count + a.controlCount;
  if (count > 0 && closing.saved.length < saved) closing.saved = createFloats(2 * saved);
};
