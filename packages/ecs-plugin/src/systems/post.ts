import { type BodyHandle, isBodyAwake, PhysicsError } from '@tenon/physics-core';
import { EventKind, readAwakeBodies, readRowRanges, show } from '@tenon/physics-core/bulk';
import { addComponent, type EntityId, hasComponent, removeComponent, type World } from 'bitecs';
import { Sleeping } from '../components/components.js';
import { rawOf, writeField } from '../components/store.js';
import { ENTITY, SIDE_A, STRIDE } from '../events/event-state.js';
import { readEvent } from '../events/read-events.js';
import { placeOf } from '../state/entity-map.js';
import { type PhysicsState, stateOf } from '../state/physics-state.js';
import { settleBodies } from '../sync/bodies.js';
import { showBody } from '../sync/moves.js';
import { refuseNested } from './hooks.js';
import { writeRendered } from './interpolate.js';

/**
 * Solver to components: poses and velocities, events, row ranges, what to draw. A loop that counts its own steps passes `alpha`: how far the
 * frame is from the last step to the next, 0 to 1.
 */
export const physicsPost = <W extends World>(world: W, alpha?: number): W => {
  const state = stateOf(world);
  refuseNested(state);
  requireAlpha(alpha);
  showStep(state);
  publishEvents(state);
  settleBodies(state);
  readRows(state);
  writeRendered(state, alpha ?? state.clock.alpha);
  notify(state);
  return world;
};

const requireAlpha = (alpha: number | undefined): void => {
  if (alpha === undefined || (typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) return;
  const code = typeof alpha === 'number' ? 'out-of-range' : 'wrong-type';
  throw new PhysicsError(code, `alpha is ${show(alpha)}`, 'Pass a number of at least 0 and of at most 1');
};

/** The components show what the last step found. */
export const showStep = (state: PhysicsState): void => {
  readAwakeBodies(state.core, state.bodies.entityOfRow, state.backing.columns);
  readAwakeBodies(state.core, state.bodies.entityOfRow, state.backing.known);
  followEvents(state);
};

const publishEvents = ({ events }: PhysicsState): void => {
  const { coming, published } = events;
  events.published = coming;
  events.coming = published;
  events.followed = 0;
  published.count = 0;
};

/** Bodies that fell asleep are not among the awake any more; joints that broke are off. */
const followEvents = (state: PhysicsState): void => {
  const { events } = state;
  const { data, count } = events.coming;
  for (let i = events.followed; i < count; i++) {
    const kind = data[i * STRIDE];
    const eid = data[i * STRIDE + SIDE_A + ENTITY];
    if (kind === EventKind.sleep || kind === EventKind.wake) followSleep(state, eid);
    else if (kind === EventKind.jointBreak) switchOff(state, eid);
  }
  events.followed = count;
};

/** A joint that broke is switched off in the solver; the component says so. */
const switchOff = (state: PhysicsState, eid: EntityId): void =>
  writeField(state.backing.tables.Joint, 'enabled', eid, 0);

const followSleep = (state: PhysicsState, eid: EntityId): void => {
  const { bodies, core } = state;
  const place = placeOf(bodies, eid);
  if (place < 0) return;
  showBody(state, eid);
  showSleep(state, eid, !isBodyAwake(core, bodies.handles[place] as BodyHandle));
};

/** Makes the tag agree with the solver. */
export const showSleep = (state: PhysicsState, eid: EntityId, asleep: boolean): void => {
  if (hasComponent(state.world, eid, Sleeping) === asleep) return;
  state.changingSleepTag = eid;
  try {
    if (asleep) addComponent(state.world, eid, Sleeping);
    else removeComponent(state.world, eid, Sleeping);
  } finally {
    state.changingSleepTag = 0;
  }
};

const readRows = ({ joints, core, backing }: PhysicsState): void => {
  if (joints.count === 0) return;
  const { firstRow, rowCount } = rawOf(backing.stores.Joint);
  readRowRanges(core, joints.rows, joints.entities, joints.count, firstRow, rowCount);
};

/** Reads a list that callbacks cannot change: whatever they do takes effect in the next frame. */
const notify = ({ events }: PhysicsState): void => {
  if (events.listeners.size === 0) return;
  const { published } = events;
  for (let i = 0; i < published.count; i++) {
    const event = readEvent(published, i);
    const listeners = events.listeners.get(event.kind);
    if (listeners) for (const listener of [...listeners]) listener(event);
  }
};
