import { INDEX_BITS } from '../../math/index-bits.js';
import {
  BALANCED,
  BOUNCED,
  CORRECTED,
  FREED,
  HAS_LIMITS,
  HOT,
  IMPLICIT,
  IMPLICIT_STEPS,
  LOCAL_SUBSTEPS,
  LOCK_ROWS,
  OLD_ERROR,
  OLD_FACTOR,
  OVER_POLE,
  REFLECTS,
  SIGMA,
  SWITCHED,
  THROWN,
  TOUCHED,
  TREE,
  TREE_INTS,
} from '../../state/articulations.js';
import { CLOSING_IMPULSE, NEWTON_IMPULSE } from '../../state/closing-rows.js';
import { firstLink } from '../../state/links.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { BOUNDED_SUBSTEPS, JOINT_TOLERANCE_LAST, SMOOTH_GAIN, WATCHED_STIFFNESS } from '../../tuning.js';
import { movingParent } from './conservation/carrier.js';
import { dropEnergyGuard, limitEnergy, startEnergyGuard } from './conservation/energy-guard.js';
import { comeToRest } from './conservation/rest.js';
import { keepControlSums, restoreControlSums, startControls } from './controls/control-sums.js';
import { freeBoundedDrives } from './controls/hold-freedoms.js';
import { poseScale } from './controls/open-controls.js';
import { isAnyBouncing, isAnyLimitPassed, noteStruckLimits } from './controls/passed-limits.js';
import { countMotion, keepReflection, saveLinks } from './drift.js';
import { isAnyLocked } from './factor.js';
import { countTwists } from './links/measure-limits.js';
import { worst } from './links/measure-links.js';
import { endTrials, startTrials } from './links/trial-counts.js';
import { factorArticulation } from './loops/closing-rows.js';
import {
  countClosingImpulses,
  hasClosingRows,
  keepReflectedImpulses,
  openClosingVelocity,
  startClosingRows,
} from './loops/closing-stages.js';
import { clearLockedSpeeds, hasLockedAxes } from './loops/locked-axes.js';
import { isStill, measureTree } from './refresh-links.js';
import { correctLimits } from './stages/correct-limits.js';
import { driftImplicitly } from './stages/implicit.js';
import { addExternal, countParts, takeLaterForces } from './stages/local-substeps.js';
import { factorPose } from './stages/measure-pose.js';
import { keepParent, placeParent } from './stages/moving-parent.js';
import { driftByNewton } from './stages/newton.js';
import { keepErrors, openVelocity } from './stages/open-stages.js';
import { projectVelocities } from './stages/project-velocities.js';
import { keptPart, MINUS_ONE, ONE, parts, rate, time } from './stages/scratch.js';
import { isLoaded, isPushed, wasImplicit, wasStruck } from './stages/tree-state.js';
import { isGuarded, isLively } from './stages/watch-energy.js';
import { keepMomenta, writeLoads } from './stiffness.js';
import {
  hasTours,
  markLoaded,
  prepareTouches,
  relaxTouches,
  solveTouches,
  warmStartTouches,
} from './tours/solve-touches.js';
import { discardThrowing, keepBeforeWarmStart, restoreVelocities } from './tours/throwing-warm-start.js';
import { isToured, lies } from './tours/touch-points.js';
import { repeatTourRows } from './tours/tour-rows.js';

/**
 * A substep of the articulations. Smooth motion is integrated by RATTLE (Andersen 1983): half of the external forces;
 * a drift whose end pose fits the joints, by Newton steps on the velocity with which it begins; the other half; a
 * projection of the velocity. Newton starts from the reflection: what the joints did to the velocity when it was made
 * to fit the old pose, they do once more to leave it. Mostly no Newton step is left.
 *
 * Where levers turn by much in a substep, or are stiffer under load than it resolves (stiffness.ts), an articulation that
 * nothing else acts on takes local substeps, at most MAX_LOCAL_SUBSTEPS. Where levers are stiffer still, or when it is driven
 * or touched, or while old errors are being closed, the substep is implicit: a free drift, then pose and velocity are projected at the
 * new pose, with the stiffness of the levers added to the inertia.
 *
 * An articulation that is driven or touched is projected before the drift as well, with its motors, springs and contacts,
 * and does not reflect. If it is driven, or a contact bears a load, it gets all of the external forces first.
 *
 * This file is the pipeline: begin, solve, integrate, relax, end. The folder stages/ has the drifts, the right sides and the
 * corrections, the folder controls/ limits, motors and springs.
 */
