import { growThrown } from '../../bodies/sync-pose.js';
import { findPair, PAIR_NOT_FOUND } from '../../collision/broadphase/pair-set.js';
import { isSurface } from '../../collision/shapes/collider-shapes.js';
import { addCandidate } from '../../contacts/contact-lists.js';
import { writeMassesHere } from '../../contacts/contact-masses.js';
import { createNewContacts } from '../../contacts/detect-contacts.js';
import { isGhost } from '../../contacts/ghost-collisions.js';
import { approach, MARGIN, REACH, TIME, writeReach } from '../../contacts/reach.js';
import { isApart, moveApart, redetect, redetectNext } from '../../contacts/redetect.js';
import { zeroImpulses, zeroTotals } from '../../contacts/warm-start-impulses.js';
import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyFlag, BodyType, isAsleep, MOTION, V } from '../../state/bodies.js';
import {
  ContactFlag,
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  N,
  PL,
  POINT,
  POINTS,
  PS,
  PT,
  RECORD,
  SEEN_A,
  SEEN_B,
  SEEN_OFFSET,
  STIFF,
} from '../../state/contacts.js';
import { isLink } from '../../state/links.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { FAST_PASS, MAX_INERTIA_DECREASE } from '../../tuning.js';
import { keepPoses, moveTo, restorePoses, until, waitFor } from '../integrate/pose-time.js';
import { relaxContacts } from './relax-contacts.js';
import { solveContacts } from './solve-contacts.js';

/**
 * Fast contacts belong to bodies that turn fast or pass each other fast. The points and levers of the step's
 * start are soon wrong for them: a rod that spins at 30 rad/s turns by half a radian in a step, and it gained
 * energy without bound when the solver used its old points. So a fast contact is re-detected in every substep
 * and is not warm-started: the impulse of the last substep, at other levers, would add angular momentum.
 *
 * Finds the points for the poses of this substep, without a warm start. In the first substep the points of
 * detectContacts are still right. A contact whose shapes cannot meet is not solved in this substep.
 */
export const detectFastContacts = (world: World, substep: Substep, isFirst: boolean): void => {
  if (isFirst) world.scratch.impacts.threw = false;
  else meetThrown(world);
  const { items, count } = world.fastContacts;
  const near = world.scratch.nearFastContacts;
  near.count = 0;
  const { colliderA, colliderB } = world.contacts;
  const { kind } = world.colliders;
  let a = -1;
  let b = -1;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    // The patches of a pair stand one after the other: a pair has only one contact otherwise.
    const isNext = colliderA[contact] === a && colliderB[contact] === b && isSurface(kind[b]);
    a = colliderA[contact];
    b = colliderB[contact];
    zeroImpulses(world, contact);
    if (!isNext) writeMargin(world, contact, substep);
    let isNear: boolean;
    if (isFirst) isNear = isWithinMargin(world, contact);
    else isNear = isNext ? redetectNext(world, contact) : redetect(world, contact);
    if (isNear) pushIndex(near, contact);
    else moveApart(world, contact);
  }
  approach[TIME] = substep.h;
  dropGhosts(world);
};

/**
 * Bodies that impacts of the last substep threw out of their boxes get new pairs. Only between substeps: a new contact may move
 * the columns of all.
 */
const meetThrown = (world: World): void => {
  const { impacts, newPairs } = world.scratch;
  if (!impacts.threw) return;
  impacts.threw = false;
  createNewContacts(world);
  const { flags, bodyA, bodyB } = world.contacts;
  const { type } = world.bodies;
  for (let k = 0; k < newPairs.count; k++) {
    const contact = findPair(world.pairs, newPairs.low[k], newPairs.high[k]);
    if (contact === PAIR_NOT_FOUND || (flags[contact] & NEVER_SOLVED) !== 0) continue;
    const a = bodyA[contact];
    const b = bodyB[contact];
    // Continuous collision stops it at what does not move.
    if (type[a] !== BodyType.dynamic || type[b] !== BodyType.dynamic || !mayMeet(world, a, b)) continue;
    addFast(world, contact);
  }
};

/** When all fast contacts have their new points: those that are ghost collisions now are left out of the substep. */
const dropGhosts = (world: World): void => {
  const { flags } = world.contacts;
  const near = world.scratch.nearFastContacts;
  for (let k = 0; k < near.count; k++) flags[near.items[k]] &= ~ContactFlag.ghost;
  let kept = 0;
  for (let k = 0; k < near.count; k++) {
    const contact = near.items[k];
    if (isGhost(world, contact)) flags[contact] = (flags[contact] & ~ContactFlag.solved) | ContactFlag.ghost;
    else {
      flags[contact] |= ContactFlag.solved;
      near.items[kept++] = contact;
    }
  }
  near.count = kept;
};

/**
 * An impact has thrown a body: pairs that were out of reach when the step began may meet before it ends. They become
 * fast contacts and impact candidates for the rest of the step. Without this thin plates passed through each other.
 */
