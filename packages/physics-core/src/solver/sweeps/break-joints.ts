import { addJointEvent, updateTouchOf } from '../../joints/lifecycle.js';
import { ALL_ROLES, writeReaction } from '../../joints/reaction.js';
import { createFloats } from '../../math/floats.js';
import { EVENT_FORCE, EventKind } from '../../state/events.js';
import { BREAK_FORCE, BREAK_TORQUE, JointFlag } from '../../state/joints.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { dropReflection, storeArticulations } from '../articulations/prepare-articulations.js';
import { writeArticulationImpulses } from '../articulations/settle-rows.js';
import { placeJointRows } from './place-rows.js';
import { storeJointImpulses } from './store-impulses.js';

/** Scratch: force and torque that one joint bears. */
const load = createFloats(6);

/**
 * After a substep: disables joints whose load exceeds their bounds, each with an event that carries the load.
 */
export const breakJoints = (world: World, substep: Substep): void => {
  const { joints, activeJoints } = world;
  let broken = false;
  if (isAnyBreakable(world)) writeArticulationImpulses(world);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if ((joints.flags[joint] & JointFlag.breakable) === 0 || !isOverloaded(world, joint)) continue;
    broken = true;
    dropReflection(world, joint);
    joints.flags[joint] &= ~JointFlag.enabled;
    const offset = addJointEvent(world, joint, EventKind.jointBreak);
    for (let i = 0; i < 6; i++) world.events.data[offset + EVENT_FORCE + i] = load[i];
    updateTouchOf(world, joint);
  }
  if (!broken) return;
  // A break is rare, so all rows are placed again.
  storeArticulations(world);
  storeJointImpulses(world);
  placeJointRows(world, substep);
};

export const isAnyBreakable = ({ activeJoints, joints }: World): boolean => {
  for (let k = 0; k < activeJoints.count; k++)
    if ((joints.flags[activeJoints.items[k]] & JointFlag.breakable) !== 0) return true;
  return false;
};

/** Leaves the reaction in `load`. */
const isOverloaded = (world: World, joint: number): boolean => {
  const { joints, jointFloats } = world;
  const block = joints.block[joint];
  writeReaction(world, joint, ALL_ROLES, load);
  const force = load[0] * load[0] + load[1] * load[1] + load[2] * load[2];
  const torque = load[3] * load[3] + load[4] * load[4] + load[5] * load[5];
  const mostForce = jointFloats.data[block + BREAK_FORCE];
  const mostTorque = jointFloats.data[block + BREAK_TORQUE];
  return force > mostForce * mostForce || torque > mostTorque * mostTorque;
};
