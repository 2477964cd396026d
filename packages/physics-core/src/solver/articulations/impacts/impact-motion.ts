import { createFloats, type Floats, floatsFrom, growFloats } from '../../../math/floats.js';
import {
  type Articulations,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  DRIVE,
  END_TREE_CONTROL,
  FACTORED,
  FIRST_TREE_CONTROL,
  FORCES,
  FORCES_HERE,
  FREEDOM,
  HOT,
  IMPACT,
  KEPT_OUTER,
  LINK,
  LINK_BODY,
  LINK_INTS,
  MOVED,
  OLD_ERROR,
  OUTER,
  Q0,
  REFLECTS,
  TREE,
  TREE_INTS,
  V0,
  V1,
  X0,
} from '../../../state/articulations.js';
import { DP, MOTION, V } from '../../../state/bodies.js';
import {
  CLOSING_FORCES,
  CLOSING_FORCES_HERE,
  CLOSING_IMPULSE,
  KEPT_CLOSING_SUM,
  NEWTON_IMPULSE,
} from '../../../state/closing-rows.js';
import { firstLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { IMPACT_JOINT_TOLERANCE, MAX_NEWTON_STEPS, NEWTON_CONVERGENCE } from '../../../tuning.js';
import { hasMovingParent } from '../conservation/carrier.js';
import { poseScale } from '../controls/open-controls.js';
import { addMotion, addToStart, countMotion, driftLinks, saveLinks } from '../drift.js';
import { worst, writeLinkFrames } from '../links/measure-links.js';
import { projectArticulation } from '../loops/closing-rows.js';
import {
  addClosingSums,
  addNewtonImpulses,
  countClosingImpulses,
  keepClosingSums,
  openClosingPose,
  openClosingVelocity,
  restoreClosingSums,
  startNewtonImpulses,
  undoClosingSums,
} from '../loops/closing-stages.js';
import { measureTree } from '../refresh-links.js';
import { factorPose } from '../stages/measure-pose.js';
import { keepErrors, openPose, openVelocity } from '../stages/open-stages.js';
import { keptPart } from '../stages/scratch.js';
import { writeTreeResponses } from '../tours/loop-responses.js';

/**
 * How an articulation moves to the time τ of an impact and back. Its links move along their joints, by a RATTLE step of τ (substep.ts)
 * from the poses in which the substep began; there it is factorised, its velocities fit the joints, and it answers the impulse. It
 * goes back by a RATTLE step of -τ at its new velocities. RATTLE is reversible, so the drift of the substep leads to the same poses
 * at τ again. With links that moved freely and the factor of the start, which is off by the angles of the motion, random heaps
 * gained energy with e = 1, or their impacts found no end.
 *
 * Limits and motors do as they did at the start: what holds goes on to hold. An articulation with open joints, with stiff levers or
 * on a body that moves drifts freely.
 */

/** Scratch: the articulations of the impact, how many there are, and whether they are settled. */
const trees = new Int32Array(2);
const state = new Int32Array(2);
const COUNT = 0;
const SETTLED = 1;

/** Scratch: s. By how much the articulations have moved from their saved poses, and m, the error of the joints there. */
const elapsed = createFloats(1);
const savedError = createFloats(2);
const ONE = floatsFrom([1]);
const NONE = floatsFrom([0]);

/** No articulation takes part in the impact as yet. */
export const startMotion = (a: Articulations): void => {
  state[COUNT] = 0;
  state[SETTLED] = 0;
  elapsed[0] = 0;
  const floats = a.count * IMPACT;
  if (a.impactFloats.length < floats) a.impactFloats = growFloats(a.impactFloats, floats);
};

export const addTree = (world: World, tree: number): void => {
  trees[state[COUNT]] = tree;
  save(world, state[COUNT]++);
};

const save = (world: World, place: number): void => {
  const { articulations: a, bodies } = world;
  const tree = trees[place];
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  saveLinks(world, from, to, NONE);
  measureTree(world, from, to);
  keepErrors(world, from, to);
  savedError[place] = worst[0];
  for (let i = from; i < to; i++) {
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION + DP;
    for (let k = 0; k < 6; k++) {
      a.impactFloats[i * IMPACT + MOVED + k] = bodies.motion[m + k];
      a.impactFloats[i * IMPACT + KEPT_OUTER + k] = a.links[i * LINK + OUTER + k];
    }
  }
  keepClosingSums(world, tree, KEPT_CLOSING_SUM);
};

/**
 * Moves the articulations on by a time, s. Back at the saved poses they are as they were, and what closing rows did on the way is
 * forgotten: only the last of several trials counts, and none if there is no impact.
 */
export const moveStruckLinks = (world: World, by: Floats): void => {
  elapsed[0] += by[0];
  for (let k = 0; k < state[COUNT]; k++) {
    restore(world, trees[k]);
    if (elapsed[0] !== 0) drift(world, k);
    else if (state[SETTLED] !== 0) refactor(world, trees[k]);
    else measureTree(world, firstLink(world, trees[k]), world.articulations.ends.items[trees[k]]);
  }
  state[SETTLED] = 0;
};

const restore = (world: World, tree: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts, impactFloats } = a;
  for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
    const o = i * LINK;
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 3; k++) bodies.centre[body * 3 + k] = links[o + X0 + k];
    for (let k = 0; k < 4; k++) bodies.rotation[body * 4 + k] = links[o + Q0 + k];
    for (let k = 0; k < 6; k++) {
      links[o + V1 + k] = links[o + V0 + k];
      bodies.motion[body * MOTION + V + k] = links[o + V0 + k];
      bodies.motion[body * MOTION + DP + k] = impactFloats[i * IMPACT + MOVED + k];
      links[o + OUTER + k] = impactFloats[i * IMPACT + KEPT_OUTER + k];
    }
  }
  restoreClosingSums(world, tree, KEPT_CLOSING_SUM);
  writeLinkFrames(world, firstLink(world, tree), a.ends.items[tree]);
};

