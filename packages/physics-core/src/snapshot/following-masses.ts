import {
  axisOfTop,
  multiplyInto,
  writeInverseInertiaAt,
  writeInverseInertiaOfTop,
} from '../bodies/inertia.js';
import { centreK, N1, storeMasses, writeCentreK } from '../contacts/contact-masses.js';
import { createFloats, type Floats } from '../math/floats.js';
import { ANGULAR_LOCKS, BodyFlag, II, IM, MOTION } from '../state/bodies.js';
import {
  ContactFlag,
  NORMAL_TO_SLIP,
  POINT,
  POINTS,
  PX,
  RECORD,
  SEEN_A,
  SEEN_B,
  TWIST_MASS,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { isSame, isStored } from './codes.js';

/**
 * The masses of a contact, 38 of the 104 numbers of its record, are those of its levers and of the bodies as they were turned when its
 * points were detected. Both are in the record. So a snapshot leaves the masses out where they follow to the last bit, as they do while a
 * pair rests and keeps its levers. They do not where the levers went on with the bodies, as under what rolls or slides, and where a body
 * is a link.
 */
export const hasOwnMasses = (world: World, contact: number): boolean => {
  const { record, flags } = world.contacts;
  const r = contact * RECORD;
  // The few masses of a force without a torque are stored sooner than computed.
  if (record[r + TWIST_MASS] === 0 || (flags[contact] & ContactFlag.articulated) !== 0) return true;
  writeCentreKOfDetection(world, contact);
  if (!isSame(record[r + NORMAL_TO_SLIP], centreK[N1])) return true;
  copyPlaces(record, r);
  storeMasses(derived, 0, world.contacts.count[contact], false);
  for (let i = 0; i < places.length; i++) if (!isSame(record[r + places[i]], derived[places[i]])) return true;
  return false;
};

/** Writes masses that a snapshot left out. The record has all else. */
export const writeFollowingMasses = (world: World, contact: number): void => {
  writeCentreKOfDetection(world, contact);
  storeMasses(world.contacts.record, contact * RECORD, world.contacts.count[contact], false);
};

/** The masses within a record, and numbers between them. */
export const FIRST_MASS = POINTS;
export const MASSES = 71;

/** Where the masses are within a record. */
const places = Int32Array.from(
  Array.from({ length: MASSES }, (_, i) => i)
    .filter((i) => isStored(MASSES, i))
    .map((i) => FIRST_MASS + i),
);

/** Scratch: a record with the places of the points and the masses that follow. */
const derived = createFloats(RECORD);

const copyPlaces = (record: Floats, r: number): void => {
  for (let p = POINTS + PX; p < POINTS + 4 * POINT; p += POINT) {
    derived[p] = record[r + p];
    derived[p + 1] = record[r + p + 1];
  }
};

/** Scratch: rows of `motion` of both bodies, with the inverse masses of now and the inverse inertia of the detection. */
const seen = createFloats(2 * MOTION);

const writeCentreKOfDetection = (world: World, contact: number): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const r = contact * RECORD;
  writeSeen(world, bodyA[contact], record, r + SEEN_A, 0);
  writeSeen(world, bodyB[contact], record, r + SEEN_B, MOTION);
  writeCentreK(seen, 0, MOTION, record, r, false);
};

/** Scratch: rotation of the principal axes. */
const principal = createFloats(4);

/** As the rotation step does it: the inverse inertia of an isotropic body does not turn, and that of a top has a form of its own. */
const writeSeen = ({ bodies }: World, body: number, record: Floats, rotation: number, at: number): void => {
  const { motion, moments, flags, locks } = bodies;
  const m = body * MOTION;
  for (let k = 0; k < 3; k++) seen[at + IM + k] = motion[m + IM + k];
  const isFree = (locks[body] & ANGULAR_LOCKS) === 0;
  if (isFree && (flags[body] & BodyFlag.isotropic) !== 0) {
    for (let k = 0; k < 6; k++) seen[at + II + k] = motion[m + II + k];
    return;
  }
  const isTilted = (flags[body] & BodyFlag.tilted) !== 0;
  const s = isFree && !isTilted ? axisOfTop(moments, body) : -1;
  if (s >= 0) {
    writeInverseInertiaOfTop(moments, body, s, record, rotation, seen, at + II);
    return;
  }
  if (isTilted) multiplyInto(principal, 0, record, rotation, bodies.principal, body * 4, 1);
  else for (let k = 0; k < 4; k++) principal[k] = record[rotation + k];
  writeInverseInertiaAt(bodies, body, principal, seen, at + II);
};
