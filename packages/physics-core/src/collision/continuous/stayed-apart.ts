import { writeMovedSince } from '../../bodies/moved-since.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { ContactFlag, GAP, RECORD } from '../../state/contacts.js';
import type { World } from '../../state/world.js';
import { findPair, PAIR_NOT_FOUND } from '../broadphase/pair-set.js';
import { isSurface } from '../shapes/collider-shapes.js';
import { TARGET } from './time-of-impact.js';

/** Scratch. */
const moved = createFloats(1);

/**
 * Whether a collider has moved by less than the gap to a surface that its contact knows of: nothing of the way need be swept. At
 * the step's start it has, or detection has tested the pair again; and between the two ends of a sweep it moves no further than
 * at these.
 */
export const stayedApart = (world: World, collider: number, surface: number, query: Floats): boolean => {
  if (!isSurface(world.colliders.kind[surface])) return false;
  const first = findPair(world.pairs, collider, surface);
  if (first === PAIR_NOT_FOUND) return false;
  const { count, nextPatch, flags, record } = world.contacts;
  let member = first;
  do {
    if (count[member] > 0 || (flags[member] & ContactFlag.stale) !== 0) return false;
    member = nextPatch[member];
  } while (member !== first);
  const room = record[first * RECORD + GAP] - query[TARGET];
  if (room <= 0) return false;
  writeMovedSince(world, first, moved);
  return moved[0] < room;
};
