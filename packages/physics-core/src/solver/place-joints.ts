import { listActiveJoints } from '../joints/active-joints.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { countTurnsWhenDue, enterJoints, placeLonePoint, writeJointRows } from '../joints/write-rows.js';
import { createFloats } from '../math/floats.js';
import { type IndexList, pushIndex } from '../math/index-list.js';
import { CORRECTION_SPEED, H, type JointContext, LAMBDA_SCALE, RATE, times } from '../parts/context.js';
import { refreshPoint } from '../parts/point.js';
import { BodyFlag, MOTION } from '../state/bodies.js';
import { JointFlag } from '../state/joints.js';
import { POINT_ROW } from '../state/points.js';
import {
  BODY_A,
  BODY_B,
  BOUNCE,
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
} from '../state/rows.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { listJoinedTwice } from './joined-twice.js';
import { isSolvedDirectly, listMechanisms } from './mechanisms.js';
import { listSoftJoints } from './soft-joints.js';

/** Lists the joints that are solved in this step and gives each its rows and last step's λ. */
export const placeJointRows = (world: World, substep: Substep): void => {
  const { joints, rows, activeJoints, limitRows } = world;
  listActiveJoints(world);
  const kept = writeTimes(world, substep) ? rows.count : 0;
  if (rows.jolted) rows.jolt.fill(0);
  rows.jolted = false;
  rows.count = 0;
  rows.struck = 0;
  rows.sprung = 0;
  rows.spelled = false;
  limitRows.count = 0;
  world.pushed.count = 0;
  if (activeJoints.count === 0) {
    listMechanisms(world, false);
    return;
  }
  reserveJointRows(rows, mostRows(world));
  const j = enterJoints(world);
  j.rigid = substep.joint;
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
      if (stays && rows.isCurrent && isPlaced(world, first, kept, joint)) j.row = rowsEnd(world, first, kept);
      else {
        placeJoint(world, j, joint);
        unchanged = false;
      }
      noteRows(world, first, j.row);
    }
    countTurnsWhenDue(world, j, joint);
    joints.rowCount[joint] = j.row - first;
  }
  j.placing = false;
  rows.count = j.row;
  rows.isKept = true;
  listSoftJoints(world);
  listJoinedTwice(world);
  listMechanisms(world, unchanged && rows.count === kept);
  dropDirectLimits(world);
  markPushed(world);
};

/** Rows when every slot of every joint had one. */
const mostRows = ({ joints, activeJoints }: World): number => {
  const definitions = jointDefinitions();
  let most = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    most += definitions[joints.definition[activeJoints.items[k]]].slots.length;
  }
  return most;
};

/** What the records of rigid points were written for: substep, softness and fastest correction. */
const placedFor = createFloats(5);

/**
 * Writes what the parts must know about time. Returns whether the records of points are those of the last
 * step, made for the same times: then a rigid point that stands where it stood needs nothing but new levers,
 * and not even those while no body was put somewhere else.
 */
const writeTimes = (world: World, { h, joint }: Substep): boolean => {
  const { clock, rows, settings } = world;
  times[H] = h;
  times[RATE] = 1 / h;
  times[LAMBDA_SCALE] = clock.substep > 0 ? h / clock.substep : 0;
  times[CORRECTION_SPEED] = settings.jointCorrectionSpeed;
  placedFor[0] = h;
  placedFor[1] = joint.biasRate;
  placedFor[2] = joint.massScale;
  placedFor[3] = joint.impulseScale;
  placedFor[4] = settings.jointCorrectionSpeed;
  // What rows bore in an impact is still in their λ.
  let same = rows.isKept && !rows.jolted && times[LAMBDA_SCALE] === 1;
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
  if (jointDefinitions()[joints.definition[joint]].placeOnce) joints.flags[joint] |= JointFlag.placed;
  if (j.row - first === 3) markLonePoint(world, joint, first);
};

/**
 * Of a joint that stands where it stood: whether it is unchanged and struck no limit, for
 * then its λ are those from before.
 */
const isPlaced = ({ joints, rows }: World, first: number, kept: number, joint: number): boolean => {
  const { index, approach } = rows;
  if ((joints.flags[joint] & JointFlag.placed) === 0) return false;
  for (let row = first; row < kept && index[row * ROW_INTS + JOINT] === joint; row++)
    if (approach[row] !== 0) return false;
  return true;
};

/** Behind the rows of the joint that has row `first`. */
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
 * A rigid point without any other row needs nothing of its joint to be refreshed, and no
 * impulse of another row waits for it.
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

const noteRows = ({ rows, limitRows }: World, from: number, to: number): void => {
  for (let row = from; row < to; row++) {
    rows.sprung += rows.index[row * ROW_INTS + SPRUNG];
    rows.strikes[row] = 0;
    const isLimit = rows.index[row * ROW_INTS + ROLE] === Role.limit;
    if (isLimit && rows.data[row * ROW + BOUNCE] >= 0) pushIndex(limitRows, row);
  }
};

/** Stops of mechanisms are no impacts of their own: all rows that bear them are solved at once. */
const dropDirectLimits = (world: World): void => {
  const { limitRows, rows, mechanisms } = world;
  if (mechanisms.ends.count === 0) return;
  let kept = 0;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    if (isSolvedDirectly(world, rows.index[row * ROW_INTS + JOINT])) rows.approach[row] = 0;
    else limitRows.items[kept++] = row;
  }
  limitRows.count = kept;
};

/** Which of the bodies held by joints contacts may push. */
const markPushed = (world: World): void => {
  const { flags } = world.bodies;
  const { items, count } = world.jointed;
  for (let k = 0; k < count; k++) flags[items[k]] &= ~BodyFlag.pushed;
  markPushedBy(world, world.steady);
  markPushedBy(world, world.balls);
  markPushedBy(world, world.restless);
  for (let k = 0; k < count; k++) {
    if ((flags[items[k]] & BodyFlag.pushed) !== 0) pushIndex(world.pushed, items[k]);
  }
};

/**
 * In the middle of a step, for bodies that may lose their joints: where no contact
 * pushes, `free` is simply the velocity.
 */
export const freeUnpushed = (world: World): void => {
  const { motion, free, flags } = world.bodies;
  const { items, count } = world.jointed;
  for (let k = 0; k < count; k++) {
    const body = items[k];
    if ((flags[body] & BodyFlag.pushed) !== 0) continue;
    for (let i = 0; i < 6; i++) free[body * 6 + i] = motion[body * MOTION + i];
  }
};

const markPushedBy = ({ bodies, contacts }: World, { items, count }: IndexList): void => {
  const { flags } = bodies;
  for (let k = 0; k < count; k++) {
    flags[contacts.bodyA[items[k]]] |= BodyFlag.pushed;
    flags[contacts.bodyB[items[k]]] |= BodyFlag.pushed;
  }
};
