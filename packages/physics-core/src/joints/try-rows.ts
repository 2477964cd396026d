import { PhysicsError } from '../errors.js';
import { POINT_GAP, POINT_ROW } from '../state/points.js';
import {
  createRowTable,
  ERROR,
  J,
  KIND,
  Kind,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  reserveJointRows,
  SLOT,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { controlSlots } from './controls.js';
import type { JointDefinition } from './define-joint.js';
import { enterJoint, enterJoints, NO_END } from './write-joint.js';

/** Scratch: a row table for the trial, apart from the rows that are solved. */
const trial = createRowTable();
/** Spare rows for a faulty `rows` function that writes more than it names. */
const SPARE_ROWS = 64;

/**
 * Writes the own rows of a new joint once, into a table apart, and checks them: a faulty joint type may write
 * more rows than it has slots, which would overwrite those of other joints, or NaN. An error now is better
 * than one in the middle of a step.
 */
export const tryRows = (world: World, joint: number): void => {
  const j = enterJoints(world);
  const definition = enterJoint(world, j, joint);
  reserveJointRows(trial, definition.slots.length + SPARE_ROWS);
  j.rows = trial.data;
  j.index = trial.index;
  j.points = trial.points;
  j.row = 0;
  j.rowEnd = NO_END;
  j.placing = true;
  try {
    definition.rows(j, definition.at as never);
  } finally {
    j.placing = false;
  }
  checkSlots(definition, j.row);
  for (let row = 0; row < j.row; row++) checkNumbers(definition, row);
};

const checkSlots = ({ type, slots, coordinates }: JointDefinition, count: number): void => {
  const own = slots.length - coordinates.length * controlSlots.length;
  for (let row = 0; row < count; row++) {
    const slot = trial.index[row * ROW_INTS + SLOT];
    // A joint's own limit rows may stand in for those of its coordinates.
    const isLimit = trial.index[row * ROW_INTS + ROLE] === Role.limit;
    if (slot < own || (isLimit && slot < slots.length)) continue;
    throw new PhysicsError(
      'out-of-range',
      `Joint type '${type}' writes ${count} rows, one of them for slot ${slot}, but names ${own} slots`,
      'Give `slots` a name for each row that `rows` writes',
    );
  }
};

const checkNumbers = ({ type, slots }: JointDefinition, row: number): void => {
  const isPoint = trial.index[row * ROW_INTS + KIND] >= Kind.point;
  const error = isPoint ? trial.points[row * POINT_ROW + POINT_GAP] : trial.data[row * ROW + ERROR];
  const jacobian = trial.data.slice(row * ROW + J, row * ROW + J + 12);
  if (Number.isFinite(error) && (isPoint || jacobian.every(Number.isFinite))) return;
  throw new PhysicsError(
    'not-finite',
    `Row '${slots[trial.index[row * ROW_INTS + SLOT]]}' of joint type '${type}' has C = ${error} and J = [${jacobian.join(', ')}]`,
    'Look for parameters read with a wrong name in `at`, and for divisions by zero',
  );
};
