import { settleMasses } from '../bodies/pending-mass.js';
import { secondTangent } from '../contacts/contact-frame.js';
import { HandleKind, requireWorld, writeHandle } from '../handles.js';
import {
  ContactFlag,
  FRICTION_TOTAL,
  MU,
  N,
  POINT,
  POINTS,
  PS,
  PT,
  PX,
  PY,
  RA,
  RECORD,
  T1,
  TARGET,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { claimRecord, clearReading, copy3, type Reading } from './reading.js';

export const ContactRecord = {
  size: 40,
  bodyA: 0,
  bodyB: 1,
  touching: 2,
  sensor: 3,
  /** Combined coefficient of friction. */
  friction: 4,
  /** From A to B. */
  normal: 5,
  /** Where friction acts, m. */
  centre: 8,
  /** Of the last step on B, N·s, a vector. */
  frictionImpulse: 11,
  /** How many of the four points are in use. */
  pointCount: 14,
  points: 16,
  /** Floats of a point: position, separation (m), normal impulse of the last step (N·s). */
  pointSize: 5,
  separation: 3,
  impulse: 4,
} as const;

/** All contacts with points, as allContacts gives them. */
export const readContacts = (world: World, reading: Reading): void => {
  requireWorld(world);
  settleMasses(world);
  const { listed, contacts } = world;
  clearReading(reading);
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    if (contacts.count[contact] > 0 && (contacts.flags[contact] & ContactFlag.dead) === 0) {
      writeContact(world, reading, contact);
    }
  }
};

const writeContact = (world: World, reading: Reading, contact: number): void => {
  const { record, bodyA, bodyB, flags, count } = world.contacts;
  const at = claimRecord(reading, ContactRecord.size);
  const out = reading.floats;
  const r = contact * RECORD;
  const { generation } = world.bodies;
  const a = bodyA[contact];
  const b = bodyB[contact];
  writeHandle(out, at + ContactRecord.bodyA, world, HandleKind.body, a, generation[a]);
  writeHandle(out, at + ContactRecord.bodyB, world, HandleKind.body, b, generation[b]);
  out[at + ContactRecord.touching] = (flags[contact] & ContactFlag.touching) !== 0 ? 1 : 0;
  out[at + ContactRecord.sensor] = (flags[contact] & ContactFlag.sensor) !== 0 ? 1 : 0;
  out[at + ContactRecord.friction] = record[r + MU];
  copy3(out, at + ContactRecord.normal, record, r + N);
  out[at + ContactRecord.pointCount] = count[contact];
  for (let k = 0; k < 3; k++) {
    const t1 = record[r + T1 + k];
    const t2 = secondTangent(record, r, k);
    const centre = world.bodies.centre[bodyA[contact] * 3 + k] + record[r + RA + k];
    out[at + ContactRecord.centre + k] = centre;
    out[at + ContactRecord.frictionImpulse + k] =
      t1 * record[r + FRICTION_TOTAL] + t2 * record[r + FRICTION_TOTAL + 1];
    for (let i = 0; i < count[contact]; i++) {
      const p = r + POINTS + i * POINT;
      out[at + ContactRecord.points + i * ContactRecord.pointSize + k] =
        centre + record[p + PX] * t1 + record[p + PY] * t2;
    }
  }
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const point = at + ContactRecord.points + i * ContactRecord.pointSize;
    out[point + ContactRecord.separation] = record[p + PS] + record[r + TARGET];
    out[point + ContactRecord.impulse] = record[p + PT];
  }
};
