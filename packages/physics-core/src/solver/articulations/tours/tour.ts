import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { createIndexList, pushIndex } from '../../../math/index-list.js';
import {
  type Articulations,
  EE,
  FIRST_FREEDOM,
  FREEDOM,
  FREEDOMS,
  HEARD,
  INVERSE_D,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  PARENT,
  PENDING,
  RC,
  SHIFT,
  SS,
  TOUR_MOTION,
  UU,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { addResponse } from './responses.js';

/**
 * The tour of a tree: depth first over the links with contacts and their ancestors. A contact changes the motion of its
 * own link by Φ and leaves the impulse pending there. On the way to the next link the impulse goes up and the motion
 * comes down, so every contact sees all the tree exactly, at a constant cost a link:
 *   down   what the parent has done since the link last heard of it, through the joint: T X Δ, with T = 1 - S Uᵀ/D
 *   up     y = Xᵀ Tᵀ z;  the parent moves by Φ_p y, and the link has heard of that part already
 */

/** Motions at the reference points from the velocities of the bodies; nothing is pending. */
export const openTour = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const { motion } = world.bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const t = o + TOUR_MOTION;
    const w0 = motion[m + W];
    const w1 = motion[m + W + 1];
    const w2 = motion[m + W + 2];
    links[t] = w0;
    links[t + 1] = w1;
    links[t + 2] = w2;
    links[t + 3] = motion[m + V] + w1 * links[o + RC + 2] - w2 * links[o + RC + 1];
    links[t + 4] = motion[m + V + 1] + w2 * links[o + RC] - w0 * links[o + RC + 2];
    links[t + 5] = motion[m + V + 2] + w0 * links[o + RC + 1] - w1 * links[o + RC];
    const parent = linkInts[i * LINK_INTS + PARENT];
    for (let k = 0; k < 6; k++) {
      links[o + PENDING + k] = 0;
      if (parent >= 0) links[o + HEARD + k] = links[parent * LINK + TOUR_MOTION + k];
    }
  }
};

/** The motions come down to all links; writes the velocities of the bodies. */
export const closeTour = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts } = a;
  const { motion } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    if (linkInts[i * LINK_INTS + PARENT] >= 0) passDown(a, i);
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const t = o + TOUR_MOTION;
    const w0 = links[t];
    const w1 = links[t + 1];
    const w2 = links[t + 2];
    motion[m + V] = links[t + 3] - (w1 * links[o + RC + 2] - w2 * links[o + RC + 1]);
    motion[m + V + 1] = links[t + 4] - (w2 * links[o + RC] - w0 * links[o + RC + 2]);
    motion[m + V + 2] = links[t + 5] - (w0 * links[o + RC + 1] - w1 * links[o + RC]);
    motion[m + W] = w0;
    motion[m + W + 1] = w1;
    motion[m + W + 2] = w2;
  }
};

/** Goes from link `at` (-1: the start) to link i, which comes later in the depth-first order. Returns i. */
export const travel = (a: Articulations, at: number, i: number): number => {
  const parent = a.linkInts[i * LINK_INTS + PARENT];
  let from = at;
  while (from >= 0 && from !== parent) {
    passUp(a, from);
    from = a.linkInts[from * LINK_INTS + PARENT];
  }
  if (parent >= 0) passDown(a, i);
  return i;
};

export const returnToRoot = (a: Articulations, at: number): void => {
  for (let from = at; from >= 0; from = a.linkInts[from * LINK_INTS + PARENT]) passUp(a, from);
};

/** Scratch: a motion or an impulse on its way, and the answer of the parent. */
const moving = createFloats(6);
const answer = createFloats(6);

const passDown = (a: Articulations, i: number): void => {
  const { links, linkInts } = a;
  const o = (i * LINK) & INDEX_BITS;
  const p = (linkInts[i * LINK_INTS + PARENT] * LINK) & INDEX_BITS;
  let some = false;
  for (let m = 0; m < 6; m++) {
    const now = links[p + TOUR_MOTION + m];
    moving[m] = now - links[o + HEARD + m];
    if (moving[m] !== 0) some = true;
    links[o + HEARD + m] = now;
  }
  if (!some) return;
  carryDown(a, i);
  for (let m = 0; m < 6; m++) links[o + TOUR_MOTION + m] += moving[m];
};

/** A motion of the parent, in `moving`, through the joint of link i: T X. */
const carryDown = ({ links, linkInts, freedoms }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  moving[3] += moving[1] * z - moving[2] * y;
  moving[4] += moving[2] * x - moving[0] * z;
  moving[5] += moving[0] * y - moving[1] * x;
  if (linkInts[k + LINK_KIND] === LinkKind.ball) {
    const e = o + EE;
    for (let row = 0; row < 3; row++)
      moving[row] = -(
        links[e + 3 * row] * moving[3] +
        links[e + 3 * row + 1] * moving[4] +
        links[e + 3 * row + 2] * moving[5]
      );
    return;
  }
  const first = linkInts[k + FIRST_FREEDOM];
  for (let f = first; f < first + linkInts[k + FREEDOMS]; f++) {
    const at = (f * FREEDOM) & INDEX_BITS;
    const d = freedoms[at + INVERSE_D];
    if (d === 0) continue;
    let along = 0;
    for (let m = 0; m < 6; m++) along += freedoms[at + UU + m] * moving[m];
    for (let m = 0; m < 6; m++) moving[m] -= d * along * freedoms[at + SS + m];
  }
};

