import { createFloats, floatsFrom } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  ANCHORED,
  BALANCED,
  BEND,
  BETA,
  BOUNCED,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_LINK,
  CORRECTED,
  DRIVEN,
  DUAL,
  END_ACTIVE,
  FIRST_LOCK,
  FIRST_TREE_CONTROL,
  FREED,
  FREEDOM,
  GAP,
  HAS_LIMITS,
  HOT,
  IMPLICIT,
  IMPLICIT_STEPS,
  IW,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LINK_MASS,
  LinkKind,
  LOADED,
  LOCAL_SUBSTEPS,
  LOCK,
  LOCK_ROWS,
  LOCK_SHAPE,
  LOCKS,
  LockShape,
  MOMENTUM,
  NEWTON_STEPS,
  OLD_ERROR,
  OLD_FACTOR,
  OLD_GAP,
  OLD_LOCK_ERROR,
  OUTER,
  P,
  PARENT,
  PUSHED,
  RATE0,
  RC,
  REFLECTS,
  SHIFT,
  SIDE,
  SIGMA,
  SS,
  SWITCHED,
  THROWN,
  TOUCHED,
  TREE,
  TREE_INTS,
  V0,
  V1,
} from '../../state/articulations.js';
import { MOTION, V, W } from '../../state/bodies.js';
import { CLOSING_IMPULSE, NEWTON_IMPULSE } from '../../state/closing-rows.js';
import { firstLink } from '../../state/links.js';
import { ERROR, ROW } from '../../state/rows.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import {
  BOUNDED_SUBSTEPS,
  CLOSELY_FITTED_LINKS,
  CORRECTION_PART,
  CORRECTION_TRIES,
  GUARDED_NEWTON_STEPS,
  JOINT_TOLERANCE,
  JOINT_TOLERANCE_LAST,
  LIMIT_WEIGHT,
  MAX_IMPLICIT_ROUNDS,
  MAX_LEVER_ANGLE,
  MAX_LEVER_STIFFNESS,
  MAX_LOCAL_SUBSTEPS,
  MAX_NEWTON_STEPS,
  NEWTON_CONVERGENCE,
  SMALL_CORRECTION,
  SMALL_TURN_SQUARE,
  SMOOTH_GAIN,
  STIFFENED_ROUND,
  WATCHED_STIFFNESS,
} from '../../tuning.js';
import {
  dropEnergyGuard,
  hasEnergyGuard,
  limitEnergy,
  startEnergyGuard,
  startEnergyGuardLate,
} from './conservation/energy-guard.js';
import { keepAngularMomentum, restoreAngularMomentum } from './conservation/momentum.js';
import { comeToRest } from './conservation/rest.js';
import {
  clearLimitSums,
  freeBoundedDrives,
  isAnyBouncing,
  isAnyLimitPassed,
  keepControlSums,
  noteStruckLimits,
  openPoseControls,
  openVelocityControls,
  passed,
  poseScale,
  projectWithControls,
  refreshArmatures,
  restoreControlSums,
  startControls,
  writePassed,
  writeViolation,
} from './controls.js';
import {
  addMotion,
  addToStart,
  correctDrift,
  countMotion,
  driftLinks,
  keepPoses,
  keepReflection,
  moveLinks,
  restorePoses,
  saveLinks,
  turned,
} from './drift.js';
import { isAnyLocked } from './factor.js';
import { countTwists, woken } from './links/measure-limits.js';
import { worst } from './links/measure-links.js';
import { factorArticulation, refreshClosingRows } from './loops/closing-rows.js';
import {
  addNewtonImpulses,
  countClosingImpulses,
  hasClosingRows,
  keepReflectedImpulses,
  openClosingPose,
  openClosingVelocity,
  startClosingRows,
  startNewtonImpulses,
} from './loops/closing-stages.js';
import { clearLockedSpeeds, hasLockedAxes } from './loops/locked-axes.js';
import { activateLimits, isStill, measureTree, refreshLinks } from './refresh-links.js';
import {
  fastest,
  stiffenRotations,
  writeFastestLever,
  writeLeverStiffness,
  writeLoads,
} from './stiffness.js';
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

