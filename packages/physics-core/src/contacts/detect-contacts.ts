import { writeMovedSince } from '../bodies/moved-since.js';
import { findPairs, proxiesOverlap } from '../collision/broadphase/find-pairs.js';
import { collide } from '../collision/narrowphase/collide.js';
import { isSurface } from '../collision/shapes/collider-shapes.js';
import { createContact, destroyContact, mayTouch } from '../graph/contact-graph.js';
import { wakeBody } from '../islands/wake.js';
import { createFloats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { pushIndex } from '../math/index-list.js';
import { BodyType, isAsleep, MOTION, V, W } from '../state/bodies.js';
import {
  ContactFlag,
  GAP,
  GAP_TURNED,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RECORD,
  releaseContact,
  SEEN_OFFSET,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { GHOST_APPROACH } from '../tuning.js';
import { relative, writeRelativeVelocity } from './contact-frame.js';
import { addSolved, emptySolved, mayBeRedetected } from './contact-lists.js';
import { isGhost } from './ghost-collisions.js';
import { hookStages } from './hook-stages.js';
import { patchStages } from './patch-stages.js';
import { prepareContact } from './prepare-contacts.js';
import { approach, MARGIN, REACH, TIME, writeReach } from './reach.js';
import { isRecyclable, storeRecycleLimit } from './recycle.js';

/**
 * Finds the contacts of this step: new pairs, new points where bodies moved, and the lists of contacts that the
 * solver visits.
 */
export const detectContacts = (world: World, dt: number): void => {
  createNewContacts(world);
  updateContacts(world, dt);
};

/** New pairs of bodies whose boxes moved: in scratch.newPairs, too. */
export const createNewContacts = (world: World): void => {
  const { broadphase, colliders, pairs, scratch } = world;
  findPairs(broadphase, colliders.box, scratch.newPairs, pairs);
  const { low, high, count } = scratch.newPairs;
  for (let i = 0; i < count; i++) if (mayTouch(world, low[i], high[i])) createContact(world, low[i], high[i]);
};

/**
 * Visits the listed contacts once and removes those that ended. Waking a body appends its contacts to the list,
 * so the loop reads the count again each time. Most pairs need only small columns: the record is read only where
 * a body moved.
 */
const updateContacts = (world: World, dt: number): void => {
  const { listed, contacts, bodies, colliders } = world;
  let { flags, count, bodyA, bodyB, colliderA, colliderB, unchangedUntil } = contacts;
  const { moved, kind } = colliders;
  const { ahead, travel } = bodies;
  lookAhead(world, dt);
  approach[TIME] = dt;
  emptySolved(world);
  const { solvable } = world.scratch;
  solvable.count = 0;
  let kept = 0;
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    const flag = flags[contact];
    const mayBeGone =
      (flag & ContactFlag.dead) !== 0 || moved[colliderA[contact]] !== 0 || moved[colliderB[contact]] !== 0;
    if (mayBeGone && isGone(world, contact)) continue;
    listed.items[kept++] = contact;
    const a = bodyA[contact];
    const b = bodyB[contact];
    if (isSurface(kind[colliderB[contact]])) {
      if (contacts.patch[contact] !== 0) continue;
      updatePatches(world, contact, a, b, dt);
      // More patches may have needed larger columns.
      ({ flags, count, bodyA, bodyB, colliderA, colliderB, unchangedUntil } = contacts);
      continue;
    }
    const fresh = (flag & ContactFlag.stale) === 0;
    if (count[contact] === 0) {
      if (fresh && ahead[a] + ahead[b] < unchangedUntil[contact]) continue;
      if (!fresh || !isStillApart(world, contact, a, b)) findPoints(world, contact, a, b);
      if (count[contact] === 0 && !meetsLater(world, contact, a, b)) continue;
    } else if (
      !fresh ||
      (travel[a] + travel[b] >= unchangedUntil[contact] && !keepsPoints(world, contact, a, b))
    ) {
      findPoints(world, contact, a, b);
      if (count[contact] === 0 && !meetsLater(world, contact, a, b)) continue;
    }
    if (isSolvable(world, contact, dt)) pushIndex(solvable, contact);
  }
  listed.count = kept;
  listSolved(world);
  moved.fill(0, 0, colliders.used);
};

/** The same for the contacts of a convex shape with a mesh, all patches together: `first` is that of the first one. */
const updatePatches = (world: World, first: number, a: number, b: number, dt: number): void => {
  const { contacts, bodies } = world;
  const { travel, ahead } = bodies;
  let points = 0;
  let stale = 0;
  let member = first;
  do {
    points += contacts.count[member];
    stale |= contacts.flags[member] & ContactFlag.stale;
    member = contacts.nextPatch[member];
  } while (member !== first);
  if (stale !== 0) findPatches(world, first, a, b);
  else if (points === 0) {
    if (ahead[a] + ahead[b] < contacts.unchangedUntil[first]) return;
    if (!isStillApartFromSurface(world, first, a, b)) findPatches(world, first, a, b);
  } else if (travel[a] + travel[b] >= contacts.unchangedUntil[first] && !keepsPoints(world, first, a, b)) {
    findPatches(world, first, a, b);
  }
  // A body that is fast or struck meets triangles within the step that it is far from now: their patches need contacts, too.
  const all = hasPoints(world, first) && mayBeRedetected(world, a, b);
  if (all) patchStages.reservePatches(world, first);
  const { count, nextPatch } = contacts;
  do {
    if ((all || count[member] > 0) && isSolvable(world, member, dt))
      pushIndex(world.scratch.solvable, member);
    member = nextPatch[member];
  } while (member !== first);
};

/** Whether any patch of a pair has points. */
const hasPoints = ({ contacts: { count, nextPatch } }: World, first: number): boolean => {
  let member = first;
  do {
    if (count[member] > 0) return true;
    member = nextPatch[member];
  } while (member !== first);
  return false;
};

const findPatches = (world: World, first: number, a: number, b: number): void => {
  writeReach(world, a, b);
  world.scratch.manifold.margin[0] = approach[MARGIN];
  const { margin, gap } = world.scratch.manifold;
  if (patchStages.detectPatches(world, first) === 0) {
    storeGap(world, first, a, b);
    // Within the margin may be what gives no contact, such as an edge from behind: sweeps must see it.
    if (gap[0] <= margin[0]) world.contacts.record[first * RECORD + GAP] = 0;
  } else world.contacts.unchangedUntil[first] = 0;
};

/** After all contacts are up to date, because a ghost collision is known by the contacts beside it. */
const listSolved = (world: World): void => {
  if (world.hooks.modifyContact !== undefined) hookStages.modifyContacts(world);
  const { flags, bodyA, bodyB, count } = world.contacts;
  const { ahead, travel } = world.bodies;
  const { items, count: total } = world.scratch.solvable;
  for (let k = 0; k < total; k++) flags[items[k]] &= ~ContactFlag.ghost;
  for (let k = 0; k < total; k++) {
    const contact = items[k];
    const a = bodyA[contact];
    const b = bodyB[contact];
    // At rest no surface moves so far, and the record need not be read.
    const mayApproach = ahead[a] - travel[a] + ahead[b] - travel[b] > GHOST_APPROACH;
    if (mayApproach && count[contact] > 0 && isGhost(world, contact)) flags[contact] |= ContactFlag.ghost;
    addSolved(world, contact, a, b);
  }
};

/** How far each body's surface can have travelled when the step is over. */
const lookAhead = (world: World, dt: number): void => {
  const { bodies, awake } = world;
  const { ahead, travel, motion, extent } = bodies;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const m = (body * MOTION) & INDEX_BITS;
    const x = motion[m + V];
    const y = motion[m + V + 1];
    const z = motion[m + V + 2];
    const a = motion[m + W];
    const b = motion[m + W + 1];
    const c = motion[m + W + 2];
    const spin = a * a + b * b + c * c;
    const speed = Math.sqrt(x * x + y * y + z * z) + (spin > 0 ? Math.sqrt(spin) * extent[body] : 0);
    ahead[body] = travel[body] + dt * speed;
  }
};

