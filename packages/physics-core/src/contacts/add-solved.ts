import type { Floats } from '../math/floats.js';
import { pushIndex } from '../math/index-list.js';
import { ShapeKind } from '../shapes/collider-shapes.js';
import { BodyFlag, MOTION, W } from '../state/bodies.js';
import { ContactFlag, PL, POINT, POINTS, RECORD, STIFF } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { dropImpulses } from './carried-impulses.js';
import { approach, REACH, TIME, writeReach } from './reach.js';

/** Before the contacts of a step are sorted into the lists that the solver walks. */
export const emptySolved = (world: World): void => {
  const { solved, contacts } = world;
  for (let k = 0; k < solved.count; k++) contacts.flags[solved.items[k]] &= ~ContactFlag.solved;
  solved.count = 0;
  emptySteady(world);
  world.balls.count = 0;
  world.restless.count = 0;
  world.impactCandidates.count = 0;
};

/** After the substeps, and before the next list is made, as a step may have been broken off. */
export const emptySteady = ({ steady, contacts: { flags } }: World): void => {
  for (let k = 0; k < steady.count; k++) flags[steady.items[k]] &= ~ContactFlag.steady;
  steady.count = 0;
};

/**
 * Puts a contact on its lists. Contacts that bounce are always watched for impacts, as one may come from a
 * neighbour; others only when they come in fast and are restless or carry nothing yet.
 */
export const addSolved = (world: World, contact: number, a: number, b: number): void => {
  const { record, flags } = world.contacts;
  const r = contact * RECORD;
  pushIndex(world.solved, contact);
  flags[contact] |= ContactFlag.solved;
  const slow = isSlow(world, a, b);
  const restless = !slow && isRestless(world, contact, a, b);
  markRestless(world, contact, restless);
  let struck = (flags[contact] & ContactFlag.bounces) !== 0;
  if (!struck && !slow && (restless || isUnloaded(record, r))) {
    writeReach(world, a, b);
    struck = approach[REACH] > approach[TIME] * world.settings.impactSpeed;
  }
  if (struck) pushIndex(world.impactCandidates, contact);
  if (restless) pushIndex(world.restless, contact);
  else if (!struck && isBall(world, contact)) pushIndex(world.balls, contact);
  else {
    flags[contact] |= ContactFlag.steady;
    pushIndex(world.steady, contact);
  }
};

/**
 * One that has come to rest starts from nothing: what it bore while it was
 * restless, an impact perhaps, is no guess.
 */
const markRestless = (world: World, contact: number, restless: boolean): void => {
  const { flags } = world.contacts;
  if (restless) flags[contact] |= ContactFlag.restless;
  else if ((flags[contact] & ContactFlag.restless) !== 0) {
    flags[contact] &= ~ContactFlag.restless;
    dropImpulses(world, contact);
  }
};

/** Whether a contact has one point for certain and nothing to resist rolling or twist. */
const isBall = ({ contacts, colliders }: World, contact: number): boolean =>
  colliders.kind[contacts.colliderA[contact]] === ShapeKind.sphere &&
  (contacts.flags[contact] & ContactFlag.resists) === 0;

/**
 * Whether neither an impact nor restlessness is possible: two sums that say so of 99 %
 * of the contacts in a heap at rest.
 */
const isSlow = (world: World, a: number, b: number): boolean => {
  const { ahead, travel, extent } = world.bodies;
  // Below zero for a body that went further than expected in its last step and was put to rest then.
  const wayA = Math.max(0, ahead[a] - travel[a]);
  const wayB = Math.max(0, ahead[b] - travel[b]);
  return (
    wayA + wayB <= approach[TIME] * Math.min(world.settings.impactSpeed, RESTLESS_SPEED) &&
    wayA <= RESTLESS_TURN * extent[a] &&
    wayB <= RESTLESS_TURN * extent[b]
  );
};

const isUnloaded = (record: Floats, r: number): boolean =>
  record[r + POINTS + PL] === 0 &&
  record[r + POINTS + POINT + PL] === 0 &&
  record[r + POINTS + 2 * POINT + PL] === 0 &&
  record[r + POINTS + 3 * POINT + PL] === 0;

/** rad. A body that turns further than this in a step leaves its points and levers behind. */
export const RESTLESS_TURN = 0.2;
/** m/s. Two movable bodies whose surfaces pass each other faster than this do the same. */
const RESTLESS_SPEED = 4;

/**
 * Whether the points of a contact will not hold for the whole step. A ball looks the same however it turns.
 */
const isRestless = (world: World, contact: number, a: number, b: number): boolean => {
  const { motion, flags } = world.bodies;
  const most = RESTLESS_TURN / approach[TIME];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    if ((flags[body] & BodyFlag.isotropic) !== 0) continue;
    const w = body * MOTION + W;
    if (motion[w] * motion[w] + motion[w + 1] * motion[w + 1] + motion[w + 2] * motion[w + 2] > most * most)
      return true;
  }
  if (world.contacts.record[contact * RECORD + STIFF] !== 0) return false;
  writeReach(world, a, b);
  return approach[REACH] > RESTLESS_SPEED * approach[TIME];
};
