import { isSurface } from '../../collision/shapes/collider-shapes.js';
import { isUnloaded } from '../../contacts/bears-load.js';
import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyType, isJointed } from '../../state/bodies.js';
import { ContactFlag, RECORD } from '../../state/contacts.js';
import type { ImpactScratch } from '../../state/impact-scratch.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { MAX_SHOCK_EFFORT, MAX_SHOCK_IMPULSES, MOST_UNEVEN_STOPS, SHOCK_SPEED } from '../../tuning.js';
import { addReached, isThrown } from '../contacts/fast-contacts.js';
import { moveTo, until, waitFor } from '../integrate/pose-time.js';
import { mayApproach, mayBeStruck, mayTurnThrough } from './candidates.js';
import { firstToArrive } from './first-arrival.js';
import { isOfLinks } from './response.js';
import { STOPPED, stopPoints, TURNS_FAR } from './stop-points.js';
import { stopUneven } from './stop-uneven.js';
import { strikeFirstPatch } from './strike.js';
import { AHEAD, arrival, findFirstImpact, hasPointsHere, SLOWEST, WHEN } from './time-of-impact.js';

/**
 * Inelastic impacts and shock propagation. The impact on one body reaches its neighbours at once: a box that lands on
 * a stack is stopped by the floor, through all boxes below it. If the solve did this, the impulse would stay in the
 * contacts between them, and the warm start of the next substep threw the stack up with a fifth of the landing speed.
 * Under a body a hundred times as heavy the solve was too slow, and the heavy body passed through the light one.
 *
 * So candidates without restitution are stopped here, and then Gauss-Seidel iterations go over the contacts of the
 * bodies with an impact, elastic or not, until nothing approaches faster than a part of the impact speed, or a limit
 * of the work is reached. Each is stopped by the rows that its contact has already (stop-points.ts); only where the
 * impact turns a body far, or where a body hangs on joints, it is struck by true distance and the law with e = 0
 * (strike.ts): what forces did against the joints is no approach. Impulses are one-shot.
 *
 * What happens at the time τ of an impact must find the bodies where they are at τ. Each body stands at a time of its
 * own (poseTime): it moves on when it meets another at a later time, and goes back to the start of the substep when all
 * is done, at its new velocity. So the many impulses of one moment move no body.
 */
export const stopImpacts = (world: World, substep: Substep): void => {
  const { impacts } = world.scratch;
  const { impactedBodies, advanced } = impacts;
  const iteration = ++impacts.iteration;
  impacts.next.count = 0;
  world.scratch.uneven.stops = 0;
  // A step that threw may have left entries.
  for (let k = 0; k < advanced.count; k++) impacts.poseTime[advanced.items[k]] = 0;
  advanced.count = 0;
  for (let k = 0; k < impactedBodies.count; k++) markMoved(world, impactedBodies.items[k], iteration);
  stopCandidates(world, substep);
  propagateShock(world, substep);
  until[0] = 0;
  for (let k = 0; k < advanced.count; k++) moveTo(world, advanced.items[k]);
  advanced.count = 0;
};

/** Stops the candidates of this substep that have no restitution. */
const stopCandidates = (world: World, substep: Substep): void => {
  const { record, bodyA, bodyB, flags } = world.contacts;
  const { items, count } = world.impactCandidates;
  const { impacts, impacted } = world.scratch;
  const { iteration } = impacts;
  for (let k = 0; k < count; k++) {
    const candidate = items[k];
    // Not a ghost collision, and without restitution.
    if ((flags[candidate] & (ContactFlag.solved | ContactFlag.bounces)) !== ContactFlag.solved) continue;
    if (!mayBeStruck(world, candidate, substep)) continue;
    const contact = stopFirst(world, candidate, substep);
    if (contact < 0) continue;
    if (isUnloaded(record, contact * RECORD) && (flags[contact] & ContactFlag.iterated) === 0)
      pushIndex(impacted, contact);
    markMoved(world, bodyA[contact], iteration);
    markMoved(world, bodyB[contact], iteration);
    addReached(world, bodyA[contact], substep);
    addReached(world, bodyB[contact], substep);
  }
};

const propagateShock = (world: World, substep: Substep): void => {
  const { impacts } = world.scratch;
  arrival[SLOWEST] = SHOCK_SPEED * world.settings.impactSpeed;
  let impulses = 0;
  while (impacts.next.count > 0 && impulses < MAX_SHOCK_IMPULSES) {
    if (impulses * impacts.next.count > MAX_SHOCK_EFFORT) arrival[SLOWEST] = world.settings.impactSpeed;
    swap(impacts);
    impulses += propagateAround(world, substep);
  }
};

/** The bodies of the present iteration become those of the last one. */
const swap = (impacts: ImpactScratch): void => {
  const list = impacts.moved;
  impacts.moved = impacts.next;
  impacts.next = list;
  list.count = 0;
};

