import { findPair, insertPair, PAIR_NOT_FOUND, removePair } from '../collision/broadphase/pair-set.js';
import { pushIndex } from '../math/index-list.js';
import { BodyType } from '../state/bodies.js';
import { ContactFlag, clearPoints, contactSpec, releaseContact } from '../state/contacts.js';
import { addEvent, EVENT_A, EVENT_B, EventKind } from '../state/events.js';
import { allocateRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { jointForbidsTouch } from './joint-graph.js';
import { passesFilter } from './pair-view.js';

/**
 * Contacts as edges of a graph whose nodes are bodies: creation, destruction and the walk around one body.
 */

/** Whether two colliders may touch at all; sensors also detect kinematic bodies. */
export const mayTouch = (world: World, a: number, b: number): boolean => {
  const { body, layer, mask, sensor } = world.colliders;
  const { type } = world.bodies;
  if (body[a] === body[b]) return false;
  if ((layer[a] & mask[b]) === 0 || (layer[b] & mask[a]) === 0) return false;
  const typeA = type[body[a]];
  const typeB = type[body[b]];
  if (sensor[a] !== 0 || sensor[b] !== 0)
    return (typeA !== BodyType.static || typeB !== BodyType.static) && passesFilter(world, a, b);
  if (typeA !== BodyType.dynamic && typeB !== BodyType.dynamic) return false;
  return !jointForbidsTouch(world, body[a], body[b]) && passesFilter(world, a, b);
};

/**
 * Creates the contact of two colliders; A is the one of the lower shape kind, as the narrowphase wants it.
 */
export const createContact = (world: World, first: number, second: number): number => {
  const { contacts, colliders } = world;
  const ordered = colliders.kind[first] <= colliders.kind[second];
  const a = ordered ? first : second;
  const b = ordered ? second : first;
  const contact = allocateRow(contacts, contactSpec);
  contacts.colliderA[contact] = a;
  contacts.colliderB[contact] = b;
  contacts.bodyA[contact] = colliders.body[a];
  contacts.bodyB[contact] = colliders.body[b];
  contacts.flags[contact] = ContactFlag.stale;
  if (colliders.sensor[a] !== 0 || colliders.sensor[b] !== 0) contacts.flags[contact] |= ContactFlag.sensor;
  if (asksToPersist(world, contact)) contacts.flags[contact] |= ContactFlag.persists;
  link(world, contact, 0, colliders.body[a]);
  link(world, contact, 1, colliders.body[b]);
  contacts.nextPatch[contact] = contact;
  contacts.surface[contact] = -1;
  insertPair(world.pairs, a, b, contact);
  // Listed even between sleeping bodies: a body placed next to one needs detection once.
  listContact(world, contact);
  return contact;
};

const asksToPersist = ({ contacts, colliders: { persistEvents } }: World, contact: number): boolean =>
  persistEvents[contacts.colliderA[contact]] + persistEvents[contacts.colliderB[contact]] > 0;

/** Whether the contacts of a body send persist events, after a collider of it has changed its mind. */
export const markPersisting = (world: World, body: number): void => {
  const { flags } = world.contacts;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if (asksToPersist(world, contact)) flags[contact] |= ContactFlag.persists;
    else flags[contact] &= ~ContactFlag.persists;
  }
};

/**
 * Creates one more contact for the pair of `first`, the contact of its first patch: number `patch`. Its colliders are
 * those of the first and it ends with it, because both ask the same boxes.
 */
export const createPatch = (world: World, first: number, patch: number): number => {
  const { contacts } = world;
  const contact = allocateRow(contacts, contactSpec);
  const { colliderA, colliderB, bodyA, bodyB, flags, nextPatch } = contacts;
  colliderA[contact] = colliderA[first];
  colliderB[contact] = colliderB[first];
  bodyA[contact] = bodyA[first];
  bodyB[contact] = bodyB[first];
  flags[contact] = ContactFlag.stale | (flags[first] & (ContactFlag.sensor | ContactFlag.persists));
  contacts.patch[contact] = patch;
  contacts.surface[contact] = -1;
  nextPatch[contact] = nextPatch[first];
  nextPatch[first] = contact;
  link(world, contact, 0, bodyA[contact]);
  link(world, contact, 1, bodyB[contact]);
  listContact(world, contact);
  return contact;
};

