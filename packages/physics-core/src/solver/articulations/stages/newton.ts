import { NEWTON_STEPS, OVER_POLE, REFLECTS, TREE, TREE_INTS, V1 } from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';
import {
  CLOSELY_FITTED_LINKS,
  GUARDED_MISFIT,
  GUARDED_NEWTON_STEPS,
  JOINT_TOLERANCE,
  JOINT_TOLERANCE_LAST,
  MAX_NEWTON_STEPS,
  NEWTON_CONVERGENCE,
  SMALL_CORRECTION,
  SMALL_TURN_SQUARE,
} from '../../../tuning.js';
import { projectWithControls } from '../controls/active-set.js';
import { openPoseControls, poseScale } from '../controls/open-controls.js';
import { addToStart, correctDrift, driftLinks, turned } from '../drift.js';
import { addNewtonImpulses, openClosingPose, startNewtonImpulses } from '../loops/closing-stages.js';
import { hasLockedAxes } from '../loops/locked-axes.js';
import { measureMisfit } from './measure-pose.js';
import { openPose } from './open-stages.js';
import { keptPart, misfit, time } from './scratch.js';
import { guardLate } from './watch-energy.js';

/**
 * The drift of RATTLE (Andersen 1983). With v the velocity at its start, and C the errors of the joints at its end, h later,
 * Newton's method solves C(v) = 0. Each step takes the least dv, in the measure of the masses, that
 *   v ← v + dv          G dv = -C / h          G the Jacobian of the joints at the start, by its factor
 * and drifts again, or moves the end by what a small dv adds. With the reflection in v mostly no step is left.
 */

/** RATTLE: whether the drift ends where the joints fit. */
export const driftByNewton = (world: World, tree: number, from: number, to: number): boolean => {
  const { trees, treeInts } = world.articulations;
  startNewtonImpulses(world, tree, trees[tree * TREE + REFLECTS] !== 0);
  driftLinks(world, from, to, V1, time);
  misfit[2] = JOINT_TOLERANCE;
  if (to - from <= CLOSELY_FITTED_LINKS) misfit[2] *= 0.1;
  for (let step = 0; ; step++) {
    misfit[1] = misfit[0];
    measureMisfit(world, tree, from, to);
    if (misfit[0] < misfit[2]) return true;
    if (step === MAX_NEWTON_STEPS || (step > 0 && !(misfit[0] < NEWTON_CONVERGENCE * misfit[1])))
      return misfit[0] < JOINT_TOLERANCE_LAST;
    if (misfit[0] > GUARDED_MISFIT) treeInts[tree * TREE_INTS + OVER_POLE] = 1;
    if (step === GUARDED_NEWTON_STEPS || misfit[0] > GUARDED_MISFIT) guardLate(world, tree);
    treeInts[tree * TREE_INTS + NEWTON_STEPS]++;
    poseScale[0] = 1 / time[0];
    poseScale[2] = 1;
    openPose(world, from, to);
    openClosingPose(world, tree, poseScale, keptPart);
    openPoseControls(world, tree);
    projectWithControls(world, tree, from, to, false, false);
    addNewtonImpulses(world, tree);
    const isSmall = misfit[0] < SMALL_CORRECTION && turned[0] < SMALL_TURN_SQUARE;
    if (isSmall && !hasLockedAxes(world.articulations, tree)) correctDrift(world, from, to, time);
    else {
      addToStart(world, from, to);
      driftLinks(world, from, to, V1, time);
    }
  }
};
