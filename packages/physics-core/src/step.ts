import { finishBodies } from './bodies/finish-bodies.js';
import { detectContacts } from './contacts/detect-contacts.js';
import { updateTouching } from './contacts/touch-events.js';
import { rememberAttitudes } from './continuous/put-back.js';
import { sweepFastBodies } from './continuous/sweep-bodies.js';
import { updateSleep } from './islands/sleep.js';
import { wakeAcrossJoints } from './joints/active-joints.js';
import { breakJoints } from './joints/break-joints.js';
import { storeBalls } from './solver/ball-rows.js';
import { beginStep, endStep } from './solver/begin-step.js';
import { forgetImpactImpulses, resolveImpacts } from './solver/impacts.js';
import { integratePositions } from './solver/integrate-positions.js';
import { integrateVelocities } from './solver/integrate-velocities.js';
import { pushBalls } from './solver/push-balls.js';
import { pushContacts } from './solver/push-contacts.js';
import { relaxBalls } from './solver/relax-balls.js';
import { relaxContacts } from './solver/relax-contacts.js';
import { pushRestless, relaxRestless, seeRestless, startRestless } from './solver/restless.js';
import {
  placeJointRows,
  pushJoints,
  refreshJoints,
  relaxJoints,
  storeJointImpulses,
} from './solver/solve-joints.js';
import { writeSubstep } from './solver/substep.js';
import { warmStartContacts } from './solver/warm-start.js';
import { lap, Stage, startLaps } from './state/stopwatch.js';
import type { World } from './state/world.js';

/** One step of dt seconds: detect, solve in substeps, tell what happened. */
export const advance = (world: World, dt: number): void => {
  const { substep } = world.scratch;
  const { steady } = world;
  writeSubstep(substep, world, dt);
  startLaps(world);

  beginStep(world, dt);
  wakeAcrossJoints(world);
  detectContacts(world, dt);
  // Detection wakes what is about to be touched, and that may pull what hangs on it.
  wakeAcrossJoints(world);
  lap(world, Stage.detect);
  placeJointRows(world, substep);
  warmStartContacts(world, substep);
  startRestless(world);
  rememberAttitudes(world);
  lap(world, Stage.prepare);
  for (let i = 0; i < world.settings.substeps; i++) {
    integrateVelocities(world, substep);
    lap(world, Stage.integrate);
    seeRestless(world, substep, i === 0);
    resolveImpacts(world, substep);
    lap(world, Stage.contacts);
    pushJoints(world);
    lap(world, Stage.joints);
    pushBalls(world, substep);
    pushContacts(world, steady, substep);
    pushRestless(world, substep);
    lap(world, Stage.contacts);
    integratePositions(world, substep);
    lap(world, Stage.integrate);
    refreshJoints(world);
    relaxJoints(world);
    lap(world, Stage.joints);
    relaxBalls(world);
    relaxContacts(world, steady);
    relaxRestless(world, substep);
    forgetImpactImpulses(world);
    lap(world, Stage.contacts);
    breakJoints(world, substep);
    lap(world, Stage.joints);
  }
  storeJointImpulses(world);
  storeBalls(world);
  lap(world, Stage.finish);
  sweepFastBodies(world);
  lap(world, Stage.continuous);
  updateTouching(world);
  finishBodies(world, dt);
  updateSleep(world, dt);
  endStep(world, dt);
  lap(world, Stage.finish);
};
