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
  TOUR_MOTION,
  UU,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { writeResponse } from './responses.js';

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
    const z = o + PENDING;
    links[z] = 0;
    links[z + 1] = 0;
    links[z + 2] = 0;
    links[z + 3] = 0;
    links[z + 4] = 0;
    links[z + 5] = 0;
    const parent = linkInts[i * LINK_INTS + PARENT];
    if (parent < 0) continue;
    const h = o + HEARD;
    const p = ((parent * LINK) & INDEX_BITS) + TOUR_MOTION;
    links[h] = links[p];
    links[h + 1] = links[p + 1];
    links[h + 2] = links[p + 2];
    links[h + 3] = links[p + 3];
    links[h + 4] = links[p + 4];
    links[h + 5] = links[p + 5];
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
  const p = ((linkInts[i * LINK_INTS + PARENT] * LINK) & INDEX_BITS) + TOUR_MOTION;
  const h = o + HEARD;
  const d0 = links[p] - links[h];
  const d1 = links[p + 1] - links[h + 1];
  const d2 = links[p + 2] - links[h + 2];
  const d3 = links[p + 3] - links[h + 3];
  const d4 = links[p + 4] - links[h + 4];
  const d5 = links[p + 5] - links[h + 5];
  if (d0 === 0 && d1 === 0 && d2 === 0 && d3 === 0 && d4 === 0 && d5 === 0) return;
  links[h] = links[p];
  links[h + 1] = links[p + 1];
  links[h + 2] = links[p + 2];
  links[h + 3] = links[p + 3];
  links[h + 4] = links[p + 4];
  links[h + 5] = links[p + 5];
  moving[0] = d0;
  moving[1] = d1;
  moving[2] = d2;
  moving[3] = d3;
  moving[4] = d4;
  moving[5] = d5;
  carryDown(a, i);
  const t = o + TOUR_MOTION;
  links[t] += moving[0];
  links[t + 1] += moving[1];
  links[t + 2] += moving[2];
  links[t + 3] += moving[3];
  links[t + 4] += moving[4];
  links[t + 5] += moving[5];
};

/** A motion of the parent, in `moving`, through the joint of link i: T X. */
const carryDown = ({ links, linkInts, freedoms }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  let w0 = moving[0];
  let w1 = moving[1];
  let w2 = moving[2];
  let u0 = moving[3] + w1 * z - w2 * y;
  let u1 = moving[4] + w2 * x - w0 * z;
  let u2 = moving[5] + w0 * y - w1 * x;
  if (linkInts[k + LINK_KIND] === LinkKind.ball) {
    const e = o + EE;
    w0 = -(links[e] * u0 + links[e + 1] * u1 + links[e + 2] * u2);
    w1 = -(links[e + 3] * u0 + links[e + 4] * u1 + links[e + 5] * u2);
    w2 = -(links[e + 6] * u0 + links[e + 7] * u1 + links[e + 8] * u2);
  } else {
    const first = linkInts[k + FIRST_FREEDOM];
    const end = first + linkInts[k + FREEDOMS];
    for (let f = first; f < end; f++) {
      const s = (f * FREEDOM) & INDEX_BITS;
      if (freedoms[s + INVERSE_D] === 0) continue;
      const u = s + UU;
      const along =
        freedoms[s + INVERSE_D] *
        (freedoms[u] * w0 +
          freedoms[u + 1] * w1 +
          freedoms[u + 2] * w2 +
          freedoms[u + 3] * u0 +
          freedoms[u + 4] * u1 +
          freedoms[u + 5] * u2);
      w0 -= along * freedoms[s];
      w1 -= along * freedoms[s + 1];
      w2 -= along * freedoms[s + 2];
      u0 -= along * freedoms[s + 3];
      u1 -= along * freedoms[s + 4];
      u2 -= along * freedoms[s + 5];
    }
  }
  moving[0] = w0;
  moving[1] = w1;
  moving[2] = w2;
  moving[3] = u0;
  moving[4] = u1;
  moving[5] = u2;
};

