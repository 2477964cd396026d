import { createFloats, growFloats } from '../../../math/floats.js';
import { growInt32, pushIndex } from '../../../math/index-list.js';
import { isRigidLock } from '../../../rows/single-row.js';
import {
  type Articulations,
  CONTROL_CLOSING,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  CONTROL_LINK,
  CONTROL_ROW,
  END_CLOSING,
  END_CLOSING_JOINT,
  END_PATH,
  FIRST_CLOSING,
  FIRST_LINK,
  FIRST_PATH,
  FREEDOM,
  HOLD,
  Hold,
  INVERSE_D,
  LINK_BODY,
  LINK_INTS,
  LOCKED_AXES,
  PARENT,
  reserveArticulations,
  TREE_INTS,
} from '../../../state/articulations.js';
import {
  CLOSING,
  CLOSING_ANGULAR,
  CLOSING_BODY,
  CLOSING_CONTROL,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_PLANE,
  CLOSING_POINT,
  CLOSING_ROW,
  CLOSING_SPAN,
  type ClosingRows,
  END_ON_PATH,
  FIRST_COUPLED,
  FIRST_ON_PATH,
  reserveClosingRows,
  SIDES,
  UNIT,
  UNIT_AT,
  UNIT_STRIDE,
} from '../../../state/closing-rows.js';
import { BLOCK, BODY_A, BODY_B, COUPLED, DIRECT, JOINT, KIND, Kind, ROW_INTS } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { coordinateOf, definitionOf, placeOf } from '../joint-model.js';
import { PLANE_ROWS } from './plane-rows.js';

/** Floats of a link, and one of a control, that unit responses overwrite: P and β (closing-rows.ts). */
const SAVED_OF_LINK = 12;

/** The closing rows of articulations, while trees are built (build-trees.ts). */

export const clearClosingRows = (c: ClosingRows): void => {
  c.count = 0;
  c.joints.count = 0;
  c.path.count = 0;
  c.rowPaths.count = 0;
  c.unitLength = 0;
};

/**
 * Adds the rigid rows of a joint whose bodies are links already, and the controls of its coordinates if `controlled`. Marks them as
 * direct. A hinge that closes a planar loop has two rows, in place of those of its point (plane-rows.ts): its other locks bear nothing.
 */
export const addClosingJoint = (
  world: World,
  joint: number,
  controlled: boolean,
  isPlanar: boolean,
): void => {
  const { articulations: a, joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  pushIndex(a.closing.joints, joint);
  const firstControl = a.controlCount;
  let block = joints.firstRow[joint];
  for (let row = block; row < end; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] !== 0) block = row;
    if (controlled && placeOf(world, row) >= 0) addClosingControl(world, joint, row, firstControl);
    if (!isRigidLock(world, row)) continue;
    const isCoupled = rows.index[row * ROW_INTS + BLOCK] === COUPLED;
    const kind = rows.index[block * ROW_INTS + KIND];
    rows.index[row * ROW_INTS + DIRECT] = 1;
    if (isPlanar && (kind < Kind.point || row - block >= PLANE_ROWS)) continue;
    addClosingRow(world, row, kind >= Kind.point ? block : -1, isCoupled);
    const k = (a.closing.count - 1) * CLOSING_INTS;
    a.closing.ints[k + CLOSING_ANGULAR] = kind === Kind.angular ? 1 : 0;
    a.closing.ints[k + CLOSING_PLANE] = isPlanar ? 1 + row - block : 0;
    if (isCoupled) rows.index[++row * ROW_INTS + DIRECT] = 1;
  }
};

/** Adds a row to the control of its coordinate, or as a new one with a closing row. */
const addClosingControl = (world: World, joint: number, row: number, first: number): void => {
  const { articulations: a, rows } = world;
  const coordinate = coordinateOf(world, joint, row);
  const at = placeOf(world, row);
  let control = first;
  while (control < a.controlCount) {
    const other = a.controlInts[control * CONTROL_INTS + CONTROL_ROW];
    if (coordinate >= 0 && coordinateOf(world, joint, other) === coordinate) break;
    control++;
  }
  const c = control * CONTROL_INTS;
  if (control === a.controlCount) {
    addControlRow(world, row);
    a.controlInts[c + CONTROL_CLOSING] = a.closing.count - 1;
  }
  // A second drive of the same coordinate, such as friction beside a motor, is solved in the tour.
  if (a.controlInts[c + at] >= 0) return;
  a.controlInts[c + at] = row;
  rows.index[row * ROW_INTS + DIRECT] = 1;
};