/** Scratch: local substeps of the articulation that is being moved. */
const parts = floatsFrom([1]);

/** The substep of an articulation that nothing else acts on, in as many parts as its stiffness needs. */
const moveAlone = (world: World, tree: number, substep: Substep): void => {
  const { articulations: a } = world;
  parts[0] = countParts(world, tree);
  a.treeInts[tree * TREE_INTS + LOCAL_SUBSTEPS] = parts[0];
  beginTree(world, tree);
  for (let part = 0; part < parts[0]; part++) {
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

/**
 * A lever of stiffness number σ is resolved in k parts of the substep, of which each has σ / k²; one that turns by an angle
 * θ, in parts of θ / k. Where stiffness takes more than MAX_LOCAL_SUBSTEPS, the substep is implicit; so is one with old
 * errors. Closing rows and bouncing limits have no parts.
 */
const countParts = (world: World, tree: number): number => {
  const { trees } = world.articulations;
  if (trees[tree * TREE + OLD_ERROR] > 0 || hasClosingRows(world, tree)) return 1;
  if (isAnyBouncing(world, tree)) return 1;
  // Half of what would ask for two parts.
  rate[0] = (0.5 * MAX_LEVER_ANGLE) / world.scratch.substep.h;
  writeFastestLever(world, tree, rate);
  const fast = Math.ceil((fastest[0] * world.scratch.substep.h) / MAX_LEVER_ANGLE);
  const bounded = Math.max(1, Math.min(fast, MAX_LOCAL_SUBSTEPS));
  if (trees[tree * TREE + HOT] === 0) return bounded;
  const stiff = Math.ceil(Math.sqrt(trees[tree * TREE + SIGMA] / MAX_LEVER_STIFFNESS));
  return stiff > MAX_LOCAL_SUBSTEPS ? 1 : Math.max(stiff, bounded, 2);
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

const isLoaded = (world: World, tree: number): boolean =>
  world.articulations.treeInts[tree * TREE_INTS + LOADED] !== 0;

/**
 * Whether it gets all external forces before the drift: drives, and contacts that bear a load, balance them there. Contacts
 * that are only near, or struck, do not.
 */
const isPushed = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + DRIVEN] !== 0 || a.treeInts[tree * TREE_INTS + PUSHED] !== 0;

/** Scratch: the part of the old errors that stays in this substep. */
export const keptPart = createFloats(1);

/** Scratch: h, and factors of addMotion. */
const time = createFloats(1);
const ONE = floatsFrom([1]);
const MINUS_ONE = floatsFrom([-1]);
const rate = createFloats(1);

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

const keepMomenta = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const { motion } = world.bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
    const mass = links[o + LINK_MASS];
    const x = motion[m + W];
    const y = motion[m + W + 1];
    const z = motion[m + W + 2];
    links[o + MOMENTUM] = mass * motion[m + V];
    links[o + MOMENTUM + 1] = mass * motion[m + V + 1];
    links[o + MOMENTUM + 2] = mass * motion[m + V + 2];
    links[o + MOMENTUM + 3] = links[o + IW] * x + links[o + IW + 1] * y + links[o + IW + 2] * z;
    links[o + MOMENTUM + 4] = links[o + IW + 1] * x + links[o + IW + 3] * y + links[o + IW + 4] * z;
    links[o + MOMENTUM + 5] = links[o + IW + 2] * x + links[o + IW + 4] * y + links[o + IW + 5] * z;
    links[o + OUTER] = 0;
    links[o + OUTER + 1] = 0;
    links[o + OUTER + 2] = 0;
    links[o + OUTER + 3] = 0;
    links[o + OUTER + 4] = 0;
    links[o + OUTER + 5] = 0;
  }
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

/** Makes the velocities fit the present poses, with the impulses that P holds. */
const projectVelocities = (world: World, tree: number, beforeDrift: boolean): void => {
  const { articulations: a } = world;
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  openClosingVelocity(world, tree);
  const wasFreed = a.treeInts[tree * TREE_INTS + FREED] !== 0;
  if (wasFreed) refreshArmatures(world, tree);
  a.treeInts[tree * TREE_INTS + FREED] = 0;
  if (openVelocityControls(world, tree, beforeDrift) || wasFreed)
    factorArticulation(a, tree, from, to, false);
  projectWithControls(world, tree, from, to, true, false);
  countClosingImpulses(world, tree, CLOSING_IMPULSE, ONE);
  addMotion(world, from, to, ONE);
};

/**
 * Makes the velocities of a tree fit the present poses, for its impacts and after a rollback: with motors as they relax, without
 * springs.
 */
export const fitVelocities = (world: World, tree: number): void => {
  openVelocity(world, tree, firstLink(world, tree), world.articulations.ends.items[tree]);
  projectVelocities(world, tree, false);
};

const isFreeTree = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + ANCHORED] === 0;

