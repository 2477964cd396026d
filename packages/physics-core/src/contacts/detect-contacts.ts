import { findPairs, proxiesOverlap } from '../broadphase/find-pairs.js';
import { createContact, destroyContact, mayTouch } from '../graph/contact-graph.js';
import { wakeBody } from '../islands/wake.js';
import { pushIndex } from '../math/index-list.js';
import { collide } from '../narrowphase/collide.js';
import { ShapeKind } from '../shapes/collider-shapes.js';
import { BodyFlag, BodyType, MOTION, V, W } from '../state/bodies.js';
import {
  ContactFlag,
  GAP,
  GAP_TURNED,
  PL,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RECORD,
  SEEN_OFFSET,
  STIFF,
} from '../state/contacts.js';
import { releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { dropImpulses } from './carried-impulses.js';
import { relative, writeRelativeVelocity } from './contact-frame.js';
import { prepareContact } from './prepare-contacts.js';
import { isRecyclable, rememberRoom } from './recycle.js';

/** Finds the contacts of this step: new pairs, fresh points where bodies moved, and the lists that the solver walks. */
export const detectContacts = (world: World, dt: number): void => {
  createNewContacts(world);
  updateContacts(world, dt);
};

const createNewContacts = (world: World): void => {
  const { broadphase, colliders, pairs, scratch } = world;
  findPairs(broadphase, colliders.box, scratch.newPairs, pairs);
  const { low, high, count } = scratch.newPairs;
  for (let i = 0; i < count; i++) if (mayTouch(world, low[i], high[i])) createContact(world, low[i], high[i]);
};

/**
 * Walks the listed contacts once, dropping those that ended. Waking a body appends its contacts to the list, so the end is read again
 * in every turn. Most pairs are left alone after a look at small columns: only what was seen to move reads the record.
 */
const updateContacts = (world: World, dt: number): void => {
  const { listed, solved, impactCandidates, contacts, bodies, colliders } = world;
  const { flags, count, bodyA, bodyB, colliderA, colliderB, unchangedUntil } = contacts;
  const { moved } = colliders;
  const { ahead, travel } = bodies;
  lookAhead(world, dt);
  approach[STEP] = dt;
  solved.count = 0;
  emptySteady(world);
  world.balls.count = 0;
  world.restless.count = 0;
  impactCandidates.count = 0;
  let kept = 0;
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    const flag = flags[contact];
    const mayBeGone =
      (flag & ContactFlag.dead) !== 0 || moved[colliderA[contact]] !== 0 || moved[colliderB[contact]] !== 0;
    if (mayBeGone && isGone(world, contact)) continue;
    listed.items[kept++] = contact;
    const a = bodyA[contact];
    const b = bodyB[contact];
    const fresh = (flag & ContactFlag.stale) === 0;
    if (count[contact] === 0) {
      if (fresh && ahead[a] + ahead[b] < unchangedUntil[contact]) continue;
      if (!fresh || !isStillApart(world, contact, a, b)) findPoints(world, contact, a, b);
      if (count[contact] === 0) continue;
    } else if (
      !fresh ||
      (travel[a] + travel[b] >= unchangedUntil[contact] && !keepsPoints(world, contact, a, b))
    ) {
      findPoints(world, contact, a, b);
      if (count[contact] === 0) continue;
    }
    if (isSolvable(world, contact, dt)) addSolved(world, contact, a, b);
  }
  listed.count = kept;
  moved.fill(0, 0, colliders.used);
};

/** After the substeps, and before the next list is made, as a step may have been broken off. */
export const emptySteady = ({ steady, contacts: { flags } }: World): void => {
  for (let k = 0; k < steady.count; k++) flags[steady.items[k]] &= ~ContactFlag.steady;
  steady.count = 0;
};

/** How far each body's surface can have travelled when the step is over. */
const lookAhead = (world: World, dt: number): void => {
  const { bodies, awake } = world;
  const { ahead, travel, motion, extent } = bodies;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const m = body * MOTION;
    const x = motion[m + V];
    const y = motion[m + V + 1];
    const z = motion[m + V + 2];
    const a = motion[m + W];
    const b = motion[m + W + 1];
    const c = motion[m + W + 2];
    const spin = a * a + b * b + c * c;
    const speed = Math.sqrt(x * x + y * y + z * z) + (spin > 0 ? Math.sqrt(spin) * extent[body] : 0);
    ahead[body] = travel[body] + dt * speed;
  }
};

