import { createFloats, type Floats, growFloats } from '../math/floats.js';

/**
 * Events of the last step. Events between two steps (a collider destroyed while touching) are kept and published
 * with the next step, so that every begin has its end.
 */
export interface EventQueue {
  /** Floats per event; the first is the kind. */
  data: Floats;
  count: number;
  /** Events before this index were readable after the last step; the next step drops them when it begins. */
  published: number;
}

/**
 * Layout of an event: kind; A and B as body slot, body generation, collider slot, collider generation,
 * collider user data; then for a hit the point, the normal from A to B and the approach speed, and for begin and
 * persist the point, the impulse on B and its part along the normals. Sleep and wake events only have the body of A.
 * Joint events begin with the joint instead of A.
 */
export const EVENT = 18;
export const EVENT_A = 1;
export const EVENT_B = 6;
export const EVENT_POINT = 11;
export const EVENT_NORMAL = 14;
export const EVENT_SPEED = 17;
export const EVENT_IMPULSE = 14;
export const EVENT_NORMAL_IMPULSE = 17;

/** Of a joint event: slot, generation and user data of the joint, then force and torque. */
export const EVENT_FORCE = 4;
export const EVENT_TORQUE = 7;

export const EventKind = {
  begin: 0,
  end: 1,
  hit: 2,
  sleep: 3,
  wake: 4,
  jointBreak: 5,
  jointRemoved: 6,
  persist: 7,
} as const;

export const createEventQueue = (): EventQueue => ({
  data: createFloats(EVENT * 64),
  count: 0,
  published: 0,
});

/** Appends an empty event of this kind and returns the offset of its floats. */
export const addEvent = (queue: EventQueue, kind: number): number => {
  const offset = queue.count * EVENT;
  if (offset === queue.data.length) {
    queue.data = growFloats(queue.data, offset + EVENT);
  }
  queue.count++;
  queue.data.fill(0, offset, offset + EVENT);
  queue.data[offset] = kind;
  return offset;
};

/** Drops sleep and wake events of bodies that were destroyed between two steps: `generation` is that of the bodies. */
export const dropDestroyed = (queue: EventQueue, generation: ArrayLike<number>): void => {
  const { data } = queue;
  let kept = 0;
  for (let at = 0; at < queue.count * EVENT; at += EVENT) {
    const ofBody = data[at] === EventKind.sleep || data[at] === EventKind.wake;
    if (ofBody && generation[data[at + EVENT_A]] !== data[at + EVENT_A + 1]) continue;
    if (kept !== at) data.copyWithin(kept, at, at + EVENT);
    kept += EVENT;
  }
  queue.count = kept / EVENT;
};

/** Drops the events that the user could already read. */
export const dropPublished = (queue: EventQueue): void => {
  queue.data.copyWithin(0, queue.published * EVENT, queue.count * EVENT);
  queue.count -= queue.published;
  queue.published = 0;
};
