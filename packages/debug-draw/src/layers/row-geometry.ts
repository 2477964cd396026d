import { JointRecord, RowRecord } from '@tenon/physics-core/inspect';

/**
 * The wrench of a row on a body: its force along `linear` through a point, and what is left of its torque as a moment about that point.
 * With the lever arm r from the centre of mass to the anchor, the row's torque g and its force f
 *   m = g - r × f          point = anchor + f × m / f²          moment = f (f·m) / f²
 * so that (point - centre) × f + moment = g again: the point of the row's line of action that is nearest to the anchor. A row without
 * force keeps the anchor, and its moment is g.
 */
export const Wrench = { size: 9, point: 0, linear: 3, moment: 6 } as const;

const LINEAR_A = RowRecord.jacobian;
const LINEAR_B = RowRecord.jacobian + 6;

/** The wrench on B of the row at `at` of a reading of rows. */
export const writeWrenchOnB = (rows: Float64Array, at: number, out: Float64Array, first: number): void =>
  writeWrench(rows, at + LINEAR_B, rows, at + RowRecord.centreB, rows, at + RowRecord.point, out, first);

/** The wrench on A, near A's anchor in the joint's record. */
export const writeWrenchOnA = (
  rows: Float64Array,
  at: number,
  joints: Float64Array,
  joint: number,
  out: Float64Array,
  first: number,
): void =>
  writeWrench(
    rows,
    at + LINEAR_A,
    rows,
    at + RowRecord.centreA,
    joints,
    joint + JointRecord.anchorA,
    out,
    first,
  );

const writeWrench = (
  rows: Float64Array,
  j: number,
  centres: Float64Array,
  centre: number,
  anchors: Float64Array,
  anchor: number,
  out: Float64Array,
  first: number,
): void => {
  const fx = rows[j];
  const fy = rows[j + 1];
  const fz = rows[j + 2];
  const rx = anchors[anchor] - centres[centre];
  const ry = anchors[anchor + 1] - centres[centre + 1];
  const rz = anchors[anchor + 2] - centres[centre + 2];
  const mx = rows[j + 3] - (ry * fz - rz * fy);
  const my = rows[j + 4] - (rz * fx - rx * fz);
  const mz = rows[j + 5] - (rx * fy - ry * fx);
  const square = fx * fx + fy * fy + fz * fz;
  const k = square > 0 ? 1 / square : 0;
  const along = k * (fx * mx + fy * my + fz * mz);
  out[first] = anchors[anchor] + k * (fy * mz - fz * my);
  out[first + 1] = anchors[anchor + 1] + k * (fz * mx - fx * mz);
  out[first + 2] = anchors[anchor + 2] + k * (fx * my - fy * mx);
  out[first + 3] = fx;
  out[first + 4] = fy;
  out[first + 5] = fz;
  out[first + 6] = square > 0 ? along * fx : mx;
  out[first + 7] = square > 0 ? along * fy : my;
  out[first + 8] = square > 0 ? along * fz : mz;
};

/** Entries of a Jacobian below this are rounding. */
const NOTHING = 1e-9;

/**
 * Whether A gets the exact opposite of what B gets: the same force and torque about B's anchor, reversed. Then the arrow on B is
 * enough. Not so for a pulley, whose rope goes into the world, and for a mouse.
 */
export const isMirrored = (rows: Float64Array, at: number): boolean => {
  const a = at + LINEAR_A;
  const b = at + LINEAR_B;
  for (let i = 0; i < 3; i++) {
    if (Math.abs(rows[a + i] + rows[b + i]) > NOTHING) return false;
  }
  for (let i = 0; i < 3; i++) {
    const n = i === 2 ? 0 : i + 1;
    const m = i === 0 ? 2 : i - 1;
    // Torque about the world's origin: g + c × f.
    const onA =
      rows[a + 3 + i] +
      rows[at + RowRecord.centreA + n] * rows[a + m] -
      rows[at + RowRecord.centreA + m] * rows[a + n];
    const onB =
      rows[b + 3 + i] +
      rows[at + RowRecord.centreB + n] * rows[b + m] -
      rows[at + RowRecord.centreB + m] * rows[b + n];
    if (Math.abs(onA + onB) > 1e-6) return false;
  }
  return true;
};
