import { settleMasses } from '../bodies/pending-mass.js';
import { HandleKind, requireWorld, writeHandle } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { controlSlots } from '../joints/controls.js';
import { enterJoint, enterJoints, writeCoordinate } from '../joints/write-joint.js';
import type { Floats } from '../math/floats.js';
import { Hold } from '../parts/hold.js';
import { COORDINATE, frame, GRADIENT, type JointContext } from '../rows/context.js';
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
import { type CoordinatePlan, type DefinitionPlan, planOf } from './coordinate-plans.js';
import { CoordinateRecord as C, ShapeKinds } from './coordinate-record.js';
import { writeBoxGroup, writeSwingGroup } from './limit-groups.js';
import { claimRecord, clearReading, type Reading } from './reading.js';

/** Scratch: λ of the limit rows and of the motor of each coordinate of one joint. */
const MOST_COORDINATES = 64;
const limitLambda = new Float64Array(MOST_COORDINATES);
const motorLambda = new Float64Array(MOST_COORDINATES);

/**
 * All coordinates that have a shape, joint by joint in the order of readJoints; behind them the joint's
 * groups of limits. Without `idle`, what is neither limited nor driven is left out, except in groups.
 */
export const readCoordinates = (world: World, reading: Reading, idle = true): void => {
  requireWorld(world);
  jointStages.settleRows(world);
  settleMasses(world);
  const { joints } = world;
  const j = enterJoints(world);
  clearReading(reading);
  let index = 0;
  for (let joint = 0; joint < joints.used; joint++) {
    if (!isLive(joints, joint)) continue;
    if (idle || isControlled(world, joint)) readCoordinatesOf(world, j, joint, index, reading, idle);
    index++;
  }
};

/** Whether one of the coordinates has a limit, a motor or a spring, or is held by a row of the joint. */
const isControlled = ({ joints, jointFloats }: World, joint: number): boolean => {
  const { coordinates, definition } = planOf(joints.definition[joint]);
  const first = joints.block[joint] + definition.controlsAt;
  for (let k = 0; k < coordinates.length; k++) {
    const plan = coordinates[k];
    if (plan !== undefined && isCoordinateControlled(jointFloats.data, first + k * CONTROL, plan))
      return true;
  }
  return false;
};

const isCoordinateControlled = (floats: Floats, c: number, { heldMode }: CoordinatePlan): boolean =>
  floats[c + LIMIT_LOWER] > -Infinity ||
  floats[c + LIMIT_UPPER] < Infinity ||
  floats[c + MOTOR_MODE] !== 0 ||
  floats[c + SPRING_HERTZ] > 0 ||
  heldMode >= 0;

/** Appends those of one joint. */
export const readCoordinatesOf = (
  world: World,
  j: JointContext,
  joint: number,
  index: number,
  reading: Reading,
  idle = true,
): void => {
  const plans = planOf(world.joints.definition[joint]);
  const { coordinates } = plans;
  if (coordinates.length === 0) return;
  sumImpulses(world, plans, joint);
  const first = reading.count;
  enterJoint(world, j, joint);
  for (let k = 0; k < coordinates.length; k++) {
    const plan = coordinates[k];
    if (plan === undefined) continue;
    if (!idle && !plan.isPart && !isCoordinateControlled(j.floats, j.controls + k * CONTROL, plan)) continue;
    writeCoordinate(j, plan.coordinate, k);
    const at = claimRecord(reading, C.size);
    const out = reading.floats;
    out[at + C.joint] = index;
    writeHandle(out, at + C.handle, world, HandleKind.joint, joint, world.joints.generation[joint]);
    out[at + C.coordinate] = k;
    writeState(j, plan, k, out, at);
    writeGeometry(j, plan, out, at);
  }
  writeBoxGroup(j, plans, reading, first);
  writeSwingGroup(plans, reading, first);
};

/** Own rows of the role limit belong to the first coordinate: a cone, an ellipse, a lune, a rope. */
const sumImpulses = ({ joints, rows }: World, plan: DefinitionPlan, joint: number): void => {
  const { data, index } = rows;
  const { ownSlots } = plan;
  for (let k = 0; k < plan.coordinates.length; k++) {
    limitLambda[k] = 0;
    motorLambda[k] = 0;
  }
  const first = joints.firstRow[joint];
  const end = first + joints.rowCount[joint];
  for (let row = first; row < end; row++) {
    const role = index[row * ROW_INTS + ROLE];
    if (role !== Role.limit && role !== Role.motor) continue;
    const slot = index[row * ROW_INTS + SLOT];
    const k = slot < ownSlots ? 0 : ((slot - ownSlots) / controlSlots.length) | 0;
    const lambda = data[row * ROW + LAMBDA];
    if (role === Role.limit && lambda !== 0) limitLambda[k] = lambda;
    if (role === Role.motor && slot >= ownSlots) motorLambda[k] = lambda;
  }
};

const writeState = (
  j: JointContext,
  plan: CoordinatePlan,
  k: number,
  out: Float64Array,
  at: number,
): void => {
  const { floats, motion } = j;
  const c = j.controls + k * CONTROL;
  const a = j.bodyA * MOTION;
  const b = j.bodyB * MOTION;
  let rate = 0;
  for (let i = 0; i < 6; i++)
    rate = rate + frame[GRADIENT + i] * motion[a + i] + frame[GRADIENT + 6 + i] * motion[b + i];
  out[at + C.value] = frame[COORDINATE];
  out[at + C.rate] = rate;
  out[at + C.lower] = floats[c + LIMIT_LOWER];
  out[at + C.upper] = floats[c + LIMIT_UPPER];
  if (plan.heldMode >= 0) {
    const held = floats[j.params + plan.heldValue];
    const mode = floats[j.params + plan.heldMode];
    if (mode === Hold.atMost) out[at + C.upper] = Math.min(out[at + C.upper], held);
    if (mode === Hold.atLeast) out[at + C.lower] = Math.max(out[at + C.lower], held);
  }
  const locked = plan.lockedBy >= 0 && floats[j.params + plan.lockedBy] !== 0;
  out[at + C.locked] = locked ? 1 : 0;
  out[at + C.limited] = !locked && (out[at + C.lower] > plan.least || out[at + C.upper] < Infinity) ? 1 : 0;
  out[at + C.limitLambda] = limitLambda[k];
  out[at + C.motorLambda] = motorLambda[k];
  out[at + C.motorMode] = floats[c + MOTOR_MODE];
  out[at + C.motorTarget] = floats[c + MOTOR_TARGET];
  out[at + C.motorSpeed] = floats[c + MOTOR_SPEED];
  out[at + C.springHertz] = floats[c + SPRING_HERTZ];
  out[at + C.springRest] = floats[c + SPRING_REST];
  out[at + C.angle] = plan.angle;
  out[at + C.grouped] = 0;
  out[at + C.kind] = ShapeKinds.segment;
};
