import { multiplyInto } from '../bodies/inertia.js';
import { writeMatrix } from '../bodies/sync-pose.js';
import { collide } from '../collision/narrowphase/collide.js';
import { MAX_POINTS, type Manifold, POINT_STRIDE } from '../collision/narrowphase/manifold.js';
import {
  type ColliderShapes,
  isSurface,
  POSE_STRIDE,
  SIZE_STRIDE,
} from '../collision/shapes/collider-shapes.js';
import { createFloats } from '../math/floats.js';
import { DP, MOTION } from '../state/bodies.js';
import {
  CARRY,
  ContactFlag,
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  KEPT_LEVERS,
  N,
  PL,
  POINT,
  POINTS,
  PS,
  PT,
  RA,
  RB,
  RECORD,
  T1,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { secondTangent, writeSeparations } from './contact-frame.js';
import { hookStages } from './hook-stages.js';
import { patchStages } from './patch-stages.js';
import { prepareContact } from './prepare-contacts.js';

/**
 * Scratch: the two colliders at the present poses of their bodies; the world's own columns keep those of the
 * step's start.
 */
const pair: ColliderShapes = {
  kind: new Int32Array(2),
  pose: createFloats(2 * POSE_STRIDE),
  size: createFloats(2 * SIZE_STRIDE),
  hull: new Int32Array(2),
  hulls: [],
  meshes: [],
};

/** Scratch: a rotation matrix, a quaternion, and separations of the points. */
const matrix = createFloats(9);
const quaternion = createFloats(4);
const separation = createFloats(MAX_POINTS);

/**
 * Re-detects one contact in the middle of a step: writes points and rows for the present poses of the bodies.
 * Returns false and changes nothing when the shapes are further apart than `scratch.manifold.margin`; false, too, when the
 * user disables the contact, which then does nothing until it is detected again. Writes a lower bound of the distance to
 * `scratch.manifold.gap`.
 */
export const redetect = (world: World, contact: number): boolean => {
  const { contacts, colliders, scratch } = world;
  const { gap, margin } = scratch.manifold;
  gap[0] = margin[0];
  reached = !isOutOfReach(world, contacts.bodyA[contact], contacts.bodyB[contact]);
  if (!reached) return false;
  placeCollider(world, contacts.colliderA[contact], contacts.bodyA[contact], 0);
  placeCollider(world, contacts.colliderB[contact], contacts.bodyB[contact], 1);
  pair.hulls = colliders.hulls;
  pair.meshes = colliders.meshes;
  const manifold = isSurface(pair.kind[1])
    ? patchStages.collidePatch(world, contact, pair)
    : scratch.manifold;
  if (manifold === scratch.manifold) collide(pair, 0, 1, manifold);
  return takeManifold(world, contact, manifold);
};

/** Scratch: whether the shapes that redetect saw last were near enough to be tested. */
let reached = false;

/**
 * The same for another patch of the pair with a surface that redetect saw last, with no motion in between and the same margin: most
 * patches of a pair have no points, and then this is all there is to do.
 */
export const redetectNext = (world: World, contact: number): boolean => {
  if (!reached) return false;
  const manifold = patchStages.nextPatch(world, contact);
  return manifold === undefined ? redetect(world, contact) : takeManifold(world, contact, manifold);
};

const takeManifold = (world: World, contact: number, manifold: Manifold): boolean => {
  const { contacts, scratch } = world;
  if (manifold.count === 0) return false;
  const { gap } = scratch.manifold;
  gap[0] = Infinity;
  for (let i = 0; i < manifold.count; i++) gap[0] = Math.min(gap[0], manifold.points[i * POINT_STRIDE + 3]);
  readTotal(world, contact);
  prepareContact(world, contact, manifold);
  // Within the margin of a substep only the nearest patches of a mesh are found: the next step must not recycle them.
  if (manifold !== scratch.manifold) contacts.flags[contact] |= ContactFlag.stale;
  writeTotal(world, contact);
  const isEnabled = hookStages.modifyContact(world, contact);
  moveToStepStart(world, contact);
  if (!isEnabled) moveApart(world, contact);
  return isEnabled;
};

/** Scratch: a contact before it was re-detected elsewhere. */
const keptRecord = createFloats(RECORD);
const keptIntegers = new Int32Array(3 + MAX_POINTS);

/** Keeps a contact as it is, before it is re-detected where its bodies may never be. */
export const keepContact = ({ contacts }: World, contact: number): void => {
  const { record, features, count, flags } = contacts;
  for (let i = 0; i < RECORD; i++) keptRecord[i] = record[contact * RECORD + i];
  for (let i = 0; i < MAX_POINTS; i++) keptIntegers[3 + i] = features[contact * MAX_POINTS + i];
  keptIntegers[0] = contact;
  keptIntegers[1] = count[contact];
  keptIntegers[2] = flags[contact];
};

export const restoreContact = ({ contacts }: World): void => {
  const { record, features, count, flags } = contacts;
  const contact = keptIntegers[0];
  for (let i = 0; i < RECORD; i++) record[contact * RECORD + i] = keptRecord[i];
  for (let i = 0; i < MAX_POINTS; i++) features[contact * MAX_POINTS + i] = keptIntegers[3 + i];
  count[contact] = keptIntegers[1];
  flags[contact] = keptIntegers[2];
};

/** m. A separation at which no contact has an impulse. */
const UNREACHABLE = 1e6;

/**
 * A contact whose shapes cannot meet in this substep keeps its rows, with separations at which they do nothing. The
 * next step must not recycle them.
 */
export const moveApart = ({ contacts: { record, count, flags } }: World, contact: number): void => {
  for (let i = 0; i < count[contact]; i++) record[contact * RECORD + POINTS + i * POINT + PS] = UNREACHABLE;
  flags[contact] |= ContactFlag.stale;
};

/** Whether it was moved apart. */
export const isApart = ({ contacts: { record, count } }: World, contact: number): boolean =>
  count[contact] > 0 && record[contact * RECORD + POINTS + PS] > 0.5 * UNREACHABLE;

/** Whether the bounding spheres of both bodies are further apart than the margin. */
const isOutOfReach = (world: World, a: number, b: number): boolean => {
  const { centre, extent } = world.bodies;
  const x = centre[b * 3] - centre[a * 3];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2];
  const reach = extent[a] + extent[b] + world.scratch.manifold.margin[0];
  return x * x + y * y + z * z > reach * reach;
};