/** Releases a contact that was destroyed since the last step or whose boxes came apart. */
const isGone = (world: World, contact: number): boolean => {
  const { broadphase, colliders } = world;
  const { flags, colliderA, colliderB } = world.contacts;
  if ((flags[contact] & ContactFlag.dead) === 0) {
    if (proxiesOverlap(broadphase, colliders.box, colliderA[contact], colliderB[contact])) return false;
    destroyContact(world, contact);
  }
  flags[contact] = 0;
  releaseRow(world.contacts, contact);
  return true;
};

const findPoints = (world: World, contact: number, a: number, b: number): void => {
  const { contacts, colliders, scratch } = world;
  const { manifold } = scratch;
  writeReach(world, a, b);
  manifold.margin[0] = approach[MARGIN];
  collide(colliders, contacts.colliderA[contact], contacts.colliderB[contact], manifold);
  prepareContact(world, contact, manifold);
  if (manifold.count === 0) rememberGap(world, contact, a, b);
  // Just seen, there is room; the first look of the next step tells how much.
  else contacts.unchangedUntil[contact] = 0;
};

/** The closer look at a pair with points, whose bodies have travelled. */
const keepsPoints = (world: World, contact: number, a: number, b: number): boolean => {
  if (!isRecyclable(world, contact, a, b)) return false;
  rememberRoom(world, contact, a, b);
  return true;
};

/** Notes the distance of a pair without points, so that it can be left alone until its bodies have moved that far. */
const rememberGap = (world: World, contact: number, a: number, b: number): void => {
  const { record, unchangedUntil } = world.contacts;
  const { travel, turned } = world.bodies;
  const gap = world.scratch.manifold.gap[0];
  const r = contact * RECORD;
  record[r + GAP] = gap;
  record[r + GAP_TURNED] = turned[a] + turned[b];
  unchangedUntil[contact] = travel[a] + travel[b] + gap - world.settings.speculativeMargin;
};

/** The closer look: bodies that fly side by side travel far but not against each other. */
const isStillApart = (world: World, contact: number, a: number, b: number): boolean => {
  const { record, unchangedUntil } = world.contacts;
  const { turned, travel, centre } = world.bodies;
  const r = contact * RECORD;
  writeReach(world, a, b);
  const room = record[r + GAP] - (turned[a] + turned[b] - record[r + GAP_TURNED]) - approach[MARGIN];
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  const square = x * x + y * y + z * z;
  if (room <= 0 || square >= room * room) return false;
  // As of rememberGap, for the gap that is left: bodies that tremble on the spot need no closer look in the next step.
  unchangedUntil[contact] =
    travel[a] + travel[b] + room + approach[MARGIN] - Math.sqrt(square) - world.settings.speculativeMargin;
  return true;
};

/**
 * Of the pair in hand: the length of the step, by how much its surfaces can come together in it, and up to which distance it gets
 * points. In an array, because a double that a function returns is allocated when the function is not inlined.
 */
const approach = new Float64Array(3);
const STEP = 0;
const REACH = 1;
const MARGIN = 2;

const writeReach = (world: World, a: number, b: number): void => {
  const { motion, extent } = world.bodies;
  const i = a * MOTION;
  const j = b * MOTION;
  const x = motion[j + V] - motion[i + V];
  const y = motion[j + V + 1] - motion[i + V + 1];
  const z = motion[j + V + 2] - motion[i + V + 2];
  const ax = motion[i + W];
  const ay = motion[i + W + 1];
  const az = motion[i + W + 2];
  const bx = motion[j + W];
  const by = motion[j + W + 1];
  const bz = motion[j + W + 2];
  const spinA = ax * ax + ay * ay + az * az;
  const spinB = bx * bx + by * by + bz * bz;
  let speed = Math.sqrt(x * x + y * y + z * z);
  // A plane's extent is infinite, but it does not turn.
  if (spinA > 0) speed += Math.sqrt(spinA) * extent[a];
  if (spinB > 0) speed += Math.sqrt(spinB) * extent[b];
  const reach = approach[STEP] * speed;
  approach[REACH] = reach;
  // Beyond the size of the smaller body the planes through the points say little about the shapes; sweeps take over there.
  approach[MARGIN] = world.settings.speculativeMargin + Math.min(reach, extent[a], extent[b]);
};

/** A contact with points is solved unless it is a sensor or concerns a sleeper that it would not reach in this step. */
const isSolvable = (world: World, contact: number, dt: number): boolean => {
  const { bodyA, bodyB, flags } = world.contacts;
  if ((flags[contact] & ContactFlag.sensor) !== 0) return false;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const aSleeps = isSleeper(world, a);
  const bSleeps = isSleeper(world, b);
  if (!aSleeps && !bSleeps) return true;
  if ((aSleeps && bSleeps) || !reaches(world, contact, dt)) return false;
  wakeBody(world, aSleeps ? a : b);
  return true;
};