const forEachLoaded = (world: World, stage: (world: World, tree: number, substep: Substep) => void): void => {
  const { ends } = world.articulations;
  const { substep } = world.scratch;
  for (let tree = 0; tree < ends.count; tree++) if (isLoaded(world, tree)) stage(world, tree, substep);
};

/**
 * After external forces: remembers gaps and, in the last substep of a step and where joints may break, momenta: λ and loads come from
 * their balance.
 */
export const beginArticulations = (world: World, isBalanced: boolean): void => {
  const { articulations: a } = world;
  markLoaded(world);
  for (let tree = 0; tree < a.ends.count; tree++) {
    // Trees that are stiff, or neither move smoothly nor lie still, watch their loads in every substep.
    const isSteady = a.trees[tree * TREE + REFLECTS] !== 0 || a.treeInts[tree * TREE_INTS + OLD_FACTOR] !== 0;
    const isCalm = isSteady && a.trees[tree * TREE + SIGMA] < WATCHED_STIFFNESS;
    a.treeInts[tree * TREE_INTS + BALANCED] = isBalanced || !isCalm ? 1 : 0;
  }
  forEachLoaded(world, beginTree);
};

/** Before the drift: joints, motors and springs of what is driven or touched. */
export const solveArticulations = (world: World): void => {
  const { scratch } = world;
  forEachLoaded(world, openTree);
  if (hasTours(world)) {
    prepareTouches(world);
    warmStartTouches(world);
  }
  forEachLoaded(world, solveTree);
  if (hasTours(world)) {
    if (discardThrowing(world)) {
      forEachLoaded(world, openThrown);
      repeatTourRows(world);
      forEachLoaded(world, solveThrown);
    }
    forEachLoaded(world, freeTree);
    prepareTouches(world);
    solveTouches(world, scratch.substep);
  }
};

/** To the new poses, where joints and limits hold. What nothing else acts on does its whole substep here, in the cache. */
export const integrateArticulations = (world: World): void => {
  const { ends, treeInts } = world.articulations;
  const { substep } = world.scratch;
  for (let tree = 0; tree < ends.count; tree++) {
    parts[0] = 1;
    treeInts[tree * TREE_INTS + LOCAL_SUBSTEPS] = 1;
    if (isLoaded(world, tree)) integrateTree(world, tree, substep);
    else moveAlone(world, tree, substep);
  }
  parts[0] = 1;
};

/** The velocities fit the new poses. */
export const relaxArticulations = (world: World): void => {
  const { scratch } = world;
  forEachLoaded(world, relaxTree);
  if (hasTours(world)) {
    forEachLoaded(world, freeTree);
    prepareTouches(world);
    relaxTouches(world, scratch.substep);
  }
  forEachLoaded(world, endTree);
};

/** The substep of an articulation that nothing else acts on, in as many parts as its stiffness needs. */
const moveAlone = (world: World, tree: number, substep: Substep): void => {
  const { articulations: a } = world;
  parts[0] = countParts(world, tree);
  a.treeInts[tree * TREE_INTS + LOCAL_SUBSTEPS] = parts[0];
  const parent = parts[0] > 1 ? movingParent(world, firstLink(world, tree)) : -1;
  if (parent >= 0) keepParent(world, parent);
  beginTree(world, tree);
  for (let part = 0; part < parts[0]; part++) {
    if (parent >= 0) placeParent(world, parent, substep.h * (1 - (part + 1) / parts[0]));
    if (part > 0) {
      noteReflection(world, tree);
      startControls(world, tree);
      addExternal(world, firstLink(world, tree), a.ends.items[tree], 0.5);
    }
    integrateTree(world, tree, substep);
    relaxTree(world, tree, substep);
  }
  endTree(world, tree, substep);
};

