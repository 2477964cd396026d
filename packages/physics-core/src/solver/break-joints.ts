import { addJointEvent, updateTouchOf } from '../joints/lifecycle.js';
import { createFloats } from '../math/floats.js';
import { EVENT_FORCE, EventKind } from '../state/events.js';
import { BREAK_FORCE, BREAK_TORQUE, JointFlag } from '../state/joints.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { storeJointImpulses } from './joint-impulses.js';
import { freeUnpushed, placeJointRows } from './place-joints.js';
import { ALL_ROLES, writeReaction } from './reaction.js';

const load = createFloats(6);

/** After a substep: joints that bear more than they may are disabled, with an event that carries the load. */
export const breakJoints = (world: World, substep: Substep): void => {
  const { joints, activeJoints } = world;
  let broken = false;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if ((joints.flags[joint] & JointFlag.breakable) === 0 || !isOverloaded(world, joint)) continue;
    broken = true;
    joints.flags[joint] &= ~JointFlag.enabled;
    const offset = addJointEvent(world, joint, EventKind.jointBreak);
    for (let i = 0; i < 6; i++) world.events.data[offset + EVENT_FORCE + i] = load[i];
    updateTouchOf(world, joint);
  }
  if (!broken) return;
  // Rare, so the rows of the others are simply placed anew.
  storeJointImpulses(world);
  freeUnpushed(world);
  placeJointRows(world, substep);
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
