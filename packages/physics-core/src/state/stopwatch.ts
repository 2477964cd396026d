import { createFloats, type Floats } from '../math/floats.js';
import type { World } from './world.js';

/** Parts of a step whose time can be told apart, in the order of the pipeline. */
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
 * Times the stages with a clock of the user's: the engine has none, because nothing that a clock says may
 * reach the state. Without one a lap is a single comparison.
 */
export interface Stopwatch {
  clock: (() => number) | undefined;
  /** When the present lap began. */
  readonly began: Floats;
  /** Time of each stage in this step, in units of the clock. */
  readonly times: Floats;
}

export const createStopwatch = (): Stopwatch => ({
  clock: undefined,
  began: createFloats(1),
  times: createFloats(stepStages.length),
});

export const startLaps = ({ scratch: { stopwatch } }: World): void => {
  if (stopwatch.clock === undefined) return;
  stopwatch.times.fill(0);
  stopwatch.began[0] = stopwatch.clock();
};

/** What passed since the last lap belongs to this stage. */
export const lap = ({ scratch: { stopwatch } }: World, stage: number): void => {
  if (stopwatch.clock === undefined) return;
  const now = stopwatch.clock();
  stopwatch.times[stage] += now - stopwatch.began[0];
  stopwatch.began[0] = now;
};
