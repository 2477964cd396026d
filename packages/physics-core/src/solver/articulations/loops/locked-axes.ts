import { createFloats, type Floats } from '../../../math/floats.js';
import { pushIndex } from '../../../math/index-list.js';
import { expandJoint } from '../../../rows/expand-points.js';
import { isRigidLock } from '../../../rows/single-row.js';
import {
  type Articulations,
  DV,
  FIRST_LINK,
  HAS_LOCKED_AXES,
  LINK,
  LINK_BODY,
  LINK_FRAME,
  LINK_INTS,
  LOCKED_AXES,
  Q0,
  RC,
  TREE_INTS,
} from '../../../state/articulations.js';
import { ANGULAR_LOCKS, DR, Lock, MOTION, V, W } from '../../../state/bodies.js';
import { J, ROW } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { DEPENDENT_GRADIENT } from '../../../tuning.js';
import { rotateBody } from '../../integrate/rotation-step.js';
import { isDynamic } from '../joint-model.js';
import { writeLinkFrame } from '../links/measure-links.js';

/**
 * Links that may not move along some world axes, or not turn about them: planar bodies, characters that stay upright. Each locked
 * axis is a closing row between the body and the world, J = e: its velocity along e stays 0. There is no C, as the axis holds
 * wherever the body is; what rounding leaves of the velocity is cleared.
 *
 * Most of these rows say what others say: planar bodies on hinges across the plane stay in it if one of them does. A joint implies the
 * locked axes of its second body if each unit row e on it is a sum of rigid rows of the joint and of locked axes of the first,
 *   e_B = Σ λ J + Σ μ e_A
 * That is tested in the pose in which trees are built. It stays so if both have the same locked axes, and two of rotations: then they
 * turn about one world axis only, and the rows of the joint turn with them.
 */

/** Number of locked axes. */
export const countLocks = (locks: number): number => {
  let count = 0;
  for (let axis = 0; axis < 6; axis++) if ((locks & (1 << axis)) !== 0) count++;
  return count;
};

const hasOneRotation = (locks: number): boolean => {
  const rotations = locks & ANGULAR_LOCKS;
  return (
    rotations !== Lock.rotationX &&
    rotations !== Lock.rotationY &&
    rotations !== Lock.rotationZ &&
    rotations !== 0
  );
};

/** Scratch: orthonormal rows over both bodies, and one more. */
const span = createFloats(13 * 12);

/** Whether a joint implies all locked axes of one of its bodies if the other one keeps its own. */
export const impliesLocks = (world: World, joint: number): boolean => {
  const { bodies, joints, rows } = world;
  const a = joints.bodyA[joint];
  const b = joints.bodyB[joint];
  const isOnWorld = !isDynamic(world, a) || !isDynamic(world, b);
  const locks = bodies.locks[isDynamic(world, b) ? b : a];
  if (locks === 0) return true;
  if (!isOnWorld && (bodies.locks[a] !== bodies.locks[b] || !hasOneRotation(locks))) return false;
  const half = isDynamic(world, b) ? 6 : 0;
  let count = 0;
  expandJoint(world, joint);
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint] && count < 6; row++) {
    if (!isRigidLock(world, row)) continue;
    for (let m = 0; m < 12; m++) {
      const isOuter = isOnWorld && m < 6 === half > 0;
      span[count * 12 + m] = isOuter ? 0 : rows.data[row * ROW + J + m];
    }
    if (takeAcross(count)) count++;
  }
  for (let axis = 0; axis < 6 && !isOnWorld; axis++) {
    if ((locks & (1 << axis)) === 0) continue;
    for (let m = 0; m < 12; m++) span[count * 12 + m] = m === axis ? 1 : 0;
    if (takeAcross(count)) count++;
  }
  for (let axis = 0; axis < 6; axis++) {
    if ((locks & (1 << axis)) === 0) continue;
    for (let m = 0; m < 12; m++) span[count * 12 + m] = m === axis + half ? 1 : 0;
    if (takeAcross(count)) return false;
  }
  return true;
};

