import { listActiveJoints } from '../../joints/active-joints.js';
import { jointDefinitions } from '../../joints/define-joint.js';
import {
  countRevolutionsWhenDue,
  enterJoints,
  placeLonePoint,
  writeJointRows,
} from '../../joints/write-joint.js';
import { createFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { refreshPoint } from '../../parts/point.js';
import { type JointContext, LAMBDA_SCALE, times } from '../../rows/context.js';
import { JointFlag } from '../../state/joints.js';
import { POINT_ROW } from '../../state/points.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  DIRECT,
  IN_TOUR,
  JOINT,
  KIND,
  Kind,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  reserveJointRows,
  SLOT,
  SPRUNG,
} from '../../state/rows.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { endTrials } from '../articulations/links/trial-counts.js';
import { prepareArticulations } from '../articulations/prepare-articulations.js';
import { settleRows } from '../articulations/settle-rows.js';
import { clearSoftJoints, listSoftJoints } from './soft-joints.js';

/**
 * Prepares the joints of a step: lists those that are solved, and places their rows. To place a row is to
 * give it its position in the table and last step's λ; the numbers of a placed row are refreshed in every
 * substep.
 */
export const placeJointRows = (world: World, substep: Substep): void => {
  const { joints, rows, activeJoints } = world;
  endTrials();
  listActiveJoints(world);
  // Whether locks are implied may change with the poses, and then all trees are built anew.
  if (world.articulations.implied.count > 0) settleRows(world);
  rows.isDue = false;
  const kept = writeLambdaScale(world, substep) ? rows.count : 0;
  if (rows.hasImpacts) rows.impactImpulse.fill(0);
  rows.hasImpacts = false;
  rows.count = 0;
  rows.expanded = false;
  if (activeJoints.count === 0) {
    noteRows(world);
    prepareArticulations(world, false);
    rows.swept = 0;
    return;
  }
  reserveJointRows(rows, mostRows(world));
  const j = enterJoints(world);
  j.row = 0;
  j.placing = true;
  let unchanged = true;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    const first = j.row;
    const stays = first < kept && joints.firstRow[joint] === first && isRowOf(world, first, joint);
    joints.firstRow[joint] = first;
    if ((joints.flags[joint] & JointFlag.lonePoint) !== 0) {
      if (stays && isLonePoint(world, first)) keepLonePoint(world, j);
      else {
        placeLonePoint(world, j, joint);
        unchanged = false;
      }
    } else {
      if (stays && rows.isCurrent && (joints.flags[joint] & JointFlag.placed) !== 0)
        j.row = rowsEnd(world, first, kept);
      else {
        placeJoint(world, j, joint);
        unchanged = false;
      }
    }
    countRevolutionsWhenDue(world, j, joint);
    joints.rowCount[joint] = j.row - first;
  }
  j.placing = false;
  rows.count = j.row;
  rows.isKept = true;
  unchanged &&= rows.count === kept;
  // Of rows that were not placed anew, lists and marks stand: passes over all rows took a tenth of a step of hanging figures.
  if (!unchanged) noteRows(world);
  clearSoftJoints(world);
  const isMarked = prepareArticulations(world, unchanged);
  if (!isMarked) countSweptRows(world);
  listSoftJoints(world);
  if (!isMarked) dropDirectLimits(world);
};

/** Rows that the sweeps solve, or only refresh: those of joints that no articulation writes, although a tour solves them. */
const countSweptRows = ({ rows, articulations: { count, linkOfJoint } }: World): void => {
  let swept = rows.count;
  for (let row = 0; row < rows.count && count > 0; row++) {
    const k = row * ROW_INTS;
    if (rows.index[k + DIRECT] !== 0 && linkOfJoint[rows.index[k + JOINT]] >= 0) swept--;
  }
  rows.swept = swept;
};

/** Rows if every slot of every joint had one. */
const mostRows = ({ joints, activeJoints }: World): number => {
  const definitions = jointDefinitions();
  let most = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    most += definitions[joints.definition[activeJoints.items[k]]].slots.length;
  }
  return most;
};

/** Scratch: substep, softness and fastest correction of this step, to compare with those of the last. */
const placedFor = createFloats(5);

/**
 * Writes the scale of last step's λ, which only placing reads. Returns whether the records of points are
 * those of the last step and made for the same substep, softness and correction speed: then a rigid point at
 * the same rows needs only new levers, and not even those while no body was moved from outside.
 */
