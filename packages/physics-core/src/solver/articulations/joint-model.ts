import { controlSlots } from '../../joints/controls.js';
import { type JointDefinition, jointDefinitions } from '../../joints/define-joint.js';
import { createFloats } from '../../math/floats.js';
import { isRigidLock } from '../../rows/single-row.js';
import {
  ACTIVE,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  CONTROL_LINK,
  CONTROL_ROW,
  CONTROLS,
  DRIVE_AT,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FIRST_LOCK,
  FREEDOM,
  FREEDOMS,
  HOLD,
  Hold,
  INVERSE_D,
  LIMIT_AT,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  LOCK,
  LOCK_SHAPE,
  LOCKS,
  LockShape,
  POINT_AT,
  reserveArticulations,
  SIDE,
  SPRING_AT,
  SWING_CONTROL,
  SWING_LIMITS,
  TWIST_CONTROL,
  TWIST_COUNTER,
  TWIST_LIMITS,
  WRITES_ROWS,
} from '../../state/articulations.js';
import { BodyFlag, BodyType } from '../../state/bodies.js';
import { CONTROL, LIMIT_HERTZ, LIMIT_RESTITUTION } from '../../state/controls.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
  DIRECT,
  J,
  KIND,
  Kind,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  SLOT,
  SPRUNG,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { DEPENDENT_GRADIENT, OBJECTIVE_TOLERANCE } from '../../tuning.js';

/**
 * Which rows of a joint an articulation solves, and what they are in the tree. Locks without softness make the
 * joint of a link. Limits, motors, springs and friction of its coordinates become controls of its freedoms, while
 * there are enough. All other rows (soft locks, soft limits, three-axis motors) are left to the sweeps.
 */

/**
 * Whether a joint can connect a link with its parent: it has a rigid lock, and its locks act on the relative motion
 * alone, so that they are covectors on it. A joint that holds a body against the world's axes is one only on the world.
 */
export const isTreeJoint = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  if (!canBeLinkOrParent(world, joints.bodyA[joint]) || !canBeLinkOrParent(world, joints.bodyB[joint]))
    return false;
  const isOnWorld = !isDynamic(world, joints.bodyA[joint]) || !isDynamic(world, joints.bodyB[joint]);
  const first = joints.firstRow[joint];
  let locks = 0;
  let points = 0;
  let others = 0;
  let linear = 0;
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) return false;
    if (!isRigidLock(world, row)) continue;
    locks++;
    if (isOfPoint(world, row)) points++;
    else if ((!isOnWorld && !isObjective(world, row)) || !isIndependent(world, row, others++)) return false;
    else if (!isAngularRow(world, row)) linear++;
  }
  // A point with further rows that are not angular is rare; it is left to the sweeps.
  return locks > 0 && locks <= 6 && (points === 0 || (points === 3 && linear === 0));
};

/** What the type of a joint says of it. */
export const definitionOf = ({ joints }: World, joint: number): JointDefinition =>
  jointDefinitions()[joints.definition[joint]];

export const isDynamic = ({ bodies }: World, body: number): boolean =>
  bodies.type[body] === BodyType.dynamic && (bodies.flags[body] & BodyFlag.enabled) !== 0;

/** Place of a body in the graph of joints: all that cannot be moved is one node. */
export const nodeOf = (world: World, body: number): number =>
  isDynamic(world, body) ? body : world.bodies.capacity;

/** Bodies without inertia have no inverse of the mass matrix: their joints are swept. */
export const canBeLinkOrParent = (world: World, body: number): boolean => {
  const { mass, moments } = world.bodies;
  return !isDynamic(world, body) || (mass[body] > 0 && moments[body * 3] > 0);
};

/** The kind of a row stands on the first row of its block. */
const kindOf = ({ rows: { index } }: World, row: number): number => {
  let first = row;
  while (index[first * ROW_INTS + BLOCK] === 0) first--;
  return index[first * ROW_INTS + KIND];
};

const isOfPoint = (world: World, row: number): boolean => kindOf(world, row) >= Kind.point;

const isAngularRow = (world: World, row: number): boolean => kindOf(world, row) === Kind.angular;

/** J gives no rate where both bodies move as one: equal and opposite forces, and no moment. */
export const isObjective = ({ rows, bodies }: World, row: number): boolean => {
  const { data } = rows;
  const p = row * ROW + J;
  const a = rows.index[row * ROW_INTS + BODY_A] * 3;
  const b = rows.index[row * ROW_INTS + BODY_B] * 3;
  let scale = 0;
  for (let m = 0; m < 12; m++) scale = Math.max(scale, Math.abs(data[p + m]));
  const least = OBJECTIVE_TOLERANCE * scale;
  for (let m = 0; m < 3; m++) {
    const next = (m + 1) % 3;
    const last = (m + 2) % 3;
    const { centre } = bodies;
    const arm =
      (centre[b + next] - centre[a + next]) * data[p + 6 + last] -
      (centre[b + last] - centre[a + last]) * data[p + 6 + next];
    if (Math.abs(data[p + m] + data[p + 6 + m]) > least) return false;
    if (Math.abs(data[p + 3 + m] + data[p + 9 + m] + arm) > least) return false;
  }
  return true;
};