const addControlRow = (world: World, row: number): void => {
  const { articulations: a } = world;
  reserveArticulations(a);
  const c = a.controlCount * CONTROL_INTS;
  for (let m = 0; m < CONTROL_INTS; m++) a.controlInts[c + m] = -1;
  for (let m = 0; m < CONTROL_FLOATS; m++) a.controls[a.controlCount * CONTROL_FLOATS + m] = 0;
  for (let m = 0; m < FREEDOM; m++) a.freedoms[a.freedomCount * FREEDOM + m] = 0;
  a.freedoms[a.freedomCount * FREEDOM + INVERSE_D] = 1;
  a.controlInts[c + CONTROL_ROW] = row;
  a.controlInts[c + CONTROL_FREEDOM] = a.freedomCount++;
  a.controlInts[c + HOLD] = Hold.free;
  addClosingRow(world, row, -1, false);
  const k = (a.closing.count - 1) * CLOSING_INTS;
  a.closing.ints[k + CLOSING_ANGULAR] = 0;
  a.closing.ints[k + CLOSING_PLANE] = 0;
  a.closing.ints[k + CLOSING_CONTROL] = a.controlCount++;
  const link = a.closing.ints[k + CLOSING_LINK];
  a.controlInts[c + CONTROL_LINK] = link >= 0 ? link : a.closing.ints[k + CLOSING_LINK + 1];
};

/** A joint whose coordinate is the distance of its anchors: a rod, rope, strut or spring. */
const isSpan = (world: World, joint: number): boolean => {
  const { coordinates } = definitionOf(world, joint);
  return coordinates.length === 1 && coordinates[0].shape?.kind === 'distance';
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
  closing.ints[k + CLOSING_CONTROL] = -1;
  closing.ints[k + CLOSING_SPAN] = isSpan(world, rows.index[row * ROW_INTS + JOINT]) ? 1 : 0;
  for (let side = 0; side < SIDES; side++) {
    const at = (row + (side >> 1)) * ROW_INTS + ((side & 1) === 0 ? BODY_A : BODY_B);
    const body = side < 2 || isCoupled ? rows.index[at] : -1;
    const link = body < 0 ? -1 : a.linkOf[body];
    closing.ints[k + CLOSING_BODY + side] = body;
    closing.ints[k + CLOSING_LINK + side] = link;
    if (link >= 0) a.linkOfJoint[rows.index[row * ROW_INTS + JOINT]] = link;
  }
};

/** Adds a row for each locked axis of a link. */
export const addLockedAxes = (world: World, link: number): void => {
  const { articulations: a } = world;
  const { closing } = a;
  const locks = a.linkInts[link * LINK_INTS + LOCKED_AXES];
  for (let axis = 0; axis < 6; axis++) {
    if ((locks & (1 << axis)) === 0) continue;
    reserveClosingRows(closing);
    const k = closing.count * CLOSING_INTS;
    for (let m = 0; m < CLOSING; m++) closing.data[closing.count * CLOSING + m] = 0;
    for (let m = 0; m < CLOSING_INTS; m++) closing.ints[k + m] = -1;
    closing.count++;
    closing.ints[k + CLOSING_POINT] = axis;
    closing.ints[k + CLOSING_BODY] = a.linkInts[link * LINK_INTS + LINK_BODY];
    closing.ints[k + CLOSING_LINK] = link;
    closing.ints[k + CLOSING_ANGULAR] = axis >= 3 ? 1 : 0;
    closing.ints[k + CLOSING_PLANE] = 0;
    closing.ints[k + CLOSING_SPAN] = 0;
  }
};

/** Links of a tree come one after the other, its root first, so its part of the path is one piece. */
const addToPath = ({ closing, linkInts }: Articulations, link: number, from: number): void => {
  const { onPath, path, pathFrom, pathTo, reachedBy, root } = closing;
  const parent = linkInts[link * LINK_INTS + PARENT];
  root[link] = parent < 0 ? link : root[parent];
  if (parent < 0) {
    pathFrom[link] = path.count;
    reachedBy[link] = 0;
  }
  closing.slot[link] = path.count - from;
  if (onPath[link] !== 0) pushIndex(path, link);
  pathTo[root[link]] = path.count;
};

