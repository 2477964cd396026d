import { finishBodies } from './bodies/finish-bodies.js';
import { detectContacts } from './contacts/detect-contacts.js';
import { updateTouching } from './contacts/touch-events.js';
import { sweepFastBodies } from './continuous/sweep-bodies.js';
import { updateSleep } from './islands/sleep.js';
import { beginStep, endStep } from './solver/begin-step.js';
import { resolveBlows, settleStruck } from './solver/impacts.js';
import { integratePositions } from './solver/integrate-positions.js';
import { integrateVelocities } from './solver/integrate-velocities.js';
import { pushContacts, relaxContacts } from './solver/solve-contacts.js';
import { writeSubstep } from './solver/substep.js';
import { warmStartContacts } from './solver/warm-start.js';
import type { World } from './state/world.js';

/** One step of dt seconds: detect, solve in substeps, tell what happened. */
export const advance = (world: World, dt: number): void => {
  const { substep } = world.scratch;
  writeSubstep(substep, world, dt);
  const { h } = substep;

  beginStep(world, dt);
  detectContacts(world, dt);
  warmStartContacts(world, h);
  for (let i = 0; i < world.settings.substeps; i++) {
    integrateVelocities(world, h);
    resolveBlows(world, h);
    pushContacts(world, substep);
    integratePositions(world, h);
    relaxContacts(world);
    settleStruck(world);
  }
  sweepFastBodies(world);
  updateTouching(world);
  finishBodies(world, dt);
  updateSleep(world, dt);
  endStep(world, dt);
};