/** The poses at `elapsed`, where the joints fit. */
const drift = (world: World, place: number): void => {
  const { articulations: a } = world;
  const tree = trees[place];
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  driftLinks(world, from, to, V1, elapsed);
  startNewtonImpulses(world, tree, false);
  if (isSmooth(world, tree)) fitPoses(world, place, from, to);
  countClosingImpulses(world, tree, NEWTON_IMPULSE, ONE);
  countMotion(world, from, to, elapsed);
};

const isSmooth = (world: World, tree: number): boolean => {
  const { articulations: a } = world;
  const o = tree * TREE;
  if (a.trees[o + OLD_ERROR] > 0 || a.trees[o + HOT] > 0) return false;
  return !hasMovingParent(world, firstLink(world, tree), a.ends.items[tree]);
};

/**
 * Newton steps as in a substep, but only on errors that the drift made: what is left of the last substep, over the time to the
 * impact, which may be anything above zero, would be a speed without bound. Rods that CCD had rolled back got 1500 times their energy.
 */
const fitPoses = (world: World, place: number, from: number, to: number): void => {
  const { articulations: a } = world;
  const tree = trees[place];
  let before = Infinity;
  keptPart[0] = 1;
  poseScale[0] = 1 / elapsed[0];
  clearDrives(a, tree);
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    measureTree(world, from, to);
    if (worst[0] < IMPACT_JOINT_TOLERANCE + savedError[place] || !(worst[0] < NEWTON_CONVERGENCE * before))
      return;
    before = worst[0];
    openPose(world, from, to);
    openClosingPose(world, tree, poseScale, keptPart);
    projectArticulation(a, tree, from, to);
    addNewtonImpulses(world, tree);
    addToStart(world, from, to);
    driftLinks(world, from, to, V1, elapsed);
  }
};

/** Factor, velocities that fit the joints, and responses of the present poses. */
const settleLinks = (world: World): void => {
  state[SETTLED] = 1;
  for (let k = 0; k < state[COUNT]; k++) {
    if (elapsed[0] !== 0) {
      refactor(world, trees[k]);
      fitStruckVelocities(world, trees[k]);
    }
    writeTreeResponses(world.articulations, trees[k]);
  }
};

const fitStruckVelocities = (world: World, tree: number): void => {
  const { articulations: a } = world;
  clearDrives(a, tree);
  openVelocity(world, tree, firstLink(world, tree), a.ends.items[tree]);
  openClosingVelocity(world, tree);
  answer(world, tree);
};

/**
 * The velocities with which links drift count as those of the middle of the substep: they contain half of what external forces do in it,
 * or, where drives and loads need all of it first, are half a substep ahead of the poses. With F what the forces do within the
 * joints, the articulation comes to the time of impact by taking ½ F₀ away and by a RATTLE step of τ,
 *   v + τ/h · ½ (F₀ + F) - ½ F₀
 * It goes back by a RATTLE step of -τ to where its new motion would have begun, with F₀⁺ there, and begins its substep anew:
 *   v⁺ - τ/h · ½ (F + F₀⁺) + ½ F₀⁺
 * The factors add up to zero: the forces do as much as without the impact. With F₀ alone, and along the normal only, the middle balls of
 * a cradle moved by 8e-6 of the speed of the first one. With all of F₀ taken away and given back, driven double pendulums between
 * walls gained 5 % of their energy in 4 s.
 */
