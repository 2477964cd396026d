import { stopAfterArrival } from '../bodies/kinematic.js';
import { isEnabled, markBoxesStale, markStale, stopLockedAxes } from '../bodies/lifecycle.js';
import { settleMasses } from '../bodies/pending-mass.js';
import { shapeCode } from '../collision/shape-code.js';
import { PhysicsError } from '../errors.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type ColliderHandle,
  colliderHandle,
  colliderSlot,
  type JointHandle,
  jointHandle,
  jointSlot,
} from '../handles.js';
import { wakeBody } from '../islands/wake.js';
import { jointStages } from '../joint-stages.js';
import { definitionIndex } from '../joints/define-joint.js';
import { wakeJoint } from '../joints/lifecycle.js';
import { builtInJoints } from '../joints/registry.js';
import type { Floats } from '../math/floats.js';
import { BodyFlag, BodyType, bodySpec, MOTION, V, W } from '../state/bodies.js';
import { colliderSpec } from '../state/colliders.js';
import { clearPlacing } from '../state/joints.js';
import { isLive, reserveRows } from '../state/table.js';
import type { World } from '../state/world.js';
import { MAX_SPEED } from '../tuning.js';
import { type Check, checkFields } from '../validate.js';
import { type BodyDef, bodyChecks, checkBodyDef } from './body-def.js';
import { type CharacterOptions, checkOptions } from './character.js';
import { type ColliderDef, checkColliderDef } from './collider-def.js';
import { surfaceCode } from './loading/surface-code.js';
import { settingChecks } from './world.js';

/**
 * Reads and writes of many bodies at once, for code that keeps columns of its own, such as an ECS. A body is
 * named by its row, its numbers by an index of the caller's choice, such as an entity id. Warm calls do not
 * allocate. Rows are trusted: take them from bodyRow and drop them with the body.
 */
