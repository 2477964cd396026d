import { isUnloaded } from '../../../contacts/bears-load.js';
import { zeroImpulses } from '../../../contacts/warm-start-impulses.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  IW,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_MASS,
  THROWN,
  TREE_INTS,
  V0,
} from '../../../state/articulations.js';
import { MOTION, V } from '../../../state/bodies.js';
import { RECORD } from '../../../state/contacts.js';
import { firstLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { addTouchImpulses } from './touch-impulses.js';
import { isToured, lies, markTrees, writeWarmStart } from './touch-points.js';

/**
 * Warm starts that throw. Contacts without restitution take energy from the articulations that they act on, or pass it on. The
 * impulses of the last substep do so, too, as long as they are nearly right. They are not where a light link is caught between heavy
 * ones that fall: the load goes through the link, and when it slips or leaves a limit, the same impulse throws it. A finger in a heap of
 * people got 3000 rad/s so, and the sweeps cannot undo that.
 *
 * So a warm start that adds more than the energy of an impact, ½ m u² with u the impact speed, is discarded: that of all contacts of
 * the articulation, and of those that contacts connect with it. An articulation with drives is not judged by its energy: these do work,
 * too.
 */

/** Before the warm start: the velocities that it may have to give back. */
export const keepBeforeWarmStart = ({ articulations: a, bodies }: World, from: number, to: number): void => {
  const { links, linkInts } = a;
  const { motion } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK + V0) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION + V) & INDEX_BITS;
    for (let k = 0; k < 6; k++) links[o + k] = motion[m + k];
  }
};

export const restoreVelocities = ({ articulations: a, bodies }: World, from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION + V;
    for (let k = 0; k < 6; k++) bodies.motion[m + k] = a.links[i * LINK + V0 + k];
  }
};

/** After the warm start: whether it throws an articulation. Then THROWN is marked, and the impulses are gone. */
export const discardThrowing = (world: World): boolean => {
  const { articulations: a } = world;
  let some = false;
  for (let tree = 0; tree < a.ends.count; tree++) {
    const isThrown = isToured(world, tree) && lies(world, tree) && gains(world, tree);
    a.treeInts[tree * TREE_INTS + THROWN] = isThrown ? 1 : 0;
    if (isThrown) some = true;
  }
  if (!some) return false;
  markConnected(world);
  for (let k = 0; k < a.touches.count; k++) {
    if (!isOfThrown(world, k)) continue;
    writeWarmStart(world, k, -1);
    addTouchImpulses(world, k);
    zeroImpulses(world, a.touches.items[k]);
  }
  return true;
};

const gains = (world: World, tree: number): boolean => {
  const { articulations: a, bodies, settings } = world;
  const { links, linkInts } = a;
  const { motion } = bodies;
  let sum = 0;
  for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION + V) & INDEX_BITS;
    const v = o + V0;
    const w = o + IW;
    // Both ends of a difference of squares: (v + v₀)(v - v₀).
    const x = motion[m + 3] + links[v + 3];
    const y = motion[m + 4] + links[v + 4];
    const z = motion[m + 5] + links[v + 5];
    const a0 = motion[m + 3] - links[v + 3];
    const a1 = motion[m + 4] - links[v + 4];
    const a2 = motion[m + 5] - links[v + 5];
    let square = -settings.impactSpeed * settings.impactSpeed;
    for (let k = 0; k < 3; k++) square += (motion[m + k] + links[v + k]) * (motion[m + k] - links[v + k]);
    sum += links[o + LINK_MASS] * square;
    sum += x * (links[w] * a0 + links[w + 1] * a1 + links[w + 2] * a2);
    sum += y * (links[w + 1] * a0 + links[w + 3] * a1 + links[w + 4] * a2);
    sum += z * (links[w + 2] * a0 + links[w + 4] * a1 + links[w + 5] * a2);
  }
  return sum > 0;
};

/** Marks what contacts connect with a thrown articulation. */
const markConnected = (world: World): void => {
  const { articulations: a } = world;
  let isSpreading = true;
  while (isSpreading) {
    isSpreading = false;
    for (let k = 0; k < a.touches.count; k++) if (spread(world, k)) isSpreading = true;
  }
};

const thrownAt = ({ articulations: a }: World, body: number): number => {
  const link = a.linkOf[body];
  return link < 0 ? -1 : a.treeInts[a.treeOf[link] * TREE_INTS + THROWN];
};

const isOfThrown = (world: World, k: number): boolean => {
  const contact = world.articulations.touches.items[k];
  return (
    thrownAt(world, world.contacts.bodyA[contact]) > 0 || thrownAt(world, world.contacts.bodyB[contact]) > 0
  );
};

/** Where one tree of a loaded contact is thrown, marks the other. Returns whether it was not. */
const spread = (world: World, k: number): boolean => {
  const contact = world.articulations.touches.items[k];
  const a = thrownAt(world, world.contacts.bodyA[contact]);
  const b = thrownAt(world, world.contacts.bodyB[contact]);
  if (a < 0 || b < 0 || a === b) return false;
  if (isUnloaded(world.contacts.record, contact * RECORD)) return false;
  markTrees(world, k, THROWN, 1);
  return true;
};
