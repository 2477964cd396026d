import { beginStep } from '../begin-step.js';
import { rememberOrientations } from '../collision/continuous/rollback.js';
import { detectContacts } from '../contacts/detect-contacts.js';
import { finishStep } from '../finish-step.js';
import { wakeAcrossJoints } from '../joints/active-joints.js';
import type { Floats } from '../math/floats.js';
import { generaliseRows } from '../rows/expand-points.js';
import { integratePositions } from '../solver/integrate/integrate-positions.js';
import { integrateVelocities } from '../solver/integrate/integrate-velocities.js';
import { breakJoints } from '../solver/sweeps/break-joints.js';
import { placeJointRows } from '../solver/sweeps/place-rows.js';
import { sweepRows } from '../solver/sweeps/solve-rows.js';
import { storeJointImpulses } from '../solver/sweeps/store-impulses.js';
import { MOTION, W } from '../state/bodies.js';
import { Stage, startStageTimer, timeStage } from '../state/stage-timer.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { appendContactRows, boundFriction, storeContactImpulses } from './contact-rows.js';
import {
  findApproaches,
  findStrikes,
  openAt,
  readRowSpeeds,
  type Strike,
  sweepStruckJoints,
  withStrikes,
} from './elastic-collisions.js';
import { readVelocities, writeVelocities } from './velocities.js';
import { readWindows, useWindows, type Windows, withoutBias } from './windows.js';

/**
 * The classic methods of the texts, on the same rows as soft-step: no substeps, no warm start,
 * `classicIterations` iterations of projected Gauss-Seidel over joints and contacts at the poses of the step's
 * start (Tamis & Maggiore §7, Chappuis 2013 §1.4).
 *
 * - baumgarte: errors are removed by a bias υ = -k C / Δt of the velocity, which
 *   stays in the velocity afterwards.
 * - push-factor: the system is solved twice from the same velocities, with υ and without. Bodies move by the
 *   first solution and keep the velocity of the second (Tamis & Maggiore §8.1).
 *
 * A row that bounces and is struck within the step has its impact at its moment (elastic-collisions.ts).
 *
 * They are here to repeat the texts' comparisons, not to be fast: each step allocates a little.
 */
export const advanceClassic = (world: World, dt: number): void => {
  const { substep } = world.scratch;
  writeWholeStep(substep, world, dt);
  startStageTimer(world);
  beginStep(world, dt);
  wakeAcrossJoints(world);
  detectContacts(world, dt);
  rememberOrientations(world);
  timeStage(world, Stage.detect);
  placeJointRows(world, substep);
  generaliseRows(world);
  world.clock.substep = dt;
  const jointRows = world.rows.count;
  appendContactRows(world, dt);
  timeStage(world, Stage.prepare);

  solveAndMove(world, substep, jointRows);
  // Joints and contacts are rows of one system here; their time is that of the joints.
  timeStage(world, Stage.joints);
  storeContactImpulses(world, jointRows);
  world.rows.count = jointRows;
  breakJoints(world, substep);
  storeJointImpulses(world);
  finishStep(world, dt);
};

/** The whole step as one substep, rigid rows with the bias k / Δt and no softness. */
const writeWholeStep = (out: Substep, world: World, dt: number): void => {
  out.h = dt;
  out.maxDepenetrationSpeed = Infinity;
  out.impactSpeed = world.settings.impactSpeed;
  for (const softness of [out.soft, out.stiff, out.joint]) {
    softness.biasRate = world.settings.classicPush / dt;
    softness.massScale = 1;
    softness.impulseScale = 0;
  }
};

/**
 * Solves the system once for the velocities by which the bodies move, and again for those that they keep where
 * these differ: with push-factor, and in a step with elastic collisions.
 */
const solveAndMove = (world: World, substep: Substep, firstContactRow: number): void => {
  const biased = readWindows(world);
  const unbiased = withoutBias(world, biased);
  const kept = world.settings.method === 'push-factor' ? unbiased : biased;
  const approaches = findApproaches(world, substep.h, biased);
  const atStart = readVelocities(world);
  integrateVelocities(world, substep);
  const withForces = readVelocities(world);
  let strikes: Strike[] = [];
  const solve = (windows: Windows, from = withForces): void => {
    writeVelocities(world, from);
    useWindows(world, windows);
    iterate(world, firstContactRow, strikes);
  };

  if (approaches.length === 0) {
    solve(biased);
    if (kept === biased) integratePositions(world, substep);
    else keepAndMove(world, substep, () => solve(kept));
    return;
  }
  const open = openAt(unbiased, approaches);
  solve(open, atStart);
  const before = readRowSpeeds(world);
  solve(open);
  const after = readRowSpeeds(world);
  if (kept === biased) solve(openAt(biased, approaches));
  const corrected = kept === biased ? readRowSpeeds(world) : after;
  strikes = findStrikes(world, substep.h, approaches, { before, after, corrected });
  solve(withStrikes(world, biased, strikes, 'mean', after));
  keepAndMove(world, substep, () => solve(withStrikes(world, kept, strikes, 'leaving', after)));
};

/** Moves the bodies by the velocities that they have. They keep those of a second solution. */
const keepAndMove = (world: World, substep: Substep, solveKept: () => void): void => {
  const moving = readVelocities(world);
  solveKept();
  moveBy(world, substep, moving);
};

/** Moves the bodies by one set of velocities. They keep those that they have. */
const moveBy = (world: World, substep: Substep, moving: Floats): void => {
  const { motion } = world.bodies;
  const { items, count } = world.awake;
  const kept = readVelocities(world);
  writeVelocities(world, moving);
  integratePositions(world, substep);
  // The kept velocity gets the same change of ω by the rotation step.
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 6; i++) {
      const change = i >= W ? motion[items[k] * MOTION + i] - moving[k * 6 + i] : 0;
      motion[items[k] * MOTION + i] = kept[k * 6 + i] + change;
    }
  }
};

const iterate = (world: World, firstContactRow: number, strikes: readonly Strike[]): void => {
  for (let i = 0; i < world.settings.classicIterations; i++) {
    boundFriction(world, firstContactRow);
    sweepRows(world, true);
    sweepStruckJoints(world, strikes);
  }
};
