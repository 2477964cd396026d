import { PhysicsError } from '@tenon/physics-core';
import { show } from '@tenon/physics-core/bulk';
import type { World } from 'bitecs';
import { type PhysicsState, stateOf } from '../state/physics-state.js';
import { noteStepPhysics } from '../warnings.js';
import { refuseNested } from './hooks.js';
import { physicsPost } from './post.js';
import { physicsPre } from './pre.js';
import { physicsSolve } from './solve.js';

/** Part of a step that rounding may cost: sixty frames of 1/60 s must be sixty steps. */
const ROUNDING = 1e-6;

/** s. No game has a longer frame, but a tab that was hidden has one. */
const LONG_FRAME = 1;
/** So many long frames in a row are no hidden tab: somebody counts in milliseconds. */
const MOST_LONG_FRAMES = 10;

/**
 * One frame: the three systems, with as many fixed steps as the time since the last frame asks for. Time that is left over waits for the
 * next frame; time beyond `maxSteps` steps is dropped, so that a slow machine does not fall behind for ever.
 */
export const stepPhysics = <W extends World>(world: W, frameDt: number): W => {
  const state = stateOf(world);
  const { clock } = state;
  refuseNested(state);
  noteStepPhysics(state);
  requireTime('frameDt', frameDt, ', in seconds');
  const time = frameDt * clock.timeScale;
  if (!clock.paused) clock.pending += time;
  const due = Math.floor(clock.pending / clock.fixedDt + ROUNDING);
  clock.due = Math.min(due, clock.maxSteps);
  clock.pending = Math.max(0, clock.pending - due * clock.fixedDt);
  clock.alpha = Math.min(1, clock.pending / clock.fixedDt);
  clock.frameTime = time;
  try {
    physicsPre(world);
    physicsSolve(world);
    physicsPost(world);
  } finally {
    clock.due = 1;
    clock.alpha = 1;
    clock.frameTime = clock.fixedDt;
  }
  const dropped = due > clock.maxSteps;
  clock.longFrames = dropped && frameDt > LONG_FRAME ? clock.longFrames + 1 : 0;
  if (clock.longFrames === MOST_LONG_FRAMES) refuseMilliseconds(state, frameDt);
  return world;
};

const refuseMilliseconds = ({ clock, onError }: PhysicsState, frameDt: number): void => {
  clock.longFrames = 0;
  const error = new PhysicsError(
    'out-of-range',
    `frameDt is ${frameDt}, and was above ${LONG_FRAME} in ${MOST_LONG_FRAMES} frames in a row; most of that time was dropped`,
    'frameDt is in seconds; divide milliseconds by 1000',
  );
  if (!onError) throw error;
  onError(error);
};

/** Stops or goes on. While paused, components are still taken over and shown; time stands still. */
export const setPaused = (world: World, paused: boolean): void => {
  const { clock } = stateOf(world);
  if (typeof paused !== 'boolean')
    throw new PhysicsError('wrong-type', `paused is ${show(paused)}`, 'Pass true or false');
  clock.paused = paused;
};

export const isPaused = (world: World): boolean => stateOf(world).clock.paused;

/** Slow motion or time lapse: 0.5 is half as fast. Steps keep their length, so results stay the same; there are fewer or more of them. */
export const setTimeScale = (world: World, timeScale: number): void => {
  requireTime('timeScale', timeScale);
  stateOf(world).clock.timeScale = timeScale;
};

export const requireTime = (name: string, value: number, unit = ''): void => {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return;
  const code =
    typeof value !== 'number' ? 'wrong-type' : Number.isFinite(value) ? 'out-of-range' : 'not-finite';
  throw new PhysicsError(code, `${name} is ${show(value)}`, `Pass a finite number of at least 0${unit}`);
};
