import { bodyExists, jointDefinitions, type World } from '@tenon/physics-core';
import { contactRows, JointRecord, RowRecord, RowRoles } from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import type { Drawing } from './drawing.js';
import type { DrawOptions } from './options.js';
import { type Ink, inkOf, levelOffset } from './palette.js';
import { FACTOR, P0, P5, P6, pen, SIZE } from './pen.js';
import { arcArrow, arrow } from './primitives.js';
import { isMirrored, Wrench, writeWrenchOnA, writeWrenchOnB } from './row-geometry.js';

/** By the role's number in a record. */
const roleInks: readonly Ink[] = RowRoles.map((role) => inkOf(role));
const highlightInk = inkOf('highlight');
const FAINT = levelOffset('faint');

/** No arrow is longer, times `scale`; a row that does nothing is this short when lengths are those of λ. */
const LONGEST = 3;
const IDLE = 0.15;
/** Radius of the arc of a unit angular part, times `scale`. */
const ARC = 0.45;
/** A highlighted row is so much longer than others. */
const HIGHLIGHT = 1.5;
/** An arrow for a part of a Jacobian shorter than this has no direction. */
const NOTHING = 1e-9;

/**
 * Every row of every joint: an arrow for the force along its Jacobian, an arc for the torque. `substep` converts λ to a force. A
 * highlighted row is drawn also while the layer is hidden.
 */
export const drawRows = ({ lines, readings }: Drawing, options: DrawOptions, substep: number): void => {
  const rows = readings.rows.floats;
  const joints = readings.joints.floats;
  const { highlightedRow: wanted } = options;
  const highlightedRow = wanted !== undefined && 'joint' in wanted ? wanted : undefined;
  const longest = LONGEST * options.scale;
  const perImpulse = substep > 0 ? options.forceScale / substep : 0;
  for (let k = 0; k < readings.rows.count; k++) {
    const at = k * RowRecord.size;
    const joint = rows[at + RowRecord.joint] * JointRecord.size;
    const lambda = rows[at + RowRecord.lambda];
    const highlighted =
      highlightedRow !== undefined &&
      highlightedRow.joint === joints[joint + JointRecord.handle] &&
      nameOf(joints[joint + JointRecord.definition], rows[at + RowRecord.slot]) === highlightedRow.name;
    if (!highlighted && !options.layers.rows) continue;
    const role = roleInks[rows[at + RowRecord.role]];
    const ink = highlighted ? highlightInk : lambda === 0 ? role + FAINT : role;
    pen[FACTOR] = highlighted ? HIGHLIGHT * options.scale : options.scale;
    if (!highlighted && options.rowLength === 'lambda') {
      if (lambda === 0) pen[FACTOR] *= IDLE;
      else pen[FACTOR] = Math.max(-longest, Math.min(longest, perImpulse * lambda));
    }
    writeWrenchOnB(rows, at, pen, WRENCH);
    drawWrench(lines, ink);
    if (isMirrored(rows, at)) continue;
    writeWrenchOnA(rows, at, joints, joint, pen, WRENCH);
    drawWrench(lines, ink);
  }
};

/** Where a wrench lies in the pen: point, force and moment at P0, P1 and P2. */
const WRENCH = P0;
const LINEAR = WRENCH + Wrench.linear;
const MOMENT = WRENCH + Wrench.moment;

const nameOf = (definition: number, slot: number): string => jointDefinitions()[definition].slots[slot];

/** Draws the wrench at WRENCH. pen[FACTOR] is the length of a unit force; a negative one reverses it. */
const drawWrench = (lines: LineBuffer, ink: Ink): void => {
  const factor = pen[FACTOR];
  const fx = pen[LINEAR];
  const fy = pen[LINEAR + 1];
  const fz = pen[LINEAR + 2];
  if (Math.sqrt(fx * fx + fy * fy + fz * fz) > NOTHING) {
    pen[P5] = factor * fx;
    pen[P5 + 1] = factor * fy;
    pen[P5 + 2] = factor * fz;
    arrow(lines, WRENCH, P5, ink);
  }
  const mx = pen[MOMENT];
  const my = pen[MOMENT + 1];
  const mz = pen[MOMENT + 2];
  const moment = Math.sqrt(mx * mx + my * my + mz * mz);
  if (moment > NOTHING) {
    const side = factor < 0 ? -1 : 1;
    pen[P6] = side * mx;
    pen[P6 + 1] = side * my;
    pen[P6 + 2] = side * mz;
    pen[SIZE] = Math.abs(factor) * ARC * moment;
    arcArrow(lines, WRENCH, P6, ink);
  }
};

/** The highlighted row, if it is one of a contact. Reads all rows of the body, which allocates, but only one row is highlighted at a time. */
export const drawHighlightedContact = ({ lines }: Drawing, world: World, options: DrawOptions): void => {
  const { highlightedRow: wanted } = options;
  if (wanted === undefined || 'joint' in wanted || !bodyExists(world, wanted.body)) return;
  const row = contactRows(world, wanted.body)[wanted.index];
  if (row === undefined) return;
  // A row of force acts at its point, one of torque is all moment.
  const isForce = row.linearB.some((part) => part !== 0);
  for (let i = 0; i < 3; i++) {
    pen[WRENCH + i] = row.point[i];
    pen[LINEAR + i] = row.linearB[i];
    pen[MOMENT + i] = isForce ? 0 : row.angularB[i];
  }
  pen[FACTOR] = HIGHLIGHT * options.scale;
  drawWrench(lines, highlightInk);
};
