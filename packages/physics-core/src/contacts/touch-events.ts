import { MAX_POINTS } from '../narrowphase/manifold.js';
import { secondTangent, writeSeparations } from '../solver/contact-frame.js';
import { DP, MOTION } from '../state/bodies.js';
import {
  APPROACH,
  CARRY,
  ContactFlag,
  N,
  POINT,
  POINTS,
  PS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  T1,
} from '../state/contacts.js';
import { EVENT_NORMAL, EVENT_POINT, EVENT_SPEED, EventKind } from '../state/events.js';
import type { World } from '../state/world.js';
import { addPairEvent } from './contact-graph.js';

const separation = new Float64Array(MAX_POINTS);

/**
 * After the substeps: moves the points' separations to the end of the step (the next step may keep the points) and reports
 * what began, ended or struck. Touching begins with an impulse or without a gap and ends with a gap wider than the slop, so a
 * resting contact does not flicker.
 */
export const updateTouching = (world: World): void => {
  const { listed, contacts, settings } = world;
  const { flags } = contacts;
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    const wasTouching = (flags[contact] & ContactFlag.touching) !== 0;
    if (contacts.count[contact] === 0 && !wasTouching) continue;
    const pressed = advancePoints(world, contact);
    const gap = smallestGap(world, contact);
    const touching = pressed || gap <= (wasTouching ? settings.slop : 0);
    if (touching && !wasTouching) {
      flags[contact] |= ContactFlag.touching;
      addPairEvent(world, contact, EventKind.begin);
    } else if (!touching && wasTouching) {
      flags[contact] &= ~ContactFlag.touching;
      addPairEvent(world, contact, EventKind.end);
    }
    if (contacts.record[contact * RECORD + APPROACH] > settings.hitEventSpeed) addHit(world, contact);
  }
};

/** Returns whether the contact carried an impulse in this step. */
const advancePoints = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  if (count[contact] === 0) return false;
  writeSeparations(world, contact, separation);
  moveLevers(world, contact);
  let pressed = false;
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    record[p + PS] = separation[i];
    if (record[p + PT] > 0) pressed = true;
  }
  return pressed;
};

/** The levers end where the kernel had them last: the next step counts motion from zero again. */
const moveLevers = (world: World, contact: number): void => {
  const { motion } = world.bodies;
  const { record, bodyA, bodyB } = world.contacts;
  const r = contact * RECORD;
  const a = bodyA[contact] * MOTION + DP;
  const b = bodyB[contact] * MOTION + DP;
  const carry = record[r + CARRY];
  for (let i = 0; i < 3; i++) {
    const d = motion[b + i] - motion[a + i];
    record[r + RA + i] += carry * d;
    record[r + RB + i] += (carry - 1) * d;
  }
};

const smallestGap = (world: World, contact: number): number => {
  const { record, count } = world.contacts;
  let gap = Infinity;
  for (let i = 0; i < count[contact]; i++) {
    gap = Math.min(gap, record[contact * RECORD + POINTS + i * POINT + PS]);
  }
  return gap;
};

/** A hit is reported where the contact pressed hardest. */
const addHit = (world: World, contact: number): void => {
  const { bodies, contacts, events } = world;
  const { record, count } = contacts;
  const r = contact * RECORD;
  let hardest = 0;
  for (let i = 1; i < count[contact]; i++) {
    const p = r + POINTS;
    if (record[p + i * POINT + PT] > record[p + hardest * POINT + PT]) hardest = i;
  }
  const p = r + POINTS + hardest * POINT;
  const offset = addPairEvent(world, contact, EventKind.hit);
  for (let i = 0; i < 3; i++) {
    events.data[offset + EVENT_POINT + i] =
      bodies.centre[contacts.bodyA[contact] * 3 + i] +
      record[r + RA + i] +
      record[p + PX] * record[r + T1 + i] +
      record[p + PY] * secondTangent(record, r, i);
    events.data[offset + EVENT_NORMAL + i] = record[r + N + i];
  }
  events.data[offset + EVENT_SPEED] = record[r + APPROACH];
  record[r + APPROACH] = 0;
};