const passUp = (a: Articulations, i: number): void => {
  const { links, linkInts } = a;
  const o = (i * LINK) & INDEX_BITS;
  const z = o + PENDING;
  const parent = linkInts[i * LINK_INTS + PARENT];
  if (
    links[z] === 0 &&
    links[z + 1] === 0 &&
    links[z + 2] === 0 &&
    links[z + 3] === 0 &&
    links[z + 4] === 0 &&
    links[z + 5] === 0
  )
    return;
  moving[0] = links[z];
  moving[1] = links[z + 1];
  moving[2] = links[z + 2];
  moving[3] = links[z + 3];
  moving[4] = links[z + 4];
  moving[5] = links[z + 5];
  links[z] = 0;
  links[z + 1] = 0;
  links[z + 2] = 0;
  links[z + 3] = 0;
  links[z + 4] = 0;
  links[z + 5] = 0;
  if (parent < 0) return;
  carryUp(a, i);
  const p = (parent * LINK) & INDEX_BITS;
  writeResponse(links, p, moving, 0, answer, 0);
  const q = p + PENDING;
  const t = p + TOUR_MOTION;
  // Not "has heard all": contacts within the tree may have moved the parent otherwise.
  const h = o + HEARD;
  links[q] += moving[0];
  links[q + 1] += moving[1];
  links[q + 2] += moving[2];
  links[q + 3] += moving[3];
  links[q + 4] += moving[4];
  links[q + 5] += moving[5];
  links[t] += answer[0];
  links[t + 1] += answer[1];
  links[t + 2] += answer[2];
  links[t + 3] += answer[3];
  links[t + 4] += answer[4];
  links[t + 5] += answer[5];
  links[h] += answer[0];
  links[h + 1] += answer[1];
  links[h + 2] += answer[2];
  links[h + 3] += answer[3];
  links[h + 4] += answer[4];
  links[h + 5] += answer[5];
};

/** An impulse on link i, in `moving`, through its joint to the parent: Xᵀ Tᵀ. */
const carryUp = ({ links, linkInts, freedoms }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  let n0 = moving[0];
  let n1 = moving[1];
  let n2 = moving[2];
  let l0 = moving[3];
  let l1 = moving[4];
  let l2 = moving[5];
  if (linkInts[k + LINK_KIND] === LinkKind.ball) {
    const e = o + EE;
    l0 -= links[e] * n0 + links[e + 3] * n1 + links[e + 6] * n2;
    l1 -= links[e + 1] * n0 + links[e + 4] * n1 + links[e + 7] * n2;
    l2 -= links[e + 2] * n0 + links[e + 5] * n1 + links[e + 8] * n2;
    n0 = 0;
    n1 = 0;
    n2 = 0;
  } else {
    const first = linkInts[k + FIRST_FREEDOM];
    for (let f = first + linkInts[k + FREEDOMS] - 1; f >= first; f--) {
      const s = (f * FREEDOM) & INDEX_BITS;
      if (freedoms[s + INVERSE_D] === 0) continue;
      const u = s + UU;
      const along =
        freedoms[s + INVERSE_D] *
        (freedoms[s] * n0 +
          freedoms[s + 1] * n1 +
          freedoms[s + 2] * n2 +
          freedoms[s + 3] * l0 +
          freedoms[s + 4] * l1 +
          freedoms[s + 5] * l2);
      n0 -= along * freedoms[u];
      n1 -= along * freedoms[u + 1];
      n2 -= along * freedoms[u + 2];
      l0 -= along * freedoms[u + 3];
      l1 -= along * freedoms[u + 4];
      l2 -= along * freedoms[u + 5];
    }
  }
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  moving[0] = n0 + y * l2 - z * l1;
  moving[1] = n1 + z * l0 - x * l2;
  moving[2] = n2 + x * l1 - y * l0;
  moving[3] = l0;
  moving[4] = l1;
  moving[5] = l2;
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

/** out ← the motion of link `to` under that of link `from` before it, at `at` of `motions`, through the joints between. */
export const carryMotion = (
  a: Articulations,
  from: number,
  to: number,
  motions: Floats,
  at: number,
  out: Floats,
  outAt: number,
): void => {
  for (let m = 0; m < 6; m++) moving[m] = motions[at + m];
  way.count = 0;
  for (let i = to; i !== from; i = a.linkInts[i * LINK_INTS + PARENT]) pushIndex(way, i);
  for (let k = way.count - 1; k >= 0; k--) carryDown(a, way.items[k]);
  for (let m = 0; m < 6; m++) out[outAt + m] = moving[m];
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
  writeResponse(a.links, common * LINK, moving, 0, out, 0);
  for (let m = 0; m < 6; m++) moving[m] = out[m];
  way.count = 0;
  for (let i = to; i !== common; i = a.linkInts[i * LINK_INTS + PARENT]) pushIndex(way, i);
  for (let k = way.count - 1; k >= 0; k--) carryDown(a, way.items[k]);
  for (let m = 0; m < 6; m++) out[m] = moving[m];
};
