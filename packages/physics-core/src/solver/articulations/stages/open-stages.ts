import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  BEND,
  BETA,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_LINK,
  DUAL,
  END_ACTIVE,
  FIRST_LOCK,
  FIRST_TREE_CONTROL,
  FREEDOM,
  GAP,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LinkKind,
  LOCK,
  LOCK_SHAPE,
  LOCKS,
  LockShape,
  OLD_GAP,
  OLD_LOCK_ERROR,
  P,
  PARENT,
  RATE0,
  RC,
  SHIFT,
  SIDE,
  SS,
  TREE_INTS,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import { ERROR, ROW } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { poseScale } from '../controls/open-controls.js';
import { keptPart } from './scratch.js';

/** Right sides β of a projection: what is wanted of the rates of the joints, from their velocities or from the errors of their poses. */

/**
 * β = minus the relative velocity at each joint, but without what controls decide on: their rates go to RATE0. What
 * lies along other freedoms does not matter.
 */
export const openVelocity = (world: World, tree: number, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts, controls, controlInts, freedoms } = a;
  const { motion } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const m = (linkInts[k + LINK_BODY] * MOTION) & INDEX_BITS;
    links[o + P] = 0;
    links[o + P + 1] = 0;
    links[o + P + 2] = 0;
    links[o + P + 3] = 0;
    links[o + P + 4] = 0;
    links[o + P + 5] = 0;
    if (linkInts[k + LINK_KIND] === LinkKind.free) continue;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    let w0 = motion[m + W];
    let w1 = motion[m + W + 1];
    let w2 = motion[m + W + 2];
    let u0 = motion[m + V] + w1 * z - w2 * y;
    let u1 = motion[m + V + 1] + w2 * x - w0 * z;
    let u2 = motion[m + V + 2] + w0 * y - w1 * x;
    const parent = linkInts[k + PARENT];
    if (parent >= 0) {
      const p = (parent * LINK) & INDEX_BITS;
      const n = (linkInts[parent * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
      const q0 = motion[n + W];
      const q1 = motion[n + W + 1];
      const q2 = motion[n + W + 2];
      const rx = links[p + RC] + links[o + SHIFT];
      const ry = links[p + RC + 1] + links[o + SHIFT + 1];
      const rz = links[p + RC + 2] + links[o + SHIFT + 2];
      w0 -= q0;
      w1 -= q1;
      w2 -= q2;
      u0 -= motion[n + V] + q1 * rz - q2 * ry;
      u1 -= motion[n + V + 1] + q2 * rx - q0 * rz;
      u2 -= motion[n + V + 2] + q0 * ry - q1 * rx;
    }
    links[o + BETA] = -w0;
    links[o + BETA + 1] = -w1;
    links[o + BETA + 2] = -w2;
    links[o + BETA + 3] = -u0;
    links[o + BETA + 4] = -u1;
    links[o + BETA + 5] = -u2;
    if (parent < 0) addOuterVelocity(world, i);
  }
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const g = (c * CONTROL_FLOATS) & INDEX_BITS;
    const b = ((controlInts[c * CONTROL_INTS + CONTROL_LINK] * LINK) & INDEX_BITS) + BETA;
    controls[g + RATE0] =
      0 -
      controls[g + CONTROL_GRADIENT] * links[b] -
      controls[g + CONTROL_GRADIENT + 1] * links[b + 1] -
      controls[g + CONTROL_GRADIENT + 2] * links[b + 2] -
      controls[g + CONTROL_GRADIENT + 3] * links[b + 3] -
      controls[g + CONTROL_GRADIENT + 4] * links[b + 4] -
      controls[g + CONTROL_GRADIENT + 5] * links[b + 5];
  }
  // Only now: the gradients of a link are dual to its freedoms, but rates are read from the whole β.
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const b = ((controlInts[c * CONTROL_INTS + CONTROL_LINK] * LINK) & INDEX_BITS) + BETA;
    const f = ((controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
    const r = controls[c * CONTROL_FLOATS + RATE0];
    links[b] += r * freedoms[f];
    links[b + 1] += r * freedoms[f + 1];
    links[b + 2] += r * freedoms[f + 2];
    links[b + 3] += r * freedoms[f + 3];
    links[b + 4] += r * freedoms[f + 4];
    links[b + 5] += r * freedoms[f + 5];
  }
};

