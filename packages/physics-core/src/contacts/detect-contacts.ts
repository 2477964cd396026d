import { findPairs, proxiesOverlap } from '../broadphase/find-pairs.js';
import { createContact, destroyContact, mayTouch } from '../graph/contact-graph.js';
import { wakeBody } from '../islands/wake.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { collide } from '../narrowphase/collide.js';
import { BodyType, MOTION, V, W } from '../state/bodies.js';
import {
  ContactFlag,
  GAP,
  GAP_TURNED,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RECORD,
  SEEN_OFFSET,
} from '../state/contacts.js';
import { releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { addSolved, emptySolved } from './add-solved.js';
import { relative, writeRelativeVelocity } from './contact-frame.js';
import { prepareContact } from './prepare-contacts.js';
import { approach, MARGIN, TIME, writeReach } from './reach.js';
import { isRecyclable, rememberRoom } from './recycle.js';

/**
 * Finds the contacts of this step: new pairs, fresh points where bodies moved,
 * and the lists that the solver walks.
 */
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
 * Walks the listed contacts once, dropping those that ended. Waking a body appends its contacts to the list,
 * so the end is read again in every turn. Most pairs are left alone after a look at small columns: only what
 * was seen to move reads the record.
 */
const updateContacts = (world: World, dt: number): void => {
  const { listed, contacts, bodies, colliders } = world;
  const { flags, count, bodyA, bodyB, colliderA, colliderB, unchangedUntil } = contacts;
  const { moved } = colliders;
  const { ahead, travel } = bodies;
  lookAhead(world, dt);
  approach[TIME] = dt;
  emptySolved(world);
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

/** How far each body's surface can have travelled when the step is over. */
const lookAhead = (world: World, dt: number): void => {
  const { bodies, awake } = world;
  const { ahead, travel, motion, extent } = bodies;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const m = (body * MOTION) & INDEX_BITS;
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

/**
 * Notes the distance of a pair without points, so that it can be left alone
 * until its bodies have moved that far.
 */
const rememberGap = (world: World, contact: number, a: number, b: number): void => {
  const { record, unchangedUntil } = world.contacts;
  const { travel, turned } = world.bodies;
  const gap = world.scratch.manifold.gap[0];
  const r = (contact * RECORD) & INDEX_BITS;
  record[r + GAP] = gap;
  record[r + GAP_TURNED] = turned[a] + turned[b];
  unchangedUntil[contact] = travel[a] + travel[b] + gap - world.settings.speculativeMargin;
};

/** The closer look: bodies that fly side by side travel far but not against each other. */
const isStillApart = (world: World, contact: number, a: number, b: number): boolean => {
  const { record, unchangedUntil } = world.contacts;
  const { turned, travel, centre } = world.bodies;
  const r = (contact * RECORD) & INDEX_BITS;
  writeReach(world, a, b);
  const room = record[r + GAP] - (turned[a] + turned[b] - record[r + GAP_TURNED]) - approach[MARGIN];
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  const square = x * x + y * y + z * z;
  if (room <= 0 || square >= room * room) return false;
  // As of rememberGap, for the gap that is left: bodies that tremble on the spot need
  // no closer look in the next step.
  unchangedUntil[contact] =
    travel[a] + travel[b] + room + approach[MARGIN] - Math.sqrt(square) - world.settings.speculativeMargin;
  return true;
};

/**
 * A contact with points is solved unless it is a sensor or concerns a sleeper
 * that it would not reach in this step.
 */
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
  const r = (contact * RECORD) & INDEX_BITS;
  writeRelativeVelocity(world, contact);
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const u = relative[0] + record[p + PY] * relative[4] - record[p + PX] * relative[5];
    if (record[p + PS] <= world.settings.slop || record[p + PS] + dt * u <= 0) return true;
  }
  return false;
};
