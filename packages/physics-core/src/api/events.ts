import {
  type BodyHandle,
  type ColliderHandle,
  HandleKind,
  type JointHandle,
  makeHandle,
  requireWorld,
} from '../handles.js';
import { readVec3 } from '../math/columns.js';
import type { Vec3 } from '../math/vec3.js';
import {
  EVENT,
  EVENT_A,
  EVENT_B,
  EVENT_FORCE,
  EVENT_IMPULSE,
  EVENT_NORMAL,
  EVENT_NORMAL_IMPULSE,
  EVENT_POINT,
  EVENT_SPEED,
  EVENT_TORQUE,
  EventKind,
} from '../state/events.js';
import type { World } from '../state/world.js';

/**
 * One side of a begin, end or hit event. The handles may be stale when the event
 * ended because something was destroyed.
 */
export interface EventSide {
  readonly body: BodyHandle;
  readonly collider: ColliderHandle;
  /** The collider's user data, also after its end. */
  readonly userData: number;
}

/** What two colliders gave each other in one step, all their contact points together. */
export interface TouchImpulse {
  readonly a: EventSide;
  readonly b: EventSide;
  /** Centre of pressure, m; where nothing presses, the middle of the points. */
  readonly point: Vec3;
  /** On B, with friction, N·s. Divided by dt it is the mean force. */
  readonly impulse: Vec3;
  /** How much the two pressed each other: the sum of all normal impulses, N·s. */
  readonly normalImpulse: number;
}

export interface BeginEvent extends TouchImpulse {
  readonly kind: 'begin';
}

/** Two colliders go on touching, one of which has `persistEvents`. */
export interface PersistEvent extends TouchImpulse {
  readonly kind: 'persist';
}

export interface EndEvent {
  readonly kind: 'end';
  readonly a: EventSide;
  readonly b: EventSide;
}

export interface HitEvent {
  readonly kind: 'hit';
  readonly a: EventSide;
  readonly b: EventSide;
  /** Where it struck, m. */
  readonly point: Vec3;
  /** From A to B. */
  readonly normal: Vec3;
  /** Approach speed, m/s. */
  readonly speed: number;
}

export interface SleepEvent {
  readonly kind: 'sleep';
  readonly body: BodyHandle;
}

export interface WakeEvent {
  readonly kind: 'wake';
  readonly body: BodyHandle;
}

/** The reaction of a joint exceeded its break force or torque. It is disabled but exists: enable or destroy it. */
export interface JointBreakEvent {
  readonly kind: 'joint-break';
  readonly joint: JointHandle;
  readonly userData: number;
  /** On B at the moment of breaking, N and N·m about the anchor, world axes. */
  readonly force: Vec3;
  readonly torque: Vec3;
}

/** A joint went with one of its bodies, or with a joint that it coupled. The handle is stale. */
export interface JointRemovedEvent {
  readonly kind: 'joint-removed';
  readonly joint: JointHandle;
  readonly userData: number;
}

export type WorldEvent =
  | BeginEvent
  | PersistEvent
  | EndEvent
  | HitEvent
  | SleepEvent
  | WakeEvent
  | JointBreakEvent
  | JointRemovedEvent;

/**
 * What happened in the last step, and between it and the one before. Read it after
 * stepWorld; the next step clears it. Of bodies that are gone it is not told that they woke or fell asleep.
 */
export const worldEvents = (world: World): WorldEvent[] => {
  requireWorld(world);
  const list: WorldEvent[] = [];
  for (let i = 0; i < world.events.published; i++)
    if (!isOfGoneBody(world, i * EVENT)) list.push(readEvent(world, i * EVENT));
  return list;
};

/** Waking or sleep of a body that was destroyed afterwards: nobody could do anything with its handle. */
const isOfGoneBody = ({ events: { data }, bodies: { generation } }: World, at: number): boolean =>
  (data[at] === EventKind.sleep || data[at] === EventKind.wake) &&
  generation[data[at + EVENT_A]] !== data[at + EVENT_A + 1];

const readEvent = (world: World, at: number): WorldEvent => {
  const { data } = world.events;
  switch (data[at]) {
    case EventKind.begin:
      return { kind: 'begin', ...readTouch(world, at) };
    case EventKind.persist:
      return { kind: 'persist', ...readTouch(world, at) };
    case EventKind.end:
      return { kind: 'end', a: readSide(world, at + EVENT_A), b: readSide(world, at + EVENT_B) };
    case EventKind.hit:
      return {
        kind: 'hit',
        a: readSide(world, at + EVENT_A),
        b: readSide(world, at + EVENT_B),
        point: readVec3(data, at + EVENT_POINT),
        normal: readVec3(data, at + EVENT_NORMAL),
        speed: data[at + EVENT_SPEED],
      };
    case EventKind.jointBreak:
      return {
        kind: 'joint-break',
        ...readJoint(world, at),
        force: readVec3(data, at + EVENT_FORCE),
        torque: readVec3(data, at + EVENT_TORQUE),
      };
    case EventKind.jointRemoved:
      return { kind: 'joint-removed', ...readJoint(world, at) };
    default:
      return { kind: data[at] === EventKind.sleep ? 'sleep' : 'wake', body: readBody(world, at + EVENT_A) };
  }
};

const readTouch = (world: World, at: number): TouchImpulse => {
  const { data } = world.events;
  return {
    a: readSide(world, at + EVENT_A),
    b: readSide(world, at + EVENT_B),
    point: readVec3(data, at + EVENT_POINT),
    impulse: readVec3(data, at + EVENT_IMPULSE),
    normalImpulse: data[at + EVENT_NORMAL_IMPULSE],
  };
};

const readJoint = (world: World, at: number): { joint: JointHandle; userData: number } => {
  const { data } = world.events;
  const joint = makeHandle(
    world,
    HandleKind.joint,
    data[at + EVENT_A],
    data[at + EVENT_A + 1],
  ) as JointHandle;
  return { joint, userData: data[at + EVENT_A + 2] };
};

const readBody = (world: World, at: number): BodyHandle => {
  const { data } = world.events;
  return makeHandle(world, HandleKind.body, data[at], data[at + 1]) as BodyHandle;
};

const readSide = (world: World, at: number): EventSide => {
  const { data } = world.events;
  return {
    body: readBody(world, at),
    collider: makeHandle(world, HandleKind.collider, data[at + 2], data[at + 3]) as ColliderHandle,
    userData: data[at + 4],
  };
};
