import { type BodyHandle, bodyColliders } from '@tenon/physics-core';
import { colliderRow } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent } from 'bitecs';
import { CollisionEvents, Sensor } from '../components/components.js';
import { placeOf } from '../state/entity-map.js';
import type { PhysicsState } from '../state/physics-state.js';

/** Whose collision events are wanted: those of sensors, and of colliders and bodies with the tag CollisionEvents. */
export const listenTo = (state: PhysicsState, eid: EntityId): void => {
  const { world, colliders, colliderBody, events } = state;
  const row = colliders.rows[placeOf(colliders, eid)];
  if (row >= events.wanted.length) {
    const grown = new Uint8Array(Math.max(row + 1, 2 * events.wanted.length));
    grown.set(events.wanted);
    events.wanted = grown;
  }
  const wanted =
    hasComponent(world, eid, CollisionEvents) ||
    hasComponent(world, eid, Sensor) ||
    hasComponent(world, colliderBody[eid], CollisionEvents);
  events.wanted[row] = wanted ? 1 : 0;
};

/** The same for all colliders of a body. */
export const listenToBody = (state: PhysicsState, eid: EntityId): void => {
  const { core, bodies, colliders } = state;
  const place = placeOf(bodies, eid);
  if (place < 0) return;
  for (const handle of bodyColliders(core, bodies.handles[place] as BodyHandle)) {
    const collider = colliders.entityOfRow[colliderRow(core, handle)];
    if (collider > 0) listenTo(state, collider);
  }
};