const wasStruck = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + BOUNCED] > 0;

const wasImplicit = (world: World, tree: number): boolean =>
  world.articulations.trees[tree * TREE + IMPLICIT] !== 0;

/**
 * β = minus the relative velocity at each joint, but without what controls decide on: their rates go to RATE0. What
 * lies along other freedoms does not matter.
 */
export const openVelocity = (world: World, tree: number, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts, controls, controlInts, freedoms } = a;
  const { motion } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const m = (linkInts[k + LINK_BODY] * MOTION) & INDEX_BITS;
    links[o + P] = 0;
    links[o + P + 1] = 0;
    links[o + P + 2] = 0;
    links[o + P + 3] = 0;
    links[o + P + 4] = 0;
    links[o + P + 5] = 0;
    if (linkInts[k + LINK_KIND] === LinkKind.free) continue;
    const x = links[o + RC];
    const y = links[o + RC + 1];
    const z = links[o + RC + 2];
    let w0 = motion[m + W];
    let w1 = motion[m + W + 1];
    let w2 = motion[m + W + 2];
    let u0 = motion[m + V] + w1 * z - w2 * y;
    let u1 = motion[m + V + 1] + w2 * x - w0 * z;
    let u2 = motion[m + V + 2] + w0 * y - w1 * x;
    const parent = linkInts[k + PARENT];
    if (parent >= 0) {
      const p = (parent * LINK) & INDEX_BITS;
      const n = (linkInts[parent * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
      const q0 = motion[n + W];
      const q1 = motion[n + W + 1];
      const q2 = motion[n + W + 2];
      const rx = links[p + RC] + links[o + SHIFT];
      const ry = links[p + RC + 1] + links[o + SHIFT + 1];
      const rz = links[p + RC + 2] + links[o + SHIFT + 2];
      w0 -= q0;
      w1 -= q1;
      w2 -= q2;
      u0 -= motion[n + V] + q1 * rz - q2 * ry;
      u1 -= motion[n + V + 1] + q2 * rx - q0 * rz;
      u2 -= motion[n + V + 2] + q0 * ry - q1 * rx;
    }
    links[o + BETA] = -w0;
    links[o + BETA + 1] = -w1;
    links[o + BETA + 2] = -w2;
    links[o + BETA + 3] = -u0;
    links[o + BETA + 4] = -u1;
    links[o + BETA + 5] = -u2;
    if (parent < 0) addOuterVelocity(world, i);
  }
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const g = (c * CONTROL_FLOATS) & INDEX_BITS;
    const b = ((controlInts[c * CONTROL_INTS + CONTROL_LINK] * LINK) & INDEX_BITS) + BETA;
    controls[g + RATE0] =
      0 -
      controls[g + CONTROL_GRADIENT] * links[b] -
      controls[g + CONTROL_GRADIENT + 1] * links[b + 1] -
      controls[g + CONTROL_GRADIENT + 2] * links[b + 2] -
      controls[g + CONTROL_GRADIENT + 3] * links[b + 3] -
      controls[g + CONTROL_GRADIENT + 4] * links[b + 4] -
      controls[g + CONTROL_GRADIENT + 5] * links[b + 5];
  }
  // Only now: the gradients of a link are dual to its freedoms, but rates are read from the whole β.
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const b = ((controlInts[c * CONTROL_INTS + CONTROL_LINK] * LINK) & INDEX_BITS) + BETA;
    const f = ((controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
    const r = controls[c * CONTROL_FLOATS + RATE0];
    links[b] += r * freedoms[f];
    links[b + 1] += r * freedoms[f + 1];
    links[b + 2] += r * freedoms[f + 2];
    links[b + 3] += r * freedoms[f + 3];
    links[b + 4] += r * freedoms[f + 4];
    links[b + 5] += r * freedoms[f + 5];
  }
};