const markMoved = ({ scratch, bodies }: World, body: number, iteration: number): void => {
  const { lastIteration, next } = scratch.impacts;
  if (lastIteration[body] === iteration || bodies.type[body] !== BodyType.dynamic) return;
  lastIteration[body] = iteration;
  pushIndex(next, body);
};

/** One iteration over the contacts of the bodies that moved in the last one; returns the number of impulses. */
const propagateAround = (world: World, substep: Substep): number => {
  const { bodyA, bodyB, flags } = world.contacts;
  const { moved } = world.scratch.impacts;
  const iteration = ++world.scratch.impacts.iteration;
  let impulses = 0;
  for (let k = 0; k < moved.count; k++) {
    for (let edge = firstEdge(world, moved.items[k]); edge >= 0; edge = nextEdge(world, edge)) {
      const candidate = edgeContact(edge);
      // Not sensors, nor contacts of sleepers.
      if ((flags[candidate] & ContactFlag.solved) === 0 || !mayApproach(world, candidate)) continue;
      const contact = stopFirst(world, candidate, substep);
      if (contact < 0) continue;
      impulses++;
      markMoved(world, bodyA[contact], iteration);
      markMoved(world, bodyB[contact], iteration);
      if (isThrown(world, bodyA[contact], substep)) addReached(world, bodyA[contact], substep);
      if (isThrown(world, bodyB[contact], substep)) addReached(world, bodyB[contact], substep);
    }
  }
  return impulses;
};

/** Stops a contact, or one of the same bodies that arrives before it. Returns which, or -1. */
const stopFirst = (world: World, contact: number, substep: Substep): number => {
  const slowest = arrival[SLOWEST];
  const first = firstToArrive(world, contact, substep);
  arrival[SLOWEST] = slowest;
  const stopped = stop(world, first, substep);
  return stopped >= 0 || first === contact ? stopped : stop(world, contact, substep);
};

/** Stops a contact that arrives in this substep faster than SLOWEST, or another patch of its pair. Returns which got an impulse, or -1. */
const stop = (world: World, contact: number, substep: Substep): number => {
  const { bodyA, bodyB, colliderB } = world.contacts;
  const { lastTime } = world.scratch.impacts;
  const a = bodyA[contact];
  const b = bodyB[contact];
  // On a mesh a body meets triangles of which its contact has no rows: hulls on terrain penetrated by 54 mm, now by 24 mm.
  const isOnSurface = isSurface(world.colliders.kind[colliderB[contact]]);
  if (
    isOnSurface ||
    isOfLinks(world, contact) ||
    isJointed(world, a) ||
    isJointed(world, b) ||
    mayTurnThrough(world, contact, substep)
  )
    return strikeFromStart(world, contact, substep);
  until[0] = 0;
  waitFor(world, a);
  waitFor(world, b);
  moveTo(world, a);
  moveTo(world, b);
  const since = until[0];
  arrival[AHEAD] = substep.h - since;
  if (!findFirstImpact(world, contact)) return -1;
  arrival[WHEN] += since;
  until[0] = arrival[WHEN];
  moveTo(world, a);
  moveTo(world, b);
  if ((world.contacts.flags[contact] & ContactFlag.iterated) !== 0)
    return stopGroup(world, contact, substep) ? contact : -1;
  if (!hasPointsHere(world, contact, substep)) return -1;
  const outcome = stopPoints(world, contact, substep);
  if (outcome === TURNS_FAR) return strikeFromStart(world, contact, substep);
  if (outcome !== STOPPED) return -1;
  lastTime[a] = arrival[WHEN];
  lastTime[b] = arrival[WHEN];
  return contact;
};

/**
 * Between bodies of very different masses all contacts are stopped at once. A contact with a load keeps its points, of which
 * the warm start was: the sweeps could not take back what it gave along others.
 */
const stopGroup = (world: World, contact: number, substep: Substep): boolean => {
  const { impacts, uneven } = world.scratch;
  const { bodies } = uneven;
  if (uneven.stops === MOST_UNEVEN_STOPS) return false;
  if (isUnloaded(world.contacts.record, contact * RECORD) && !hasPointsHere(world, contact, substep))
    return false;
  for (let k = 0; k < bodies.count; k++) moveTo(world, bodies.items[k]);
  uneven.stops++;
  if (!stopUneven(world, substep)) return false;
  for (let k = 0; k < bodies.count; k++) {
    impacts.lastTime[bodies.items[k]] = arrival[WHEN];
    markMoved(world, bodies.items[k], impacts.iteration);
  }
  return true;
};

/** By true distance and the law, which see both bodies at the start of the substep. */
const strikeFromStart = (world: World, contact: number, substep: Substep): number => {
  until[0] = 0;
  moveTo(world, world.contacts.bodyA[contact]);
  moveTo(world, world.contacts.bodyB[contact]);
  return strikeFirstPatch(world, contact, substep, false);
};