/** Releases a contact that was destroyed since the last step or whose boxes came apart. */
const isGone = (world: World, contact: number): boolean => {
  const { broadphase, colliders } = world;
  const { flags, colliderA, colliderB } = world.contacts;
  if ((flags[contact] & ContactFlag.dead) === 0) {
    if (proxiesOverlap(broadphase, colliders.box, colliderA[contact], colliderB[contact])) return false;
    destroyContact(world, contact);
  }
  releaseContact(world.contacts, contact);
  return true;
};

const findPoints = (world: World, contact: number, a: number, b: number): void => {
  const { contacts, colliders, scratch } = world;
  const { manifold } = scratch;
  writeReach(world, a, b);
  manifold.margin[0] = approach[MARGIN];
  collide(colliders, contacts.colliderA[contact], contacts.colliderB[contact], manifold);
  prepareContact(world, contact, manifold);
  if (manifold.count === 0) storeGap(world, contact, a, b);
  // The next step finds out how far the bodies may travel with these points.
  else contacts.unchangedUntil[contact] = 0;
};

/**
 * Whether two movable bodies without points may meet within the step all the same, because they come nearer by more than they
 * are long. They are a fast contact, which gets its points in the substep in which they meet.
 */
const meetsLater = (world: World, contact: number, a: number, b: number): boolean => {
  const { extent, ahead, travel, type } = world.bodies;
  const reach = ahead[a] - travel[a] + ahead[b] - travel[b];
  if (reach <= Math.min(extent[a], extent[b])) return false;
  if (type[a] !== BodyType.dynamic || type[b] !== BodyType.dynamic) return false;
  writeReach(world, a, b);
  return approach[REACH] > world.contacts.unchangedUntil[contact] - travel[a] - travel[b];
};

