import { type BodyHandle, isBodyEnabled, PhysicsError, stepWorld } from '@tenon/physics-core';
import { addComponent, hasComponent, type World } from 'bitecs';
import { Disabled } from '../components/components.js';
import { EntityError } from '../errors.js';
import { drainEvents } from '../events/drain.js';
import { characterCode } from '../optional-code.js';
import { applyFrameForces, averageForces, clearForces, keepForces } from '../state/frame-forces.js';
import { type PhysicsState, stateOf } from '../state/physics-state.js';
import { noteSolve } from '../warnings.js';
import { refuseNested, runHooks } from './hooks.js';
import { rememberPoses } from './interpolate.js';
import { aimBodies } from './kinematic.js';
import { showStep } from './post.js';
import { takeOver, throwFailures } from './pre.js';

/** The solver's steps: one, or as many as stepPhysics found to be due. */
export const physicsSolve = <W extends World>(world: W): W => {
  const state = stateOf(world);
  const { clock, hooks } = state;
  refuseNested(state);
  noteSolve(state);
  if (clock.paused || clock.due === 0) {
    // While time stands still, a force has none to act in.
    keepForces(state, clock.paused ? 0 : clock.frameTime);
    return world;
  }
  averageForces(state, clock.frameTime);
  hooks.running = true;
  try {
    for (let i = 0; i < clock.due; i++) advance(state, i);
  } finally {
    hooks.running = false;
    clearForces(state);
  }
  throwFailures(state);
  return world;
};

/** Step i of the frame, with the systems around it. */
const advance = (state: PhysicsState, i: number): void => {
  const { clock, hooks } = state;
  const left = clock.due - i;
  if (hooks.before.length > 0) runHooks(state, 'before');
  if (hooks.before.length > 0 || (i > 0 && hooks.after.length > 0)) takeOver(state, true);
  if (left === 1) rememberPoses(state);
  aimBodies(state, left);
  applyFrameForces(state);
  characterCode.move(state);
  takeStep(state);
  if (hooks.before.length + hooks.after.length === 0) return;
  showStep(state);
  if (hooks.after.length > 0) runHooks(state, 'after');
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
