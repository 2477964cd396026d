import type { Floats } from '@tenon/physics-core';
import {
  bodyGeneration,
  colliderGeneration,
  EVENT,
  EVENT_A,
  EVENT_B,
  EVENT_FORCE,
  EVENT_POINT,
  EVENT_TORQUE,
  EventKind,
  eventNumbers,
} from '@tenon/physics-core/bulk';
import { rawOf } from '../components/store.js';
import { handleIn } from '../state/entity-map.js';
import type { PhysicsState } from '../state/physics-state.js';
import { warnOfUnheard } from '../warnings.js';
import {
  addEvent,
  BODY,
  ENTITY,
  GONE,
  NORMAL,
  POINT,
  SIDE_A,
  SIDE_B,
  TAG,
  TOUCH_FLOATS,
} from './event-state.js';
import { addPair, removePair } from './pair-set.js';
import { removedKey } from './removed-entities.js';

/** Offsets within one side of a collision event of physics-core. */
const BODY_ROW = 0;
const BODY_GENERATION = 1;
const COLLIDER_ROW = 2;
const COLLIDER_GENERATION = 3;
/** Of a joint event: its user data, the entity. */
const JOINT_ENTITY = 2;

/** Takes over the events of a step as entities, before the next step clears them. */
export const drainEvents = (state: PhysicsState): void => {
  const numbers = eventNumbers(state.core);
  for (let i = 0; i < numbers.published; i++) drainEvent(state, numbers.data, i * EVENT);
  const { removedEntities, lostJoints } = state.events;
  if (removedEntities.size > 0) removedEntities.clear();
  if (lostJoints.size > 0) lostJoints.clear();
};

const drainEvent = (state: PhysicsState, data: Floats, at: number): void => {
  switch (data[at]) {
    case EventKind.begin:
    case EventKind.end:
    case EventKind.hit:
    case EventKind.persist:
      drainCollision(state, data, at);
      break;
    case EventKind.sleep:
    case EventKind.wake:
      drainSleep(state, data, at);
      break;
    default:
      drainJoint(state, data, at);
  }
};

const drainCollision = (state: PhysicsState, data: Floats, at: number): void => {
  const { events } = state;
  const { coming, reported, wanted } = events;
  const kind = data[at];
  const a = data[at + EVENT_A + COLLIDER_ROW];
  const b = data[at + EVENT_B + COLLIDER_ROW];
  const isWanted = wanted[a] === 1 || wanted[b] === 1;
  if (!isWanted && (kind === EventKind.begin || kind === EventKind.hit))
    warnOfUnheard(state, kind === EventKind.begin ? 'begin' : 'hit');
  if (kind === EventKind.end ? !removePair(reported, a, b) : !isWanted) return;
  if (kind === EventKind.begin) addPair(reported, a, b);
  const to = addEvent(coming, kind);
  writeSide(state, data, at + EVENT_A, to + SIDE_A);
  writeSide(state, data, at + EVENT_B, to + SIDE_B);
  if (kind === EventKind.end) return;
  // Of a hit: point, normal and speed. Of begin and persist: point, impulse and normal impulse, at the same places.
  for (let i = 0; i < TOUCH_FLOATS; i++) coming.data[to + POINT + i] = data[at + EVENT_POINT + i];
};

const writeSide = (state: PhysicsState, data: Floats, from: number, to: number): void => {
  const { events, colliders, colliderBody, core, backing } = state;
  const out = events.coming.data;
  const row = data[from + COLLIDER_ROW];
  const generation = data[from + COLLIDER_GENERATION];
  const entity = colliders.entityOfRow[row];
  if (entity > 0 && colliderGeneration(core, row) === generation) {
    out[to + ENTITY] = entity;
    out[to + BODY] = colliderBody[entity];
    out[to + TAG] = rawOf(backing.stores.Collider).tag[entity];
    return;
  }
  const removed = events.removedEntities.get(removedKey(row, generation));
  out[to + ENTITY] = removed?.entity ?? 0;
  out[to + BODY] = removed?.body ?? 0;
  out[to + TAG] = removed?.tag ?? 0;
  out[to + GONE] = 1;
};

const drainSleep = (state: PhysicsState, data: Floats, at: number): void => {
  const { core, bodies, events } = state;
  const row = data[at + EVENT_A + BODY_ROW];
  const entity = bodies.entityOfRow[row];
  // A body that woke and was destroyed before the step has no entity to report.
  if (!(entity > 0) || bodyGeneration(core, row) !== data[at + EVENT_A + BODY_GENERATION]) return;
  const to = addEvent(events.coming, data[at]);
  events.coming.data[to + SIDE_A + ENTITY] = entity;
};

const drainJoint = (state: PhysicsState, data: Floats, at: number): void => {
  const { events, backing, joints } = state;
  const entity = data[at + EVENT_A + JOINT_ENTITY];
  const to = addEvent(events.coming, data[at]);
  const out = events.coming.data;
  out[to + SIDE_A + ENTITY] = entity;
  const { tag } = rawOf(backing.stores.Joint);
  if (data[at] !== EventKind.jointBreak) {
    out[to + SIDE_A + TAG] = events.lostJoints.get(entity) ?? tag[entity];
    return;
  }
  out[to + SIDE_A + TAG] =
    handleIn(joints, entity) === undefined ? (events.lostJoints.get(entity) ?? 0) : tag[entity];
  for (let i = 0; i < 3; i++) {
    out[to + POINT + i] = data[at + EVENT_FORCE + i];
    out[to + NORMAL + i] = data[at + EVENT_TORQUE + i];
  }
};
