import { PhysicsError } from '../errors.js';
import { requireWorld } from '../handles.js';
import { type StepStage, stepStages } from '../state/stage-timer.js';
import type { World } from '../state/world.js';
import { show } from '../validate.js';

/**
 * Has the stages of every step from now on timed by a clock, such as `() => performance.now()`;
 * undefined stops that. The engine has no clock of its own, and what this one says never reaches the
 * state. Snapshots do not contain it.
 */
export const timeSteps = (world: World, clock: (() => number) | undefined): void => {
  requireWorld(world);
  if (clock !== undefined && typeof clock !== 'function') {
    throw new PhysicsError(
      'wrong-type',
      `clock is ${show(clock)}, not a function`,
      'Pass a function that returns the time as a number, or undefined to stop',
    );
  }
  world.scratch.stageTimer.clock = clock;
  world.scratch.stageTimer.times.fill(0);
};

export type StepTimes = Readonly<Record<StepStage, number>>;

/** What each stage of the last step took, in units of the clock; zeros while nothing is timed. */
export const stepTimes = (world: World): StepTimes => {
  requireWorld(world);
  const { times } = world.scratch.stageTimer;
  return Object.fromEntries(stepStages.map((stage, i) => [stage, times[i]])) as StepTimes;
};
