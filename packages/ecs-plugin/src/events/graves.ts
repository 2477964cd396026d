import { colliderGeneration } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { rawOf } from '../components/store.js';
import type { PhysicsState } from '../state/physics-state.js';
import { placeOf } from '../state/roster.js';

/** Rows have 22 bits; the generation goes above. */
const ROWS = 0x400000;

export const graveKey = (row: number, generation: number): number => generation * ROWS + row;

/** Remembers what a collider was, until its end events have been read. */
export const bury = (state: PhysicsState, eid: EntityId): void => {
  const { colliders, core, events, backing, colliderBody, lastTags } = state;
  const place = placeOf(colliders, eid);
  if (place < 0) return;
  const row = colliders.rows[place];
  events.graves.set(graveKey(row, colliderGeneration(core, row)), {
    entity: eid,
    body: colliderBody[eid],
    // When the component was removed, its row may have a new tenant by now.
    tag: lastTags.get(eid) ?? rawOf(backing.stores.Collider).tag[eid],
  });
};