const beginTree = (world: World, tree: number): void => {
  const to = world.articulations.ends.items[tree];
  if (world.articulations.treeInts[tree * TREE_INTS + BALANCED] !== 0)
    keepMomenta(world, firstLink(world, tree), to);
  dropEnergyGuard(world, tree);
  if (!isPushed(world, tree)) {
    // Half of the forces of the first part stay.
    addExternal(world, firstLink(world, tree), to, -0.5);
    if (parts[0] > 1) takeLaterForces(world, firstLink(world, tree), to);
  }
  startControls(world, tree);
  startClosingRows(world, tree);
};

const openTree = (world: World, tree: number): void => {
  const from = firstLink(world, tree);
  const to = world.articulations.ends.items[tree];
  if (isToured(world, tree)) {
    keepBeforeWarmStart(world, from, to);
    keepControlSums(world, tree);
  }
  openVelocity(world, tree, from, to);
};

const isThrown = (world: World, tree: number): boolean =>
  world.articulations.treeInts[tree * TREE_INTS + THROWN] !== 0;

/** Once more from before the warm start. */
const openThrown = (world: World, tree: number): void => {
  if (!isThrown(world, tree)) return;
  const from = firstLink(world, tree);
  const to = world.articulations.ends.items[tree];
  countClosingImpulses(world, tree, CLOSING_IMPULSE, MINUS_ONE);
  restoreVelocities(world, from, to);
  restoreControlSums(world, tree);
  openVelocity(world, tree, from, to);
};

const solveThrown = (world: World, tree: number): void => {
  if (isThrown(world, tree)) projectVelocities(world, tree, true);
};

const freeTree = (world: World, tree: number): void => {
  const { articulations: a } = world;
  if (a.treeInts[tree * TREE_INTS + TOUCHED] === 0 || !freeBoundedDrives(world, tree)) return;
  a.treeInts[tree * TREE_INTS + FREED] = 1;
  factorArticulation(a, tree, firstLink(world, tree), a.ends.items[tree], false);
};

const solveTree = (world: World, tree: number): void => projectVelocities(world, tree, true);

const integrateTree = (world: World, tree: number, substep: Substep): void => {
  const { articulations: a } = world;
  const { trees } = a;
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  time[0] = substep.h / parts[0];
  if (hasLockedAxes(a, tree)) clearLockedSpeeds(world, tree);
  dropEnergyGuard(world, tree);
  const isWatched = a.treeInts[tree * TREE_INTS + BOUNCED] < 0;
  if (isWatched) a.treeInts[tree * TREE_INTS + BOUNCED]++;
  if (isWatched || wasStruck(world, tree) || isLively(world, tree))
    startEnergyGuard(world, tree, parts, time);
  a.treeInts[tree * TREE_INTS + OVER_POLE] = 0;
  // What the reflection holds is in proportion to the length of its part.
  rate[0] = trees[tree * TREE + REFLECTS] / parts[0];
  saveLinks(world, from, to, rate);
  startTrials(world, tree);
  const bounces = isAnyBouncing(world, tree);
  if (bounces) writeApproaches(world, tree, from, to);
  const oldError = trees[tree * TREE + OLD_ERROR];
  const correction = world.settings.jointCorrectionSpeed * time[0];
  const kept = oldError > correction ? 1 - correction / oldError : 0;
  if (kept > 0) keepErrors(world, from, to);
  keptPart[0] = kept;
  poseScale[1] = 0;
  const isResolved = trees[tree * TREE + HOT] === 0 || parts[0] > 1;
  const fits = isResolved && kept === 0 && driftByNewton(world, tree, from, to);
  if (fits) {
    trees[tree * TREE + IMPLICIT] = 0;
    countClosingImpulses(world, tree, NEWTON_IMPULSE, ONE);
    if (lies(world, tree) && isStill(world, from, to)) a.treeInts[tree * TREE_INTS + OLD_FACTOR] = 1;
    else factorPose(world, tree, from, to, false);
  } else {
    a.treeInts[tree * TREE_INTS + IMPLICIT_STEPS]++;
    driftImplicitly(world, tree, from, to);
  }
  const isBeyond = isAnyLimitPassed(world, tree);
  a.treeInts[tree * TREE_INTS + CORRECTED] = isBeyond ? 1 : 0;
  if (isBeyond) correctLimits(world, tree, from, to, correction);
  if (bounces) noteStruckLimits(world, tree);
  if (a.treeInts[tree * TREE_INTS + HAS_LIMITS] !== 0) countTwists(world, from, to);
  endTrials();
  countMotion(world, from, to, time);
};

