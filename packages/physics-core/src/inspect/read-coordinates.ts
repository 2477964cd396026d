import { HandleKind, requireWorld, writeHandle } from '../api/handles.js';
import { controlSlots } from '../joints/controls.js';
import type { CoordinateShape } from '../joints/coordinate-shape.js';
import { type Coordinate, type JointDefinition, jointDefinitions } from '../joints/define-joint.js';
import { enterJoint, enterJoints, writeCoordinate } from '../joints/write-rows.js';
import { COORDINATE, frame, GRADIENT, type JointContext } from '../parts/context.js';
import { Hold } from '../parts/hold.js';
import { MOTION } from '../state/bodies.js';
import {
  CONTROL,
  LIMIT_LOWER,
  LIMIT_UPPER,
  MOTOR_MODE,
  MOTOR_SPEED,
  MOTOR_TARGET,
  SPRING_HERTZ,
  SPRING_REST,
} from '../state/controls.js';
import { LAMBDA, ROLE, ROW, ROW_INTS, Role, SLOT } from '../state/rows.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { writeGeometry } from './coordinate-geometry.js';
import { CoordinateRecord as C, ShapeKinds } from './coordinate-record.js';
import { writeBoxGroup, writeSwingGroup } from './limit-groups.js';
import { claimRecord, type Reading } from './reading.js';

/** λ of the limit rows and of the motor of each coordinate of one joint. */
const MOST_COORDINATES = 64;
const limitLambda = new Float64Array(MOST_COORDINATES);
const motorLambda = new Float64Array(MOST_COORDINATES);

/**
 * All coordinates that have a shape, joint by joint in the order of readJoints; behind them the joint's groups of limits. Without `idle`,
 * what is neither limited nor driven is left out, except in groups.
 */
export const readCoordinates = (world: World, reading: Reading, idle = true): void => {
  requireWorld(world);
  const { joints } = world;
  const j = enterJoints(world);
  reading.count = 0;
  let index = 0;
  for (let joint = 0; joint < joints.used; joint++) {
    if (!isLive(joints, joint)) continue;
    if (idle || isControlled(world, joint)) readCoordinatesOf(world, j, joint, index, reading, idle);
    index++;
  }
};

/** Whether one of the coordinates has a limit, a motor or a spring, or is held by a row of the joint. */
const isControlled = (world: World, joint: number): boolean => {
  const { coordinates, controlsAt } = jointDefinitions()[world.joints.definition[joint]];
  const { data } = world.jointFloats;
  const first = world.joints.block[joint] + controlsAt;
  for (let k = 0; k < coordinates.length; k++) {
    const { shape } = coordinates[k];
    if (shape !== undefined && isCoordinateControlled(data, first + k * CONTROL, shape)) return true;
  }
  return false;
};

const isCoordinateControlled = (floats: Float64Array, c: number, shape: CoordinateShape): boolean =>
  floats[c + LIMIT_LOWER] > -Infinity ||
  floats[c + LIMIT_UPPER] < Infinity ||
  floats[c + MOTOR_MODE] !== 0 ||
  floats[c + SPRING_HERTZ] > 0 ||
  'held' in shape;

/** Appends those of one joint. */
export const readCoordinatesOf = (
  world: World,
  j: JointContext,
  joint: number,
  index: number,
  reading: Reading,
  idle = true,
): void => {
  const definition = jointDefinitions()[world.joints.definition[joint]];
  const { coordinates } = definition;
  if (coordinates.length === 0) return;
  sumImpulses(world, definition, joint);
  const first = reading.count;
  enterJoint(world, j, joint);
  for (let k = 0; k < coordinates.length; k++) {
    const { shape } = coordinates[k];
    if (shape === undefined) continue;
    // Parts of a swing and ways along axes may belong to a group, which wants all of them.
    const single = shape.kind !== 'swing' && shape.kind !== 'translation';
    if (!idle && single && !isCoordinateControlled(j.floats, j.controls + k * CONTROL, shape)) continue;
    writeCoordinate(j, coordinates[k], k);
    const at = claimRecord(reading, C.size);
    reading.floats[at + C.joint] = index;
    writeHandle(
      reading.floats,
      at + C.handle,
      world,
      HandleKind.joint,
      joint,
      world.joints.generation[joint],
    );
    reading.floats[at + C.coordinate] = k;
    writeState(j, definition, coordinates[k], shape, k, reading.floats, at);
    writeGeometry(j, definition, shape, reading.floats, at);
  }
  writeBoxGroup(j, definition, reading, first);
  writeSwingGroup(definition, reading, first);
};

