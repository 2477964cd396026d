import { PhysicsError } from '@tenon/physics-core';
import type { World } from 'bitecs';
import { type PhysicsState, stateOf } from '../state/physics-state.js';

/** What a game does in every step: it gets the world and the length of the step, s. */
export type StepSystem = (world: World, dt: number) => void;

/**
 * Systems that run once a fixed step, however many steps a frame takes. Before and after a step all components are up to date, and what
 * is written, added and removed there takes effect with the next step. A force that is applied there acts in one step.
 */
export interface StepHooks {
  /** Lists are replaced and not changed, so that a system may end itself or another while they are run. */
  before: readonly StepSystem[];
  after: readonly StepSystem[];
  /** Systems are running, or the step itself. */
  running: boolean;
}

export const createStepHooks = (): StepHooks => ({ before: [], after: [], running: false });

const add = (state: PhysicsState, list: 'before' | 'after', system: StepSystem): (() => void) => {
  if (typeof system !== 'function') {
    const what = `The system is ${system === null ? 'null' : typeof system}`;
    throw new PhysicsError('wrong-type', what, 'Pass a function of the world and the length of the step');
  }
  // Its own function, so that the same system may be there twice.
  const own: StepSystem = (world, dt) => system(world, dt);
  state.hooks[list] = [...state.hooks[list], own];
  return () => {
    state.hooks[list] = state.hooks[list].filter((each) => each !== own);
  };
};

/** Runs a system before every fixed step: controllers, forces, steering. Returns a function that ends it. */
export const beforeStep = (world: World, system: StepSystem): (() => void) =>
  add(stateOf(world), 'before', system);

/** Runs a system after every fixed step. Returns a function that ends it. */
export const afterStep = (world: World, system: StepSystem): (() => void) =>
  add(stateOf(world), 'after', system);

export const runHooks = ({ hooks, world, clock }: PhysicsState, list: 'before' | 'after'): void => {
  const systems = hooks[list];
  for (let i = 0; i < systems.length; i++) systems[i](world, clock.fixedDt);
};

/** Systems of a step cannot take steps themselves. */
export const refuseNested = ({ hooks }: PhysicsState): void => {
  if (!hooks.running) return;
  throw new PhysicsError(
    'locked-world',
    'A system of beforeStep or afterStep asks for steps while a step is made',
    'Take steps outside of these systems',
  );
};