/** Rates before the drift, without the forces of this substep: a load that rests on a limit does not strike it. */
const writeApproaches = (world: World, tree: number, from: number, to: number): void => {
  const isHalf = !isPushed(world, tree);
  if (isHalf) addExternal(world, from, to, -0.5);
  openVelocity(world, tree, from, to);
  openClosingVelocity(world, tree);
  if (isHalf) addExternal(world, from, to, 0.5);
};

const relaxTree = (world: World, tree: number, substep: Substep): void => {
  const { articulations: a } = world;
  const { trees } = a;
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  if (!isPushed(world, tree)) addExternal(world, from, to, 0.5);
  openVelocity(world, tree, from, to);
  projectVelocities(world, tree, false);
  keepReflectedImpulses(world, tree);
  if (isGuarded(world, tree)) {
    const isSmooth = !wasImplicit(world, tree) && !wasStruck(world, tree);
    limitEnergy(world, tree, substep, time, isSmooth ? SMOOTH_GAIN : 0);
  }
  keepReflection(world, from, to);
  if (trees[tree * TREE + OLD_ERROR] > 0) {
    measureTree(world, from, to);
    trees[tree * TREE + OLD_ERROR] = worst[0] > JOINT_TOLERANCE_LAST ? worst[0] : 0;
  }
};

/** What the substep says about the next one. */
const endTree = (world: World, tree: number, substep: Substep): void => {
  time[0] = substep.h;
  if (hasLockedAxes(world.articulations, tree)) clearLockedSpeeds(world, tree);
  if (lies(world, tree))
    comeToRest(world, firstLink(world, tree), world.articulations.ends.items[tree], time);
  // What joints bear in an impact is no load of the next substep.
  const isStruckNow = world.articulations.treeInts[tree * TREE_INTS + BOUNCED] === BOUNDED_SUBSTEPS;
  if (world.articulations.treeInts[tree * TREE_INTS + BALANCED] !== 0 && !isStruckNow)
    writeLoads(world, tree, time);
  noteReflection(world, tree);
};

/** Whether limits that hold have held all the time: then they bear a load as joints do, and nothing struck them. */
const isSteady = (world: World, tree: number): boolean => {
  const { articulations: a } = world;
  const t = (tree * TREE_INTS) & INDEX_BITS;
  if (a.treeInts[t + SWITCHED] !== 0 || a.treeInts[t + CORRECTED] !== 0) return false;
  return !hasClosingRows(world, tree) || !isAnyLocked(a, tree);
};

/** Whether the next part or substep begins with the reflection: as the number of parts of this substep, as it is in proportion. */
const noteReflection = (world: World, tree: number): void => {
  const { trees } = world.articulations;
  const reflects =
    !isLoaded(world, tree) &&
    // Snapshots have no room for the impulses of locked axes.
    world.articulations.treeInts[tree * TREE_INTS + LOCK_ROWS] === 0 &&
    (trees[tree * TREE + HOT] === 0 || parts[0] > 1) &&
    isSteady(world, tree) &&
    !wasImplicit(world, tree);
  trees[tree * TREE + REFLECTS] = reflects ? parts[0] : 0;
};
