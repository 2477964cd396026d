import { COORDINATE, context, frame, H, type JointContext, RATE, times } from '../parts/context.js';
import { needAxes, writeAnchors, writeTurn } from '../parts/frame.js';
import { limitRow } from '../parts/limit.js';
import { frictionRow, motorRow, springRow } from '../parts/motor.js';
import { pointRows } from '../parts/point.js';
import { writeTwist, writeTwistAngle } from '../parts/rotation.js';
import { yieldToLimits } from '../parts/yield-to-limits.js';
import {
  CONTROL,
  JOINT_FRICTION,
  LIMIT_LOWER,
  LIMIT_UPPER,
  MOTOR_MODE,
  SPRING_HERTZ,
} from '../state/controls.js';
import {
  BIAS_RATE,
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
import { controlSlots } from './controls.js';
import { type Coordinate, type JointDefinition, jointDefinitions } from './define-joint.js';

/** Points the context at the tables of a world. */
export const enterJoints = (world: World): JointContext => {
  const { bodies, joints, jointFloats, rows } = world;
  context.joints = joints;
  context.floats = jointFloats.data;
  context.motion = bodies.motion;
  context.centre = bodies.centre;
  context.rotation = bodies.rotation;
  context.localCentre = bodies.localCentre;
  context.moments = bodies.moments;
  context.rows = rows.data;
  context.index = rows.index;
  context.approach = rows.approach;
  context.points = rows.points;
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
 * Rebuilds all rows of a joint from the present poses. A joint has as many rows in every substep as
 * when they were placed: once all are there, nothing else of it needs a look. What is solved last
 * holds best: a motor keeps its speed exactly because it comes after the locks, and a limit stops the
 * motor because it comes after that.
 */
export const writeJointRows = (world: World, j: JointContext, joint: number): void => {
  const definition = findJoint(world, j, joint);
  if (!definition.withoutAnchors) writeAnchors(j);
  const { firstRow, rowCount } = world.joints;
  j.rowEnd = j.placing ? NO_END : firstRow[joint] + rowCount[joint];
  j.unbounded = -1;
  definition.rows(j, definition.at as never);
  const { coordinates } = definition;
  // The rows that are there already are all of them: nothing else needs a look.
  const controlled = j.row === j.rowEnd ? 0 : coordinates.length;
  const ownSlots = definition.slots.length - controlSlots.length * coordinates.length;
  for (let k = 0; k < controlled; k++) {
    writeControls(j, coordinates[k], k, ownSlots + k * controlSlots.length);
  }
  if (j.unbounded >= 0) yieldToLimits(j);
};

/**
 * Places a joint that has JointFlag.lonePoint: a tenth of its block is read, and nothing
 * of it but the point is looked at.
 */
export const placeLonePoint = (world: World, j: JointContext, joint: number): void => {
  const first = j.row * ROW_INTS;
  findJoint(world, j, joint);
  pointRows(j, 0);
  j.index[first + KIND] = Kind.lonePoint;
};

/**
 * rad. Turns are counted right while an angle changes by less than π from one count to the next: this
 * and what the bodies turn in a step. A twist at a swing of 170° changes 12 times as fast as its bodies
 * turn, so there it is right up to 10 rad/s at 60 steps a second.
 */
const TURNS_EVERY = 0.1;

/**
 * Counts turns when the bodies have turned enough for it to matter. Where a row holds an angle
 * they are counted in every substep.
 */
export const countTurnsWhenDue = (world: World, j: JointContext, joint: number): void => {
  const { joints } = world;
  const { spun } = world.bodies;
  const all = spun[joints.bodyA[joint]] + spun[joints.bodyB[joint]];
  if (all < joints.turnsDue[joint]) return;
  joints.turnsDue[joint] = all + TURNS_EVERY;
  const { coordinates } = findJoint(world, j, joint);
  for (let k = 0; k < coordinates.length; k++) {
    if (coordinates[k].countsTurns === true) countTurns(j, coordinates[k], k);
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
    if (coordinate.countsTurns === true) floats[j.state + k] = frame[COORDINATE];
    if (driven) motorRow(j, slot + 1, c);
    if (driven && coordinate.countsTurns === true) slowTurn(j);
    if (sprung) springRow(j, slot + 2, c);
    if (sprung && coordinate.countsTurns === true) slowTurn(j);
    if (braked) frictionRow(j, slot + 3, c);
    if (limited) limitRow(j, slot, c, coordinate.neverNegative === true);
  }
};

/**
 * The row last written, if it is a spring or servo, shall turn by a quarter turn in a substep at most: one
 * that is many turns away would go a whole turn at once, and nobody could count it. A spring that is an error
 * x away goes at biasRate x in the end, or swings through at ω x, whichever is slower; ω² = biasRate s / h
 * with s = massScale / impulseScale. Without damping the first is far above any speed that is ever reached.
 */
const slowTurn = ({ rows, index, row }: JointContext): void => {
  const at = (row - 1) * ROW;
  const most = 0.25 * TURN * times[RATE];
  // Motors that keep a speed have no rate at which an error goes.
  if (rows[at + BIAS_RATE] === 0 || Math.abs(rows[at + LOW]) <= most) return;
  const swings = (rows[at + BIAS_RATE] * times[H] * rows[at + IMPULSE_SCALE]) / rows[at + MASS_SCALE];
  const bound = swings > 1 ? most * Math.sqrt(swings) : most;
  if (Math.abs(rows[at + LOW]) <= bound) return;
  rows[at + LOW] = rows[at + LOW] > 0 ? bound : -bound;
  rows[at + HIGH] = rows[at + LOW];
  if (index[(row - 1) * ROW_INTS + SPRUNG] !== 0) return;
  rows[at + RELAX_LOW] = rows[at + LOW];
  rows[at + RELAX_HIGH] = rows[at + LOW];
};

/** Mostly it is a twist, which costs little without its gradient. */
const countTurns = (j: JointContext, coordinate: Coordinate, k: number): void => {
  if (coordinate.write === writeTwist && !j.hasAxes) {
    writeTurn(j);
    writeTwistAngle();
    unwind(j, k);
  } else writeCoordinate(j, coordinate, k);
  j.floats[j.state + k] = frame[COORDINATE];
};

/** Value and gradient of a coordinate. */
export const writeCoordinate = (j: JointContext, coordinate: Coordinate, k: number): void => {
  needAxes(j);
  coordinate.write(j);
  if (coordinate.countsTurns === true) unwind(j, k);
};

const TURN = 2 * Math.PI;

/** An angle that counts turns is the one nearest to where it last was. */
const unwind = (j: JointContext, k: number): void => {
  const behind = j.floats[j.state + k] - frame[COORDINATE];
  frame[COORDINATE] += TURN * Math.floor(behind / TURN + 0.5);
};
