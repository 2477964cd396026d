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
import { enterJoint, enterJoints, NO_END } from './write-rows.js';

/** Rows to try a joint's own rows on, apart from those that are solved. */
const trial = createRowTable();
/** More rows than a wrong `rows` function is likely to write. */
const SPARE = 64;

/**
 * Writes a new joint's own rows once, aside, and looks at them: a game's own type may write rows that it
 * has no slots for, which would overwrite what belongs to others, or numbers that are none. Better said
 * now than in the middle of a step.
 */
export const tryRows = (world: World, joint: number): void => {
  const j = enterJoints(world);
  const definition = enterJoint(world, j, joint);
  reserveJointRows(trial, definition.slots.length + SPARE);
  j.rows = trial.data;
  j.index = trial.index;
  j.approach = trial.approach;
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