const passUp = (a: Articulations, i: number): void => {
  const { links, linkInts } = a;
  const o = (i * LINK) & INDEX_BITS;
  let some = false;
  for (let m = 0; m < 6; m++) {
    moving[m] = links[o + PENDING + m];
    if (moving[m] !== 0) some = true;
    links[o + PENDING + m] = 0;
  }
  const parent = linkInts[i * LINK_INTS + PARENT];
  if (!some || parent < 0) return;
  carryUp(a, i);
  const p = (parent * LINK) & INDEX_BITS;
  for (let m = 0; m < 6; m++) answer[m] = 0;
  addResponse(links, p, moving, 0, answer, 0);
  for (let m = 0; m < 6; m++) {
    links[p + PENDING + m] += moving[m];
    links[p + TOUR_MOTION + m] += answer[m];
    // Not "has heard all": contacts within the tree may have moved the parent otherwise.
    links[o + HEARD + m] += answer[m];
  }
};

/** An impulse on link i, in `moving`, through its joint to the parent: Xᵀ Tᵀ. */
const carryUp = ({ links, linkInts, freedoms }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  if (linkInts[k + LINK_KIND] === LinkKind.ball) {
    const e = o + EE;
    for (let m = 0; m < 3; m++)
      moving[3 + m] -= links[e + m] * moving[0] + links[e + 3 + m] * moving[1] + links[e + 6 + m] * moving[2];
    moving[0] = 0;
    moving[1] = 0;
    moving[2] = 0;
  } else {
    const first = linkInts[k + FIRST_FREEDOM];
    for (let f = first + linkInts[k + FREEDOMS] - 1; f >= first; f--) {
      const at = (f * FREEDOM) & INDEX_BITS;
      const d = freedoms[at + INVERSE_D];
      if (d === 0) continue;
      let along = 0;
      for (let m = 0; m < 6; m++) along += freedoms[at + SS + m] * moving[m];
      for (let m = 0; m < 6; m++) moving[m] -= d * along * freedoms[at + UU + m];
    }
  }
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  moving[0] += y * moving[5] - z * moving[4];
  moving[1] += z * moving[3] - x * moving[5];
  moving[2] += x * moving[4] - y * moving[3];
};

/** The last common ancestor of two links of a tree; -1 if there is none. */
const commonAncestor = ({ linkInts }: Articulations, a: number, b: number): number => {
  let i = a;
  let k = b;
  // Parents come before their links.
  while (i !== k) {
    if (i > k) i = linkInts[i * LINK_INTS + PARENT];
    else k = linkInts[k * LINK_INTS + PARENT];
  }
  return i;
};

/** Scratch: links on the way down. */
const way = createIndexList();

const goUp = (a: Articulations, from: number, to: number): void => {
  for (let i = from; i !== to; i = a.linkInts[i * LINK_INTS + PARENT]) passUp(a, i);
};

const goDown = (a: Articulations, from: number, to: number): void => {
  way.count = 0;
  for (let i = to; i !== from; i = a.linkInts[i * LINK_INTS + PARENT]) pushIndex(way, i);
  for (let k = way.count - 1; k >= 0; k--)
    if (a.linkInts[way.items[k] * LINK_INTS + PARENT] >= 0) passDown(a, way.items[k]);
};

/** Brings the motion of another link up to date, while the tour is at link `at` (of the same tree, or another). */
export const pullMotion = (a: Articulations, at: number, other: number): void => {
  if (a.treeOf[at] !== a.treeOf[other]) {
    goDown(a, -1, other);
    return;
  }
  const common = commonAncestor(a, at, other);
  goUp(a, at, common);
  goDown(a, common, other);
};

/** Passes on what a contact did to another link, and to the one where the tour is. */
export const pushImpulse = (a: Articulations, at: number, other: number): void => {
  if (a.treeOf[at] !== a.treeOf[other]) {
    goUp(a, other, -1);
    return;
  }
  const common = commonAncestor(a, at, other);
  goUp(a, other, common);
  goUp(a, at, common);
  goDown(a, common, at);
};

/** out ← the motion of link `to` under the impulse in `impulses` on link `from` of the same tree. */
export const writeCrossResponse = (
  a: Articulations,
  from: number,
  to: number,
  impulse: Floats,
  out: Floats,
): void => {
  const common = commonAncestor(a, from, to);
  for (let m = 0; m < 6; m++) {
    moving[m] = impulse[m];
    out[m] = 0;
  }
  // Nothing that moves connects them: the world takes it all.
  if (common < 0) return;
  for (let i = from; i !== common; i = a.linkInts[i * LINK_INTS + PARENT]) carryUp(a, i);
  addResponse(a.links, common * LINK, moving, 0, out, 0);
  for (let m = 0; m < 6; m++) moving[m] = out[m];
  way.count = 0;
  for (let i = to; i !== common; i = a.linkInts[i * LINK_INTS + PARENT]) pushIndex(way, i);
  for (let k = way.count - 1; k >= 0; k--) carryDown(a, way.items[k]);
  for (let m = 0; m < 6; m++) out[m] = moving[m];
};