/** The velocity of a kinematic body on which a root hangs. */
const addOuterVelocity = ({ articulations: a, bodies, joints }: World, i: number): void => {
  const { links, linkInts } = a;
  const { motion, centre } = bodies;
  const o = (i * LINK) & INDEX_BITS;
  const joint = linkInts[i * LINK_INTS + LINK_JOINT];
  const body = linkInts[i * LINK_INTS + LINK_BODY];
  const other = linkInts[i * LINK_INTS + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint];
  const n = (other * MOTION) & INDEX_BITS;
  const rx = centre[body * 3] + links[o + RC] - centre[other * 3];
  const ry = centre[body * 3 + 1] + links[o + RC + 1] - centre[other * 3 + 1];
  const rz = centre[body * 3 + 2] + links[o + RC + 2] - centre[other * 3 + 2];
  const w0 = motion[n + W];
  const w1 = motion[n + W + 1];
  const w2 = motion[n + W + 2];
  links[o + BETA] += w0;
  links[o + BETA + 1] += w1;
  links[o + BETA + 2] += w2;
  links[o + BETA + 3] += motion[n + V] + w1 * rz - w2 * ry;
  links[o + BETA + 4] += motion[n + V + 1] + w2 * rx - w0 * rz;
  links[o + BETA + 5] += motion[n + V + 2] + w0 * ry - w1 * rx;
};

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
  if (isWatched || wasStruck(world, tree) || isLively(world, tree)) startEnergyGuard(world, tree, parts);
  // What the reflection holds is in proportion to the length of its part.
  rate[0] = trees[tree * TREE + REFLECTS] / parts[0];
  saveLinks(world, from, to, rate);
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

/** Levers, motion subspaces and factor of the present poses. */
export const factorPose = (world: World, tree: number, from: number, to: number, stiff: boolean): void => {
  refreshLinks(world, from, to);
  world.articulations.treeInts[tree * TREE_INTS + OLD_FACTOR] = 0;
  // First: whether a control of a closing joint has a gradient here decides whether it may hold.
  refreshClosingRows(world, tree);
  refreshArmatures(world, tree);
  factorArticulation(world.articulations, tree, from, to, stiff);
};

/**
 * Limits that were violated when the substep began are corrected by moving the poses alone: no speed of the correction is left. Near
 * singular poses, as that of a taut bridge, links move far to correct little, and open gaps by the square of that. So a correction that
 * leaves more than there was is taken back, and tried with a part of it.
 */
