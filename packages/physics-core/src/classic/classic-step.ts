import { beginStep } from '../begin-step.js';
import { rememberOrientations } from '../collision/continuous/rollback.js';
import { detectContacts } from '../contacts/detect-contacts.js';
import { finishStep } from '../finish-step.js';
import { wakeAcrossJoints } from '../joints/active-joints.js';
import { createFloats, type Floats } from '../math/floats.js';
import { generaliseRows } from '../rows/expand-points.js';
import { integratePositions } from '../solver/integrate/integrate-positions.js';
import { integrateVelocities } from '../solver/integrate/integrate-velocities.js';
import { breakJoints } from '../solver/sweeps/break-joints.js';
import { placeJointRows } from '../solver/sweeps/place-rows.js';
import { sweepRows } from '../solver/sweeps/solve-rows.js';
import { storeJointImpulses } from '../solver/sweeps/store-impulses.js';
import { MOTION, W } from '../state/bodies.js';
import { HIGH, LAMBDA, LOW, RELAX_HIGH, RELAX_LOW, ROW, ROW_INTS, SPRUNG } from '../state/rows.js';
import { Stage, startStageTimer, timeStage } from '../state/stage-timer.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { appendContactRows, boundFriction, storeContactImpulses } from './contact-rows.js';

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
  // Nothing is carried over: without a last substep the rows begin with λ = 0.
  world.clock.substep = 0;
  placeJointRows(world, substep);
  generaliseRows(world);
  world.clock.substep = dt;
  integrateVelocities(world, substep);
  const jointRows = world.rows.count;
  appendContactRows(world, dt);
  timeStage(world, Stage.prepare);

  if (world.settings.method === 'push-factor') solveWithAndWithoutBias(world, substep, jointRows);
  else {
    solve(world, jointRows);
    integratePositions(world, substep);
  }
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

const solve = (world: World, firstContactRow: number): void => {
  for (let i = 0; i < world.settings.classicIterations; i++) {
    boundFriction(world, firstContactRow);
    sweepRows(world, true);
  }
};

const solveWithAndWithoutBias = (world: World, substep: Substep, firstContactRow: number): void => {
  const { motion } = world.bodies;
  const { items, count } = world.awake;
  const before = readVelocities(world);
  solve(world, firstContactRow);
  const moving = readVelocities(world);

  writeVelocities(world, before);
  dropBias(world);
  solve(world, firstContactRow);
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

/** Removes the bias that corrects errors from the rows. Springs keep theirs: it is their force. */
const dropBias = (world: World): void => {
  const { data, index, count } = world.rows;
  for (let row = 0; row < count; row++) {
    const at = row * ROW;
    data[at + LAMBDA] = 0;
    if (index[row * ROW_INTS + SPRUNG] !== 0) continue;
    data[at + LOW] = data[at + RELAX_LOW];
    data[at + HIGH] = data[at + RELAX_HIGH];
  }
};

const readVelocities = (world: World): Floats => {
  const { items, count } = world.awake;
  const out = createFloats(count * 6);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 6; i++) out[k * 6 + i] = world.bodies.motion[items[k] * MOTION + i];
  }
  return out;
};

const writeVelocities = (world: World, from: Floats): void => {
  const { items, count } = world.awake;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 6; i++) world.bodies.motion[items[k] * MOTION + i] = from[k * 6 + i];
  }
};
