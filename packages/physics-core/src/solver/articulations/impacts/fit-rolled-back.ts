import { floatsFrom } from '../../../math/floats.js';
import type { IndexList } from '../../../math/index-list.js';
import { CORRECTED, OLD_ERROR, TREE, TREE_INTS } from '../../../state/articulations.js';
import { firstLink, isLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { JOINT_TOLERANCE, MAX_IMPLICIT_ROUNDS } from '../../../tuning.js';
import { projectWithControls } from '../controls/active-set.js';
import { clearLimitSums } from '../controls/control-sums.js';
import { openPoseControls, poseScale } from '../controls/open-controls.js';
import { countMotion, moveLinks, saveLinks } from '../drift.js';
import { writeLinkFrames } from '../links/measure-links.js';
import { openClosingPose } from '../loops/closing-stages.js';
import { factorPose, measureMisfit } from '../stages/measure-pose.js';
import { openPose } from '../stages/open-stages.js';
import { fitVelocities } from '../stages/project-velocities.js';
import { keptPart, misfit } from '../stages/scratch.js';

const NONE = floatsFrom([0]);

/**
 * After a CCD rollback of the articulations of a list of bodies. At a fraction of the step each link stands on the straight line and the
 * rotation between its poses at the start and at the end. The joints fit at both, not between them: the ends of two arcs
 * meet, their chords do not, and a bone of 20 cm that turns by 0.4 rad is off by r θ² / 8 = 4 mm. So the poses are projected as
 * in an implicit substep, and the velocities, which fitted the pose at the end, with them. Joints that were open before stay so.
 */
export const fitRolledBack = (world: World, group: IndexList): void => {
  const { articulations: a } = world;
  for (let k = 0; k < group.count; k++) {
    if (!isLink(world, group.items[k])) continue;
    const link = a.linkOf[group.items[k]];
    const tree = a.treeOf[link];
    if (link === firstLink(world, tree) && a.trees[tree * TREE + OLD_ERROR] === 0) fit(world, tree);
  }
};

const fit = (world: World, tree: number): void => {
  const from = firstLink(world, tree);
  const to = world.articulations.ends.items[tree];
  saveLinks(world, from, to, NONE);
  writeLinkFrames(world, from, to);
  measureMisfit(world, tree, from, to);
  keptPart[0] = 0;
  poseScale[0] = 1;
  poseScale[1] = 0;
  poseScale[2] = world.scratch.substep.h;
  clearLimitSums(world, tree);
  for (let round = 0; round < MAX_IMPLICIT_ROUNDS && misfit[0] >= JOINT_TOLERANCE; round++) {
    factorPose(world, tree, from, to, false);
    openPose(world, from, to);
    openClosingPose(world, tree, poseScale, keptPart);
    openPoseControls(world, tree);
    projectWithControls(world, tree, from, to, false, false);
    moveLinks(world, from, to);
    measureMisfit(world, tree, from, to);
  }
  clearLimitSums(world, tree);
  countMotion(world, from, to, NONE);
  factorPose(world, tree, from, to, false);
  fitVelocities(world, tree);
  // What the step has stored belongs to the pose of before, so the next one does not keep what is here.
  world.articulations.treeInts[tree * TREE_INTS + CORRECTED] = 1;
};