/** Writes what a link's joint is: its kind, locks, freedoms and controls. Marks the rows as direct. */
export const addJointModel = (world: World, link: number, joint: number): void => {
  const { articulations: a, joints } = world;
  const k = link * LINK_INTS;
  reserveArticulations(a);
  a.linkInts[k + POINT_AT] = -1;
  a.linkInts[k + FIRST_LOCK] = a.lockCount;
  a.linkInts[k + FIRST_CONTROL] = a.controlCount;
  a.linkInts[k + FIRST_FREEDOM] = a.freedomCount;
  const first = joints.firstRow[joint];
  const end = first + joints.rowCount[joint];
  for (let row = first; row < end; row++) {
    if (!isRigidLock(world, row)) continue;
    if (isOfPoint(world, row)) {
      if (a.linkInts[k + POINT_AT] < 0) a.linkInts[k + POINT_AT] = row;
    } else addLock(world, row);
    world.rows.index[row * ROW_INTS + DIRECT] = 1;
  }
  const isSpherical = a.linkInts[k + POINT_AT] >= 0;
  a.linkInts[k + LOCKS] = a.lockCount - a.linkInts[k + FIRST_LOCK];
  const freedoms = 6 - (isSpherical ? 3 : 0) - a.linkInts[k + LOCKS];
  for (let row = first; row < end; row++) addControl(world, link, joint, row, freedoms, isSpherical);
  a.linkInts[k + CONTROLS] = a.controlCount - a.linkInts[k + FIRST_CONTROL];
  const isBall = isSpherical && freedoms === 3 && a.linkInts[k + CONTROLS] === 0;
  a.linkInts[k + LINK_KIND] = isBall ? LinkKind.ball : isSpherical ? LinkKind.spherical : LinkKind.general;
  a.linkInts[k + FREEDOMS] = isBall ? 0 : freedoms;
  if (!isBall) addFreedoms(world, freedoms);
  a.linkInts[k + LOCK_SHAPE] = lockShapeOf(world, link, joint);
  findLimits(world, link, joint);
};

/** A ball joint that another one beside it makes a hinge. */
export const makeHinge = (world: World, link: number): void => {
  const { articulations: a } = world;
  const k = link * LINK_INTS;
  reserveArticulations(a);
  a.linkInts[k + LINK_KIND] = LinkKind.spherical;
  a.linkInts[k + LOCK_SHAPE] = LockShape.hinge;
  a.linkInts[k + FIRST_FREEDOM] = a.freedomCount;
  a.linkInts[k + FREEDOMS] = 1;
  addFreedoms(world, 1);
};

/** Joints whose locks besides the point have a short way, if they are rigid; by their type, which says what the axes are. */
const lockShapeOf = (world: World, link: number, joint: number): number => {
  const { articulations: a, joints } = world;
  const k = link * LINK_INTS;
  const locks = a.linkInts[k + LOCKS];
  const controls = a.linkInts[k + CONTROLS];
  const { type } = definitionOf(world, joint);
  if (a.linkInts[k + POINT_AT] !== joints.firstRow[joint]) return LockShape.rows;
  if (locks === 0) return LockShape.none;
  if (type === 'hinge' && locks === 2 && controls <= 1) return LockShape.hinge;
  if (type === 'fixed' && locks === 3) return LockShape.fixed;
  return type === 'universal' && locks === 1 && controls === 0 ? LockShape.square : LockShape.rows;
};

/**
 * The limits of a hinge, and the swing and twist limits of a swing-twist joint, have a short way (measure-limits.ts), if they are rigid,
 * no other rows act on the joint but locks, and all swings have the same restitution. Parameters decide on it, not only rows.
 */
export const findLimits = (world: World, link: number, joint: number): void => {
  const { articulations: a, joints } = world;
  const k = link * LINK_INTS;
  const locks = (a.linkInts[k + POINT_AT] >= 0 ? 3 : 0) + a.linkInts[k + LOCKS];
  const shape = a.linkInts[k + LOCK_SHAPE];
  a.linkInts[k + SWING_CONTROL] = -1;
  a.linkInts[k + TWIST_CONTROL] = -1;
  a.linkInts[k + ACTIVE] = 1;
  // It may have been a ball while its limits were far.
  if (shape === LockShape.none && a.linkInts[k + CONTROLS] > 0)
    a.linkInts[k + LINK_KIND] = LinkKind.spherical;
  const isMeasured =
    hasLimitsOnly(world, link, joint) &&
    (shape === LockShape.hinge || (shape === LockShape.none && isRigidSwing(world, joint))) &&
    locateLimits(world, link, joint);
  const writes = shape === LockShape.rows || (joints.rowCount[joint] > locks && !isMeasured);
  a.linkInts[k + WRITES_ROWS] = writes ? 1 : 0;
};

