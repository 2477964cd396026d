import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  FIRST_LINK,
  GEO,
  HOT,
  IW,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_KIND,
  LINK_MASS,
  LinkKind,
  LOAD,
  MOMENTUM,
  OUTER,
  PARENT,
  PARENT_LEVER,
  RC,
  SHIFT,
  SIGMA,
  TREE,
  TREE_INTS,
} from '../../state/articulations.js';
import { MOTION, V, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import {
  HELD_STIFFNESS,
  MAX_LEVER_STIFFNESS,
  MIN_LEVER_SQUARE,
  STIFF_SUBSTEPS,
  STIFFENED_RATIO,
} from '../../tuning.js';
import { addLeverStiffness, lever } from './lever-stiffness.js';
import { addSpanStiffness, keepSpanLoads } from './loops/span-stiffness.js';

/**
 * Lever stiffness. A force f that pulls at a lever r of a body turns it back like a spring: the torque of a small
 * rotation φ is -(f·r) (1 - r rᵀ/r²) φ. A light link under a heavy load is such a spring, and one stiffer than the
 * substep resolves: with K = f·r and the body's inertia I about its joint, across the lever, σ = h² K / I is the square
 * of the angle by which it oscillates in a substep. Loads come from the balance of momentum over the substep:
 *   joint i bears Σ over its subtree (m v at the end - m v at the start - impulses from outside)
 * with external forces in the start. Above MAX_LEVER_STIFFNESS an articulation that nothing else acts on takes
 * √(σ / MAX_LEVER_STIFFNESS) local substeps, at most MAX_LOCAL_SUBSTEPS. Beyond that, or when it is driven or touched, its
 * next substeps are implicit, with h² K added to the inertia.
 *
 * Loads are known only afterwards. A light link that whips round bears many times its load within a substep, and what tells
 * of it before is how far levers turn: by more than MAX_LEVER_ANGLE in a substep, it is divided as well.
 */
export const writeLoads = (world: World, tree: number, time: Floats): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts, trees } = a;
  const { motion } = bodies;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const mass = links[o + LINK_MASS];
    links[o + LOAD] = mass * motion[m + V] - links[o + MOMENTUM] - links[o + OUTER];
    links[o + LOAD + 1] = mass * motion[m + V + 1] - links[o + MOMENTUM + 1] - links[o + OUTER + 1];
    links[o + LOAD + 2] = mass * motion[m + V + 2] - links[o + MOMENTUM + 2] - links[o + OUTER + 2];
  }
  for (let i = to - 1; i >= from; i--) {
    const parent = linkInts[i * LINK_INTS + PARENT];
    if (parent < 0) continue;
    const o = ((i * LINK) & INDEX_BITS) + LOAD;
    const p = ((parent * LINK) & INDEX_BITS) + LOAD;
    links[p] += links[o];
    links[p + 1] += links[o + 1];
    links[p + 2] += links[o + 2];
  }
  keepSpanLoads(world, tree);
  writeLeverStiffness(world, tree, time);
  const t = (tree * TREE) & INDEX_BITS;
  const sigma = stiffest(links, from, to);
  const held = trees[t + HOT] > 0 ? HELD_STIFFNESS * trees[t + SIGMA] : 0;
  if (sigma > MAX_LEVER_STIFFNESS) trees[t + HOT] = STIFF_SUBSTEPS;
  else if (trees[t + HOT] > 0) trees[t + HOT]--;
  // Loads come and go: as long as it counts as stiff, it counts as nearly as stiff as it was.
  trees[t + SIGMA] = sigma > held ? sigma : held;
};

/** Keeps the momenta of the links at the start, for writeLoads. */
export const keepMomenta = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const { motion } = world.bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const mass = links[o + LINK_MASS];
    const x = motion[m + W];
    const y = motion[m + W + 1];
    const z = motion[m + W + 2];
    links[o + MOMENTUM] = mass * motion[m + V];
    links[o + MOMENTUM + 1] = mass * motion[m + V + 1];
    links[o + MOMENTUM + 2] = mass * motion[m + V + 2];
    links[o + MOMENTUM + 3] = links[o + IW] * x + links[o + IW + 1] * y + links[o + IW + 2] * z;
    links[o + MOMENTUM + 4] = links[o + IW + 1] * x + links[o + IW + 3] * y + links[o + IW + 4] * z;
    links[o + MOMENTUM + 5] = links[o + IW + 2] * x + links[o + IW + 4] * y + links[o + IW + 5] * z;
    links[o + OUTER] = 0;
    links[o + OUTER + 1] = 0;
    links[o + OUTER + 2] = 0;
    links[o + OUTER + 3] = 0;
    links[o + OUTER + 4] = 0;
    links[o + OUTER + 5] = 0;
  }
};

/** GEO = h Σ (impulse · r)₊ (1 - r rᵀ/r²) over the levers of each link. */
export const writeLeverStiffness = (world: World, tree: number, time: Floats): void => {
  const { articulations: a } = world;
  const { links, linkInts } = a;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    links[o + GEO] = 0;
    links[o + GEO + 1] = 0;
    links[o + GEO + 2] = 0;
    links[o + GEO + 3] = 0;
    links[o + GEO + 4] = 0;
    links[o + GEO + 5] = 0;
    if (linkInts[i * LINK_INTS + LINK_KIND] === LinkKind.free) continue;
    const isGeneral = linkInts[i * LINK_INTS + LINK_KIND] === LinkKind.general;
    addLever(links, o, o, time, 1, isGeneral);
    const parent = linkInts[i * LINK_INTS + PARENT];
    if (parent >= 0) addLever(links, (parent * LINK) & INDEX_BITS, o, time, -1, isGeneral);
  }
  addSpanStiffness(world, tree, time);
};

