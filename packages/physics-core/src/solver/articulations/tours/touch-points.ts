import { disc, keepInDisc } from '../../../math/disc.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { DRIVEN, LOADED, PUSHED, TOUCH, TOUCH_K, TOUCHED, TREE_INTS } from '../../../state/articulations.js';
import { DP, MOTION, V } from '../../../state/bodies.js';
import {
  FRICTION_LAMBDA,
  N,
  PL,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL_LAMBDA,
  T1,
  TWIST_LAMBDA,
} from '../../../state/contacts.js';
import type { World } from '../../../state/world.js';
import { NEAR_APPROACH, NEAR_SPEED } from '../../../tuning.js';
import { impulses, six, writeTouchSpeeds } from './touch-impulses.js';

/**
 * One contact of a link in a tour: its points, speeds and impulses (solve-touches.ts). Scratch numbers are those of the contact in hand.
 */

/** Marks the trees of both bodies of a contact. */
export const markTrees = (
  { articulations: a, contacts }: World,
  k: number,
  mark: number,
  value: number,
): void => {
  const linkA = a.linkOf[contacts.bodyA[a.touches.items[k]]];
  const linkB = a.linkOf[contacts.bodyB[a.touches.items[k]]];
  if (linkA >= 0) a.treeInts[a.treeOf[linkA] * TREE_INTS + mark] = value;
  if (linkB >= 0) a.treeInts[a.treeOf[linkB] * TREE_INTS + mark] = value;
};

/** Whether tours visit a tree in this substep. */
export const isToured = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + TOUCHED] !== 0 && a.treeInts[tree * TREE_INTS + LOADED] !== 0;

/** Whether contacts bear a load of a tree, and nothing drives it. */
export const lies = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + PUSHED] !== 0 && a.treeInts[tree * TREE_INTS + DRIVEN] === 0;

/** Whether a contact has no impulse at all. */
export const isIdle = ({ articulations: a, contacts }: World, k: number): boolean => {
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = (contact * RECORD) & INDEX_BITS;
  for (let i = 0; i < contacts.count[contact]; i++)
    if (record[r + POINTS + i * POINT + PL] !== 0) return false;
  return (
    record[r + FRICTION_LAMBDA] === 0 &&
    record[r + FRICTION_LAMBDA + 1] === 0 &&
    record[r + TWIST_LAMBDA] === 0 &&
    record[r + ROLL_LAMBDA] === 0 &&
    record[r + ROLL_LAMBDA + 1] === 0
  );
};

/** Whether a contact is solved in this substep: then all trees that it touches are visited. */
export const isLive = ({ articulations: a, contacts }: World, k: number): boolean => {
  const contact = a.touches.items[k];
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const link = linkA >= 0 ? linkA : a.linkOf[contacts.bodyB[contact]];
  return a.treeInts[a.treeOf[link] * TREE_INTS + LOADED] !== 0;
};

/** The link on the other side of a contact that is solved at link i, or -1. */
export const otherLink = ({ articulations: a, contacts }: World, k: number, i: number): number => {
  const link = a.linkOf[contacts.bodyB[a.touches.items[k]]];
  return link === i ? -1 : link;
};

/** Scratch: of each point the speed, the wanted change of it, the old and the new impulse, the separation. */
export const speed = createFloats(4);
export const error = createFloats(4);
export const old = createFloats(4);
export const next = createFloats(4);
export const gap = createFloats(4);

export const writePointSpeeds = (record: Floats, at: number, points: number): void => {
  const r = at & INDEX_BITS;
  const along = six[0];
  const about1 = six[1];
  const about2 = six[2];
  for (let i = 0; i < points; i++) {
    const p = (r + POINTS + i * POINT) & INDEX_BITS;
    old[i] = record[p + PL];
    speed[i] = along + record[p + PY] * about1 - record[p + PX] * about2;
  }
};

/** Scratch: a motion of B against A along n, and about t1 and t2. */
const parted = createFloats(3);

/** The motion of which the linear part is at `linear` of both bodies, and the angular part three numbers later. */
const writeParted = (world: World, contact: number, linear: number): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const { motion } = world.bodies;
  const r = (contact * RECORD) & INDEX_BITS;
  const a = (bodyA[contact] * MOTION + linear) & INDEX_BITS;
  const b = (bodyB[contact] * MOTION + linear) & INDEX_BITS;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const qAx = motion[a + 3];
  const qAy = motion[a + 4];
  const qAz = motion[a + 5];
  const qBx = motion[b + 3];
  const qBy = motion[b + 4];
  const qBz = motion[b + 5];
  parted[0] =
    nx *
      (motion[b] -
        motion[a] +
        (qBy * record[r + RB + 2] -
          qBz * record[r + RB + 1] -
          qAy * record[r + RA + 2] +
          qAz * record[r + RA + 1])) +
    ny *
      (motion[b + 1] -
        motion[a + 1] +
        (qBz * record[r + RB] - qBx * record[r + RB + 2] - qAz * record[r + RA] + qAx * record[r + RA + 2])) +
    nz *
      (motion[b + 2] -
        motion[a + 2] +
        (qBx * record[r + RB + 1] - qBy * record[r + RB] - qAx * record[r + RA + 1] + qAy * record[r + RA]));
  parted[1] = (qBx - qAx) * tx + (qBy - qAy) * ty + (qBz - qAz) * tz;
  parted[2] =
    (qBx - qAx) * (ny * tz - nz * ty) + (qBy - qAy) * (nz * tx - nx * tz) + (qBz - qAz) * (nx * ty - ny * tx);
};

