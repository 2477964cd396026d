import { createWorld, stepWorld, type World } from '@tenon/physics-core';
import { buildPile, type SceneBody } from '@tenon/scenes';

/** Seconds of simulated time per step. */
const STEP = 1 / 60;
/** A slow page falls behind real time instead of spending ever longer in one frame. */
const MAX_STEPS_PER_FRAME = 3;
const PILE = { count: 160, seed: 7 };

/** The world on the page and how far it has come. */
export interface Simulation {
  world: World;
  bodies: readonly SceneBody[];
  stepCount: number;
  paused: boolean;
  /** Real time that has passed and was not simulated yet, seconds. */
  pending: number;
  /** What the latest step took, milliseconds; undefined before the first one. */
  stepMilliseconds: number | undefined;
}

export const createSimulation = (): Simulation => ({
  ...freshWorld(),
  paused: false,
});

/** Starts over; whether it is paused stays as it is. */
export const resetSimulation = (simulation: Simulation): void => {
  Object.assign(simulation, freshWorld());
};

/** Steps as often as the elapsed real time asks for. */
export const advanceSimulation = (simulation: Simulation, elapsedSeconds: number): void => {
  if (simulation.paused) return;
  simulation.pending = Math.min(simulation.pending + elapsedSeconds, MAX_STEPS_PER_FRAME * STEP);
  while (simulation.pending >= STEP) {
    simulation.pending -= STEP;
    stepSimulation(simulation);
  }
};

export const stepSimulation = (simulation: Simulation): void => {
  const start = performance.now();
  stepWorld(simulation.world, STEP);
  simulation.stepMilliseconds = performance.now() - start;
  simulation.stepCount++;
};

const freshWorld = (): Omit<Simulation, 'paused'> => {
  const world = createWorld();
  return { world, bodies: buildPile(world, PILE), stepCount: 0, pending: 0, stepMilliseconds: undefined };
};
