import { REVOLUTION } from '../math/trigonometry.js';
import { writeTwist, writeTwistAngle } from '../parts/angles/rotation.js';
import { clampDriveToLimits } from '../parts/clamp-to-limits.js';
import { needAxes, writeAnchors, writeRelativeRotation } from '../parts/frame.js';
import { limitRow } from '../parts/limit.js';
import { frictionRow, motorRow, springRow } from '../parts/motor.js';
import { pointRows, refreshPoint } from '../parts/point.js';
import {
  COORDINATE,
  CORRECTION_SPEED,
  context,
  frame,
  H,
  type JointContext,
  RATE,
  times,
} from '../rows/context.js';
import {
  CONTROL,
  JOINT_FRICTION,
  LIMIT_LOWER,
  LIMIT_UPPER,
  MOTOR_MODE,
  SPRING_HERTZ,
} from '../state/controls.js';
import { POINT_ROW } from '../state/points.js';
import {
  BIAS_RATE,
  BODY_A,
  BODY_B,
  HIGH,
  IMPULSE_SCALE,
  KIND,
  Kind,
  LOW,
  MASS_SCALE,
  RELAX_HIGH,
  RELAX_LOW,
  ROW,
  ROW_INTS,
  SPRUNG,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { MAX_REVOLUTIONS_PER_SUBSTEP, REVOLUTION_COUNT_ANGLE } from '../tuning.js';
import { controlSlots } from './controls.js';
import { type Coordinate, type JointDefinition, jointDefinitions } from './define-joint.js';

/**
 * Points the context at the tables of a world and writes the numbers of its substep. Every stage and every reader
 * begins with this, so none depends on what another one, or another world, left in the context.
 */
export const enterJoints = (world: World): JointContext => {
  const { bodies, joints, jointFloats, rows, scratch, settings } = world;
  context.joints = joints;
  context.floats = jointFloats.data;
  context.motion = bodies.motion;
  context.centre = bodies.centre;
  context.rotation = bodies.rotation;
  context.localCentre = bodies.localCentre;
  context.moments = bodies.moments;
  context.rows = rows.data;
  context.index = rows.index;
  context.points = rows.points;
  context.rigid = scratch.substep.joint;
  context.placing = false;
  context.withoutPoints = false;
  const { h } = scratch.substep;
  times[H] = h;
  times[RATE] = h > 0 ? 1 / h : 0;
  times[CORRECTION_SPEED] = settings.jointCorrectionSpeed;
  return context;
};

/** Points the context at one joint and writes its anchors. */
export const enterJoint = (world: Pick<World, 'joints'>, j: JointContext, joint: number): JointDefinition => {
  const definition = findJoint(world, j, joint);
  writeAnchors(j);
  return definition;
};

const findJoint = ({ joints }: Pick<World, 'joints'>, j: JointContext, joint: number): JointDefinition => {
  const definition = jointDefinitions()[joints.definition[joint]];
  const block = joints.block[joint];
  j.joint = joint;
  j.bodyA = joints.bodyA[joint];
  j.bodyB = joints.bodyB[joint];
  j.block = block;
  j.controls = block + definition.controlsAt;
  j.params = block + definition.paramsAt;
  j.state = block + definition.stateAt;
  j.lambda = block + definition.lambdaAt;
  j.hasAxes = false;
  return definition;
};

/** More rows than any joint has. */
export const NO_END = 1e9;

/**
 * Writes all rows of a joint at the present poses. A joint has as many rows in every substep as when they
 * were placed, so once all are written the rest of it is skipped. Rows solved last are satisfied best: a
 * motor keeps its speed exactly because it comes after the locks, and a limit stops the motor because it
 * comes after that.
 */
export const writeJointRows = (world: World, j: JointContext, joint: number): void => {
  const definition = findJoint(world, j, joint);
  if (!definition.withoutAnchors) writeAnchors(j);
  const { firstRow, rowCount } = world.joints;
  j.rowEnd = j.placing ? NO_END : firstRow[joint] + rowCount[joint];
  j.unbounded = -1;
  definition.rows(j, definition.at as never);
  writeAllControls(j, definition);
};

/** Writes the rows of a joint's controls alone, from the first of them on: for a joint that has no other rows but locks. */
export const writeControlRows = (world: World, j: JointContext, joint: number): void => {
  const definition = findJoint(world, j, joint);
  if (!definition.withoutAnchors) writeAnchors(j);
  const { firstRow, rowCount } = world.joints;
  j.rowEnd = firstRow[joint] + rowCount[joint];
  j.unbounded = -1;
  writeAllControls(j, definition);
};

const writeAllControls = (j: JointContext, definition: JointDefinition): void => {
  const { coordinates, lockedBy } = definition;
  // All rows are written already: skip the controls.
  const controlled = j.row === j.rowEnd ? 0 : coordinates.length;
  const ownSlots = definition.slots.length - controlSlots.length * coordinates.length;
  for (let k = 0; k < controlled; k++) {
    // A limit or motor of a locked coordinate could only fight its lock.
    if (lockedBy[k] >= 0 && j.floats[j.params + lockedBy[k]] !== 0) continue;
    writeControls(j, coordinates[k], k, ownSlots + k * controlSlots.length);
  }
  if (j.unbounded >= 0) clampDriveToLimits(j);
};

/**
 * Places a joint that has JointFlag.lonePoint: only the point is written, and a tenth of the block is read.
 */
export const placeLonePoint = (world: World, j: JointContext, joint: number): void => {
  const first = j.row * ROW_INTS;
  findJoint(world, j, joint);
  pointRows(j, 0);
  j.index[first + KIND] = Kind.lonePoint;
};

/** Writes the rows of one joint that is solved by iterations anew, for the present poses. */
export const refreshJoint = (world: World, joint: number): void => {
  const { articulations, bodies, joints, rows } = world;
  if (joints.rowCount[joint] === 0) return;
  if (articulations.count > 0 && articulations.linkOfJoint[joint] >= 0) return;
  const first = joints.firstRow[joint];
  const k = first * ROW_INTS;
  const j = enterJoints(world);
  j.row = first;
  if (rows.index[k + KIND] !== Kind.lonePoint) {
    writeJointRows(world, j, joint);
    return;
  }
  const { rotation, centre, motion } = bodies;
  const a = rows.index[k + BODY_A];
  refreshPoint(rows.points, rotation, centre, motion, first * POINT_ROW, a, rows.index[k + BODY_B]);
};

/**
 * Counts revolutions when the bodies have rotated enough for it to matter. Angles that a row uses are counted
 * in every substep.
 */
export const countRevolutionsWhenDue = (world: World, j: JointContext, joint: number): void => {
  const { joints } = world;
  const { spun } = world.bodies;
  const all = spun[joints.bodyA[joint]] + spun[joints.bodyB[joint]];
  if (all < joints.revolutionsDue[joint]) return;
  joints.revolutionsDue[joint] = all + REVOLUTION_COUNT_ANGLE;
  const { coordinates } = findJoint(world, j, joint);
  for (let k = 0; k < coordinates.length; k++) {
    if (coordinates[k].countsRevolutions === true) countRevolutions(j, coordinates[k], k);
  }
};

const writeControls = (j: JointContext, coordinate: Coordinate, k: number, slot: number): void => {
  const { floats } = j;
  const c = j.controls + k * CONTROL;
  const limited =
    coordinate.ownLimit !== true &&
    (floats[c + LIMIT_UPPER] < Infinity ||
      (coordinate.neverNegative === true
        ? floats[c + LIMIT_LOWER] > 0
        : floats[c + LIMIT_LOWER] > -Infinity));
  const driven = floats[c + MOTOR_MODE] !== 0;
  const sprung = floats[c + SPRING_HERTZ] > 0;
  const braked = floats[c + JOINT_FRICTION] > 0;
  if (limited || driven || sprung || braked) {
    writeCoordinate(j, coordinate, k);
    if (coordinate.countsRevolutions === true) floats[j.state + k] = frame[COORDINATE];
    if (driven) motorRow(j, slot + 1, c);
    if (driven && coordinate.countsRevolutions === true) capRevolutionSpeed(j);
    if (sprung) springRow(j, slot + 2, c);
    if (sprung && coordinate.countsRevolutions === true) capRevolutionSpeed(j);
    if (braked) frictionRow(j, slot + 3, c);
    if (limited) limitRow(j, slot, c, coordinate.neverNegative === true);
  }
};

/**
 * Caps the speed of the row last written, if it is a spring or servo, at a quarter revolution per substep.
 * One that is many revolutions away would do a whole revolution at once, and nobody could count it. A spring
 * with the error x reaches the speed biasRate x, or ω x when it oscillates, whichever is less; ω² = biasRate
 * s / h with s = massScale / impulseScale. Without damping the first is far above any speed that is ever
 * reached.
 */
const capRevolutionSpeed = ({ rows, index, row }: JointContext): void => {
  const at = (row - 1) * ROW;
  const most = MAX_REVOLUTIONS_PER_SUBSTEP * REVOLUTION * times[RATE];
  // Motors that keep a speed have no bias rate.
  if (rows[at + BIAS_RATE] === 0 || Math.abs(rows[at + LOW]) <= most) return;
  const oscillation = (rows[at + BIAS_RATE] * times[H] * rows[at + IMPULSE_SCALE]) / rows[at + MASS_SCALE];
  const bound = oscillation > 1 ? most * Math.sqrt(oscillation) : most;
  if (Math.abs(rows[at + LOW]) <= bound) return;
  rows[at + LOW] = rows[at + LOW] > 0 ? bound : -bound;
  rows[at + HIGH] = rows[at + LOW];
  if (index[(row - 1) * ROW_INTS + SPRUNG] !== 0) return;
  rows[at + RELAX_LOW] = rows[at + LOW];
  rows[at + RELAX_HIGH] = rows[at + LOW];
};

/** Counts the revolutions of one coordinate. Most are twists, which are cheap without their gradient. */
const countRevolutions = (j: JointContext, coordinate: Coordinate, k: number): void => {
  if (coordinate.write === writeTwist && !j.hasAxes) {
    writeRelativeRotation(j);
    writeTwistAngle();
    unwrapAngle(j, k);
  } else writeCoordinate(j, coordinate, k);
  j.floats[j.state + k] = frame[COORDINATE];
};

/** Value and gradient of a coordinate. */
export const writeCoordinate = (j: JointContext, coordinate: Coordinate, k: number): void => {
  needAxes(j);
  coordinate.write(j);
  if (coordinate.countsRevolutions === true) unwrapAngle(j, k);
};

/** Angle unwrapping: takes the value nearest to the last count. */
const unwrapAngle = (j: JointContext, k: number): void => {
  const behind = j.floats[j.state + k] - frame[COORDINATE];
  frame[COORDINATE] += REVOLUTION * Math.floor(behind / REVOLUTION + 0.5);
};
