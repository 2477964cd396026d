import { approach, MARGIN, REACH, TIME, writeReach } from '../../contacts/reach.js';
import { keepContact, redetect, restoreContact } from '../../contacts/redetect.js';
import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { createFloats } from '../../math/floats.js';
import { BodyType, isJointed } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { MAX_EARLIER_ARRIVALS, MAX_LOOKS } from '../../tuning.js';
import {
  carryWay,
  keepPoses,
  moveTo,
  restorePoses,
  restoreWay,
  until,
  waitFor,
} from '../integrate/pose-time.js';
import { mayBeStruck, mayMeetOthers, mayTurnThrough } from './candidates.js';
import { AHEAD, arrival, findFirstImpact, SLOWEST, WHEN } from './time-of-impact.js';

/**
 * Impacts in the order of their times. A body that moves further in a substep than another is thick may have contacts with
 * what is in front of that body and with what is behind it: a ball that strikes a thin plate would reach the next plate in
 * the same substep. If that contact is struck first, because it comes first on the list, the ball has passed the plate. So before
 * a contact is struck, those of its two bodies are asked whether they arrive earlier; the earliest is struck instead, and
 * the contact is visited again, because its body moved. Bodies between two others touch one of them first: neighbours are enough.
 *
 * Where nothing moves further than things are thick, the order changes little, and nobody is asked.
 */
export const firstToArrive = (world: World, contact: number, substep: Substep): number => {
  if (!mayMeetOthers(world, contact, substep)) return contact;
  const slowest = arrival[SLOWEST];
  earliest[0] = Infinity;
  writeArrival(world, contact, substep);
  // The planes say little of what turns.
  if (earliest[0] === 0 || (earliest[0] === Infinity && !mayTurnThrough(world, contact, substep))) {
    arrival[SLOWEST] = slowest;
    return contact;
  }
  let first = contact;
  for (let round = 0; round < MAX_EARLIER_ARRIVALS; round++) {
    const a = world.contacts.bodyA[first];
    const b = world.contacts.bodyB[first];
    let next = askNeighbours(world, a, first, substep);
    next = askNeighbours(world, b, next, substep);
    if (next === first) break;
    first = next;
  }
  if (first === contact) arrival[SLOWEST] = slowest;
  else mayBeStruck(world, first, substep);
  return first;
};

/**
 * Two thin bodies that turn fast may meet at other features than those that are nearest now, a plate with one corner and then with
 * the opposite one. So they are looked at again after every part of the substep in which they turn by no more than they are thick.
 * Writes WHEN, from the start of the substep, as findFirstImpact does.
 */
export const findTurnedImpact = (world: World, contact: number, { h }: Substep): boolean => {
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
  until[0] = 0;
  waitFor(world, a);
  waitFor(world, b);
  const since = until[0];
  approach[TIME] = h - since;
  writeReach(world, a, b);
  const looks = Math.min(
    MAX_LOOKS,
    Math.ceil(approach[REACH] / Math.min(world.bodies.innerRadius[a], world.bodies.innerRadius[b])),
  );
  const part = (h - since) / looks;
  let found = false;
  keepPoses(world, a, b);
  keepContact(world, contact);
  arrival[AHEAD] = part;
  let k = 0;
  while (k < looks && !found) {
    until[0] = since + k * part;
    moveTo(world, a);
    moveTo(world, b);
    approach[TIME] = (looks - k) * part;
    writeReach(world, a, b);
    world.scratch.manifold.margin[0] = approach[MARGIN];
    if (redetect(world, contact) && findFirstImpact(world, contact)) {
      arrival[WHEN] += until[0];
      found = true;
    }
    // Not before the surfaces can have come together.
    const gap = (world.scratch.manifold.gap[0] * (looks - k)) / approach[REACH];
    k += gap >= 1 ? Math.floor(gap) : 1;
  }
  restorePoses(world, a, b);
  if (!found) restoreContact(world);
  arrival[AHEAD] = h;
  return found;
};

/** Scratch: the earliest arrival so far, s from the start of the substep. */
const earliest = createFloats(1);

/** The earliest contact of a body that arrives before `first`, or that. */
const askNeighbours = (world: World, body: number, first: number, substep: Substep): number => {
  const { flags, bodyA, bodyB } = world.contacts;
  if (world.bodies.type[body] !== BodyType.dynamic) return first;
  let found = first;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if (contact === first || (flags[contact] & ContactFlag.solved) === 0) continue;
    if (isJointed(world, bodyA[contact]) || isJointed(world, bodyB[contact])) continue;
    if (mayBeStruck(world, contact, substep) && writeArrival(world, contact, substep)) found = contact;
  }
  return found;
};

/** Lowers `earliest` to the time at which a contact arrives; false when it arrives later, or not. */
const writeArrival = (world: World, contact: number, { h }: Substep): boolean => {
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
  until[0] = 0;
  waitFor(world, a);
  waitFor(world, b);
  if (until[0] >= earliest[0]) return false;
  carryWay(world, a, 0);
  carryWay(world, b, 1);
  arrival[AHEAD] = h - until[0];
  const time = findFirstImpact(world, contact) ? until[0] + arrival[WHEN] : Infinity;
  restoreWay(world, a, 0);
  restoreWay(world, b, 1);
  if (time >= earliest[0]) return false;
  earliest[0] = time;
  return true;
};
