import { isSurface, ShapeKind } from '../collision/shapes/collider-shapes.js';
import { pushIndex } from '../math/index-list.js';
import { BodyFlag, MOTION, V, W } from '../state/bodies.js';
import { ContactFlag, N, RECORD, STIFF } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { FAST_PASS, FAST_SLIDE, FAST_SPEED, FAST_TURN } from '../tuning.js';
import { isUnloaded } from './bears-load.js';
import { approach, REACH, TIME, writeReach } from './reach.js';
import { zeroTotals } from './warm-start-impulses.js';

/** Empties the lists of solved contacts before detection fills them again. */
export const emptySolved = (world: World): void => {
  const { solved, impactCandidates, contacts } = world;
  for (let k = 0; k < solved.count; k++) contacts.flags[solved.items[k]] &= ~ContactFlag.solved;
  for (let k = 0; k < impactCandidates.count; k++)
    contacts.flags[impactCandidates.items[k]] &= ~ContactFlag.candidate;
  solved.count = 0;
  emptyCached(world);
  world.singlePointContacts.count = 0;
  world.fastContacts.count = 0;
  impactCandidates.count = 0;
  // A step that threw may have left entries.
  world.scratch.impacted.count = 0;
};

/** After the substeps, and before the next list is made, because the last step may have thrown. */
export const emptyCached = ({ cachedContacts, contacts: { flags } }: World): void => {
  const { items, count } = cachedContacts;
  for (let k = 0; k < count; k++) flags[items[k]] &= ~ContactFlag.cached;
  cachedContacts.count = 0;
};

/**
 * Adds a contact to its lists; its sums over the step begin at zero. A contact with restitution is always an impact
 * candidate, because an impact of a neighbour can reach it. Another contact is a candidate only if it approaches fast, and
 * is a fast contact or has no accumulated impulse.
 */
export const addSolved = (world: World, contact: number, a: number, b: number): void => {
  const { record, flags } = world.contacts;
  const r = contact * RECORD;
  zeroTotals(world, contact);
  const slow = isSlow(world, a, b);
  const fast = !slow && isFast(world, contact, a, b);
  if (fast) flags[contact] |= ContactFlag.fast;
  else flags[contact] &= ~ContactFlag.fast;
  const isGhost = (flags[contact] & ContactFlag.ghost) !== 0;
  // A fast contact is tested again in every substep; any other ghost collision is left out for the whole step.
  if (isGhost && !fast) return;
  pushIndex(world.solved, contact);
  if (!isGhost) flags[contact] |= ContactFlag.solved;
  let isCandidate = (flags[contact] & ContactFlag.bounces) !== 0;
  if (!isCandidate && !slow && (fast || isUnloaded(record, r))) {
    writeReach(world, a, b);
    isCandidate = approach[REACH] > approach[TIME] * world.settings.impactSpeed;
  }
  if (isCandidate) addCandidate(world, contact);
  if (fast) pushIndex(world.fastContacts, contact);
  else if (!isCandidate && isSinglePoint(world, contact)) pushIndex(world.singlePointContacts, contact);
  else {
    flags[contact] |= ContactFlag.cached;
    pushIndex(world.cachedContacts, contact);
  }
};

/** Adds a contact to the impact candidates, unless it is one. */
export const addCandidate = ({ contacts: { flags }, impactCandidates }: World, contact: number): void => {
  if ((flags[contact] & ContactFlag.candidate) !== 0) return;
  flags[contact] |= ContactFlag.candidate;
  pushIndex(impactCandidates, contact);
};

/** Whether a contact has exactly one point and resists neither rolling nor twist. */
const isSinglePoint = ({ contacts, colliders }: World, contact: number): boolean =>
  colliders.kind[contacts.colliderA[contact]] === ShapeKind.sphere &&
  (contacts.flags[contact] & ContactFlag.resists) === 0;

