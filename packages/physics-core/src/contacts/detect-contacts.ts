import { pushIndex } from '../broadphase/index-list.js';
import { findPairs, proxiesOverlap } from '../broadphase/find-pairs.js';
import { wakeBody } from '../islands/wake.js';
import { collide } from '../narrowphase/collide.js';
import { relative, writeRelativeVelocity } from '../solver/contact-frame.js';
import { prepareContact } from '../solver/prepare-contacts.js';
import { BodyType, MOTION, V, W } from '../state/bodies.js';
import {
  BOUNCE,
  ContactFlag,
  GAP,
  GAP_TRAVEL,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RECORD,
  SEEN_A,
  SEEN_B,
  SEEN_OFFSET,
} from '../state/contacts.js';
import { releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { createContact, destroyContact, mayTouch } from './contact-graph.js';

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
  const { listed, solved, striking, contacts } = world;
  solved.count = 0;
  striking.count = 0;
  const blow = dt * world.settings.impactSpeed;
  let kept = 0;
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    if ((contacts.flags[contact] & ContactFlag.dead) === 0 && cameApart(world, contact)) destroyContact(world, contact);
    if ((contacts.flags[contact] & ContactFlag.dead) !== 0) {
      contacts.flags[contact] = 0;
      releaseRow(contacts, contact);
      continue;
    }
    listed.items[kept++] = contact;
    const reach = dt * closingSpeed(world, contact);
    updatePoints(world, contact, reach);
    if (contacts.count[contact] > 0 && isSolvable(world, contact, dt)) addSolved(world, contact, reach > blow);
  }
  listed.count = kept;
  world.colliders.moved.fill(0, 0, world.colliders.used);
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
  const { record, bodyA, bodyB, flags, count } = contacts;
  const r = contact * RECORD;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const fresh = (flags[contact] & ContactFlag.stale) !== 0;
  // Beyond the size of the smaller body the planes through the points say little about the shapes; sweeps take over there.
  const margin = settings.speculativeMargin + Math.min(reach, bodies.extent[a], bodies.extent[b]);
  const travel = bodies.travel[a] + bodies.travel[b];
  if (!fresh) {
    if (count[contact] > 0) {
      if (isRecyclable(world, contact, a, b)) return;
    } else if (record[r + GAP] - (travel - record[r + GAP_TRAVEL]) > margin) return;
  }
  collide(colliders, contacts.colliderA[contact], contacts.colliderB[contact], margin, scratch.manifold);
  prepareContact(world, contact, scratch.manifold);
  if (scratch.manifold.count === 0) {
    record[r + GAP] = scratch.manifold.gap[0];
    record[r + GAP_TRAVEL] = travel;
  }
};

/** Upper bound of the speed at which the surfaces of two bodies come together. */
const closingSpeed = (world: World, contact: number): number => {
  const { motion } = world.bodies;
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
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

/** Whether both bodies are still so near the poses of the last full detection that points and rows can be kept. */
const isRecyclable = (world: World, contact: number, a: number, b: number): boolean => {
  const { centre, rotation } = world.bodies;
  const { record } = world.contacts;
  const { recycleDistance, recycleAngle } = world.settings;
  const r = contact * RECORD;
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  if (x * x + y * y + z * z > recycleDistance * recycleDistance) return false;
  // |q·q0| = cos(φ/2) ≈ 1 - φ²/8.
  const least = 1 - 0.125 * recycleAngle * recycleAngle;
  return (
    likeness(rotation, a * 4, record, r + SEEN_A) >= least && likeness(rotation, b * 4, record, r + SEEN_B) >= least
  );
};

const likeness = (p: Float64Array, i: number, q: Float64Array, j: number): number =>
  Math.abs(p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2] + p[i + 3] * q[j + 3]);

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

/** Contacts that bounce are always watched for blows: one may come from a neighbour. */
const addSolved = (world: World, contact: number, fast: boolean): void => {
  pushIndex(world.solved, contact);
  if (fast || world.contacts.record[contact * RECORD + BOUNCE] > 0) pushIndex(world.striking, contact);
};
