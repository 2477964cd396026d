import { addPairEvent } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import {
  ContactFlag,
  FRICTION_TOTAL,
  N,
  POINT,
  POINTS,
  PT,
  PX,
  PY,
  RA,
  RECORD,
  T1,
} from '../state/contacts.js';
import { EVENT_IMPULSE, EVENT_NORMAL_IMPULSE, EVENT_POINT, EventKind } from '../state/events.js';
import type { World } from '../state/world.js';
import { writeSecondTangent } from './contact-frame.js';

/**
 * Events with impulses. A pair of colliders has one contact for each patch, each with a normal n, up to four points with
 * the normal impulses P_i of the step, and the friction impulses F1, F2 along the tangents t1, t2:
 *
 *   impulse on B    J = Σ_patches (n Σ P_i + t1 F1 + t2 F2)
 *   normal impulse  P = Σ_patches Σ P_i
 *   point           x = Σ P_i x_i / P, the centre of pressure; the mean of the points where nothing presses
 *
 * P is |J·n| for one patch. For several it is more: in a groove the normals oppose each other, and both sides press.
 */

/** Sends a persist event for each pair that asks for it, touches, and did not begin in this step. */
export const addPersistEvents = (world: World): void => {
  const { items, count } = world.listed;
  const { flags } = world.contacts;
  const wanted = ContactFlag.persists | ContactFlag.touching;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    if ((flags[contact] & wanted) !== wanted || !isFirstTouching(world, contact)) continue;
    if (!clearBegan(world, contact)) addImpulseEvent(world, contact, EventKind.persist);
  }
};

/** Of the patches of a pair, the touching one with the lowest number speaks for all. */
const isFirstTouching = ({ contacts }: World, contact: number): boolean => {
  const { flags, patch, nextPatch } = contacts;
  for (let other = nextPatch[contact]; other !== contact; other = nextPatch[other])
    if ((flags[other] & ContactFlag.touching) !== 0 && patch[other] < patch[contact]) return false;
  return true;
};

/** Whether the pair began to touch in this step; forgets it. */
const clearBegan = ({ contacts }: World, contact: number): boolean => {
  const { flags, nextPatch } = contacts;
  let began = 0;
  let member = contact;
  do {
    began |= flags[member] & ContactFlag.began;
    flags[member] &= ~ContactFlag.began;
    member = nextPatch[member];
  } while (member !== contact);
  return began !== 0;
};

/** Scratch: Σ weight, then Σ weight x_i; t2 of a contact. */
const pressure = createFloats(4);
const secondTangent = createFloats(3);

/** Appends a begin or persist event with the impulses of the step. */
export const addImpulseEvent = (world: World, contact: number, kind: number): void => {
  const { contacts, events } = world;
  const offset = addPairEvent(world, contact, kind);
  const { data } = events;
  let member = contact;
  do {
    addImpulse(world, member, offset);
    member = contacts.nextPatch[member];
  } while (member !== contact);
  const isLoaded = data[offset + EVENT_NORMAL_IMPULSE] > 0;
  pressure.fill(0);
  do {
    addPoints(world, member, isLoaded);
    member = contacts.nextPatch[member];
  } while (member !== contact);
  for (let i = 0; i < 3; i++) data[offset + EVENT_POINT + i] = pressure[1 + i] / pressure[0];
};

/** Adds J and P of one patch to the event. */
const addImpulse = ({ contacts, events: { data } }: World, contact: number, offset: number): void => {
  const { record, count } = contacts;
  const r = contact * RECORD;
  let load = 0;
  for (let i = 0; i < count[contact]; i++) load += record[r + POINTS + i * POINT + PT];
  data[offset + EVENT_NORMAL_IMPULSE] += load;
  if (count[contact] === 0) return;
  writeSecondTangent(record, r, secondTangent, 0);
  for (let i = 0; i < 3; i++) {
    data[offset + EVENT_IMPULSE + i] +=
      record[r + N + i] * load +
      record[r + T1 + i] * record[r + FRICTION_TOTAL] +
      secondTangent[i] * record[r + FRICTION_TOTAL + 1];
  }
};

const addPoints = ({ contacts, bodies }: World, contact: number, isLoaded: boolean): void => {
  const { record, count, bodyA } = contacts;
  const r = contact * RECORD;
  writeSecondTangent(record, r, secondTangent, 0);
  for (let p = r + POINTS; p < r + POINTS + count[contact] * POINT; p += POINT) {
    const weight = isLoaded ? record[p + PT] : 1;
    pressure[0] += weight;
    for (let i = 0; i < 3; i++) {
      const x =
        bodies.centre[bodyA[contact] * 3 + i] +
        record[r + RA + i] +
        record[p + PX] * record[r + T1 + i] +
        record[p + PY] * secondTangent[i];
      pressure[1 + i] += weight * x;
    }
  }
};
