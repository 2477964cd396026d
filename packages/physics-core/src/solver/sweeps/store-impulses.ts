import { storeImpulses, storeLonePoint } from '../../joints/stored-impulses.js';
import { JointFlag } from '../../state/joints.js';
import type { World } from '../../state/world.js';
import { shiftImpactImpulses } from '../impacts/jointed-impacts.js';

/** Stores λ for the warm start of the next step, without the one-shot impulses of impacts. */
export const storeJointImpulses = (world: World): void => {
  const { activeJoints, joints } = world;
  shiftImpactImpulses(world, -1);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if ((joints.flags[joint] & JointFlag.lonePoint) !== 0) storeLonePoint(world, joint);
    else storeImpulses(world, joint);
  }
  shiftImpactImpulses(world, 1);
};