/** Whether another patch of the same pair touches: of a pair, only the first begins and only the last ends. */
export const touchesElsewhere = ({ contacts }: World, contact: number): boolean => {
  const { nextPatch, flags } = contacts;
  for (let other = nextPatch[contact]; other !== contact; other = nextPatch[other])
    if ((flags[other] & ContactFlag.touching) !== 0) return true;
  return false;
};

const leaveRing = ({ contacts: { nextPatch } }: World, contact: number): void => {
  let before = contact;
  while (nextPatch[before] !== contact) before = nextPatch[before];
  nextPatch[before] = nextPatch[contact];
  nextPatch[contact] = contact;
};

/**
 * Takes a contact out of the graph and sends its end event. A listed row stays, marked dead, until detection
 * next walks the list: taking it out of the middle here would make the removal of many bodies quadratic.
 */
export const destroyContact = (world: World, contact: number): void => {
  const { contacts } = world;
  const isTouching = (contacts.flags[contact] & ContactFlag.touching) !== 0;
  if (isTouching && !touchesElsewhere(world, contact)) addPairEvent(world, contact, EventKind.end);
  leaveRing(world, contact);
  unlink(world, contact, 0, contacts.bodyA[contact]);
  unlink(world, contact, 1, contacts.bodyB[contact]);
  if (contacts.patch[contact] === 0)
    removePair(world.pairs, contacts.colliderA[contact], contacts.colliderB[contact]);
  clearPoints(contacts, contact);
  if ((contacts.flags[contact] & ContactFlag.listed) !== 0) {
    contacts.flags[contact] = ContactFlag.listed | ContactFlag.dead;
  } else {
    releaseContact(contacts, contact);
  }
};

export const listContact = (world: World, contact: number): void => {
  world.contacts.flags[contact] |= ContactFlag.listed;
  pushIndex(world.listed, contact);
};

/** The first contact edge of a body, or -1. An edge is contact * 2 + side. */
export const firstEdge = (world: World, body: number): number => world.bodies.firstContact[body];

export const nextEdge = (world: World, edge: number): number => world.contacts.edgeNext[edge];

export const edgeContact = (edge: number): number => edge >> 1;

/** Whether detection left the contact of two colliders out for one of these reasons: sweeps must not stop there either. */
export const isLeftOut = (world: World, collider: number, other: number, reasons: number): boolean => {
  const { flags, nextPatch } = world.contacts;
  const first = findPair(world.pairs, collider, other);
  if (first === PAIR_NOT_FOUND) return false;
  let member = first;
  do {
    if ((flags[member] & reasons) !== 0) return true;
    member = nextPatch[member];
  } while (member !== first);
  return false;
};

/** The body on the other side of an edge. */
export const edgeOther = (world: World, edge: number): number =>
  (edge & 1) === 0 ? world.contacts.bodyB[edge >> 1] : world.contacts.bodyA[edge >> 1];

const link = (world: World, contact: number, side: number, body: number): void => {
  const { edgeNext, edgePrevious } = world.contacts;
  const edge = contact * 2 + side;
  const head = world.bodies.firstContact[body];
  edgeNext[edge] = head;
  edgePrevious[edge] = -1;
  if (head >= 0) edgePrevious[head] = edge;
  world.bodies.firstContact[body] = edge;
};

const unlink = (world: World, contact: number, side: number, body: number): void => {
  const { edgeNext, edgePrevious } = world.contacts;
  const edge = contact * 2 + side;
  const next = edgeNext[edge];
  const previous = edgePrevious[edge];
  if (next >= 0) edgePrevious[next] = previous;
  if (previous >= 0) edgeNext[previous] = next;
  else world.bodies.firstContact[body] = next;
};

/** Appends an event that names both colliders of a contact; returns its offset. */
export const addPairEvent = (world: World, contact: number, kind: number): number => {
  const { contacts, events } = world;
  const offset = addEvent(events, kind);
  writeSide(world, offset + EVENT_A, contacts.colliderA[contact]);
  writeSide(world, offset + EVENT_B, contacts.colliderB[contact]);
  return offset;
};

const writeSide = (world: World, at: number, collider: number): void => {
  const { bodies, colliders, events } = world;
  const body = colliders.body[collider];
  events.data[at] = body;
  events.data[at + 1] = bodies.generation[body];
  events.data[at + 2] = collider;
  events.data[at + 3] = colliders.generation[collider];
  events.data[at + 4] = colliders.userData[collider];
};