/** K of two rows is 0 unless they act on one tree. Scratch: `reachedBy` has the first row of each tree + 1. */
const coupleRows = (closing: ClosingRows, first: number, from: number, to: number): void => {
  const { ints, reachedBy, root } = closing;
  for (let r = first; r < closing.count; r++) {
    let coupled = r - first;
    for (let side = 0; side < SIDES; side++) {
      const link = ints[r * CLOSING_INTS + CLOSING_LINK + side];
      if (link < 0) continue;
      if (reachedBy[root[link]] === 0) reachedBy[root[link]] = r - first + 1;
      coupled = Math.min(coupled, reachedBy[root[link]] - 1);
    }
    ints[r * CLOSING_INTS + FIRST_COUPLED] = coupled;
  }
  reachedBy.fill(0, from, to);
};

const reserveLinks = (closing: ClosingRows, links: number): void => {
  if (closing.onPath.length >= links) return;
  closing.onPath = growInt32(closing.onPath, links);
  closing.root = growInt32(closing.root, links);
  closing.pathFrom = growInt32(closing.pathFrom, links);
  closing.pathTo = growInt32(closing.pathTo, links);
  closing.reachedBy = growInt32(closing.reachedBy, links);
  closing.slot = growInt32(closing.slot, links);
};

/** Scratch: the next link of the path to the root, by side. */
const next = new Int32Array(SIDES);

/** The paths of a row to the roots, children first: parents come before their links. */
const addRowPath = ({ closing, linkInts }: Articulations, r: number): void => {
  const k = r * CLOSING_INTS;
  closing.ints[k + FIRST_ON_PATH] = closing.rowPaths.count;
  for (let side = 0; side < SIDES; side++) next[side] = closing.ints[k + CLOSING_LINK + side];
  for (;;) {
    const last = Math.max(next[0], next[1], next[2], next[3]);
    if (last < 0) break;
    pushIndex(closing.rowPaths, last);
    for (let side = 0; side < SIDES; side++)
      if (next[side] === last) next[side] = linkInts[last * LINK_INTS + PARENT];
  }
  closing.ints[k + END_ON_PATH] = closing.rowPaths.count;
};

/** Room for the unit impulses of the rows, which are 0 except on their paths. */
const addUnits = (closing: ClosingRows, first: number, pathLength: number): void => {
  const from = closing.unitLength;
  for (let r = first; r < closing.count; r++) {
    closing.ints[r * CLOSING_INTS + UNIT_AT] = closing.unitLength;
    closing.ints[r * CLOSING_INTS + UNIT_STRIDE] = UNIT * pathLength;
    closing.unitLength += UNIT * pathLength;
  }
  if (closing.units.length < closing.unitLength)
    closing.units = growFloats(closing.units, closing.unitLength);
  closing.units.fill(0, from, closing.unitLength);
};

/** After the last closing row of an articulation: the paths from the links to the roots, and room for K. */
export const finishClosingRows = ({ articulations: a }: World, tree: number): void => {
  const { closing, treeInts, linkInts } = a;
  const t = tree * TREE_INTS;
  const from = treeInts[t + FIRST_LINK];
  const first = treeInts[t + FIRST_CLOSING];
  const count = closing.count - first;
  reserveLinks(closing, a.count);
  const { onPath } = closing;
  onPath.fill(0, from, a.count);
  for (let r = first; r < closing.count; r++) {
    for (let side = 0; side < SIDES; side++) {
      let link = closing.ints[r * CLOSING_INTS + CLOSING_LINK + side];
      for (; link >= 0 && onPath[link] === 0; link = linkInts[link * LINK_INTS + PARENT]) onPath[link] = 1;
    }
  }
  for (let link = from; link < a.count && count > 0; link++) addToPath(a, link, treeInts[t + FIRST_PATH]);
  for (let r = first; r < closing.count; r++) addRowPath(a, r);
  addUnits(closing, first, closing.path.count - treeInts[t + FIRST_PATH]);
  coupleRows(closing, first, from, a.count);
  treeInts[t + END_CLOSING] = closing.count;
  treeInts[t + END_CLOSING_JOINT] = closing.joints.count;
  treeInts[t + END_PATH] = closing.path.count;
  if (closing.matrices.length <= tree) closing.matrices.push(createFloats(0));
  if (closing.matrices[tree].length < count * count) closing.matrices[tree] = createFloats(count * count);
  const saved = SAVED_OF_LINK * a.count + a.controlCount;
  if (count > 0 && closing.saved.length < saved) closing.saved = createFloats(2 * saved);
};