/** Whether a pair whose bodies have travelled keeps its points. */
const keepsPoints = (world: World, contact: number, a: number, b: number): boolean => {
  if (!isRecyclable(world, contact, a, b)) return false;
  storeRecycleLimit(world, contact, a, b);
  return true;
};

/**
 * Stores the distance of a pair without points: the pair needs no test until its bodies have travelled that
 * far.
 */
const storeGap = (world: World, contact: number, a: number, b: number): void => {
  const { record, unchangedUntil } = world.contacts;
  const { travel, turned } = world.bodies;
  const gap = world.scratch.manifold.gap[0];
  const r = (contact * RECORD) & INDEX_BITS;
  record[r + GAP] = gap;
  record[r + GAP_TURNED] = turned[a] + turned[b];
  unchangedUntil[contact] = travel[a] + travel[b] + gap - world.settings.speculativeMargin;
};

/** Whether a pair is still separated by its relative motion: bodies that fly side by side travel far. */
const isStillApart = (world: World, contact: number, a: number, b: number): boolean => {
  const { record, unchangedUntil } = world.contacts;
  const { turned, travel, centre } = world.bodies;
  const r = (contact * RECORD) & INDEX_BITS;
  writeReach(world, a, b);
  const margin = Math.max(approach[MARGIN], approach[REACH]);
  const room = record[r + GAP] - (turned[a] + turned[b] - record[r + GAP_TURNED]) - margin;
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  const square = x * x + y * y + z * z;
  if (room <= 0 || square >= room * room) return false;
  // As in storeGap, for the gap that is left: bodies that only vibrate need no such test in the next
  // step.
  unchangedUntil[contact] =
    travel[a] + travel[b] + room + margin - Math.sqrt(square) - world.settings.speculativeMargin;
  return true;
};

/** Scratch. */
const moved = createFloats(1);

/** The same for a surface, as it sees the body. */
const isStillApartFromSurface = (world: World, contact: number, a: number, b: number): boolean => {
  writeReach(world, a, b);
  const room = world.contacts.record[contact * RECORD + GAP] - approach[MARGIN];
  if (room <= 0) return false;
  writeMovedSince(world, contact, moved);
  return moved[0] < room;
};

/**
 * A contact with points is solved unless it is a sensor, or one body sleeps and the other does not reach it in
 * this step.
 */
const isSolvable = (world: World, contact: number, dt: number): boolean => {
  const { bodyA, bodyB, flags } = world.contacts;
  if ((flags[contact] & ContactFlag.sensor) !== 0) return false;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const isAsleepA = isAsleep(world, a);
  const isAsleepB = isAsleep(world, b);
  if (!isAsleepA && !isAsleepB) return true;
  if ((isAsleepA && isAsleepB) || !reaches(world, contact, dt)) return false;
  wakeBody(world, isAsleepA ? a : b);
  return true;
};

/** Whether a point touches or will within the step. */
const reaches = (world: World, contact: number, dt: number): boolean => {
  const { record, count } = world.contacts;
  const r = (contact * RECORD) & INDEX_BITS;
  writeRelativeVelocity(world, contact);
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const u = relative[0] + record[p + PY] * relative[4] - record[p + PX] * relative[5];
    if (record[p + PS] <= world.settings.slop || record[p + PS] + dt * u <= 0) return true;
  }
  return false;
};
