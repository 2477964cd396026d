import { finishBodies } from './bodies/finish-bodies.js';
import { sweepFastBodies } from './collision/continuous/sweep-bodies.js';
import { emptyCached } from './contacts/contact-lists.js';
import { patchStages } from './contacts/patch-stages.js';
import { updateTouching } from './contacts/touch-events.js';
import { updateSleep } from './islands/sleep.js';
import { Stage, timeStage } from './state/stage-timer.js';
import type { World } from './state/world.js';

/** The end of every step, soft or classic: continuous collision, events, poses, sleep, clock. */
export const finishStep = (world: World, dt: number): void => {
  timeStage(world, Stage.finish);
  sweepFastBodies(world);
  timeStage(world, Stage.continuous);
  emptyCached(world);
  patchStages.endPatches();
  updateTouching(world);
  finishBodies(world, dt);
  updateSleep(world, dt);
  advanceClock(world, dt);
  timeStage(world, Stage.finish);
};

const advanceClock = ({ clock, events }: World, dt: number): void => {
  clock.steps++;
  clock.time += dt;
  clock.stepping = false;
  events.published = events.count;
};