export const addReached = (world: World, body: number, substep: Substep): void => {
  const { flags, bodyA, bodyB, unchangedUntil } = world.contacts;
  const { type, travel, innerRadius } = world.bodies;
  if (type[body] !== BodyType.dynamic) return;
  if (isThrown(world, body, substep) && growThrown(world, body, substep.h * world.settings.substeps))
    world.scratch.impacts.threw = true;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((flags[contact] & NEVER_SOLVED) !== 0) continue;
    const isSolved = (flags[contact] & ContactFlag.solved) !== 0;
    if (isSolved && ((flags[contact] & ContactFlag.fast) === 0 || !isApart(world, contact))) continue;
    const a = bodyA[contact];
    const b = bodyB[contact];
    if (!mayMeet(world, a, b)) continue;
    approach[TIME] = substep.h * world.settings.substeps;
    writeReach(world, a, b);
    if (isSolved) {
      // What moves less in a substep than it is thick is found by the next one.
      if (approach[REACH] > world.settings.substeps * Math.min(innerRadius[a], innerRadius[b]))
        reach(world, contact, substep);
    } else if (travel[a] + travel[b] + approach[REACH] >= unchangedUntil[contact]) {
      addFast(world, contact);
      reach(world, contact, substep);
    }
  }
};

const NEVER_SOLVED = ContactFlag.sensor | ContactFlag.ghost | ContactFlag.disabled | ContactFlag.dead;

/** Whether a body moves further in a step than it is thick: it may pass what it meets. */
export const isThrown = ({ bodies, settings }: World, body: number, { h }: Substep): boolean => {
  const { motion, innerRadius } = bodies;
  const m = body * MOTION + V;
  const x = motion[m];
  const y = motion[m + 1];
  const z = motion[m + 2];
  const least = innerRadius[body] / (h * settings.substeps);
  return x * x + y * y + z * z > least * least;
};

/** Neither sleeps, and neither is a link: the tours of articulations solve contacts of links. */
const mayMeet = (world: World, a: number, b: number): boolean =>
  !isAsleep(world, a) && !isAsleep(world, b) && !isLink(world, a) && !isLink(world, b);

const addFast = (world: World, contact: number): void => {
  zeroTotals(world, contact);
  world.contacts.flags[contact] |= ContactFlag.solved | ContactFlag.fast;
  pushIndex(world.solved, contact);
  pushIndex(world.fastContacts, contact);
  addCandidate(world, contact);
};

/** Looks once more whether the shapes may meet in this substep. */
const reach = (world: World, contact: number, substep: Substep): void => {
  const near = world.scratch.nearFastContacts;
  writeMargin(world, contact, substep);
  if (!redetectAtImpact(world, contact)) return;
  for (let k = 0; k < near.count; k++) if (near.items[k] === contact) return;
  pushIndex(near, contact);
};

/** Redetects at the time of the last impact on one of the bodies: before that they never moved as they do now. */
const redetectAtImpact = (world: World, contact: number): boolean => {
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
  until[0] = 0;
  waitFor(world, a);
  waitFor(world, b);
  keepPoses(world, a, b);
  moveTo(world, a);
  moveTo(world, b);
  const found = redetect(world, contact);
  restorePoses(world, a, b);
  // Impulses act on the bodies as they stand here: with the masses of the impact a rod gained energy in every sweep.
  if (found && until[0] > 0) writeMassesHere(world, contact);
  return found;
};

const isWithinMargin = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const margin = world.scratch.manifold.margin[0];
  for (let i = 0; i < count[contact]; i++)
    if (record[contact * RECORD + POINTS + i * POINT + PS] <= margin) return true;
  return false;
};

/** The manifold gets points that may touch within the substep. */
const writeMargin = (world: World, contact: number, { h }: Substep): void => {
  const { bodyA, bodyB } = world.contacts;
  approach[TIME] = h;
  writeReach(world, bodyA[contact], bodyB[contact]);
  world.scratch.manifold.margin[0] = approach[MARGIN];
};

/** One Gauss-Seidel iteration with bias over the fast contacts. */
export const solveFastContacts = (world: World, substep: Substep): void => {
  redetectMoved(world, substep, true);
  iterate(world, substep);
};

/** The same without bias, after the position step. */
export const relaxFastContacts = (world: World, substep: Substep): void => {
  redetectMoved(world, substep, false);
  iterate(world, null);
};

/**
 * Re-detects contacts whose bodies turned or passed far since the last detection. The accumulated impulses of their
 * points are kept. Before the position step, what was struck stands where it never was: see redetectAtImpact.
 *
 * Others between movable bodies get effective masses of the present poses: levers follow as bodies pass each other, and a lever that comes 3 cm off the
 * axis of a needle of 1 mm makes it a thousand times lighter there. Solved with the masses of before it was thrown off with four
 * times the energy of a whole heap.
 */
