import { findPairs, proxiesOverlap } from '../broadphase/find-pairs.js';
import { pushIndex } from '../broadphase/index-list.js';
import { wakeBody } from '../islands/wake.js';
import { collide } from '../narrowphase/collide.js';
import { relative, writeRelativeVelocity } from '../solver/contact-frame.js';
import { prepareContact } from '../solver/prepare-contacts.js';
import { BodyType, MOTION, V, W } from '../state/bodies.js';
import {
  BOUNCE,
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
} from '../state/contacts.js';
import { releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { createContact, destroyContact, mayTouch } from './contact-graph.js';
import { isRecyclable, squaredShift } from './recycle.js';

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
 * in every turn.
 */
const updateContacts = (world: World, dt: number): void => {
  const { listed, solved, striking, contacts, bodies } = world;
  lookAhead(world, dt);
  const { ahead } = bodies;
  const blow = dt * world.settings.impactSpeed;
  solved.count = 0;
  striking.count = 0;
  let kept = 0;
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    if (isGone(world, contact)) continue;
    listed.items[kept++] = contact;
    const a = contacts.bodyA[contact];
    const b = contacts.bodyB[contact];
    if (contacts.count[contact] === 0 && ahead[a] + ahead[b] < contacts.apartUntil[contact]) continue;
    const reach = dt * closingSpeed(world, a, b);
    updatePoints(world, contact, reach);
    if (contacts.count[contact] > 0 && isSolvable(world, contact, dt))
      addSolved(world, contact, reach > blow);
  }
  listed.count = kept;
  world.colliders.moved.fill(0, 0, world.colliders.used);
};

/** How far each body's surface can have travelled when the step is over. */
const lookAhead = (world: World, dt: number): void => {
  const { bodies, awake } = world;
  const { ahead, travel, motion } = bodies;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const m = body * MOTION + V;
    const x = motion[m];
    const y = motion[m + 1];
    const z = motion[m + 2];
    ahead[body] = travel[body] + dt * (Math.sqrt(x * x + y * y + z * z) + spinSpeed(world, body));
  }
};

/** Releases a contact that was destroyed since the last step or whose boxes came apart. */
const isGone = (world: World, contact: number): boolean => {
  const { flags } = world.contacts;
  if ((flags[contact] & ContactFlag.dead) === 0) {
    if (!cameApart(world, contact)) return false;
    destroyContact(world, contact);
  }
  flags[contact] = 0;
  releaseRow(world.contacts, contact);
  return true;
};

const cameApart = (world: World, contact: number): boolean => {
  const { colliders, contacts, broadphase } = world;
  const a = contacts.colliderA[contact];
  const b = contacts.colliderB[contact];
  if (colliders.moved[a] === 0 && colliders.moved[b] === 0) return false;
  return !proxiesOverlap(broadphase, colliders.box, a, b);
};

const updatePoints = (world: World, contact: number, reach: number): void => {
  const { contacts, colliders, bodies, scratch, settings } = world;
  const { bodyA, bodyB, flags, count } = contacts;
  const a = bodyA[contact];
  const b = bodyB[contact];
  // Beyond the size of the smaller body the planes through the points say little about the shapes; sweeps take over there.
  const margin = settings.speculativeMargin + Math.min(reach, bodies.extent[a], bodies.extent[b]);
  if ((flags[contact] & ContactFlag.stale) === 0) {
    if (count[contact] > 0 ? isRecyclable(world, contact, a, b) : isStillApart(world, contact, a, b, margin))
      return;
  }
  collide(colliders, contacts.colliderA[contact], contacts.colliderB[contact], margin, scratch.manifold);
  prepareContact(world, contact, scratch.manifold);
  if (scratch.manifold.count === 0) rememberGap(world, contact, a, b, scratch.manifold.gap[0]);
};

/** Notes the distance of a pair without points, so that it can be left alone until its bodies have moved that far. */
const rememberGap = (world: World, contact: number, a: number, b: number, gap: number): void => {
  const { record, apartUntil } = world.contacts;
  const { travel, turned } = world.bodies;
  const r = contact * RECORD;
  record[r + GAP] = gap;
  record[r + GAP_TURNED] = turned[a] + turned[b];
  apartUntil[contact] = travel[a] + travel[b] + gap - world.settings.speculativeMargin;
};

/** The closer look: bodies that fly side by side travel far but not against each other. */
const isStillApart = (world: World, contact: number, a: number, b: number, margin: number): boolean => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  const turned = world.bodies.turned[a] + world.bodies.turned[b] - record[r + GAP_TURNED];
  const room = record[r + GAP] - turned - margin;
  return room > 0 && squaredShift(world, r, a, b) < room * room;
};

/** Upper bound of the speed at which the surfaces of two bodies come together. */
const closingSpeed = (world: World, a: number, b: number): number => {
  const { motion } = world.bodies;
  const i = a * MOTION + V;
  const j = b * MOTION + V;
  const x = motion[j] - motion[i];
  const y = motion[j + 1] - motion[i + 1];
  const z = motion[j + 2] - motion[i + 2];
  return Math.sqrt(x * x + y * y + z * z) + spinSpeed(world, a) + spinSpeed(world, b);
};

/** Fastest speed that rotation gives a surface point; 0 for bodies without bounds, which are static planes. */
const spinSpeed = (world: World, body: number): number => {
  const { motion, extent } = world.bodies;
  const m = body * MOTION + W;
  const x = motion[m];
  const y = motion[m + 1];
  const z = motion[m + 2];
  const square = x * x + y * y + z * z;
  return square === 0 ? 0 : Math.sqrt(square) * extent[body];
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
 * Contacts that bounce are always watched for blows, as one may come from a neighbour; others only when they come in fast and carry
 * nothing yet.
 */
const addSolved = (world: World, contact: number, fast: boolean): void => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  pushIndex(world.solved, contact);
  if (record[r + BOUNCE] > 0 || (fast && isUnloaded(record, r))) pushIndex(world.striking, contact);
};

const isUnloaded = (record: Float64Array, r: number): boolean =>
  record[r + POINTS + PL] === 0 &&
  record[r + POINTS + POINT + PL] === 0 &&
  record[r + POINTS + 2 * POINT + PL] === 0 &&
  record[r + POINTS + 3 * POINT + PL] === 0;
