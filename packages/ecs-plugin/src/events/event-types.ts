import type { Vec3 } from '@tenon/physics-core';
import type { EntityId } from 'bitecs';

/** One side of a collision. */
export interface CollisionSide {
  /** The entity with the Collider. */
  readonly entity: EntityId;
  /** The entity with the RigidBody it belongs to; often the same. */
  readonly body: EntityId;
  /** `Collider.tag`, also when the collider is gone. */
  readonly tag: number;
  /** The collider does not exist any more, so the id may already mean another entity. */
  readonly gone: boolean;
}

/** What two colliders gave each other in one step, all their contact points together. */
export interface TouchImpulse {
  readonly a: CollisionSide;
  readonly b: CollisionSide;
  /** Centre of pressure, m; where nothing presses, the middle of the points. */
  readonly point: Vec3;
  /** On B, with friction, N·s. Divided by the step it is the mean force. */
  readonly impulse: Vec3;
  /** How much the two pressed each other: the sum of all normal impulses, N·s. */
  readonly normalImpulse: number;
}

export interface BeginEvent extends TouchImpulse {
  readonly kind: 'begin';
}

/** Two colliders go on touching, one of which has the tag PersistEvents, or its body. One event a step. */
export interface PersistEvent extends TouchImpulse {
  readonly kind: 'persist';
}

export interface EndEvent {
  readonly kind: 'end';
  readonly a: CollisionSide;
  readonly b: CollisionSide;
}

export interface HitEvent {
  readonly kind: 'hit';
  readonly a: CollisionSide;
  readonly b: CollisionSide;
  /** Contact point of the impact, m. */
  readonly point: Vec3;
  /** From A to B. */
  readonly normal: Vec3;
  /** Approach speed, m/s. */
  readonly speed: number;
}

export interface SleepEvent {
  readonly kind: 'sleep';
  readonly entity: EntityId;
}

export interface WakeEvent {
  readonly kind: 'wake';
  readonly entity: EntityId;
}

/** The load exceeded what the joint may bear. It is disabled but still there: write 1 to `Joint.enabled`, or remove it. */
export interface JointBreakEvent {
  readonly kind: 'joint-break';
  readonly entity: EntityId;
  /** `Joint.tag`. */
  readonly tag: number;
  /** On body B at the moment of breaking, N and N·m, world axes. */
  readonly force: Vec3;
  readonly torque: Vec3;
}

/** The joint was removed with one of its bodies, or with a joint that it coupled. Its Joint component is gone. */
export interface JointRemovedEvent {
  readonly kind: 'joint-removed';
  readonly entity: EntityId;
  readonly tag: number;
}

export type PhysicsEvent =
  | BeginEvent
  | PersistEvent
  | EndEvent
  | HitEvent
  | SleepEvent
  | WakeEvent
  | JointBreakEvent
  | JointRemovedEvent;