/**
 * Adds the lever of joint o to link g: its own (sign 1), or its parent, on which the opposite force acts. Without a
 * point that both share, the force on the parent acts at the parent's own anchor: at the other end of a rod.
 */
const addLever = (
  links: Floats,
  linkAt: number,
  jointAt: number,
  time: Floats,
  sign: 1 | -1,
  isGeneral: boolean,
): void => {
  const g = linkAt & INDEX_BITS;
  const o = jointAt & INDEX_BITS;
  const at = sign < 0 && isGeneral ? o + PARENT_LEVER : g + RC;
  let x = links[at];
  let y = links[at + 1];
  let z = links[at + 2];
  if (sign < 0 && !isGeneral) {
    x += links[o + SHIFT];
    y += links[o + SHIFT + 1];
    z += links[o + SHIFT + 2];
  }
  const pull = links[o + LOAD] * x + links[o + LOAD + 1] * y + links[o + LOAD + 2] * z;
  const k = sign * time[0] * pull;
  const square = x * x + y * y + z * z;
  if (!(k > 0) || square < MIN_LEVER_SQUARE) return;
  lever[0] = x;
  lever[1] = y;
  lever[2] = z;
  lever[3] = k;
  addLeverStiffness(links, g);
};

/**
 * σ of the stiffest link: (½ tr G)² / ½ (G : I), which is K / I across the lever. I is that about the joint: a bob on a
 * long thread has hardly any about its centre, but does not swing about it.
 */
const stiffest = (links: Floats, from: number, to: number): number => {
  let most = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const g = o + GEO;
    const w = o + IW;
    const m = links[o + LINK_MASS];
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    const half = 0.5 * (links[g] + links[g + 3] + links[g + 5]);
    if (!(half > 0)) continue;
    const product =
      0.5 *
      (links[g] * (links[w] + m * (y * y + z * z)) +
        links[g + 3] * (links[w + 3] + m * (x * x + z * z)) +
        links[g + 5] * (links[w + 5] + m * (x * x + y * y)) +
        2 *
          (links[g + 1] * (links[w + 1] - m * x * y) +
            links[g + 2] * (links[w + 2] - m * x * z) +
            links[g + 4] * (links[w + 4] - m * y * z)));
    if (half * half > most * product) most = (half * half) / product;
  }
  return most;
};

/**
 * Rounds of an implicit substep that go on and on: a light link across its load turns by much to close a gap by little, and opens
 * another by the square of the angle. Any inertia leads to poses that fit the joints, so links become harder to turn.
 */
export const stiffenRotations = (links: Floats, from: number, to: number): void => {
  for (let o = from * LINK; o < to * LINK; o += LINK)
    for (let k = 0; k < 6; k++)
      links[o + GEO + k] += (STIFFENED_RATIO - 1) * (links[o + GEO + k] + links[o + IW + k]);
};

/**
 * The fastest rotation of a lever, rad/s: ω across r. Of a link, in the world and relative to its parent, across its own
 * lever; of the parent, across the lever to this joint. A flywheel on its own axle has no lever across its spin, whatever
 * its speed. Not less than `slow`, a speed that does not matter: few links are faster, so the levers of few are looked at.
 */
export const writeFastestLever = (world: World, tree: number, slow: Floats): void => {
  const { articulations: a } = world;
  const { links, linkInts } = a;
  const { motion } = world.bodies;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  let most = slow[0] * slow[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    if (linkInts[k + LINK_KIND] === LinkKind.free) continue;
    const m = ((linkInts[k + LINK_BODY] * MOTION) & INDEX_BITS) + W;
    const x = motion[m];
    const y = motion[m + 1];
    const z = motion[m + 2];
    if (x * x + y * y + z * z > most) {
      const square = spinAcross(x, y, z, links[o + RC], links[o + RC + 1], links[o + RC + 2]);
      if (square > most) most = square;
    }
    const parent = linkInts[k + PARENT];
    if (parent < 0) continue;
    const n = ((linkInts[parent * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS) + W;
    const u = motion[n];
    const v = motion[n + 1];
    const w = motion[n + 2];
    if ((x - u) * (x - u) + (y - v) * (y - v) + (z - w) * (z - w) > most) {
      const square = spinAcross(x - u, y - v, z - w, links[o + RC], links[o + RC + 1], links[o + RC + 2]);
      if (square > most) most = square;
    }
    if (u * u + v * v + w * w > most) {
      const p = (parent * LINK) & INDEX_BITS;
      const sx = links[p + RC] + links[o + SHIFT];
      const sy = links[p + RC + 1] + links[o + SHIFT + 1];
      const sz = links[p + RC + 2] + links[o + SHIFT + 2];
      const square = spinAcross(u, v, w, sx, sy, sz);
      if (square > most) most = square;
    }
  }
  fastest[0] = Math.sqrt(most);
};

/** Scratch: the result. In an array, as a double that is returned may be allocated. */
export const fastest = createFloats(1);

/** |ω|² - (ω·r)² / r², with ω = (u, v, w) and r = (x, y, z). */
const spinAcross = (u: number, v: number, w: number, x: number, y: number, z: number): number => {
  const square = x * x + y * y + z * z;
  if (square < MIN_LEVER_SQUARE) return 0;
  const along = u * x + v * y + w * z;
  return u * u + v * v + w * w - (along * along) / square;
};
