import {
  type BodyHandle,
  bodyColliders,
  type Shape,
  setCharacterShape as setCoreShape,
} from '@tenon/physics-core';
import { colliderGeneration, colliderRow } from '@tenon/physics-core/bulk';
import { hasComponent, type World } from 'bitecs';
import { characterLists, readList } from './components/field-names.js';
import { rawOf, writeField } from './components/store.js';
import type { EntityRef } from './entity-id.js';
import { EntityError, inTermsOf } from './errors.js';
import { listenTo } from './events/listening.js';
import { removedKey } from './events/removed-entities.js';
import { shapeFields } from './factories/collider.js';
import { addMember, handleIn, removeMember } from './state/entity-map.js';
import { type PhysicsState, stateOf } from './state/physics-state.js';
import { requireAlive } from './sync/entity-references.js';
import { moveBody, showBody } from './sync/moves.js';

/**
 * Gives an entity with a Character another shape, to crouch or to stand up, if there is room: its feet stay where they are. Returns whether
 * it has the shape now. Its Collider and Position have what is new at once.
 */
export const setCharacterShape = (world: World, eid: EntityRef, shape: Shape): boolean => {
  const state = stateOf(world);
  const body = bodyOfCharacter(state, eid);
  // What was written to the pose before comes first.
  moveBody(state, eid);
  const { core, colliders, events, backing } = state;
  const [before] = bodyColliders(core, body);
  const row = before === undefined ? -1 : colliderRow(core, before);
  const owner = colliders.entityOfRow[row] ?? 0;
  const key = row < 0 ? 0 : removedKey(row, colliderGeneration(core, row));
  const raw = rawOf(backing.stores.Character);
  try {
    if (!setCoreShape(core, body, shape, { up: readList(raw, characterLists.up, eid) })) return false;
  } catch (error) {
    throw inTermsOf(error, eid, 'Character');
  }
  events.removedEntities.set(key, {
    entity: owner,
    body: eid,
    tag: rawOf(backing.stores.Collider).tag[owner],
  });
  const [handle] = bodyColliders(core, body);
  removeMember(colliders, owner);
  addMember(colliders, owner, handle, colliderRow(core, handle));
  for (const [field, value] of Object.entries(shapeFields(shape)))
    writeField(backing.tables.Collider, field, owner, value);
  listenTo(state, owner);
  state.touched.push(eid);
  showBody(state, eid);
  return true;
};

const bodyOfCharacter = (state: PhysicsState, eid: EntityRef): BodyHandle => {
  const { world, backing, bodies } = state;
  requireAlive(world, eid, 'Character');
  if (!hasComponent(world, eid, backing.stores.Character))
    throw new EntityError('wrong-type', eid, 'Character', '', 'is missing', 'Add Character to the entity');
  const body = handleIn(bodies, eid);
  if (body !== undefined) return body as BodyHandle;
  throw new EntityError(
    'wrong-type',
    eid,
    'Character',
    '',
    'has no body yet',
    'Call this after the next physicsPre or stepPhysics, or give the entity that shape from the start',
  );
};
