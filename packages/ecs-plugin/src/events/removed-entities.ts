import { colliderGeneration } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { rawOf } from '../components/store.js';
import { placeOf } from '../state/entity-map.js';
import type { PhysicsState } from '../state/physics-state.js';

/** Rows have 22 bits; the generation goes above. */
const ROWS = 0x400000;

export const removedKey = (row: number, generation: number): number => generation * ROWS + row;

/** Remembers the entity of a collider that is removed. Its end events come with the next step, and they name the entity. */
export const rememberRemoved = (state: PhysicsState, eid: EntityId): void => {
  const { colliders, core, events, backing, colliderBody, lastTags } = state;
  const place = placeOf(colliders, eid);
  if (place < 0) return;
  const row = colliders.rows[place];
  events.removedEntities.set(removedKey(row, colliderGeneration(core, row)), {
    entity: eid,
    body: colliderBody[eid],
    // When the component was removed, a new component may already use its row.
    tag: lastTags.get(eid) ?? rawOf(backing.stores.Collider).tag[eid],
  });
};
