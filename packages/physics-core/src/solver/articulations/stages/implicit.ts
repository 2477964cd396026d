import { IMPLICIT, OLD_ERROR, OVER_POLE, TREE, TREE_INTS, V0 } from '../../../state/articulations.js';
import { CLOSING_IMPULSE } from '../../../state/closing-rows.js';
import type { World } from '../../../state/world.js';
import {
  GUARDED_MISFIT,
  JOINT_TOLERANCE_LAST,
  MAX_IMPLICIT_ROUNDS,
  STIFFENED_ROUND,
} from '../../../tuning.js';
import { keepAngularMomentum, restoreAngularMomentum } from '../conservation/momentum.js';
import { projectWithControls } from '../controls/active-set.js';
import { openPoseControls, poseScale } from '../controls/open-controls.js';
import { addMotion, driftLinks, moveLinks } from '../drift.js';
import { woken } from '../links/measure-limits.js';
import { countClosingImpulses, openClosingPose } from '../loops/closing-stages.js';
import { measureTree } from '../refresh-links.js';
import { stiffenRotations, writeLeverStiffness } from '../stiffness.js';
import { factorPose, writeMisfit } from './measure-pose.js';
import { moveAsOne } from './move-as-one.js';
import { openPose } from './open-stages.js';
import { keptPart, misfit, parts, rate, time } from './scratch.js';
import { isFreeTree } from './tree-state.js';
import { guardLate } from './watch-energy.js';

/** The implicit drift: links move freely, then poses and velocities are projected at the new pose, with the stiffness of levers. */

/** Joints act as they stand at the end. */
export const driftImplicitly = (world: World, tree: number, from: number, to: number): void => {
  const { articulations: a } = world;
  const h = time[0];
  const kept = keptPart[0];
  const allowed = kept * a.trees[tree * TREE + OLD_ERROR];
  guardLate(world, tree);
  driftLinks(world, from, to, V0, time);
  const isFree = isFreeTree(world, tree);
  if (isFree) keepAngularMomentum(world, from, to);
  measureTree(world, from, to);
  writeMisfit(world, tree, true);
  if (misfit[0] > GUARDED_MISFIT + allowed) a.treeInts[tree * TREE_INTS + OVER_POLE] = 1;
  // Loads are impulses of a whole substep.
  rate[0] = time[0] / parts[0];
  writeLeverStiffness(world, tree, rate);
  a.trees[tree * TREE + IMPLICIT] = 1;
  poseScale[0] = 1;
  poseScale[2] = h;
  rate[0] = 1 / h;
  for (let round = 0; round < MAX_IMPLICIT_ROUNDS; round++) {
    factorPose(world, tree, from, to, true);
    openPose(world, from, to);
    openClosingPose(world, tree, poseScale, keptPart);
    openPoseControls(world, tree);
    projectWithControls(world, tree, from, to, false, true);
    countClosingImpulses(world, tree, CLOSING_IMPULSE, rate);
    moveLinks(world, from, to);
    addMotion(world, from, to, rate);
    measureTree(world, from, to);
    writeMisfit(world, tree, true);
    if (misfit[0] < JOINT_TOLERANCE_LAST + allowed && woken[0] === 0) break;
    if (round >= STIFFENED_ROUND) stiffenRotations(world.articulations.links, from, to);
  }
  if (!(misfit[0] <= GUARDED_MISFIT + allowed)) {
    moveAsOne(world, tree, from, to);
    measureTree(world, from, to);
  }
  if (isFree) restoreAngularMomentum(world, from, to);
  // The stiffness belongs to the motion of the poses. Velocities are projected by the true inertia: then joints, contacts
  // and rows of the tour keep the momentum.
  factorPose(world, tree, from, to, false);
};
