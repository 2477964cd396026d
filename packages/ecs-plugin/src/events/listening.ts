import { type BodyHandle, bodyColliders, type ColliderHandle, updateCollider } from '@tenon/physics-core';
import { colliderRow, hasPersistEvents } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent } from 'bitecs';
import { CollisionEvents, PersistEvents, Sensor } from '../components/components.js';
import { placeOf } from '../state/entity-map.js';
import { growBytes } from '../state/grow.js';
import type { PhysicsState } from '../state/physics-state.js';

/** Whether each step of touching is an event: the tag PersistEvents is on the collider or on its body. */
export const persists = ({ world }: PhysicsState, eid: EntityId, body: EntityId): boolean =>
  hasComponent(world, eid, PersistEvents) || hasComponent(world, body, PersistEvents);

/** Tells the solver, where it changed. */
const askToPersist = (state: PhysicsState, eid: EntityId): void => {
  const { core, colliders, colliderBody } = state;
  const at = placeOf(colliders, eid);
  const persistEvents = persists(state, eid, colliderBody[eid]);
  if (hasPersistEvents(core, colliders.rows[at]) !== persistEvents)
    updateCollider(core, colliders.handles[at] as ColliderHandle, { persistEvents });
};

/** The tags of a collider or of its body changed. */
export const applyEventTags = (state: PhysicsState, eid: EntityId): void => {
  askToPersist(state, eid);
  listenTo(state, eid);
};

/** Whose collision events are wanted: those of sensors, and of colliders and bodies with the tag CollisionEvents or PersistEvents. */
export const listenTo = (state: PhysicsState, eid: EntityId): void => {
  const { world, colliders, colliderBody, events } = state;
  const row = colliders.rows[placeOf(colliders, eid)];
  events.wanted = growBytes(events.wanted, row + 1);
  const wanted =
    hasComponent(world, eid, CollisionEvents) ||
    hasComponent(world, eid, Sensor) ||
    hasComponent(world, colliderBody[eid], CollisionEvents) ||
    persists(state, eid, colliderBody[eid]);
  events.wanted[row] = wanted ? 1 : 0;
};

/** The same for all colliders of a body. */
export const listenToBody = (state: PhysicsState, eid: EntityId): void => {
  const { core, bodies, colliders } = state;
  const place = placeOf(bodies, eid);
  if (place < 0) return;
  for (const handle of bodyColliders(core, bodies.handles[place] as BodyHandle)) {
    const collider = colliders.entityOfRow[colliderRow(core, handle)];
    if (collider > 0) applyEventTags(state, collider);
  }
};
