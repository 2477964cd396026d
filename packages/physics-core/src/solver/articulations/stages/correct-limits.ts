import { createFloats, growFloats } from '../../../math/floats.js';
import { LINK, LINK_BODY, LINK_FRAME, LINK_INTS } from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';
import { CORRECTION_PART, CORRECTION_TRIES, JOINT_TOLERANCE } from '../../../tuning.js';
import { keepAngularMomentum, restoreAngularMomentum } from '../conservation/momentum.js';
import { projectWithControls } from '../controls/active-set.js';
import { clearLimitSums } from '../controls/control-sums.js';
import { openPoseControls, poseScale } from '../controls/open-controls.js';
import { violation } from '../controls/passed-limits.js';
import { moveLinks } from '../drift.js';
import { writeLinkFrame } from '../links/measure-links.js';
import { openClosingPose } from '../loops/closing-stages.js';
import { measureTree } from '../refresh-links.js';
import { factorPose, writeMisfit } from './measure-pose.js';
import { openPose } from './open-stages.js';
import { keptPart, misfit, time } from './scratch.js';
import { isFreeTree } from './tree-state.js';

/** The correction of violated limits, and the poses to which one that fails goes back. */

/**
 * Limits that were violated when the substep began are corrected by moving the poses alone: no speed of the correction is left. Near
 * singular poses, as that of a taut bridge, links move far to correct little, and open gaps by the square of that. So a correction that
 * leaves more than there was is taken back, and tried with a part of it.
 */
export const correctLimits = (
  world: World,
  tree: number,
  from: number,
  to: number,
  correction: number,
): void => {
  const isFree = isFreeTree(world, tree);
  writeMisfit(world, tree, false);
  const before = misfit[0];
  let most = Math.min(correction, violation[0]);
  keepPoses(world, from, to);
  if (isFree) keepAngularMomentum(world, from, to);
  clearLimitSums(world, tree);
  for (let attempt = 0; attempt < CORRECTION_TRIES; attempt++, most *= CORRECTION_PART) {
    poseScale[0] = 1;
    poseScale[1] = most;
    poseScale[2] = time[0];
    moveToLimits(world, tree, from, to);
    writeMisfit(world, tree, false);
    if (misfit[0] <= before + JOINT_TOLERANCE) break;
    restorePoses(world, from, to);
    measureTree(world, from, to);
    factorPose(world, tree, from, to, false);
  }
  clearLimitSums(world, tree);
  if (isFree) restoreAngularMomentum(world, from, to);
};

/** Twice, as the first motion turns levers. */
const moveToLimits = (world: World, tree: number, from: number, to: number): void => {
  for (let round = 0; round < 2; round++) {
    openPose(world, from, to);
    openClosingPose(world, tree, poseScale, keptPart);
    openPoseControls(world, tree);
    projectWithControls(world, tree, from, to, false, false);
    moveLinks(world, from, to);
    measureTree(world, from, to);
    factorPose(world, tree, from, to, false);
  }
};

/** Floats of a kept pose: centre and rotation. */
const POSE_FLOATS = 7;

/** Scratch: the kept poses. */
let poses = createFloats(0);

/** Keeps the poses of the links, until they are restored. */
const keepPoses = (world: World, from: number, to: number): void => {
  const { linkInts } = world.articulations;
  const { centre, rotation } = world.bodies;
  if (poses.length < POSE_FLOATS * (to - from)) poses = growFloats(poses, POSE_FLOATS * (to - from));
  for (let i = from; i < to; i++) {
    const at = POSE_FLOATS * (i - from);
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 3; k++) poses[at + k] = centre[body * 3 + k];
    for (let k = 0; k < 4; k++) poses[at + 3 + k] = rotation[body * 4 + k];
  }
};

const restorePoses = (world: World, from: number, to: number): void => {
  const { bodies } = world;
  const { links, linkInts } = world.articulations;
  for (let i = from; i < to; i++) {
    const at = POSE_FLOATS * (i - from);
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 3; k++) bodies.centre[body * 3 + k] = poses[at + k];
    for (let k = 0; k < 4; k++) bodies.rotation[body * 4 + k] = poses[at + 3 + k];
    writeLinkFrame(bodies, body, links, i * LINK + LINK_FRAME);
  }
};