const writeLambdaScale = (world: World, { h, joint }: Substep): boolean => {
  const { clock, rows, settings } = world;
  times[LAMBDA_SCALE] = clock.substep > 0 ? h / clock.substep : 0;
  placedFor[0] = h;
  placedFor[1] = joint.biasRate;
  placedFor[2] = joint.massScale;
  placedFor[3] = joint.impulseScale;
  placedFor[4] = settings.jointCorrectionSpeed;
  // After an impact λ still contains the impact impulse.
  let same = rows.isKept && !rows.hasImpacts && times[LAMBDA_SCALE] === 1;
  rows.isKept = false;
  for (let i = 0; i < placedFor.length; i++) {
    if (rows.placedFor[i] === placedFor[i]) continue;
    rows.placedFor[i] = placedFor[i];
    same = false;
  }
  return same;
};

const placeJoint = (world: World, j: JointContext, joint: number): void => {
  const { joints } = world;
  const first = j.row;
  writeJointRows(world, j, joint);
  const { placeOnce } = jointDefinitions()[joints.definition[joint]];
  if (placeOnce && !hasBlockDrive(world, first, j.row)) joints.flags[joint] |= JointFlag.placed;
  if (j.row - first === 3) markLonePoint(world, joint, first);
};

/** The bound of a three-axis drive depends on its last λ (parts/angles/torque-bound.ts), so its rows are placed anew. */
const hasBlockDrive = ({ rows: { index } }: World, from: number, to: number): boolean => {
  for (let row = from; row < to; row++) {
    const role = index[row * ROW_INTS + ROLE];
    if (index[row * ROW_INTS + BLOCK] > 1 && role !== Role.lock) return true;
  }
  return false;
};

/** The row after the last one of the joint that has row `first`. */
const rowsEnd = ({ rows: { index } }: World, first: number, kept: number): number => {
  let row = first + 1;
  while (row < kept && index[row * ROW_INTS + JOINT] === index[first * ROW_INTS + JOINT]) row++;
  return row;
};

const isRowOf = ({ rows: { index } }: World, row: number, joint: number): boolean =>
  index[row * ROW_INTS + JOINT] === joint;

const isLonePoint = ({ rows: { index } }: World, row: number): boolean =>
  index[row * ROW_INTS + KIND] === Kind.lonePoint;

const keepLonePoint = ({ rows, bodies }: World, j: JointContext): void => {
  const first = j.row;
  j.row += 3;
  if (rows.isCurrent) return;
  const { rotation, centre, motion } = bodies;
  const at = first * ROW_INTS;
  refreshPoint(
    rows.points,
    rotation,
    centre,
    motion,
    first * POINT_ROW,
    rows.index[at + BODY_A],
    rows.index[at + BODY_B],
  );
};

/**
 * A joint whose only rows are a rigid point is refreshed from the record alone, and no λ of another row has
 * to be loaded.
 */
const markLonePoint = ({ joints, jointFloats, rows: { index } }: World, joint: number, row: number): void => {
  const first = row * ROW_INTS;
  if (index[first + KIND] !== Kind.point || index[first + SPRUNG] !== 0) return;
  index[first + KIND] = Kind.lonePoint;
  if (index[first + SLOT] !== 0) return;
  joints.flags[joint] |= JointFlag.lonePoint;
  const { lambdaAt, slots } = jointDefinitions()[joints.definition[joint]];
  const lambda = joints.block[joint] + lambdaAt;
  jointFloats.data.fill(0, lambda + 3, lambda + slots.length);
};

/** Counts spring rows and lists rigid limits. */
const noteRows = ({ rows, limitRows }: World): void => {
  rows.sprung = 0;
  limitRows.count = 0;
  for (let row = 0; row < rows.count; row++) {
    rows.sprung += rows.index[row * ROW_INTS + SPRUNG];
    const isLimit = rows.index[row * ROW_INTS + ROLE] === Role.limit;
    if (isLimit && rows.data[row * ROW + BOUNCE] >= 0) pushIndex(limitRows, row);
  }
};

/** The articulations themselves solve impacts on their limits; those of rows in tours ask for the speed before the substep. */
const dropDirectLimits = ({ limitRows, rows, articulations }: World): void => {
  articulations.tourLimits.count = 0;
  if (articulations.count === 0) return;
  let kept = 0;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    if (rows.index[row * ROW_INTS + DIRECT] === 0) limitRows.items[kept++] = row;
    else if (rows.index[row * ROW_INTS + DIRECT] === IN_TOUR) pushIndex(articulations.tourLimits, row);
  }
  limitRows.count = kept;
};