const correctLimits = (world: World, tree: number, from: number, to: number, correction: number): void => {
  const isFree = isFreeTree(world, tree);
  writeOffPose(world, tree);
  const before = offPose[0];
  writeViolation(world, tree);
  let most = Math.min(correction, passed[0]);
  keepPoses(world, from, to);
  if (isFree) keepAngularMomentum(world, from, to);
  clearLimitSums(world, tree);
  for (let attempt = 0; attempt < CORRECTION_TRIES; attempt++, most *= CORRECTION_PART) {
    poseScale[0] = 1;
    poseScale[1] = most;
    moveToLimits(world, tree, from, to);
    writeOffPose(world, tree);
    if (offPose[0] <= before + JOINT_TOLERANCE) break;
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

/** Scratch: how far joints and limits are off. */
const offPose = createFloats(1);

const writeOffPose = (world: World, tree: number): void => {
  writeViolation(world, tree);
  const beyond = LIMIT_WEIGHT * passed[0];
  offPose[0] = beyond > worst[0] ? beyond : worst[0];
};

/** v ← v + share · (velocity change by external forces in a part of the substep). */
const addExternal = (world: World, from: number, to: number, share: 0.5 | -0.5): void => {
  const { linkInts } = world.articulations;
  const { motion, externalChange } = world.bodies;
  const scale = share / parts[0];
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const m = (body * MOTION) & INDEX_BITS;
    const c = (body * 3) & INDEX_BITS;
    motion[m + V] += scale * externalChange[c];
    motion[m + V + 1] += scale * externalChange[c + 1];
    motion[m + V + 2] += scale * externalChange[c + 2];
  }
};

/** Takes away what external forces do in all parts of the substep but the first. */
const takeLaterForces = (world: World, from: number, to: number): void => {
  for (let part = 1; part < parts[0]; part++) {
    addExternal(world, from, to, -0.5);
    addExternal(world, from, to, -0.5);
  }
};

/** Scratch: the largest error of a pose, that before the last Newton step, and the tolerance. In an array, as it allocates nothing. */
export const misfit = createFloats(3);

/** RATTLE: whether the drift ends where the joints fit. */
const driftByNewton = (world: World, tree: number, from: number, to: number): boolean => {
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
    if (step === GUARDED_NEWTON_STEPS) guardLate(world, tree);
    treeInts[tree * TREE_INTS + NEWTON_STEPS]++;
    poseScale[0] = 1 / time[0];
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

/** Limits that were far when the substep began, and are violated, become active. The factor is still that of the old pose. */
const activateViolatedLimits = (world: World, tree: number, from: number, to: number): void => {
  for (let i = from; i < to; i++) activateLimits(world, i);
  refreshArmatures(world, tree);
  factorArticulation(world.articulations, tree, from, to, false);
};

/** Writes the largest error of a joint, or limit passed, at the present poses. Limits that are violated become active. */
export const measureMisfit = (world: World, tree: number, from: number, to: number): void => {
  measureTree(world, from, to);
  if (woken[0] !== 0) activateViolatedLimits(world, tree, from, to);
  writeMisfit(world, tree);
};

/** The largest of the errors that were measured last and of the limits passed. */
const writeMisfit = (world: World, tree: number): void => {
  writePassed(world, tree);
  const beyond = LIMIT_WEIGHT * passed[0];
  // Not `worst[0] >= beyond`: NaN must not pass as no error.
  misfit[0] = beyond > worst[0] ? beyond : worst[0];
};

/** Joints act as they stand at the end. */
const driftImplicitly = (world: World, tree: number, from: number, to: number): void => {
  const { articulations: a } = world;
  const h = time[0];
  const kept = keptPart[0];
  const allowed = kept * a.trees[tree * TREE + OLD_ERROR];
  guardLate(world, tree);
  driftLinks(world, from, to, V0, time);
  const isFree = isFreeTree(world, tree);
  if (isFree) keepAngularMomentum(world, from, to);
  measureTree(world, from, to);
  // Loads are impulses of a whole substep.
  rate[0] = time[0] / parts[0];
  writeLeverStiffness(world, tree, rate);
  a.trees[tree * TREE + IMPLICIT] = 1;
  poseScale[0] = 1;
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
    writeMisfit(world, tree);
    if (misfit[0] < JOINT_TOLERANCE_LAST + allowed && woken[0] === 0) break;
    if (round >= STIFFENED_ROUND) stiffenRotations(world.articulations.links, from, to);
  }
  if (isFree) restoreAngularMomentum(world, from, to);
  // The stiffness belongs to the motion of the poses. Velocities are projected by the true inertia: then joints, contacts
  // and rows of the tour keep the momentum.
  factorPose(world, tree, from, to, false);
};

/** β = -s (C - the part of the old error that stays). P = 0. The scale s is in `poseScale`. */
export const openPose = (world: World, from: number, to: number): void => {
  const { links, linkInts } = world.articulations;
  const s = poseScale[0];
  const kept = keptPart[0];
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    links[o + P] = 0;
    links[o + P + 1] = 0;
    links[o + P + 2] = 0;
    links[o + P + 3] = 0;
    links[o + P + 4] = 0;
    links[o + P + 5] = 0;
    const shape = linkInts[k + LOCK_SHAPE];
    let x = links[o + GAP];
    let y = links[o + GAP + 1];
    let z = links[o + GAP + 2];
    if (kept > 0) {
      x -= kept * links[o + OLD_GAP];
      y -= kept * links[o + OLD_GAP + 1];
      z -= kept * links[o + OLD_GAP + 2];
    }
    links[o + BETA + 3] = -s * x;
    links[o + BETA + 4] = -s * y;
    links[o + BETA + 5] = -s * z;
    if (linkInts[k + LINK_KIND] === LinkKind.ball) continue;
    x = links[o + BEND];
    y = links[o + BEND + 1];
    z = links[o + BEND + 2];
    if (kept > 0) {
      x -= kept * links[o + OLD_GAP + 3];
      y -= kept * links[o + OLD_GAP + 4];
      z -= kept * links[o + OLD_GAP + 5];
    }
    const bent = shape === LockShape.none || shape === LockShape.rows ? 0 : -s;
    links[o + BETA] = bent * x;
    links[o + BETA + 1] = bent * y;
    links[o + BETA + 2] = bent * z;
    if (linkInts[k + LINK_KIND] === LinkKind.general) for (let m = 0; m < 6; m++) links[o + BETA + m] = 0;
    if (shape === LockShape.rows) openRowLocks(world, i);
  }
};

