import { storeImpulses, storeLonePoint } from '../../joints/stored-impulses.js';
import { ROWS_DUE, TREE_INTS } from '../../state/articulations.js';
import { KIND, Kind, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { shiftImpactImpulses } from '../impacts/jointed-impacts.js';

/** Stores λ for the warm start of the next step, without the one-shot impulses of impacts. */
export const storeJointImpulses = (world: World): void => {
  const { activeJoints, articulations, joints, rows } = world;
  const { linkOfJoint, treeInts, treeOf } = articulations;
  shiftImpactImpulses(world, -1);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    // settleRows stores those that wait.
    const link = articulations.count > 0 ? linkOfJoint[joint] : -1;
    if (link >= 0 && treeInts[treeOf[link] * TREE_INTS + ROWS_DUE] !== 0) continue;
    // By the rows and not by the joint's flag: the classic methods have made general rows of all points.
    const kind = rows.index[joints.firstRow[joint] * ROW_INTS + KIND];
    if (joints.rowCount[joint] > 0 && kind === Kind.lonePoint) storeLonePoint(world, joint);
    else storeImpulses(world, joint);
  }
  shiftImpactImpulses(world, 1);
};