/** The velocity of a kinematic body on which a root hangs. */
const addOuterVelocity = ({ articulations: a, bodies, joints }: World, i: number): void => {
  const { links, linkInts } = a;
  const { motion, centre } = bodies;
  const o = (i * LINK) & INDEX_BITS;
  const joint = linkInts[i * LINK_INTS + LINK_JOINT];
  const body = linkInts[i * LINK_INTS + LINK_BODY];
  const other = linkInts[i * LINK_INTS + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint];
  const n = (other * MOTION) & INDEX_BITS;
  const rx = centre[body * 3] + links[o + RC] - centre[other * 3];
  const ry = centre[body * 3 + 1] + links[o + RC + 1] - centre[other * 3 + 1];
  const rz = centre[body * 3 + 2] + links[o + RC + 2] - centre[other * 3 + 2];
  const w0 = motion[n + W];
  const w1 = motion[n + W + 1];
  const w2 = motion[n + W + 2];
  links[o + BETA] += w0;
  links[o + BETA + 1] += w1;
  links[o + BETA + 2] += w2;
  links[o + BETA + 3] += motion[n + V] + w1 * rz - w2 * ry;
  links[o + BETA + 4] += motion[n + V + 1] + w2 * rx - w0 * rz;
  links[o + BETA + 5] += motion[n + V + 2] + w0 * ry - w1 * rx;
};

/** β = -s (C - the part of the old error that stays). P = 0. The scale s is in `poseScale`. */
export const openPose = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const s = poseScale[0];
  const kept = keptPart[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    links[o + P] = 0;
    links[o + P + 1] = 0;
    links[o + P + 2] = 0;
    links[o + P + 3] = 0;
    links[o + P + 4] = 0;
    links[o + P + 5] = 0;
    const shape = linkInts[k + LOCK_SHAPE];
    let x = links[o + GAP];
    let y = links[o + GAP + 1];
    let z = links[o + GAP + 2];
    if (kept > 0) {
      x -= kept * links[o + OLD_GAP];
      y -= kept * links[o + OLD_GAP + 1];
      z -= kept * links[o + OLD_GAP + 2];
    }
    links[o + BETA + 3] = -s * x;
    links[o + BETA + 4] = -s * y;
    links[o + BETA + 5] = -s * z;
    if (linkInts[k + LINK_KIND] === LinkKind.ball) continue;
    x = links[o + BEND];
    y = links[o + BEND + 1];
    z = links[o + BEND + 2];
    if (kept > 0) {
      x -= kept * links[o + OLD_GAP + 3];
      y -= kept * links[o + OLD_GAP + 4];
      z -= kept * links[o + OLD_GAP + 5];
    }
    const bent = shape === LockShape.none || shape === LockShape.rows ? 0 : -s;
    links[o + BETA] = bent * x;
    links[o + BETA + 1] = bent * y;
    links[o + BETA + 2] = bent * z;
    if (linkInts[k + LINK_KIND] === LinkKind.general) for (let m = 0; m < 6; m++) links[o + BETA + m] = 0;
    if (shape === LockShape.rows) openRowLocks(world, i);
  }
};

const openRowLocks = ({ articulations: a, rows }: World, i: number): void => {
  const { links, linkInts, locks, lockRows } = a;
  const o = (i * LINK) & INDEX_BITS;
  const first = linkInts[i * LINK_INTS + FIRST_LOCK];
  for (let lock = first; lock < first + linkInts[i * LINK_INTS + LOCKS]; lock++) {
    const d = (lock * LOCK) & INDEX_BITS;
    const error = rows.data[lockRows[lock] * ROW + ERROR] - keptPart[0] * locks[d + OLD_LOCK_ERROR];
    const c = -poseScale[0] * error;
    for (let m = 0; m < 6; m++) links[o + BETA + m] += c * locks[d + DUAL + m];
  }
};

/** The errors that were measured last stay, in the part that `keptPart` says. */
export const keepErrors = (world: World, from: number, to: number): void => {
  const { articulations: a, rows } = world;
  const { links, linkInts, locks, lockRows } = a;
  for (let i = from; i < to; i++) {
    for (let m = 0; m < 6; m++) links[i * LINK + OLD_GAP + m] = links[i * LINK + GAP + m];
    const first = linkInts[i * LINK_INTS + FIRST_LOCK];
    for (let lock = first; lock < first + linkInts[i * LINK_INTS + LOCKS]; lock++)
      locks[lock * LOCK + OLD_LOCK_ERROR] = rows.data[lockRows[lock] * ROW + ERROR];
  }
};