export interface Columns3 {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

export interface Columns4 extends Columns3 {
  readonly w: Float64Array;
}

/** The caller's columns: m, a unit quaternion, m/s of the centre of mass, rad/s. */
export interface BodyColumns {
  readonly position: Columns3;
  readonly rotation: Columns4;
  readonly linearVelocity: Columns3;
  readonly angularVelocity: Columns3;
}

export { loadShapes } from './loading/load-shapes.js';
export { type Size, solidOfSize, solidSize } from './solids/solid-shapes.js';

/** Is given the handle, row and user data of all bodies, colliders or joints of a world, in the order of their rows. */
type Visit<H> = (handle: H, row: number, userData: number) => void;

export const eachBody = (world: World, visit: Visit<BodyHandle>): void => {
  const { bodies } = world;
  for (let row = 0; row < bodies.used; row++)
    if (isLive(bodies, row) && (bodies.flags[row] & BodyFlag.ground) === 0)
      visit(bodyHandle(world, row), row, bodies.userData[row]);
};

export const eachCollider = (world: World, visit: Visit<ColliderHandle>): void => {
  const { colliders } = world;
  for (let row = 0; row < colliders.used; row++)
    if (isLive(colliders, row)) visit(colliderHandle(world, row), row, colliders.userData[row]);
};

export const eachJoint = (world: World, visit: Visit<JointHandle>): void => {
  const { joints } = world;
  for (let row = 0; row < joints.used; row++)
    if (isLive(joints, row)) visit(jointHandle(world, row), row, joints.userData[row]);
};

/** Makes room for so many more bodies and colliders: whoever creates many at once saves the growth in between. */
export const reserve = ({ bodies, colliders }: World, newBodies: number, newColliders: number): void => {
  reserveRows(bodies, bodySpec, bodies.live + newBodies);
  reserveRows(colliders, colliderSpec, colliders.live + newColliders);
};

/** Checks options as moveCharacter does. */
export const checkCharacter = (options: CharacterOptions): void => checkOptions(options);

/** Checks a definition as createBody does, and makes nothing. */
export const checkBody = (def: BodyDef): void => checkBodyDef('body', def);

/** The same for a definition that has no such fields: errors do not name them. */
export const bodyCheckWithout = (left: readonly string[]): ((owner: string, def: object) => void) => {
  const checks = Object.fromEntries(Object.entries(bodyChecks).filter(([field]) => !left.includes(field)));
  return (owner, def) => checkBodyDef(owner, def, checks);
};

/** Checks settings as createWorld does. Errors name the fields that the caller knows besides. */
export const checkSettings = (settings: object, others: readonly string[]): void => {
  const more: Record<string, Check> = Object.fromEntries(others.map((field) => [field, () => {}]));
  checkFields('settings', settings, { ...settingChecks, ...more });
};

/** Checks a definition as createCollider does; a hull or mesh is built to see whether it can be. */
export const checkCollider = (def: ColliderDef): void => {
  checkColliderDef('collider', def);
  if (def.shape.kind === 'hull' || def.shape.kind === 'rounded-hull') shapeCode.buildHull(def.shape.points);
  if (def.shape.kind === 'mesh') surfaceCode.surfaceOf(def.shape);
};

/** Whether there is such a joint type. Built-in ones count before anything has loaded their code. */
export const isJointType = (type: string): boolean =>
  Object.hasOwn(builtInJoints, type) || definitionIndex(type) >= 0;

/** The row of a body; it stays the same while the body lives. */
export const bodyRow = (world: World, handle: BodyHandle): number => bodySlot(world, handle);

export const colliderRow = (world: World, handle: ColliderHandle): number => colliderSlot(world, handle);

/** Distinguishes the bodies that a row had in turn: events name bodies and colliders by row and generation. */
export const bodyGeneration = (world: World, row: number): number => world.bodies.generation[row];

export const colliderGeneration = (world: World, row: number): number => world.colliders.generation[row];

export const jointRow = (world: World, handle: JointHandle): number => jointSlot(world, handle);

/** Pose and velocity of one body, written to the columns at an index. */
export const readBody = (world: World, row: number, into: BodyColumns, at: number): void => {
  const { position, rotation, motion } = world.bodies;
  const p = row * 3;
  into.position.x[at] = position[p];
  into.position.y[at] = position[p + 1];
  into.position.z[at] = position[p + 2];
  const q = row * 4;
  into.rotation.x[at] = rotation[q];
  into.rotation.y[at] = rotation[q + 1];
  into.rotation.z[at] = rotation[q + 2];
  into.rotation.w[at] = rotation[q + 3];
  const v = row * MOTION + V;
  into.linearVelocity.x[at] = motion[v];
  into.linearVelocity.y[at] = motion[v + 1];
  into.linearVelocity.z[at] = motion[v + 2];
  const w = row * MOTION + W;
  into.angularVelocity.x[at] = motion[w];
  into.angularVelocity.y[at] = motion[w + 1];
  into.angularVelocity.z[at] = motion[w + 2];
};

/** Pose and velocity of every awake body whose row has an index above 0 in `indexOf`. */
export const readAwakeBodies = (world: World, indexOf: Int32Array, into: BodyColumns): void => {
  const { position, rotation, motion } = world.bodies;
  const { count, items } = world.awake;
  const { x: px, y: py, z: pz } = into.position;
  const { x: qx, y: qy, z: qz, w: qw } = into.rotation;
  const { x: vx, y: vy, z: vz } = into.linearVelocity;
  const { x: wx, y: wy, z: wz } = into.angularVelocity;
  for (let k = 0; k < count; k++) {
    const row = items[k];
    const at = indexOf[row];
    if (!(at > 0)) continue;
    const p = row * 3;
    px[at] = position[p];
    py[at] = position[p + 1];
    pz[at] = position[p + 2];
    const q = row * 4;
    qx[at] = rotation[q];
    qy[at] = rotation[q + 1];
    qz[at] = rotation[q + 2];
    qw[at] = rotation[q + 3];
    const v = row * MOTION + V;
    vx[at] = motion[v];
    vy[at] = motion[v + 1];
    vz[at] = motion[v + 2];
    const w = row * MOTION + W;
    wx[at] = motion[w];
    wy[at] = motion[w + 1];
    wz[at] = motion[w + 2];
  }
};

/** Position and rotation of one body, seven numbers. */
export const readPose = (world: World, row: number, into: Float64Array, at: number): void => {
  const { position, rotation } = world.bodies;
  for (let i = 0; i < 3; i++) into[at + i] = position[row * 3 + i];
  for (let i = 0; i < 4; i++) into[at + 3 + i] = rotation[row * 4 + i];
};

/**
 * Rows of the bodies that move: dynamic and kinematic ones that do not sleep. The
 * first `count` items, as they are now.
 */
export interface AwakeRows {
  readonly count: number;
  readonly items: Int32Array;
}

export const awakeRows = (world: World): AwakeRows => world.awake;

/** With the column and not the value, because a number that is passed on may be allocated. */
const requireVelocity = (column: Float64Array, at: number, field: string, component: number): void => {
  const value = column[at];
  if (Math.abs(value) <= MAX_SPEED) return;
  throw new PhysicsError(
    Number.isFinite(value) ? 'out-of-range' : 'not-finite',
    `columns.${field}[${component}] is ${value}`,
    `Pass a finite number of at least ${-MAX_SPEED} and of at most ${MAX_SPEED}`,
  );
};

/**
 * Gives a body the velocity in the columns, and wakes it. Like updateBody, it does nothing to static bodies.
 */
export const writeVelocity = (world: World, row: number, from: BodyColumns, at: number): void => {
  const { linearVelocity: v, angularVelocity: w } = from;
  requireVelocity(v.x, at, 'linearVelocity', 0);
  requireVelocity(v.y, at, 'linearVelocity', 1);
  requireVelocity(v.z, at, 'linearVelocity', 2);
  requireVelocity(w.x, at, 'angularVelocity', 0);
  requireVelocity(w.y, at, 'angularVelocity', 1);
  requireVelocity(w.z, at, 'angularVelocity', 2);
  const { motion, type, flags } = world.bodies;
  if (type[row] === BodyType.static) return;
  settleMasses(world);
  if ((flags[row] & BodyFlag.arrived) !== 0) stopAfterArrival(world, row);
  const m = row * MOTION;
  motion[m + V] = v.x[at];
  motion[m + V + 1] = v.y[at];
  motion[m + V + 2] = v.z[at];
  markBoxesStale(world, row);
  motion[m + W] = w.x[at];
  motion[m + W + 1] = w.y[at];
  motion[m + W + 2] = w.z[at];
  stopLockedAxes(world, row);
  if (!isEnabled(world, row)) return;
  wakeBody(world, row);
  markStale(world, row);
};

/** The force and torque that the next step would find on a body, six numbers; it finds none now. */
export const takeForce = (world: World, row: number, into: Float64Array, at: number): void => {
  const { force, torque } = world.bodies;
  for (let i = 0; i < 3; i++) {
    into[at + i] = force[row * 3 + i];
    into[at + 3 + i] = torque[row * 3 + i];
    force[row * 3 + i] = 0;
    torque[row * 3 + i] = 0;
  }
};

/** Adds force and torque for the next step, six finite numbers, and wakes the body. Like applyForce, it moves dynamic bodies alone. */
export const addForce = (world: World, row: number, from: Float64Array, at: number): void => {
  const { force, torque, type } = world.bodies;
  if (type[row] !== BodyType.dynamic || !isEnabled(world, row)) return;
  settleMasses(world);
  wakeBody(world, row);
  for (let i = 0; i < 3; i++) {
    force[row * 3 + i] += from[at + i];
    torque[row * 3 + i] += from[at + 3 + i];
  }
};

/**
 * Where a kinematic body shall be after the next step: seven numbers, finite,
 * the last four a unit quaternion.
 */
export const writeNextPose = (world: World, row: number, pose: Float64Array): void => {
  const { target, flags } = world.bodies;
  for (let i = 0; i < 7; i++) target[row * 7 + i] = pose[i];
  flags[row] |= BodyFlag.hasTarget;
  if (isEnabled(world, row)) wakeBody(world, row);
};

/**
 * Writes one number of a joint's parameters, at its offset `at` from the joint's definition, and wakes
 * both bodies. The number is trusted, and so is that nothing else depends on it: thresholds of breaking
 * and modes go through updateJoint.
 */
export const writeJointNumber = (
  world: World,
  row: number,
  offset: number,
  from: Float64Array,
  at: number,
): void => {
  jointStages.settleRows(world);
  world.jointFloats.data[world.joints.block[row] + offset] = from[at];
  clearPlacing(world.joints, row);
  wakeJoint(world, row);
};

/** Where the rows of joints lie in the table of the last step; none for a joint that was not solved. */
export const readRowRanges = (
  world: World,
  rows: Int32Array,
  indices: Int32Array,
  count: number,
  first: Uint32Array,
  counts: Uint32Array,
): void => {
  const { firstRow, rowCount } = world.joints;
  for (let k = 0; k < count; k++) {
    first[indices[k]] = firstRow[rows[k]];
    counts[indices[k]] = rowCount[rows[k]];
  }
};

/** Whether a collider asks for persist events. */
export const hasPersistEvents = (world: World, row: number): boolean =>
  world.colliders.persistEvents[row] !== 0;

/** Events as numbers: `published` of them, EVENT floats each, laid out as in state/events.ts. */
export interface EventNumbers {
  readonly data: Floats;
  readonly published: number;
}

export const eventNumbers = (world: World): EventNumbers => world.events;

export type { NoHandle } from '../handles.js';
export { nearestName } from '../meant-name.js';
export { checksum } from '../snapshot/checksum.js';
export {
  EVENT,
  EVENT_A,
  EVENT_B,
  EVENT_FORCE,
  EVENT_IMPULSE,
  EVENT_NORMAL,
  EVENT_NORMAL_IMPULSE,
  EVENT_POINT,
  EVENT_SPEED,
  EVENT_TORQUE,
  EventKind,
} from '../state/events.js';
export { hasField, isArray, show } from '../validate.js';
