import { beginStep } from './begin-step.js';
import { rememberOrientations } from './collision/continuous/rollback.js';
import { detectContacts } from './contacts/detect-contacts.js';
import { finishStep } from './finish-step.js';
import { jointStages } from './joint-stages.js';
import { detectFastContacts, relaxFastContacts, solveFastContacts } from './solver/contacts/fast-contacts.js';
import { returnUnevenContacts } from './solver/contacts/find-uneven-contacts.js';
import { quickenContacts } from './solver/contacts/quicken-contacts.js';
import { relaxContacts } from './solver/contacts/relax-contacts.js';
import { relaxSinglePoints } from './solver/contacts/relax-single-points.js';
import { settleContacts } from './solver/contacts/settle-contacts.js';
import { storeSinglePoints } from './solver/contacts/single-point-rows.js';
import { solveContacts } from './solver/contacts/solve-contacts.js';
import { solveSinglePoints } from './solver/contacts/solve-single-points.js';
import { relaxUnevenContacts, solveUnevenContacts } from './solver/contacts/solve-uneven-contacts.js';
import { startContacts, warmStartContacts } from './solver/contacts/warm-start.js';
import { rememberSpins } from './solver/impacts/external-spin.js';
import { clearImpactImpulses, resolveImpacts } from './solver/impacts/resolve-impacts.js';
import { integratePositions } from './solver/integrate/integrate-positions.js';
import { integrateVelocities } from './solver/integrate/integrate-velocities.js';
import { Stage, startStageTimer, timeStage } from './state/stage-timer.js';
import { type Substep, writeSubstep } from './state/substep.js';
import type { World } from './state/world.js';

/**
 * One step of dt seconds. Solve is one Gauss-Seidel iteration with bias, relax one without, two for cached contacts;
 * more accuracy comes from more substeps. finishStep ends the step: continuous collision, events, poses, sleep.
 * The stages of joints are those of load-joints.ts, if the program makes joints.
 */
export const advance = (world: World, dt: number): void => {
  const { substep } = world.scratch;
  writeSubstep(substep, world.settings, dt);
  startStageTimer(world);

  beginStep(world, dt);
  detect(world, dt);
  prepare(world, substep);
  for (let i = 0; i < world.settings.substeps; i++) {
    integrateAndWarmStart(world, substep, i === world.settings.substeps - 1);
    applyImpacts(world, substep, i === 0);
    solve(world, substep);
    integrate(world, substep);
    relax(world, substep);
    endSubstep(world, substep);
  }
  storeImpulses(world);
  finishStep(world, dt);
};

/** Finds pairs and contact points. Wakes bodies that will be touched, and those that joints connect with them. */
const detect = (world: World, dt: number): void => {
  jointStages.wakeAcrossJoints(world);
  const awake = world.awake.count;
  detectContacts(world, dt);
  if (world.awake.count > awake) jointStages.wakeAcrossJoints(world);
  timeStage(world, Stage.detect);
};

/** Writes joint rows; contacts start with the persistent impulses of the last step. */
const prepare = (world: World, substep: Substep): void => {
  jointStages.placeJointRows(world, substep);
  startContacts(world, substep);
  settleContacts(world, substep);
  rememberOrientations(world);
  timeStage(world, Stage.prepare);
};

/** External forces, and the warm start of contacts with their persistent impulses. */
const integrateAndWarmStart = (world: World, substep: Substep, isLast: boolean): void => {
  rememberSpins(world);
  jointStages.rememberLimitSpeeds(world);
  integrateVelocities(world, substep);
  jointStages.beginArticulations(world, isLast);
  timeStage(world, Stage.integrate);
  warmStartContacts(world);
  timeStage(world, Stage.contacts);
};

/**
 * Impacts, with one-shot impulses: of contacts, then of limits. Joints are warm-started in between. Before the impacts
 * of contacts the load of a heavy body on a light limb would be an approach: in 100 thrown figures energy then rises by
 * 1 % in a step and not by 0.3 %.
 */
const applyImpacts = (world: World, substep: Substep, isFirst: boolean): void => {
  detectFastContacts(world, substep, isFirst);
  resolveImpacts(world, substep);
  quickenContacts(world, substep);
  timeStage(world, Stage.contacts);
  jointStages.warmStartJoints(world);
  jointStages.resolveLimitImpacts(world, substep);
};

/** With bias: removes position errors too. */
const solve = (world: World, substep: Substep): void => {
  jointStages.solveJoints(world);
  timeStage(world, Stage.joints);
  solveSinglePoints(world, substep);
  solveContacts(world, world.cachedContacts, substep);
  solveUnevenContacts(world, substep);
  solveFastContacts(world, substep);
  timeStage(world, Stage.contacts);
  jointStages.solveArticulations(world);
  timeStage(world, Stage.joints);
};

const integrate = (world: World, substep: Substep): void => {
  integratePositions(world, substep);
  jointStages.integrateArticulations(world);
  timeStage(world, Stage.integrate);
};

/** Without bias: removes the velocity that the bias added. Friction is solved here. */
const relax = (world: World, substep: Substep): void => {
  jointStages.relaxJoints(world);
  timeStage(world, Stage.joints);
  relaxSinglePoints(world);
  // Twice, where the first changed anything: with one friction iteration large stacks shear apart (docs/decisions).
  relaxContacts(world, world.cachedContacts, true);
  relaxContacts(world, world.scratch.unsettled, false);
  relaxUnevenContacts(world);
  relaxFastContacts(world, substep);
  timeStage(world, Stage.contacts);
  jointStages.relaxArticulations(world);
  timeStage(world, Stage.joints);
};

/** Clears the impulses of impacts, which are not warm-started, and breaks overloaded joints. */
const endSubstep = (world: World, substep: Substep): void => {
  clearImpactImpulses(world);
  timeStage(world, Stage.contacts);
  jointStages.breakJoints(world, substep);
  timeStage(world, Stage.joints);
};

/** Keeps the persistent impulses for the next step. */
const storeImpulses = (world: World): void => {
  jointStages.finishArticulationImpulses(world);
  jointStages.storeArticulations(world);
  jointStages.storeJointImpulses(world);
  storeSinglePoints(world);
  returnUnevenContacts(world);
};