/** World pose of a collider from its body's centre and rotation: x + R (p - c), R q. */
const placeCollider = (world: World, collider: number, body: number, slot: number): void => {
  const { colliders, bodies } = world;
  const { localPosition, localRotation, kind, size, hull } = colliders;
  const { centre, rotation, localCentre } = bodies;
  const at = slot * POSE_STRIDE;
  writeMatrix(rotation, body * 4, matrix, 0);
  const x = localPosition[collider * 3] - localCentre[body * 3];
  const y = localPosition[collider * 3 + 1] - localCentre[body * 3 + 1];
  const z = localPosition[collider * 3 + 2] - localCentre[body * 3 + 2];
  for (let i = 0; i < 3; i++) {
    pair.pose[at + i] =
      centre[body * 3 + i] + matrix[i * 3] * x + matrix[i * 3 + 1] * y + matrix[i * 3 + 2] * z;
  }
  if (localRotation[collider * 4 + 3] === 1) for (let i = 0; i < 9; i++) pair.pose[at + 3 + i] = matrix[i];
  else {
    multiplyInto(quaternion, 0, rotation, body * 4, localRotation, collider * 4, 1);
    writeMatrix(quaternion, 0, pair.pose, at + 3);
  }
  pair.kind[slot] = kind[collider];
  pair.hull[slot] = hull[collider];
  for (let i = 0; i < SIZE_STRIDE; i++) pair.size[slot * SIZE_STRIDE + i] = size[collider * SIZE_STRIDE + i];
};

/**
 * Scratch: impulse on B in this step so far, N·s. A world vector, because redetection changes the normal and the
 * tangents. It includes λ, which acts already in this substep but is counted by the relax sweep: points that are found no
 * more take theirs along. What the new points keep is subtracted again. The λ of a single-point row is not in the record.
 */
const total = createFloats(3);

/** Contacts whose λ is in the record. */
const IN_RECORD = ContactFlag.cached | ContactFlag.fast | ContactFlag.articulated;

/** 1 where λ is in the record, else 0. */
const shareOfLambda = ({ contacts: { flags } }: World, contact: number): number =>
  (flags[contact] & IN_RECORD) !== 0 ? 1 : 0;

const readTotal = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const share = shareOfLambda(world, contact);
  let load = 0;
  for (let p = r + POINTS; p < r + POINTS + count[contact] * POINT; p += POINT)
    load += record[p + PT] + share * record[p + PL];
  const f1 = record[r + FRICTION_TOTAL] + share * record[r + FRICTION_LAMBDA];
  const f2 = record[r + FRICTION_TOTAL + 1] + share * record[r + FRICTION_LAMBDA + 1];
  for (let i = 0; i < 3; i++)
    total[i] = load * record[r + N + i] + f1 * record[r + T1 + i] + f2 * secondTangent(record, r, i);
};

/**
 * The same vector along the new axes. The distribution over the old points is lost: the first new point gets all
 * of the normal impulse.
 */
const writeTotal = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const share = shareOfLambda(world, contact);
  let load = 0;
  let f1 = -share * record[r + FRICTION_LAMBDA];
  let f2 = -share * record[r + FRICTION_LAMBDA + 1];
  for (let i = 0; i < count[contact]; i++) load -= share * record[r + POINTS + i * POINT + PL];
  for (let i = 0; i < 3; i++) {
    load += total[i] * record[r + N + i];
    f1 += total[i] * record[r + T1 + i];
    f2 += total[i] * secondTangent(record, r, i);
  }
  record[r + POINTS + PT] = load;
  record[r + FRICTION_TOTAL] = f1;
  record[r + FRICTION_TOTAL + 1] = f2;
};

/**
 * Rows count motion from the step's start: subtracts the motion since then from levers and separations.
 */
const moveToStepStart = (world: World, contact: number): void => {
  const { motion } = world.bodies;
  const { record, bodyA, bodyB, count } = world.contacts;
  const r = contact * RECORD;
  const a = bodyA[contact] * MOTION + DP;
  const b = bodyB[contact] * MOTION + DP;
  const carry = record[r + CARRY];
  record[r + KEPT_LEVERS] = 0;
  for (let i = 0; i < 3; i++) {
    const d = motion[b + i] - motion[a + i];
    record[r + RA + i] -= carry * d;
    record[r + RB + i] -= (carry - 1) * d;
  }
  writeSeparations(world, contact, separation);
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    record[p + PS] -= separation[i] - record[p + PS];
  }
};
