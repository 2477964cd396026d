import { addPairEvent, touchesElsewhere } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { DP, DR, MOTION } from '../state/bodies.js';
import {
  APPROACH,
  CARRY,
  ContactFlag,
  KEPT_LEVERS,
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
import { STOPPED_WAY } from '../tuning.js';
import { writeSecondTangent } from './contact-frame.js';
import { addImpulseEvent, addPersistEvents } from './persist-events.js';

const STOPPED_SQUARED = STOPPED_WAY * STOPPED_WAY;

/**
 * After the substeps: moves the points' separations and the levers to the end of the step (the next step may keep
 * the points and counts motion from zero again) and adds begin, end and hit events. Touching begins with an
 * impulse or a separation of at most zero and ends with a separation above the slop, so a resting contact does
 * not alternate.
 *
 * One loop without calls, because it visits every listed contact.
 */
export const updateTouching = (world: World): void => {
  const { contacts, bodies } = world;
  const { items, count: listed } = world.listed;
  const { slop, hitEventSpeed } = world.settings;
  const { flags, record, count, bodyA, bodyB } = contacts;
  const { motion } = bodies;
  let anyPersists = 0;
  for (let k = 0; k < listed; k++) {
    const contact = items[k];
    const points = count[contact];
    const wasTouching = (flags[contact] & ContactFlag.touching) !== 0;
    if (points === 0) {
      if (wasTouching) endTouching(world, contact);
      continue;
    }
    const r = (contact * RECORD) & INDEX_BITS;
    const a = (bodyA[contact] * MOTION) & INDEX_BITS;
    const b = (bodyB[contact] * MOTION) & INDEX_BITS;
    const dx = motion[b + DP] - motion[a + DP];
    const dy = motion[b + DP + 1] - motion[a + DP + 1];
    const dz = motion[b + DP + 2] - motion[a + DP + 2];
    const qAx = motion[a + DR];
    const qAy = motion[a + DR + 1];
    const qAz = motion[a + DR + 2];
    const qBx = motion[b + DR];
    const qBy = motion[b + DR + 1];
    const qBz = motion[b + DR + 2];
    const nx = record[r + N];
    const ny = record[r + N + 1];
    const nz = record[r + N + 2];
    const tx = record[r + T1];
    const ty = record[r + T1 + 1];
    const tz = record[r + T1 + 2];
    const rAx = record[r + RA];
    const rAy = record[r + RA + 1];
    const rAz = record[r + RA + 2];
    const rBx = record[r + RB];
    const rBy = record[r + RB + 1];
    const rBz = record[r + RB + 2];
    // As in solveContacts: s_i = s0_i + sc + y_i g1 - x_i g2.
    const sc =
      nx * (dx + qBy * rBz - qBz * rBy - qAy * rAz + qAz * rAy) +
      ny * (dy + qBz * rBx - qBx * rBz - qAz * rAx + qAx * rAz) +
      nz * (dz + qBx * rBy - qBy * rBx - qAx * rAy + qAy * rAx);
    const gx = qBx - qAx;
    const gy = qBy - qAy;
    const gz = qBz - qAz;
    const g1 = gx * tx + gy * ty + gz * tz;
    const g2 = gx * (ny * tz - nz * ty) + gy * (nz * tx - nx * tz) + gz * (nx * ty - ny * tx);
    const way = dx * dx + dy * dy + dz * dz;
    const kept = record[r + KEPT_LEVERS];
    const moves = way > kept ? 1 : 0;
    // A pair that slid has come to rest.
    if (way < -STOPPED_SQUARED * kept) record[r + KEPT_LEVERS] = -kept;
    const carry = moves * record[r + CARRY];
    const carryB = carry - moves;
    record[r + RA] = rAx + carry * dx;
    record[r + RA + 1] = rAy + carry * dy;
    record[r + RA + 2] = rAz + carry * dz;
    record[r + RB] = rBx + carryB * dx;
    record[r + RB + 1] = rBy + carryB * dy;
    record[r + RB + 2] = rBz + carryB * dz;

    let gap = Infinity;
    let load = 0;
    const end = r + POINTS + points * POINT;
    for (let p = r + POINTS; p < end; p += POINT) {
      const separation = record[p + PS] + sc + record[p + PY] * g1 - record[p + PX] * g2;
      record[p + PS] = separation;
      if (separation < gap) gap = separation;
      load += record[p + PT];
    }
    const touching =
      (load > 0 || gap <= (wasTouching ? slop : 0)) && (flags[contact] & ContactFlag.disabled) === 0;
    if (touching && !wasTouching) beginTouching(world, contact);
    else if (!touching && wasTouching) endTouching(world, contact);
    if (record[r + APPROACH] > hitEventSpeed) addHit(world, contact);
    anyPersists |= flags[contact] & ContactFlag.persists;
  }
  if (anyPersists !== 0) addPersistEvents(world);
};

const beginTouching = (world: World, contact: number): void => {
  const { flags } = world.contacts;
  flags[contact] |= ContactFlag.touching;
  if (touchesElsewhere(world, contact)) return;
  addImpulseEvent(world, contact, EventKind.begin);
  if ((flags[contact] & ContactFlag.persists) !== 0) flags[contact] |= ContactFlag.began;
};

const endTouching = (world: World, contact: number): void => {
  world.contacts.flags[contact] &= ~ContactFlag.touching;
  if (!touchesElsewhere(world, contact)) addPairEvent(world, contact, EventKind.end);
};

/** Scratch: t2 of a contact. */
const secondTangent = createFloats(3);

/** Reports a hit at the point with the largest impulse of the step. */
const addHit = (world: World, contact: number): void => {
  const { bodies, contacts, events } = world;
  const { record, count } = contacts;
  const r = (contact * RECORD) & INDEX_BITS;
  let largest = 0;
  for (let i = 1; i < count[contact]; i++) {
    const p = r + POINTS;
    if (record[p + i * POINT + PT] > record[p + largest * POINT + PT]) largest = i;
  }
  const p = r + POINTS + largest * POINT;
  const offset = addPairEvent(world, contact, EventKind.hit);
  writeSecondTangent(record, r, secondTangent, 0);
  for (let i = 0; i < 3; i++) {
    events.data[offset + EVENT_POINT + i] =
      bodies.centre[contacts.bodyA[contact] * 3 + i] +
      record[r + RA + i] +
      record[p + PX] * record[r + T1 + i] +
      record[p + PY] * secondTangent[i];
    events.data[offset + EVENT_NORMAL + i] = record[r + N + i];
  }
  events.data[offset + EVENT_SPEED] = record[r + APPROACH];
  record[r + APPROACH] = 0;
};