export const enterImpact = (world: World): void => {
  settleLinks(world);
  share[0] = elapsed[0] / world.scratch.substep.h;
  for (let k = 0; k < state[COUNT]; k++) {
    writeForces(world, trees[k], FORCES_HERE);
    part[0] = 0.5 * share[0] - 0.5;
    addForces(world, trees[k], FORCES);
    part[0] = 0.5 * share[0];
    addForces(world, trees[k], FORCES_HERE);
  }
};

/** After an impulse the motion goes on from here. The reflection belongs to the velocity and the pose of before. */
export const leaveImpact = (world: World): void => {
  part[0] = -0.5 * share[0];
  for (let k = 0; k < state[COUNT]; k++) {
    world.articulations.trees[trees[k] * TREE + REFLECTS] = 0;
    addForces(world, trees[k], FORCES_HERE);
  }
  elapsed[0] = 0;
  for (let k = 0; k < state[COUNT]; k++) save(world, k);
};

/** Back at the start of the substep after an impulse. */
export const endImpact = (world: World): void => {
  settleLinks(world);
  for (let k = 0; k < state[COUNT]; k++) {
    writeForces(world, trees[k], FORCES);
    part[0] = 0.5 - 0.5 * share[0];
    addForces(world, trees[k], FORCES);
  }
};

/** Scratch: τ/h, and the factor of addForces. */
const share = createFloats(1);
const part = createFloats(1);

/** F of the present poses, which velocities and factor fit: what a projection leaves of external forces, and what closing rows do in it. */
export const writeForces = (world: World, tree: number, which: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts, impactFloats } = a;
  const { motion, externalChange } = bodies;
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    const f = i * IMPACT + which;
    for (let k = 0; k < 6; k++) {
      impactFloats[f + k] = motion[body * MOTION + V + k];
      impactFloats[f + 6 + k] = links[i * LINK + OUTER + k];
    }
    for (let k = 0; k < 3; k++) motion[body * MOTION + V + k] += externalChange[body * 3 + k];
  }
  keepClosingSums(world, tree, closingForces(which));
  fitStruckVelocities(world, tree);
  for (let i = from; i < to; i++) {
    const m = linkInts[i * LINK_INTS + LINK_BODY] * MOTION + V;
    const f = i * IMPACT + which;
    for (let k = 0; k < 6; k++) {
      takeDifference(motion, m + k, impactFloats, f + k);
      takeDifference(links, i * LINK + OUTER + k, impactFloats, f + 6 + k);
    }
  }
  undoClosingSums(world, tree, closingForces(which));
};

/** A number becomes what was kept of it, and the difference is kept. */
const takeDifference = (numbers: Floats, at: number, kept: Floats, keptAt: number): void => {
  const before = kept[keptAt];
  kept[keptAt] = numbers[at] - before;
  numbers[at] = before;
};

const closingForces = (which: number): number => (which === FORCES ? CLOSING_FORCES : CLOSING_FORCES_HERE);

const addForces = (world: World, tree: number, which: number): void => {
  const { articulations: a, bodies } = world;
  for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
    const m = a.linkInts[i * LINK_INTS + LINK_BODY] * MOTION + V;
    const f = i * IMPACT + which;
    for (let k = 0; k < 6; k++) {
      bodies.motion[m + k] += part[0] * a.impactFloats[f + k];
      a.links[i * LINK + OUTER + k] += part[0] * a.impactFloats[f + 6 + k];
    }
  }
  addClosingSums(world, tree, closingForces(which), part);
};

const refactor = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const from = firstLink(world, tree);
  measureTree(world, from, a.ends.items[tree]);
  factorPose(world, tree, from, a.ends.items[tree], false);
  a.treeInts[tree * TREE_INTS + FACTORED] = 1;
};

export const clearDrives = ({ treeInts, freedoms, controlInts }: Articulations, tree: number): void => {
  const t = tree * TREE_INTS;
  for (let c = treeInts[t + FIRST_TREE_CONTROL]; c < treeInts[t + END_TREE_CONTROL]; c++)
    freedoms[controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + DRIVE] = 0;
};

/** The velocities answer what P, β and the closing rows hold. */
export const answer = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const from = firstLink(world, tree);
  projectArticulation(a, tree, from, a.ends.items[tree]);
  countClosingImpulses(world, tree, CLOSING_IMPULSE, ONE);
  addMotion(world, from, a.ends.items[tree], ONE);
};