const hasLimitsOnly = ({ articulations: a, joints }: World, link: number, joint: number): boolean => {
  const k = link * LINK_INTS;
  const first = a.linkInts[k + FIRST_CONTROL];
  const count = a.linkInts[k + CONTROLS];
  if (count === 0 || joints.rowCount[joint] !== 3 + a.linkInts[k + LOCKS] + count) return false;
  for (let c = first; c < first + count; c++)
    if (a.controlInts[c * CONTROL_INTS + LIMIT_AT] < 0) return false;
  return true;
};

const isRigidSwing = (world: World, joint: number): boolean => {
  const { joints, jointFloats } = world;
  const { type, controlsAt } = definitionOf(world, joint);
  const { data } = jointFloats;
  const y = joints.block[joint] + controlsAt;
  const z = y + CONTROL;
  if (type !== 'swing-twist' || data[y + LIMIT_HERTZ] > 0 || data[z + LIMIT_HERTZ] > 0) return false;
  return data[y + LIMIT_RESTITUTION] === data[z + LIMIT_RESTITUTION];
};

/** Where the limits are. A long ellipse has a second row, and is not measured directly. */
const locateLimits = (world: World, link: number, joint: number): boolean => {
  const { articulations: a } = world;
  const { controlsAt, stateAt } = definitionOf(world, joint);
  const k = link * LINK_INTS;
  const first = a.linkInts[k + FIRST_CONTROL];
  const end = first + a.linkInts[k + CONTROLS];
  let swing = -1;
  let twist = -1;
  for (let c = first; c < end; c++) {
    const coordinate = coordinateOf(world, joint, a.controlInts[c * CONTROL_INTS + LIMIT_AT]);
    if (coordinate < 0 && swing >= 0) return false;
    if (coordinate < 0) swing = c;
    else {
      twist = c;
      a.linkInts[k + TWIST_LIMITS] = controlsAt + CONTROL * coordinate;
      a.linkInts[k + TWIST_COUNTER] = stateAt + coordinate;
    }
  }
  a.linkInts[k + SWING_CONTROL] = swing;
  a.linkInts[k + TWIST_CONTROL] = twist;
  a.linkInts[k + SWING_LIMITS] = controlsAt;
  return true;
};

const addLock = ({ articulations: a }: World, row: number): void => {
  for (let m = 0; m < LOCK; m++) a.locks[a.lockCount * LOCK + m] = 0;
  a.lockRows[a.lockCount++] = row;
};

const addFreedoms = ({ articulations: a }: World, count: number): void => {
  for (let f = a.freedomCount; f < a.freedomCount + count; f++) {
    for (let m = 0; m < FREEDOM; m++) a.freedoms[f * FREEDOM + m] = 0;
    // Any number but 0: it is not locked.
    a.freedoms[f * FREEDOM + INVERSE_D] = 1;
  }
  a.freedomCount += count;
};

/** Adds a row to the control of its coordinate, or as a new one while a freedom is left for it. */
const addControl = (
  world: World,
  link: number,
  joint: number,
  row: number,
  freedoms: number,
  isSpherical: boolean,
): void => {
  const { articulations: a, rows } = world;
  const at = placeOf(world, row);
  if (at < 0 || (isSpherical && !isAngularRow(world, row))) return;
  if (!isFreeOfLocks(world, link, row) || isBesideOwnLimit(world, joint, row)) return;
  const first = a.linkInts[link * LINK_INTS + FIRST_CONTROL];
  const coordinate = coordinateOf(world, joint, row);
  let control = first;
  while (control < a.controlCount) {
    const other = a.controlInts[control * CONTROL_INTS + CONTROL_ROW];
    if (coordinate >= 0 && coordinateOf(world, joint, other) === coordinate) break;
    control++;
  }
  const c = control * CONTROL_INTS;
  if (control === a.controlCount) {
    if (control - first === freedoms) return;
    a.controlCount++;
    for (let m = 0; m < CONTROL_INTS; m++) a.controlInts[c + m] = -1;
    for (let m = 0; m < CONTROL_FLOATS; m++) a.controls[control * CONTROL_FLOATS + m] = 0;
    a.controlInts[c + CONTROL_ROW] = row;
    a.controlInts[c + CONTROL_LINK] = link;
    a.controlInts[c + CONTROL_FREEDOM] = a.freedomCount + control - first;
    a.controlInts[c + HOLD] = Hold.free;
  }
  // A second drive of the same coordinate, such as friction beside a motor, is left to the sweeps.
  if (a.controlInts[c + at] >= 0) return;
  a.controlInts[c + at] = row;
  rows.index[row * ROW_INTS + DIRECT] = 1;
};