const redetectMoved = (world: World, substep: Substep, isBeforeMove: boolean): void => {
  const near = world.scratch.nearFastContacts;
  let kept = 0;
  for (let k = 0; k < near.count; k++) {
    const contact = near.items[k];
    if (hasMovedFar(world, contact)) {
      writeMargin(world, contact, substep);
      if (!(isBeforeMove ? redetectAtImpact(world, contact) : redetect(world, contact))) {
        countImpulses(world, contact);
        continue;
      }
    } else if (leversFollow(world, contact) && (!isBeforeMove || wasStruck(world, contact))) {
      writeMassesHere(world, contact);
    }
    near.items[kept++] = contact;
  }
  near.count = kept;
};

/** Whether an impact of this substep moved one of the bodies. Otherwise they stand where the contact was detected. */
const wasStruck = ({ contacts, scratch: { impacts } }: World, contact: number): boolean => {
  const { lastIteration, firstIteration } = impacts;
  return (
    lastIteration[contacts.bodyA[contact]] >= firstIteration ||
    lastIteration[contacts.bodyB[contact]] >= firstIteration
  );
};

/** λ of a contact that is left out from here on: the relax sweep, which counts it in the sums, will not see it. */
const countImpulses = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  for (let p = r + POINTS; p < r + POINTS + count[contact] * POINT; p += POINT)
    record[p + PT] += record[p + PL];
  for (let i = 0; i < 2; i++) record[r + FRICTION_TOTAL + i] += record[r + FRICTION_LAMBDA + i];
  zeroImpulses(world, contact);
};

/** Whether the bodies of a contact have turned or passed each other too far for its rows. */
export const hasMovedFar = (world: World, contact: number): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const r = contact * RECORD;
  if (turnedFar(world, bodyA[contact], r + SEEN_A) || turnedFar(world, bodyB[contact], r + SEEN_B))
    return true;
  return leversFollow(world, contact) && passedFar(world, contact);
};

/** Over what does not move the point goes along with the body. */
const leversFollow = ({ contacts: { record } }: World, contact: number): boolean =>
  record[contact * RECORD + STIFF] === 0;

/**
 * Whether two movable bodies have passed each other by FAST_PASS of the smaller one since the last detection. The levers follow,
 * and are no longer along the normal of then: small balls that passed each other by nine times their radius had 31 times the
 * effective mass that their levers have.
 */
const passedFar = ({ bodies, contacts }: World, contact: number): boolean => {
  const { centre, extent } = bodies;
  const { record, bodyA, bodyB } = contacts;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const r = contact * RECORD;
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  const along = x * record[r + N] + y * record[r + N + 1] + z * record[r + N + 2];
  const most = FAST_PASS * Math.min(extent[a], extent[b]);
  return x * x + y * y + z * z - along * along > most * most;
};

/**
 * When a body turns by φ about its principal axis k, its inertia about a fixed world axis decreases by up to the part
 * φ² (Ii - Ij) / Ij, with Ii > Ij the moments about the other two. Rows with the old effective mass then apply too large an
 * impulse: a rod that hit a floor end on, turned by 0.19 rad and was then relaxed had four times its energy. A capsule that
 * rolls about its axis keeps its inertia. The vector part of q₀⁻¹ q, sin(φ/2) times the axis, is in body axes; where those
 * are not the principal ones, the largest and least moment count for all of it.
 */
const turnedFar = ({ bodies, contacts }: World, body: number, detected: number): boolean => {
  const { rotation, moments, flags } = bodies;
  if ((flags[body] & BodyFlag.isotropic) !== 0 || moments[body * 3] === 0) return false;
  const { record } = contacts;
  const b = body * 4;
  const px = record[detected];
  const py = record[detected + 1];
  const pz = record[detected + 2];
  const pw = record[detected + 3];
  const qx = rotation[b];
  const qy = rotation[b + 1];
  const qz = rotation[b + 2];
  const qw = rotation[b + 3];
  const x = pw * qx - qw * px - py * qz + pz * qy;
  const y = pw * qy - qw * py - pz * qx + px * qz;
  const z = pw * qz - qw * pz - px * qy + py * qx;
  const i = moments[body * 3];
  const j = moments[body * 3 + 1];
  const k = moments[body * 3 + 2];
  if ((flags[body] & BodyFlag.tilted) !== 0) {
    const most = Math.max(i, j, k);
    const least = Math.min(i, j, k);
    return 4 * (x * x + y * y + z * z) * (most - least) > MAX_INERTIA_DECREASE * least;
  }
  const decrease =
    (x * x * Math.abs(j - k)) / Math.min(j, k) +
    (y * y * Math.abs(k - i)) / Math.min(k, i) +
    (z * z * Math.abs(i - j)) / Math.min(i, j);
  return 4 * decrease > MAX_INERTIA_DECREASE;
};

/** One sweep over the near fast contacts. Their impulses are never warm-started. */
const iterate = (world: World, substep: Substep | null): void => {
  const near = world.scratch.nearFastContacts;
  if (near.count === 0) return;
  if (substep === null) relaxContacts(world, near, true);
  else solveContacts(world, near, substep);
};
