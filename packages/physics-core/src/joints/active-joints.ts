import { wakeBody } from '../islands/wake.js';
import { jointStages } from '../joint-stages.js';
import { pushIndex } from '../math/index-list.js';
import { BodyFlag, BodyType, MOTION } from '../state/bodies.js';
import { JointFlag } from '../state/joints.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { clearImpulses } from './lifecycle.js';

/** Lists the joints that a step solves, and wakes sleeping bodies across joints. */

/**
 * Wakes sleeping bodies jointed to a body that is awake, before contacts are detected. Repeats until no more
 * bodies wake.
 */
export const wakeAcrossJoints = (world: World): void => {
  const { joints } = world;
  let awake = -1;
  while (awake !== world.awake.count) {
    awake = world.awake.count;
    for (let joint = 0; joint < joints.used; joint++) {
      if (!isLive(joints, joint) || !isWhole(world, joint)) continue;
      wakeFrom(world, joints.bodyA[joint], joints.bodyB[joint]);
      wakeFrom(world, joints.bodyB[joint], joints.bodyA[joint]);
    }
  }
};

const wakeFrom = (world: World, from: number, to: number): void => {
  const { awakeIndex, type } = world.bodies;
  if (awakeIndex[to] >= 0 || awakeIndex[from] < 0 || type[to] !== BodyType.dynamic) return;
  if (pulls(world, from)) wakeBody(world, to);
};

/** Whether a body wakes those jointed to it: a kinematic one does only while it moves. */
const pulls = (world: World, body: number): boolean => {
  const { type, motion } = world.bodies;
  if (type[body] === BodyType.dynamic) return true;
  for (let i = 0; i < 6; i++) if (motion[body * MOTION + i] !== 0) return true;
  return false;
};

/**
 * Lists the joints with a dynamic body that is awake, and marks those bodies. Clears the accumulated impulse
 * of joints that cannot act.
 */
export const listActiveJoints = (world: World): void => {
  const { joints, bodies, activeJoints, jointed } = world;
  const before = activeJoints.count;
  for (let k = 0; k < jointed.count; k++) bodies.flags[jointed.items[k]] &= ~BodyFlag.jointed;
  jointed.count = 0;
  activeJoints.count = 0;
  for (let joint = 0; joint < joints.used; joint++) {
    if (!isActive(world, joint)) {
      // Rows that wait are written while all joints of the last step still know theirs.
      if (joints.rowCount[joint] !== 0) jointStages.settleRows(world);
      joints.rowCount[joint] = 0;
      continue;
    }
    const k = activeJoints.count;
    if (k >= before || activeJoints.items[k] !== joint) jointStages.settleRows(world);
    const a = joints.bodyA[joint];
    const b = joints.bodyB[joint];
    joints.flags[joint] |= JointFlag.loaded;
    pushIndex(activeJoints, joint);
    if ((bodies.flags[a] & BodyFlag.jointed) === 0) markJointed(world, a);
    if ((bodies.flags[b] & BodyFlag.jointed) === 0) markJointed(world, b);
  }
};

/** Whether the step solves a joint. One that cannot act loses its accumulated impulse. */
const isActive = (world: World, joint: number): boolean => {
  const { joints, bodies } = world;
  if (!isLive(joints, joint)) return false;
  if (isSolvable(world, joint))
    return isMoving(bodies, joints.bodyA[joint]) || isMoving(bodies, joints.bodyB[joint]);
  if ((joints.flags[joint] & JointFlag.loaded) !== 0) clearImpulses(world, joint);
  return false;
};

/** Whether a body can move, and for a coupling, whether both coupled joints act. */
const isSolvable = (world: World, joint: number): boolean => {
  const { joints } = world;
  if (!isWhole(world, joint)) return false;
  const coupled = joints.coupled[joint * 2];
  if (coupled >= 0 && !(isWhole(world, coupled) && isWhole(world, joints.coupled[joint * 2 + 1])))
    return false;
  const { type } = world.bodies;
  return type[joints.bodyA[joint]] === BodyType.dynamic || type[joints.bodyB[joint]] === BodyType.dynamic;
};

/** Whether a joint and both its bodies are enabled. */
const isWhole = ({ joints, bodies }: World, joint: number): boolean =>
  (joints.flags[joint] & JointFlag.enabled) !== 0 &&
  (bodies.flags[joints.bodyA[joint]] & bodies.flags[joints.bodyB[joint]] & BodyFlag.enabled) !== 0;

const isMoving = ({ type, awakeIndex }: World['bodies'], body: number): boolean =>
  type[body] === BodyType.dynamic && awakeIndex[body] >= 0;

const markJointed = (world: World, body: number): void => {
  const { flags, type } = world.bodies;
  if (type[body] !== BodyType.dynamic) return;
  flags[body] |= BodyFlag.jointed;
  pushIndex(world.jointed, body);
};
