import { storeImpulses, storeLonePoint } from '../../joints/stored-impulses.js';
import { JointFlag } from '../../state/joints.js';
import type { World } from '../../state/world.js';
import { shiftImpactImpulses } from '../impacts/jointed-impacts.js';

/**
 * Stores λ for the warm start of the next step. Joints struck in the last substep keep those from before the
 * impact, which are stored already.
 */
export const storeJointImpulses = (world: World): void => {
  const { activeJoints, joints, rows } = world;
  shiftImpactImpulses(world, -1);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if ((joints.flags[joint] & JointFlag.lonePoint) !== 0) storeLonePoint(world, joint);
    else if (rows.limitImpacts === 0 || !wasStruck(world, joint)) storeImpulses(world, joint);
  }
  shiftImpactImpulses(world, 1);
};

const wasStruck = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (rows.impactCount[row] === 1) return true;
  return false;
};
