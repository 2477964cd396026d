import type { Floats } from '../math/floats.js';
import {
  DIAGONAL,
  IMPULSE,
  INVERSE_K,
  LEVER_A,
  LEVER_B,
  POINT_BIAS_RATE,
  POINT_GAP,
  POINT_IMPULSE_SCALE,
  POINT_MASS_SCALE,
  POINT_ROW,
  POINT_SPEED,
} from '../state/points.js';
import {
  BIAS_RATE,
  BOUNCE,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  J,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  RESPONSE,
  ROW,
  ROW_INTS,
  type RowTable,
  UPPER,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { writeInverse } from './block-inverse.js';
import { writeRowResponse } from './single-row.js';

/**
 * Points are solved from their compact records (state/points.ts). Here these are expanded to rows, for all
 * that reads rows: inspection, snapshots, reactions, the classic methods, and the direct solvers of several
 * rows.
 */

/** The row table with all rows expanded, as the last step solved them. */
export const solvedRows = ({ rows }: World): RowTable => {
  if (!rows.expanded) expandRange(rows, 0, rows.count);
  rows.expanded = true;
  return rows;
};

/** Expands the rows of one joint. Within a step they go out of date with the next iteration. */
export const expandJoint = ({ rows, joints }: World, joint: number): void => {
  if (!rows.expanded)
    expandRange(rows, joints.firstRow[joint], joints.firstRow[joint] + joints.rowCount[joint]);
};

const expandRange = (rows: RowTable, from: number, to: number): void => {
  for (let row = from; row < to; row++) {
    if (rows.index[row * ROW_INTS + KIND] >= Kind.point) expandPoint(rows, row);
  }
};

/** Turns every row into a general one; the records of points are not used any more. */
export const generaliseRows = (world: World): void => {
  const { rows } = world;
  solvedRows(world);
  rows.isKept = false;
  for (let row = 0; row < rows.count; row++) {
    rows.index[row * ROW_INTS + KIND] = Kind.general;
    writeRowResponse(world, row, rows.data, row * ROW + RESPONSE);
  }
};

/** Writes λ of the expanded rows of a joint back to the records of its points. */
export const storePointImpulses = ({ rows, joints }: World, joint: number): void => {
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    if (rows.index[row * ROW_INTS + KIND] < Kind.point) continue;
    for (let i = 0; i < 3; i++)
      rows.points[row * POINT_ROW + IMPULSE + i] = rows.data[(row + i) * ROW + LAMBDA];
  }
};

/** J = [-e, -(s × e), e, r × e] for the world axes e, and the other numbers of the three rows. */
const expandPoint = ({ data, points }: RowTable, row: number): void => {
  const p = row * POINT_ROW;
  for (let i = 0; i < 3; i++) {
    const at = (row + i) * ROW;
    for (let k = 0; k < ROW; k++) data[at + k] = 0;
    data[at + J + i] = -1;
    data[at + J + 6 + i] = 1;
    data[at + ERROR] = points[p + POINT_GAP + i];
    data[at + LAMBDA] = points[p + IMPULSE + i];
    data[at + LOW] = points[p + POINT_SPEED + i];
    data[at + HIGH] = points[p + POINT_SPEED + i];
    data[at + BIAS_RATE] = points[p + POINT_BIAS_RATE];
    data[at + MASS_SCALE] = points[p + POINT_MASS_SCALE];
    data[at + IMPULSE_SCALE] = points[p + POINT_IMPULSE_SCALE];
    data[at + MASS] = points[p + DIAGONAL + i] > 0 ? 1 / points[p + DIAGONAL + i] : 0;
    data[at + LOWER] = -Infinity;
    data[at + UPPER] = Infinity;
    data[at + BOUNCE] = -1;
  }
  writeInverse(data, row * ROW, points, p + INVERSE_K);
  expandLever(data, row * ROW + J + 3, points, p + LEVER_A, -1);
  expandLever(data, row * ROW + J + 9, points, p + LEVER_B, 1);
};

/** r × x = (0, rz, -ry), r × y = (-rz, 0, rx), r × z = (ry, -rx, 0). */
const expandLever = (data: Floats, at: number, levers: Floats, r: number, sign: 1 | -1): void => {
  const x = sign * levers[r];
  const y = sign * levers[r + 1];
  const z = sign * levers[r + 2];
  data[at + 1] = z;
  data[at + 2] = -y;
  data[at + ROW] = -z;
  data[at + ROW + 2] = x;
  data[at + 2 * ROW] = y;
  data[at + 2 * ROW + 1] = -x;
};
