import { createFloats, type Floats } from '../../../math/floats.js';
import { rotateFloats } from '../../../math/rotate-floats.js';
import { isRigidLock } from '../../../rows/single-row.js';
import type { BodyTable } from '../../../state/bodies.js';
import {
  CLOSING,
  CLOSING_INTS,
  CLOSING_PLANE,
  CLOSING_POINT,
  CLOSING_SUM,
  PLANE_AXIS,
} from '../../../state/closing-rows.js';
import { FRAME_A } from '../../../state/joints.js';
import { IMPULSE, POINT_GAP, POINT_ROW } from '../../../state/points.js';
import { J, JOINT, LAMBDA, ROW, ROW_INTS } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';

/**
 * The two closing rows of a hinge that closes a planar loop (planar-loops.ts): the gap g of its anchors along y and z of A's frame, which
 * are across its axis. With e one of them and J_k, λ_k those of the point along world axis k
 *   C = e·g          J = Σ e_k J_k          λ_k = Σ e_k λ over both rows
 */

/** Rows of such a hinge. */
export const PLANE_ROWS = 2;

/** Scratch: A's half or B's of J. */
export const planeRow = createFloats(6);

/** Writes e of a row at the present pose. */
export const writePlaneAxis = (
  { articulations, bodies, joints, jointFloats, rows }: World,
  r: number,
): void => {
  const { data, ints } = articulations.closing;
  const k = r * CLOSING_INTS;
  const joint = rows.index[ints[k + CLOSING_POINT] * ROW_INTS + JOINT];
  writeAxis(
    bodies,
    joints.bodyA[joint],
    jointFloats.data,
    joints.block[joint] + FRAME_A + 3,
    ints[k + CLOSING_PLANE],
  );
  for (let m = 0; m < 3; m++) data[r * CLOSING + PLANE_AXIS + m] = axis[m];
};

/** Scratch: an axis. */
const axis = createFloats(3);

const writeAxis = (
  { rotation }: BodyTable,
  body: number,
  frames: ArrayLike<number>,
  at: number,
  which: number,
): void => {
  for (let m = 0; m < 3; m++) axis[m] = m === which ? 1 : 0;
  rotateFloats(frames, at, axis, 0);
  rotateFloats(rotation, body * 4, axis, 0);
};

/** Writes J of a row on one of its bodies to `planeRow`. */
export const writePlaneRow = ({ articulations, rows }: World, r: number, side: number): void => {
  const { data, ints } = articulations.closing;
  const first = ints[r * CLOSING_INTS + CLOSING_POINT] * ROW + J + 6 * side;
  const e = r * CLOSING + PLANE_AXIS;
  for (let m = 0; m < 6; m++)
    planeRow[m] =
      data[e] * rows.data[first + m] +
      data[e + 1] * rows.data[first + ROW + m] +
      data[e + 2] * rows.data[first + 2 * ROW + m];
};

/** Writes C of a row. */
export const writePlaneError = ({ articulations, rows }: World, r: number, out: Floats): void => {
  const { data, ints } = articulations.closing;
  const gap = ints[r * CLOSING_INTS + CLOSING_POINT] * POINT_ROW + POINT_GAP;
  const e = r * CLOSING + PLANE_AXIS;
  out[0] =
    data[e] * rows.points[gap] + data[e + 1] * rows.points[gap + 1] + data[e + 2] * rows.points[gap + 2];
};

/** λ of the hinge. Its first row begins it, and clears those of its other locks. */
export const writePlaneImpulse = (world: World, r: number): void => {
  const { articulations, rows } = world;
  const { data, ints } = articulations.closing;
  const point = ints[r * CLOSING_INTS + CLOSING_POINT];
  const to = point * POINT_ROW + IMPULSE;
  const isFirst = ints[r * CLOSING_INTS + CLOSING_PLANE] === 1;
  const o = r * CLOSING;
  for (let m = 0; m < 3; m++) {
    const before = isFirst ? 0 : rows.points[to + m];
    rows.points[to + m] = before + data[o + CLOSING_SUM] * data[o + PLANE_AXIS + m];
  }
  if (isFirst) clearOtherLocks(world, point);
};

const clearOtherLocks = (world: World, point: number): void => {
  const { joints, rows } = world;
  const joint = rows.index[point * ROW_INTS + JOINT];
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++)
    if ((row < point || row >= point + 3) && isRigidLock(world, row)) rows.data[row * ROW + LAMBDA] = 0;
};
