import { multiplyInto } from '../../../bodies/inertia.js';
import { createFloats, floatsFrom } from '../../../math/floats.js';
import type { IndexList } from '../../../math/index-list.js';
import { rotateFloats } from '../../../math/rotate-floats.js';
import {
  CORRECTED,
  LINK,
  LINK_BODY,
  LINK_FRAME,
  LINK_INTS,
  OLD_ERROR,
  Q0,
  TREE,
  TREE_INTS,
  X0,
} from '../../../state/articulations.js';
import { DP, MOTION, W } from '../../../state/bodies.js';
import { firstLink, isLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { JOINT_TOLERANCE, MAX_IMPLICIT_ROUNDS, STIFFENED_ROUND } from '../../../tuning.js';
import { projectWithControls } from '../controls/active-set.js';
import { clearLimitSums } from '../controls/control-sums.js';
import { openPoseControls, poseScale } from '../controls/open-controls.js';
import { countMotion, moveLinks, saveLinks } from '../drift.js';
import { writeLinkFrame, writeLinkFrames } from '../links/measure-links.js';
import { endTrials, startTrials } from '../links/trial-counts.js';
import { openClosingPose } from '../loops/closing-stages.js';
import { factorPose, measureMisfit } from '../stages/measure-pose.js';
import { openPose } from '../stages/open-stages.js';
import { fitVelocities } from '../stages/project-velocities.js';
import { keptPart, misfit } from '../stages/scratch.js';
import { stiffenRotations, writeLeverStiffness } from '../stiffness.js';

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
  startTrials(world, tree);
  writeLinkFrames(world, from, to);
  measureMisfit(world, tree, from, to);
  keptPart[0] = 0;
  poseScale[0] = 1;
  poseScale[1] = 0;
  poseScale[2] = world.scratch.substep.h;
  clearLimitSums(world, tree);
  const before = Math.max(misfit[0], JOINT_TOLERANCE);
  // No stiffness yet.
  writeLeverStiffness(world, tree, NONE);
  for (let round = 0; round < MAX_IMPLICIT_ROUNDS && misfit[0] >= JOINT_TOLERANCE; round++) {
    factorPose(world, tree, from, to, true);
    openPose(world, from, to);
    openClosingPose(world, tree, poseScale, keptPart);
    openPoseControls(world, tree);
    projectWithControls(world, tree, from, to, false, false);
    moveLinks(world, from, to);
    measureMisfit(world, tree, from, to);
    if (round >= STIFFENED_ROUND) stiffenRotations(world.articulations.links, from, to);
  }
  if (!(misfit[0] <= before)) {
    returnToStart(world, from, to);
    measureMisfit(world, tree, from, to);
  }
  endTrials();
  clearLimitSums(world, tree);
  turnSpins(world, from, to);
  countMotion(world, from, to, NONE);
  factorPose(world, tree, from, to, false);
  fitVelocities(world, tree);
  // What the step has stored belongs to the pose of before, so the next one does not keep what is here.
  world.articulations.treeInts[tree * TREE_INTS + CORRECTED] = 1;
};

/** Scratch: the rotation by which a link was turned. */
const turn = createFloats(4);

/**
 * Angular velocities turn with their links, so that each keeps its energy; projected at the new pose they can only lose some. Left as
 * they were, a thin rod that is turned by 0.1 rad has a part of the spin about its axis across it, where its moment is a thousand times
 * as large: chains of rods that struck a mesh had up to 10⁵ times their energy.
 */
const turnSpins = ({ articulations: { links, linkInts }, bodies }: World, from: number, to: number): void => {
  const { motion, rotation } = bodies;
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    multiplyInto(turn, 0, rotation, body * 4, links, i * LINK + Q0, -1);
    rotateFloats(turn, 0, motion, body * MOTION + W);
  }
};

/**
 * Links that turned by radians in the step stand so far from where their joints fit that no pose is found: 10^11 m for a person who was
 * swung against stairs. All of them go back to where they were when the step began; there they fit.
 */
const returnToStart = ({ articulations: a, bodies, scratch }: World, from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    const body = a.linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 3; k++)
      bodies.centre[body * 3 + k] = a.links[i * LINK + X0 + k] - bodies.motion[body * MOTION + DP + k];
    for (let k = 0; k < 4; k++) bodies.rotation[body * 4 + k] = scratch.orientations[body * 4 + k];
    writeLinkFrame(bodies, body, a.links, i * LINK + LINK_FRAME);
  }
};
