import { settleMasses } from '../bodies/pending-mass.js';
import { PhysicsError } from '../errors.js';
import { type JointHandle, jointSlot } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { ALL_ROLES, writeReaction } from '../joints/reaction.js';
import { enterJoint, enterJoints, writeCoordinate } from '../joints/write-joint.js';
import { readVec3 } from '../math/columns.js';
import { createFloats } from '../math/floats.js';
import type { Vec3 } from '../math/vec3.js';
import { COORDINATE, frame, GRADIENT } from '../rows/context.js';
import { solvedRows } from '../rows/expand-points.js';
import { MOTION } from '../state/bodies.js';
import { JointFlag } from '../state/joints.js';
import { BLOCK, ERROR, HIGH, J, LOW, ROLE, ROW, ROW_INTS, Role, type RowTable } from '../state/rows.js';
import type { World } from '../state/world.js';
import { oneOf, show } from '../validate.js';
import { type JointRole, jointRoles } from './joint-impulses.js';

/** Reading a joint: the same read-outs for every type. */

export interface CoordinateState {
  /** m or rad; unwrapped angles go on beyond half a revolution. */
  readonly value: number;
  /** m/s or rad/s. */
  readonly rate: number;
}

/** All free coordinates by name, from the present poses and velocities. */
export const jointCoordinates = (world: World, handle: JointHandle): Record<string, CoordinateState> => {
  const joint = jointSlot(world, handle);
  settleMasses(world);
  const { coordinates, coordinateNames } = jointDefinitions()[world.joints.definition[joint]];
  const j = enterJoints(world);
  const states: Record<string, CoordinateState> = {};
  for (const [k, coordinate] of coordinates.entries()) {
    enterJoint(world, j, joint);
    writeCoordinate(j, coordinate, k);
    let rate = 0;
    for (let i = 0; i < 6; i++) {
      rate += frame[GRADIENT + i] * j.motion[j.bodyA * MOTION + i];
      rate += frame[GRADIENT + 6 + i] * j.motion[j.bodyB * MOTION + i];
    }
    states[coordinateNames[k]] = { value: frame[COORDINATE], rate };
  }
  return states;
};

/** The value of one coordinate; by default the first. */
export const jointCoordinate = (world: World, handle: JointHandle, name?: string): CoordinateState => {
  const states = jointCoordinates(world, handle);
  const wanted = name ?? Object.keys(states)[0];
  const state = Object.hasOwn(states, wanted ?? '') ? states[wanted] : undefined;
  if (state === undefined) {
    const known = Object.keys(states).map((key) => `'${key}'`);
    throw new PhysicsError(
      'unknown-field',
      name === undefined ? 'This joint has no coordinate' : `This joint has no coordinate ${show(name)}`,
      known.length > 0 ? `Use ${known.join(', ')}` : 'Read its error or reaction instead',
    );
  }
  return state;
};

export interface JointReaction {
  /** On B, N, world axes. */
  readonly force: Vec3;
  /** On B about its anchor, N·m, world axes. */
  readonly torque: Vec3;
}

/**
 * Force and torque with which the joint acts on B in the last substep; zero when it was not solved. With a
 * role only the part of its rows of that role: of its motors, its limits or its friction.
 */
export const jointReaction = (world: World, handle: JointHandle, role?: JointRole): JointReaction => {
  const joint = jointSlot(world, handle);
  jointStages.settleRows(world);
  settleMasses(world);
  const out = createFloats(6);
  writeReaction(world, joint, role === undefined ? ALL_ROLES : requireRole(role), out);
  return { force: readVec3(out, 0), torque: readVec3(out, 3) };
};

const checkRole = oneOf(jointRoles);

const requireRole = (role: JointRole): number => {
  checkRole(role, 'role');
  return Role[role];
};

export interface JointError {
  /** m. */
  readonly linear: number;
  /** rad. */
  readonly angular: number;
}

/**
 * The position error of the joint in the last step: the largest |C| of translations, m, and of angles, rad,
 * over its locks and couplings, the targets of a joint that follows one, and the violated limits. C of rows
 * that are solved together is a vector, such as the distance of two anchors in any direction. Servos, springs
 * and friction of coordinates are not errors and do not count.
 */
export const jointError = (world: World, handle: JointHandle): JointError => {
  const joint = jointSlot(world, handle);
  jointStages.settleRows(world);
  settleMasses(world);
  const { joints } = world;
  const { motorsHold } = jointDefinitions()[joints.definition[joint]];
  const rows = solvedRows(world);
  const first = joints.firstRow[joint];
  let linear = 0;
  let angular = 0;
  // Squares of translations and angles in the block in hand.
  let translations = 0;
  let angles = 0;
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] !== 0) {
      translations = 0;
      angles = 0;
    }
    if (!countsAsError(rows, row, motorsHold)) continue;
    const p = row * ROW;
    const square = rows.data[p + ERROR] * rows.data[p + ERROR];
    if ([0, 1, 2, 6, 7, 8].some((i) => rows.data[p + J + i] !== 0)) translations += square;
    else angles += square;
    linear = Math.max(linear, translations);
    angular = Math.max(angular, angles);
  }
  return { linear: Math.sqrt(linear), angular: Math.sqrt(angular) };
};

/** Whether C of a row is an error of the joint. */
const countsAsError = ({ data, index }: RowTable, row: number, motorsHold: boolean): boolean => {
  const p = row * ROW;
  switch (index[row * ROW_INTS + ROLE]) {
    case Role.lock:
      return true;
    case Role.coupling:
      // Of a pair both rows carry the whole C, in the unit of the first.
      return index[row * ROW_INTS + BLOCK] !== 0;
    case Role.motor:
      return motorsHold;
    case Role.limit:
      // Within its range a limit allows Ċ of either sign; a violated one allows only the direction back.
      return data[p + LOW] >= 0 || data[p + HIGH] <= 0;
    default:
      return false;
  }
};

export const isJointEnabled = (world: World, handle: JointHandle): boolean => {
  const joint = jointSlot(world, handle);
  settleMasses(world);
  return (world.joints.flags[joint] & JointFlag.enabled) !== 0;
};