/** Separations along the motion since the step began, as in solver/contacts/solve-contacts.ts. */
export const writeGaps = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  writeParted(world, contact, DP);
  const along = parted[0];
  const about1 = parted[1];
  const about2 = parted[2];
  for (let i = 0; i < count[contact]; i++) {
    const p = (contact * RECORD + POINTS + i * POINT) & INDEX_BITS;
    gap[i] = record[p + PS] + along + record[p + PY] * about1 - record[p + PX] * about2;
  }
};

/**
 * Whether a point may close within the substep: at the speeds that bodies have without joints and contacts, and with what these may
 * add to them.
 */
export const mayClose = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const { h } = world.scratch.substep;
  writeGaps(world, contact);
  writeParted(world, contact, V);
  for (let i = 0; i < count[contact]; i++) {
    const p = ((contact * RECORD) & INDEX_BITS) + POINTS + i * POINT;
    const approach = -(parted[0] + record[p + PY] * parted[1] - record[p + PX] * parted[2]);
    if (!(gap[i] > h * (NEAR_SPEED + (approach > 0 ? NEAR_APPROACH * approach : approach)))) return true;
  }
  return false;
};

/** Speeds from both bodies; no impulse yet. */
export const startTouch = (world: World, k: number): void => {
  writeTouchSpeeds(world, k);
  impulses[0] = 0;
  impulses[1] = 0;
  impulses[2] = 0;
  impulses[3] = 0;
  impulses[4] = 0;
  impulses[5] = 0;
};

/** The persistent impulses of a contact in its six directions, times `sign`, into `impulses`. */
export const writeWarmStart = ({ articulations: a, contacts }: World, k: number, sign: 1 | -1): void => {
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = (contact * RECORD) & INDEX_BITS;
  impulses[0] = 0;
  impulses[1] = sign * record[r + ROLL_LAMBDA];
  impulses[2] = sign * record[r + ROLL_LAMBDA + 1];
  for (let i = 0; i < contacts.count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const lambda = sign * record[p + PL];
    impulses[0] += lambda;
    impulses[1] += record[p + PY] * lambda;
    impulses[2] -= record[p + PX] * lambda;
  }
  impulses[3] = sign * record[r + FRICTION_LAMBDA];
  impulses[4] = sign * record[r + FRICTION_LAMBDA + 1];
  impulses[5] = sign * record[r + TWIST_LAMBDA];
};

/** Place of the effect of one point on a later one. */
export const CROSS_ENTRY = Int32Array.of(0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 5, 0, 0, 0, 0);

/** Scratch: the load of a contact. */
export const load = createFloats(1);

/** The speed in one direction after the impulses so far: s + K p, into `now`. */
export const writeNow = (floats: Floats, k: number, row: number): void => {
  const at = ((k * TOUCH) & INDEX_BITS) + TOUCH_K + 6 * row;
  now[row] =
    six[row] +
    floats[at] * impulses[0] +
    floats[at + 1] * impulses[1] +
    floats[at + 2] * impulses[2] +
    floats[at + 3] * impulses[3] +
    floats[at + 4] * impulses[4] +
    floats[at + 5] * impulses[5];
};

/** Scratch: speeds of the contact while it is being solved. */
export const now = createFloats(6);

/** Scratch: two impulses, and the bound of their length. */
export const bound = createFloats(1);
export const pair = createFloats(2);

/** λ ← λ - M s within a disc. `pair` holds the speeds, then the changes of λ. */
export const solvePair = (record: Floats, massAt: number, lambda: Floats, at: number): void => {
  const mass = massAt & INDEX_BITS;
  const old1 = lambda[at];
  const old2 = lambda[at + 1];
  const m12 = record[mass + 1];
  disc[0] = old1 - record[mass] * pair[0] - m12 * pair[1];
  disc[1] = old2 - m12 * pair[0] - record[mass + 2] * pair[1];
  disc[2] = bound[0];
  keepInDisc(record, mass);
  lambda[at] = disc[0];
  lambda[at + 1] = disc[1];
  pair[0] = disc[0] - old1;
  pair[1] = disc[1] - old2;
};