const openRowLocks = ({ articulations: a, rows }: World, i: number): void => {
  const { links, linkInts, locks, lockRows } = a;
  const o = (i * LINK) & INDEX_BITS;
  const first = linkInts[i * LINK_INTS + FIRST_LOCK];
  for (let lock = first; lock < first + linkInts[i * LINK_INTS + LOCKS]; lock++) {
    const d = (lock * LOCK) & INDEX_BITS;
    const error = rows.data[lockRows[lock] * ROW + ERROR] - keptPart[0] * locks[d + OLD_LOCK_ERROR];
    const c = -poseScale[0] * error;
    for (let m = 0; m < 6; m++) links[o + BETA + m] += c * locks[d + DUAL + m];
  }
};

/** The errors that were measured last stay, in the part that `keptPart` says. */
export const keepErrors = (world: World, from: number, to: number): void => {
  const { articulations: a, rows } = world;
  const { links, linkInts, locks, lockRows } = a;
  for (let i = from; i < to; i++) {
    for (let m = 0; m < 6; m++) links[i * LINK + OLD_GAP + m] = links[i * LINK + GAP + m];
    const first = linkInts[i * LINK_INTS + FIRST_LOCK];
    for (let lock = first; lock < first + linkInts[i * LINK_INTS + LOCKS]; lock++)
      locks[lock * LOCK + OLD_LOCK_ERROR] = rows.data[lockRows[lock] * ROW + ERROR];
  }
};

/** Whether nothing acts on it and its levers are stiff or turn fast: then RATTLE may gain energy. */
const isLively = (world: World, tree: number): boolean =>
  !isLoaded(world, tree) && (parts[0] > 1 || world.articulations.trees[tree * TREE + HOT] > 0);

/** Whether it may have gained energy, and nothing that the energy guard does not know can have done work. */
const isGuarded = (world: World, tree: number): boolean =>
  !isPushed(world, tree) && hasEnergyGuard(world, tree);

/** The drift turns out not to be smooth: its energy is bounded, and that of the next substeps, which begin with its reflection. */
const guardLate = (world: World, tree: number): void => {
  const { treeInts } = world.articulations;
  if (!hasEnergyGuard(world, tree)) startEnergyGuardLate(world, tree, parts);
  if (!wasStruck(world, tree)) treeInts[tree * TREE_INTS + BOUNCED] = -BOUNDED_SUBSTEPS;
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
    limitEnergy(world, tree, substep, isSmooth ? SMOOTH_GAIN : 0);
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
