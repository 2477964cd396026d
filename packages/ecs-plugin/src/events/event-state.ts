import type { EntityId } from 'bitecs';
import type { PhysicsEvent } from './event-types.js';
import { createPairSet, type PairSet } from './pair-set.js';

/** Events as flat numbers: those of the frame that is being made, and those that can be read. */
export interface EventList {
  count: number;
  data: Float64Array;
}

/**
 * The entity of a collider that was removed. Its end events come with the next step, when the id may already belong to another entity.
 */
export interface RemovedEntity {
  readonly entity: EntityId;
  readonly body: EntityId;
  readonly tag: number;
}

export type Listener = (event: PhysicsEvent) => void;

export interface EventState {
  coming: EventList;
  published: EventList;
  /** How many of the coming events the components show already. */
  followed: number;
  readonly reported: PairSet;
  /** Entities whose collider was removed since the last step, by row and generation of the collider, see removed-entities.ts. */
  readonly removedEntities: Map<number, RemovedEntity>;
  /** Tags of joints that were removed with a body, by entity. */
  readonly lostJoints: Map<EntityId, number>;
  /** By row of the collider: whether its events are wanted. */
  wanted: Uint8Array;
  readonly listeners: Map<PhysicsEvent['kind'], Set<Listener>>;
}

/**
 * Floats of an event: kind; for each side the entity, its body, the tag and whether it is gone; then for a hit point, normal and speed, for begin
 * and persist point, impulse and normal impulse. Events of bodies and joints have one side; a break has force and torque in the place of point and normal.
 */
export const STRIDE = 16;
export const SIDE_A = 1;
export const SIDE_B = 5;
export const ENTITY = 0;
export const BODY = 1;
export const TAG = 2;
export const GONE = 3;
export const POINT = 9;
export const NORMAL = 12;
export const SPEED = 15;
export const IMPULSE = 12;
export const NORMAL_IMPULSE = 15;
/** Floats from the point on, in the order of physics-core. */
export const TOUCH_FLOATS = 7;

const createList = (): EventList => ({ count: 0, data: new Float64Array(STRIDE * 64) });

export const createEventState = (): EventState => ({
  coming: createList(),
  published: createList(),
  followed: 0,
  reported: createPairSet(),
  removedEntities: new Map(),
  lostJoints: new Map(),
  wanted: new Uint8Array(64),
  listeners: new Map(),
});

/** Appends an empty event and returns where its floats begin. */
export const addEvent = (list: EventList, kind: number): number => {
  const at = list.count * STRIDE;
  if (at === list.data.length) {
    const grown = new Float64Array(2 * list.data.length);
    grown.set(list.data);
    list.data = grown;
  }
  list.count++;
  list.data.fill(0, at, at + STRIDE);
  list.data[at] = kind;
  return at;
};