/** Makes row i of the span orthonormal to those before it; false if hardly anything is left. */
const takeAcross = (i: number): boolean => {
  let whole = 0;
  let left = 0;
  for (let m = 0; m < 12; m++) whole += span[i * 12 + m] * span[i * 12 + m];
  for (let pass = 0; pass < 2; pass++) {
    for (let other = 0; other < i; other++) {
      let along = 0;
      for (let m = 0; m < 12; m++) along += span[i * 12 + m] * span[other * 12 + m];
      for (let m = 0; m < 12; m++) span[i * 12 + m] -= along * span[other * 12 + m];
    }
  }
  for (let m = 0; m < 12; m++) left += span[i * 12 + m] * span[i * 12 + m];
  if (!(left > DEPENDENT_GRADIENT * whole)) return false;
  for (let m = 0; m < 12; m++) span[i * 12 + m] /= Math.sqrt(left);
  return true;
};

/**
 * Whether other joints imply locked axes than when the trees were built. Keeps the new ones. Poses decide on it, so it is asked in every
 * step: a restored world builds its trees anew.
 */
export const areImpliedLocksChanged = (world: World): boolean => {
  const { activeJoints, articulations, bodies, joints } = world;
  const { implied } = articulations;
  let count = 0;
  let changed = false;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if ((bodies.locks[joints.bodyA[joint]] | bodies.locks[joints.bodyB[joint]]) === 0) continue;
    const mark = 2 * joint + (impliesLocks(world, joint) ? 1 : 0);
    if (count === implied.count) pushIndex(implied, -1);
    changed ||= implied.items[count] !== mark;
    implied.items[count++] = mark;
  }
  changed ||= implied.count !== count;
  implied.count = count;
  return changed;
};

export const hasLockedAxes = ({ treeInts }: Articulations, tree: number): boolean =>
  treeInts[tree * TREE_INTS + HAS_LOCKED_AXES] !== 0;

/** Clears dv of the centres along locked axes, which is 0 but for rounding. */
export const clearLockedChanges = (a: Articulations, tree: number): void => {
  const { links, linkInts } = a;
  for (let i = a.treeInts[tree * TREE_INTS + FIRST_LINK]; i < a.ends.items[tree]; i++) {
    const locks = linkInts[i * LINK_INTS + LOCKED_AXES];
    if (locks === 0) continue;
    const o = i * LINK;
    for (let k = 0; k < 3; k++) if ((locks & (8 << k)) !== 0) links[o + DV + k] = 0;
    for (let k = 0; k < 3; k++) {
      const next = (k + 1) % 3;
      const last = (k + 2) % 3;
      // u of the reference point: v of the centre + ω × rc.
      const turned =
        links[o + DV + next] * links[o + RC + last] - links[o + DV + last] * links[o + RC + next];
      if ((locks & (1 << k)) !== 0) links[o + DV + 3 + k] = turned;
    }
  }
};

/** Clears velocities along locked axes, which are 0 but for rounding. */
export const clearLockedSpeeds = ({ articulations: a, bodies: { motion } }: World, tree: number): void => {
  for (let i = a.treeInts[tree * TREE_INTS + FIRST_LINK]; i < a.ends.items[tree]; i++) {
    const locks = a.linkInts[i * LINK_INTS + LOCKED_AXES];
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION;
    for (let k = 0; k < 3; k++) {
      if ((locks & (1 << k)) !== 0) motion[m + V + k] = 0;
      if ((locks & (8 << k)) !== 0) motion[m + W + k] = 0;
    }
  }
};

/** After a drift that knows no locked axes: turns bodies with locked rotations anew, with the velocity at `velocity`. */
export const turnLocked = (world: World, from: number, to: number, velocity: number, time: Floats): void => {
  const { articulations: a, bodies } = world;
  const { motion, rotation } = bodies;
  for (let i = from; i < to; i++) {
    if ((a.linkInts[i * LINK_INTS + LOCKED_AXES] & ANGULAR_LOCKS) === 0) continue;
    const body = a.linkInts[i * LINK_INTS + LINK_BODY];
    const m = body * MOTION;
    for (let k = 0; k < 4; k++) rotation[body * 4 + k] = a.links[i * LINK + Q0 + k];
    for (let k = 0; k < 3; k++) {
      motion[m + W + k] = a.links[i * LINK + velocity + 3 + k];
      counted[k] = motion[m + DR + k];
    }
    rotateBody(bodies, body, time);
    writeLinkFrame(bodies, body, a.links, i * LINK + LINK_FRAME);
    // countMotion of drift.ts counts it.
    for (let k = 0; k < 3; k++) motion[m + DR + k] = counted[k];
  }
};

/** Scratch: rotation since the step began. */
const counted = createFloats(3);
