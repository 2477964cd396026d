import { settleMasses } from '../bodies/pending-mass.js';
import { secondTangent } from '../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type ColliderHandle,
  colliderHandle,
  requireWorld,
} from '../handles.js';
import type { Vec3 } from '../math/vec3.js';
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

export interface ContactPoint {
  /** Half way between both surfaces, m. */
  readonly position: Vec3;
  /** m; negative when the shapes penetrate. */
  readonly separation: number;
  /** Normal impulse of the last step, N·s. Divided by dt it is the mean force. */
  readonly impulse: number;
}

export interface Contact {
  readonly bodyA: BodyHandle;
  readonly bodyB: BodyHandle;
  readonly colliderA: ColliderHandle;
  readonly colliderB: ColliderHandle;
  /** From A to B. */
  readonly normal: Vec3;
  readonly points: readonly ContactPoint[];
  /** Friction impulse of the last step on B, N·s. */
  readonly frictionImpulse: Vec3;
  /** Combined coefficient of friction. */
  readonly friction: number;
  readonly touching: boolean;
  readonly sensor: boolean;
}

/** The contacts of a body that have points: those that touch and those about to. */
export const bodyContacts = (world: World, handle: BodyHandle): Contact[] => {
  const body = bodySlot(world, handle);
  settleMasses(world);
  const list: Contact[] = [];
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if (world.contacts.count[contact] > 0) list.push(readContact(world, contact));
  }
  return list;
};

/** All contacts with points, in the order in which they are solved; those of sleepers are not among them. */
export const allContacts = (world: World): Contact[] => {
  requireWorld(world);
  settleMasses(world);
  const { listed, contacts } = world;
  const list: Contact[] = [];
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    if (contacts.count[contact] > 0) list.push(readContact(world, contact));
  }
  return list;
};

const readContact = (world: World, contact: number): Contact => {
  const { record, bodyA, bodyB, colliderA, colliderB, flags, count } = world.contacts;
  const r = contact * RECORD;
  const f1 = record[r + FRICTION_TOTAL];
  const f2 = record[r + FRICTION_TOTAL + 1];
  const along = (i: number): number => record[r + T1 + i] * f1 + secondTangent(record, r, i) * f2;
  return {
    bodyA: bodyHandle(world, bodyA[contact]),
    bodyB: bodyHandle(world, bodyB[contact]),
    colliderA: colliderHandle(world, colliderA[contact]),
    colliderB: colliderHandle(world, colliderB[contact]),
    normal: [record[r + N], record[r + N + 1], record[r + N + 2]],
    points: Array.from({ length: count[contact] }, (_, i) => readPoint(world, contact, i)),
    frictionImpulse: [along(0), along(1), along(2)],
    friction: record[r + MU],
    touching: (flags[contact] & ContactFlag.touching) !== 0,
    sensor: (flags[contact] & ContactFlag.sensor) !== 0,
  };
};

const readPoint = (world: World, contact: number, i: number): ContactPoint => {
  const { record, bodyA } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  const p = r + POINTS + i * POINT;
  const at = (k: number): number =>
    centre[bodyA[contact] * 3 + k] +
    record[r + RA + k] +
    record[p + PX] * record[r + T1 + k] +
    record[p + PY] * secondTangent(record, r, k);
  return {
    position: [at(0), at(1), at(2)],
    separation: record[p + PS] + record[r + TARGET],
    impulse: record[p + PT],
  };
};
