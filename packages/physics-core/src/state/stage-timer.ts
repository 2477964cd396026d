import { createFloats, type Floats } from '../math/floats.js';
import type { World } from './world.js';

/** Stages of a step that are timed, in the order of the pipeline. */
export const stepStages = [
  'detect',
  'prepare',
  'integrate',
  'joints',
  'contacts',
  'continuous',
  'finish',
] as const;
export type StepStage = (typeof stepStages)[number];

export const Stage = {
  detect: 0,
  prepare: 1,
  integrate: 2,
  joints: 3,
  contacts: 4,
  continuous: 5,
  finish: 6,
} as const satisfies Record<StepStage, number>;

/**
 * Times the stages with a clock of the user. The engine has none, because no time may reach the state. Without a
 * clock the timer is a single comparison.
 */
export interface StageTimer {
  clock: (() => number) | undefined;
  /** When the present stage began. */
  readonly began: Floats;
  /** Time of each stage in this step, in units of the clock. */
  readonly times: Floats;
}

export const createStageTimer = (): StageTimer => ({
  clock: undefined,
  began: createFloats(1),
  times: createFloats(stepStages.length),
});

export const startStageTimer = ({ scratch: { stageTimer } }: World): void => {
  if (stageTimer.clock === undefined) return;
  stageTimer.times.fill(0);
  stageTimer.began[0] = stageTimer.clock();
};

/** Adds the time since the last call to this stage. */
export const timeStage = ({ scratch: { stageTimer } }: World, stage: number): void => {
  if (stageTimer.clock === undefined) return;
  const now = stageTimer.clock();
  stageTimer.times[stage] += now - stageTimer.began[0];
  stageTimer.began[0] = now;
};