/** Own rows of the role limit belong to the first coordinate: a cone, an ellipse, a lune, a rope. */
const sumImpulses = (world: World, definition: JointDefinition, joint: number): void => {
  const { joints, rows } = world;
  const count = definition.coordinates.length;
  const own = definition.slots.length - controlSlots.length * count;
  for (let k = 0; k < count; k++) {
    limitLambda[k] = 0;
    motorLambda[k] = 0;
  }
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    const role = rows.index[row * ROW_INTS + ROLE];
    const slot = rows.index[row * ROW_INTS + SLOT];
    const k = slot < own ? 0 : ((slot - own) / controlSlots.length) | 0;
    const lambda = rows.data[row * ROW + LAMBDA];
    if (role === Role.limit && lambda !== 0) limitLambda[k] = lambda;
    if (role === Role.motor && slot >= own) motorLambda[k] = lambda;
  }
};

const writeState = (
  j: JointContext,
  definition: JointDefinition,
  coordinate: Coordinate,
  shape: CoordinateShape,
  k: number,
  out: Float64Array,
  at: number,
): void => {
  const { floats, motion } = j;
  const c = j.controls + k * CONTROL;
  let rate = 0;
  for (let i = 0; i < 6; i++) {
    rate += frame[GRADIENT + i] * motion[j.bodyA * MOTION + i];
    rate += frame[GRADIENT + 6 + i] * motion[j.bodyB * MOTION + i];
  }
  out[at + C.value] = frame[COORDINATE];
  out[at + C.rate] = rate;
  out[at + C.lower] = floats[c + LIMIT_LOWER];
  out[at + C.upper] = floats[c + LIMIT_UPPER];
  if ('held' in shape && shape.held !== undefined) {
    const held = floats[j.params + definition.at[shape.held.value]];
    const mode = floats[j.params + definition.at[shape.held.mode]];
    if (mode === Hold.atMost) out[at + C.upper] = Math.min(out[at + C.upper], held);
    if (mode === Hold.atLeast) out[at + C.lower] = Math.max(out[at + C.lower], held);
  }
  const locked =
    'lockedBy' in shape &&
    shape.lockedBy !== undefined &&
    floats[j.params + definition.at[shape.lockedBy]] !== 0;
  out[at + C.locked] = locked ? 1 : 0;
  // An angle between two axes and a distance are never below 0: only a lower end above it limits.
  const least = shape.kind === 'cone' || shape.kind === 'distance' || shape.kind === 'end' ? 0 : -Infinity;
  out[at + C.limited] = !locked && (out[at + C.lower] > least || out[at + C.upper] < Infinity) ? 1 : 0;
  out[at + C.limitLambda] = limitLambda[k];
  out[at + C.motorLambda] = motorLambda[k];
  out[at + C.motorMode] = floats[c + MOTOR_MODE];
  out[at + C.motorTarget] = floats[c + MOTOR_TARGET];
  out[at + C.motorSpeed] = floats[c + MOTOR_SPEED];
  out[at + C.springHertz] = floats[c + SPRING_HERTZ];
  out[at + C.springRest] = floats[c + SPRING_REST];
  out[at + C.angle] = coordinate.unit === 'rad' ? 1 : 0;
  out[at + C.grouped] = 0;
  out[at + C.kind] = ShapeKinds.segment;
};
