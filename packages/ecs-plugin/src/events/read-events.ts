import { PhysicsError, type Vec3 } from '@tenon/physics-core';
import { EventKind, show } from '@tenon/physics-core/bulk';
import type { EntityId, World } from 'bitecs';
import { stateOf } from '../state/physics-state.js';
import {
  BODY,
  ENTITY,
  type EventList,
  GONE,
  IMPULSE,
  type Listener,
  NORMAL,
  NORMAL_IMPULSE,
  POINT,
  SIDE_A,
  SIDE_B,
  SPEED,
  STRIDE,
  TAG,
} from './event-state.js';
import type {
  BeginEvent,
  CollisionSide,
  EndEvent,
  HitEvent,
  PersistEvent,
  PhysicsEvent,
} from './event-types.js';

const vectorAt = (data: Float64Array, at: number): Vec3 => [data[at], data[at + 1], data[at + 2]];

const sideAt = (data: Float64Array, at: number): CollisionSide => ({
  entity: data[at + ENTITY],
  body: data[at + BODY],
  tag: data[at + TAG],
  gone: data[at + GONE] !== 0,
});

const impulsesAt = (data: Float64Array, at: number) => ({
  point: vectorAt(data, at + POINT),
  impulse: vectorAt(data, at + IMPULSE),
  normalImpulse: data[at + NORMAL_IMPULSE],
});

export const readEvent = ({ data }: EventList, index: number): PhysicsEvent => {
  const at = index * STRIDE;
  const entity = data[at + SIDE_A + ENTITY];
  const tag = data[at + SIDE_A + TAG];
  const sides = () => ({ a: sideAt(data, at + SIDE_A), b: sideAt(data, at + SIDE_B) });
  switch (data[at]) {
    case EventKind.begin:
      return { kind: 'begin', ...sides(), ...impulsesAt(data, at) };
    case EventKind.persist:
      return { kind: 'persist', ...sides(), ...impulsesAt(data, at) };
    case EventKind.end:
      return { kind: 'end', ...sides() };
    case EventKind.hit:
      return {
        kind: 'hit',
        ...sides(),
        point: vectorAt(data, at + POINT),
        normal: vectorAt(data, at + NORMAL),
        speed: data[at + SPEED],
      };
    case EventKind.sleep:
      return { kind: 'sleep', entity };
    case EventKind.wake:
      return { kind: 'wake', entity };
    case EventKind.jointBreak:
      return {
        kind: 'joint-break',
        entity,
        tag,
        force: vectorAt(data, at + POINT),
        torque: vectorAt(data, at + NORMAL),
      };
    default:
      return { kind: 'joint-removed', entity, tag };
  }
};

/** What happened in the steps of the last frame, in order. Objects are made when you ask, so a frame nobody asks about costs nothing. */
export const physicsEvents = (world: World): PhysicsEvent[] => {
  const { published } = stateOf(world).events;
  return Array.from({ length: published.count }, (_, i) => readEvent(published, i));
};

/**
 * The side of a collision that is not this entity, named by its collider or its body; undefined when neither side is. Which side is a
 * and which is b means nothing.
 */
export const otherSide = (
  event: BeginEvent | PersistEvent | EndEvent | HitEvent,
  eid: EntityId,
): CollisionSide | undefined => {
  const { a, b } = event ?? {};
  if (!a || !b)
    throw new PhysicsError(
      'wrong-type',
      `${show(event)} is no collision event`,
      "Pass an event of kind 'begin', 'persist', 'end' or 'hit'",
    );
  if (a.entity === eid || a.body === eid) return b;
  return b.entity === eid || b.body === eid ? a : undefined;
};

const KINDS: readonly PhysicsEvent['kind'][] = [
  'begin',
  'persist',
  'end',
  'hit',
  'sleep',
  'wake',
  'joint-break',
  'joint-removed',
];

const requireKind = (kind: PhysicsEvent['kind']): void => {
  if (KINDS.includes(kind)) return;
  const all = KINDS.map((each) => `'${each}'`).join(', ');
  throw new PhysicsError('out-of-range', `There are no events of kind ${show(kind)}`, `Pass one of ${all}`);
};

const requireCallback = (callback: unknown): void => {
  if (typeof callback === 'function') return;
  throw new PhysicsError(
    'wrong-type',
    `The callback is ${show(callback)}`,
    'Pass a function that takes the event',
  );
};

/**
 * Calls back for every event of one kind, at the end of the post system, when all components are up to date. Entities and components
 * may be added and removed there. Returns a function that ends it.
 */
export const observeEvents = <K extends PhysicsEvent['kind']>(
  world: World,
  kind: K,
  callback: (event: Extract<PhysicsEvent, { kind: K }>) => void,
): (() => void) => {
  const { listeners } = stateOf(world).events;
  requireKind(kind);
  requireCallback(callback);
  const set = listeners.get(kind) ?? new Set<Listener>();
  listeners.set(kind, set);
  // Its own function, so that the same callback may be there twice.
  const listener: Listener = (event) => callback(event as Extract<PhysicsEvent, { kind: K }>);
  set.add(listener);
  return () => void set.delete(listener);
};
