import { COORDINATE, context, frame, type JointContext } from '../parts/context.js';
import { needAxes, writeAnchors } from '../parts/frame.js';
import { limitRow } from '../parts/limit.js';
import { frictionRow, motorRow, springRow } from '../parts/motor.js';
import type { World } from '../state/world.js';
import {
  CONTROL,
  controlSlots,
  FRICTION,
  LIMIT_LOWER,
  LIMIT_UPPER,
  MOTOR_MODE,
  SPRING_HERTZ,
} from './controls.js';
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
  context.rows = rows.data;
  context.index = rows.index;
  context.approach = rows.approach;
  return context;
};

/** Points the context at one joint and writes its anchors. */
export const enterJoint = (
  { joints }: Pick<World, 'joints'>,
  j: JointContext,
  joint: number,
): JointDefinition => {
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
  writeAnchors(j);
  return definition;
};

/**
 * Rebuilds all rows of a joint from the present poses. What is solved last holds best: a motor keeps its speed exactly because it comes after
 * the locks, and a limit stops the motor because it comes after that.
 */
export const writeJointRows = (world: World, j: JointContext, joint: number): void => {
  const definition = enterJoint(world, j, joint);
  definition.rows(j, definition.at as never);
  const { coordinates } = definition;
  const ownSlots = definition.slots.length - controlSlots.length * coordinates.length;
  for (let k = 0; k < coordinates.length; k++) {
    writeControls(j, coordinates[k], k, ownSlots + k * controlSlots.length);
  }
};

const writeControls = (j: JointContext, coordinate: Coordinate, k: number, slot: number): void => {
  const { floats } = j;
  const c = j.controls + k * CONTROL;
  const limited =
    coordinate.ownLimit !== true &&
    (floats[c + LIMIT_LOWER] > -Infinity || floats[c + LIMIT_UPPER] < Infinity);
  const driven = floats[c + MOTOR_MODE] !== 0;
  const sprung = floats[c + SPRING_HERTZ] > 0;
  const braked = floats[c + FRICTION] > 0;
  const counting = j.placing && coordinate.countsTurns === true;
  if (!limited && !driven && !sprung && !braked && !counting) return;
  writeCoordinate(j, coordinate, k);
  if (coordinate.countsTurns === true) floats[j.state + k] = frame[COORDINATE];
  if (driven) motorRow(j, slot + 1, c);
  if (sprung) springRow(j, slot + 2, c);
  if (braked) frictionRow(j, slot + 3, c);
  if (limited) limitRow(j, slot, c);
};

/** Value and gradient of a coordinate; an angle that counts turns is the one nearest to where it last was. */
export const writeCoordinate = (j: JointContext, coordinate: Coordinate, k: number): void => {
  needAxes(j);
  coordinate.write(j);
  if (coordinate.countsTurns !== true) return;
  const turn = 2 * Math.PI;
  const behind = j.floats[j.state + k] - frame[COORDINATE];
  frame[COORDINATE] += turn * Math.floor(behind / turn + 0.5);
};