/**
 * Whether a drive or spring acts on a coordinate that an own limit of its joint bounds together with others, as swings are
 * by an ellipse: the gradients of both come to lie along each other, and there is one freedom for them.
 */
const isBesideOwnLimit = (world: World, joint: number, row: number): boolean => {
  const { joints, rows } = world;
  const coordinate = coordinateOf(world, joint, row);
  const names = definitionOf(world, joint).coordinates;
  if (coordinate < 0 || names[coordinate].ownLimit !== true) return false;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let other = joints.firstRow[joint]; other < end; other++)
    if (rows.index[other * ROW_INTS + ROLE] === Role.limit && coordinateOf(world, joint, other) < 0)
      return true;
  return false;
};

/** Scratch: orthonormal covectors of the locks, and the gradient across them. */
const basis = createFloats(42);

/**
 * Whether the lock of a joint, after `before` others, holds a motion that they do not hold: a formulation that has no
 * Jacobian in this pose, or two parallel axes of a universal joint, have no dual. Its joint can only close.
 */
const isIndependent = (world: World, row: number, before: number): boolean => {
  const { data, index } = world.rows;
  const half = isDynamic(world, index[row * ROW_INTS + BODY_B]) ? J + 6 : J;
  let whole = 0;
  if (before >= 6) return false;
  for (let m = 0; m < 6; m++) {
    basis[before * 6 + m] = data[row * ROW + half + m];
    whole += data[row * ROW + half + m] * data[row * ROW + half + m];
  }
  const left = makeAcross(before);
  if (!(left > DEPENDENT_GRADIENT * whole)) return false;
  for (let m = 0; m < 6; m++) basis[before * 6 + m] /= Math.sqrt(left);
  return true;
};

/** Whether a coordinate can change while the locks of its joint hold. One that cannot is left to the sweeps. */
const isFreeOfLocks = ({ articulations: a, rows }: World, link: number, row: number): boolean => {
  const k = link * LINK_INTS;
  const half = a.linkInts[k + SIDE] > 0 ? J + 6 : J;
  const first = a.linkInts[k + FIRST_LOCK];
  const count = a.lockCount - first;
  for (let i = 0; i <= count; i++) {
    const at = (i < count ? a.lockRows[first + i] : row) * ROW + half;
    let whole = 0;
    for (let m = 0; m < 6; m++) {
      basis[i * 6 + m] = rows.data[at + m];
      whole += rows.data[at + m] * rows.data[at + m];
    }
    const left = makeAcross(i);
    if (i === count) return left > DEPENDENT_GRADIENT * whole;
    const scale = left > 0 ? 1 / Math.sqrt(left) : 0;
    for (let m = 0; m < 6; m++) basis[i * 6 + m] *= scale;
  }
  return true;
};

/** Takes out of a vector of the basis what lies along those before it; returns the square of what is left. */
const makeAcross = (i: number): number => {
  let left = 0;
  for (let other = 0; other < i; other++) {
    let along = 0;
    for (let m = 0; m < 6; m++) along += basis[i * 6 + m] * basis[other * 6 + m];
    for (let m = 0; m < 6; m++) basis[i * 6 + m] -= along * basis[other * 6 + m];
  }
  for (let m = 0; m < 6; m++) left += basis[i * 6 + m] * basis[i * 6 + m];
  return left;
};

/** Which row of a control it is; -1 if none. */
export const placeOf = ({ rows: { data, index } }: World, row: number): number => {
  const k = row * ROW_INTS;
  const isSprung = index[k + SPRUNG] !== 0;
  const isBounded = data[row * ROW + UPPER] < Infinity;
  if (index[k + BLOCK] !== 1) return -1;
  if (index[k + ROLE] === Role.limit) return isSprung ? -1 : LIMIT_AT;
  if (index[k + ROLE] === Role.spring) return isBounded ? -1 : SPRING_AT;
  if (index[k + ROLE] === Role.motor || index[k + ROLE] === Role.friction) return DRIVE_AT;
  return -1;
};

/** The coordinate whose controls a row belongs to, by its slot; -1 for a row of the joint's own. */
export const coordinateOf = (world: World, joint: number, row: number): number => {
  const { slots, coordinates } = definitionOf(world, joint);
  const own = slots.length - controlSlots.length * coordinates.length;
  const slot = world.rows.index[row * ROW_INTS + SLOT];
  return slot < own ? -1 : Math.floor((slot - own) / controlSlots.length);
};