/** Whether the contacts of a body with a surface may be re-detected within the step: fast ones, and what is struck. */
export const mayBeRedetected = (world: World, a: number, b: number): boolean => !isSlow(world, a, b);

/**
 * Whether the contact can be neither an impact nor fast. Two sums decide this for 99 % of the contacts in a heap
 * at rest.
 */
const isSlow = (world: World, a: number, b: number): boolean => {
  const { ahead, travel, extent } = world.bodies;
  // Negative for a body that travelled further than expected in its last step and then came to rest.
  const travelA = Math.max(0, ahead[a] - travel[a]);
  const travelB = Math.max(0, ahead[b] - travel[b]);
  return (
    travelA + travelB <= approach[TIME] * Math.min(world.settings.impactSpeed, FAST_SPEED) &&
    travelA + travelB <= Math.min(extent[a], extent[b]) &&
    travelA <= FAST_TURN * extent[a] &&
    travelB <= FAST_TURN * extent[b]
  );
};

/**
 * Whether the points of a contact will not be right for the whole step. The rotation of an isotropic body such
 * as a ball does not matter.
 */
const isFast = (world: World, contact: number, a: number, b: number): boolean => {
  const { motion, flags } = world.bodies;
  const most = FAST_TURN / approach[TIME];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    if ((flags[body] & BodyFlag.isotropic) !== 0) continue;
    const w = body * MOTION + W;
    if (motion[w] * motion[w] + motion[w + 1] * motion[w + 1] + motion[w + 2] * motion[w + 2] > most * most)
      return true;
  }
  const { record, colliderB } = world.contacts;
  const onSurface = isSurface(world.colliders.kind[colliderB[contact]]);
  if (record[contact * RECORD + STIFF] !== 0 && !onSurface) return false;
  if (onSurface) return crossesSurface(world, a, b);
  writeReach(world, a, b);
  // Such a body leaves the body under it before the step ends.
  const { extent, innerRadius } = world.bodies;
  const size = Math.min(extent[a], extent[b]);
  if (approach[REACH] > Math.max(FAST_PASS * size, Math.min(size, FAST_SPEED * approach[TIME]))) return true;
  // Two plates that come towards each other touch with one corner, which is at rest then, and next with the opposite one.
  const least = Math.min(innerRadius[a], innerRadius[b]);
  // Fast contacts are not iterated, and a ball that falls on a plank a hundred times lighter would sink in.
  if (approach[REACH] <= least || (world.contacts.flags[contact] & ContactFlag.uneven) !== 0) return false;
  const i = a * MOTION + V;
  const j = b * MOTION + V;
  const n = contact * RECORD + N;
  const speed =
    record[n] * (motion[i] - motion[j]) +
    record[n + 1] * (motion[i + 1] - motion[j + 1]) +
    record[n + 2] * (motion[i + 2] - motion[j + 2]);
  return approach[TIME] * speed > least;
};

/**
 * Whether body a leaves the triangles under it before the step ends: its centre moves over the surface of b, which may
 * rotate, by v_a - v_b - ω_b × (x_a - x_b).
 */
const crossesSurface = ({ bodies }: World, a: number, b: number): boolean => {
  const { motion, centre, extent } = bodies;
  const i = a * MOTION + V;
  const j = b * MOTION + V;
  const w = b * MOTION + W;
  const x = centre[a * 3] - centre[b * 3];
  const y = centre[a * 3 + 1] - centre[b * 3 + 1];
  const z = centre[a * 3 + 2] - centre[b * 3 + 2];
  const u = motion[i] - motion[j] - (motion[w + 1] * z - motion[w + 2] * y);
  const v = motion[i + 1] - motion[j + 1] - (motion[w + 2] * x - motion[w] * z);
  const s = motion[i + 2] - motion[j + 2] - (motion[w] * y - motion[w + 1] * x);
  const most = (FAST_SLIDE * Math.min(extent[a], extent[b])) / approach[TIME];
  return u * u + v * v + s * s > most * most;
};