const isSleeper = (world: World, body: number): boolean =>
  world.bodies.type[body] === BodyType.dynamic && world.bodies.awakeIndex[body] < 0;

/** Whether a point touches or will within the step. */
const reaches = (world: World, contact: number, dt: number): boolean => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  writeRelativeVelocity(world, contact);
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const u = relative[0] + record[p + PY] * relative[4] - record[p + PX] * relative[5];
    if (record[p + PS] <= world.settings.slop || record[p + PS] + dt * u <= 0) return true;
  }
  return false;
};

/**
 * Contacts that bounce are always watched for impacts, as one may come from a neighbour; others only when they come in fast and carry
 * nothing yet.
 */
const addSolved = (world: World, contact: number, a: number, b: number): void => {
  const { record, flags } = world.contacts;
  const r = contact * RECORD;
  pushIndex(world.solved, contact);
  const slow = isSlow(world, a, b);
  const restless = !slow && isRestless(world, contact, a, b);
  markRestless(world, contact, restless);
  let struck = (flags[contact] & ContactFlag.bounces) !== 0;
  if (!struck && !slow && (restless || isUnloaded(record, r))) {
    writeReach(world, a, b);
    struck = approach[REACH] > approach[STEP] * world.settings.impactSpeed;
  }
  if (struck) pushIndex(world.impactCandidates, contact);
  if (restless) pushIndex(world.restless, contact);
  else if (!struck && isBall(world, contact)) pushIndex(world.balls, contact);
  else {
    flags[contact] |= ContactFlag.steady;
    pushIndex(world.steady, contact);
  }
};

/** One that has come to rest starts from nothing: what it bore while it was restless, an impact perhaps, is no guess. */
const markRestless = (world: World, contact: number, restless: boolean): void => {
  const { flags } = world.contacts;
  if (restless) flags[contact] |= ContactFlag.restless;
  else if ((flags[contact] & ContactFlag.restless) !== 0) {
    flags[contact] &= ~ContactFlag.restless;
    dropImpulses(world, contact);
  }
};

/** Whether a contact has one point for certain and nothing to resist rolling or twist. */
const isBall = ({ contacts, colliders }: World, contact: number): boolean =>
  colliders.kind[contacts.colliderA[contact]] === ShapeKind.sphere &&
  (contacts.flags[contact] & ContactFlag.resists) === 0;

/** Whether neither an impact nor restlessness is possible: two sums that say so of 99 % of the contacts in a heap at rest. */
const isSlow = (world: World, a: number, b: number): boolean => {
  const { ahead, travel, extent } = world.bodies;
  // Below zero for a body that went further than expected in its last step and was put to rest then.
  const wayA = Math.max(0, ahead[a] - travel[a]);
  const wayB = Math.max(0, ahead[b] - travel[b]);
  return (
    wayA + wayB <= approach[STEP] * Math.min(world.settings.impactSpeed, RESTLESS_SPEED) &&
    wayA <= RESTLESS_TURN * extent[a] &&
    wayB <= RESTLESS_TURN * extent[b]
  );
};

const isUnloaded = (record: Float64Array, r: number): boolean =>
  record[r + POINTS + PL] === 0 &&
  record[r + POINTS + POINT + PL] === 0 &&
  record[r + POINTS + 2 * POINT + PL] === 0 &&
  record[r + POINTS + 3 * POINT + PL] === 0;

/** rad. A body that turns further than this in a step leaves its points and levers behind. */
export const RESTLESS_TURN = 0.2;
/** m/s. Two movable bodies whose surfaces pass each other faster than this do the same. */
const RESTLESS_SPEED = 4;

/** Whether the points of a contact will not hold for the whole step. A ball looks the same however it turns. */
const isRestless = (world: World, contact: number, a: number, b: number): boolean => {
  const { motion, flags } = world.bodies;
  const most = RESTLESS_TURN / approach[STEP];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    if ((flags[body] & BodyFlag.isotropic) !== 0) continue;
    const w = body * MOTION + W;
    if (motion[w] * motion[w] + motion[w + 1] * motion[w + 1] + motion[w + 2] * motion[w + 2] > most * most)
      return true;
  }
  if (world.contacts.record[contact * RECORD + STIFF] !== 0) return false;
  writeReach(world, a, b);
  return approach[REACH] > RESTLESS_SPEED * approach[STEP];
};
