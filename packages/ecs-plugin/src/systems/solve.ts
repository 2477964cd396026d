import { type BodyHandle, isBodyEnabled, PhysicsError, stepWorld } from '@tenon/physics-core';
import { addComponent, hasComponent, type World } from 'bitecs';
import { Disabled } from '../components/components.js';
import { EntityError } from '../errors.js';
import { drainEvents } from '../events/drain.js';
import { type PhysicsState, stateOf } from '../state/physics-state.js';
import { rememberPoses } from './interpolate.js';
import { aimBodies } from './kinematic.js';

/** The solver's steps: one, or as many as stepPhysics found to be due. */
export const physicsSolve = <W extends World>(world: W): W => {
  const state = stateOf(world);
  const steps = state.clock.paused ? 0 : state.clock.due;
  for (let i = 0; i < steps; i++) {
    if (i === steps - 1) rememberPoses(state);
    aimBodies(state, steps - i);
    takeStep(state);
  }
  return world;
};

const takeStep = (state: PhysicsState): void => {
  try {
    stepWorld(state.core, state.clock.fixedDt);
  } catch (error) {
    if (!(error instanceof PhysicsError) || error.code !== 'not-finite') throw error;
    // The step is complete; physics-core has disabled the bodies that left the finite numbers.
    reportLostBodies(state, error);
  } finally {
    drainEvents(state);
  }
};

const reportLostBodies = (state: PhysicsState, cause: PhysicsError): void => {
  const { bodies, core, world, onError } = state;
  const errors: EntityError[] = [];
  for (let k = 0; k < bodies.count; k++) {
    const eid = bodies.entities[k];
    if (isBodyEnabled(core, bodies.handles[k] as BodyHandle) || hasComponent(world, eid, Disabled)) continue;
    state.touched.push(eid);
    addComponent(world, eid, Disabled);
    const what = 'or its velocity grew beyond all bounds; the body was stopped and got the tag Disabled';
    const advice =
      'Look for huge forces or velocities, tiny masses under heavy ones, or a step that is too long';
    errors.push(new EntityError('not-finite', eid, 'Position', '', what, advice));
  }
  const [first, ...others] = errors;
  if (!first) throw cause;
  if (!onError) throw first.with(others);
  for (const error of errors) onError(error);
};
