import {
  allBodies,
  allJoints,
  bodyColliders,
  bodyUserData,
  colliderDef,
  jointDef,
} from '@tenon/physics-core';
import { bodyRow, colliderRow, jointRow, readBody } from '@tenon/physics-core/bulk';
import { listenTo } from '../events/listening.js';
import { addMember, clearEntityMap, type EntityMap } from '../state/entity-map.js';
import { growInts } from '../state/grow.js';
import type { PhysicsState } from '../state/physics-state.js';
import type { SnapshotContent } from './read.js';

/** Builds the entity maps anew. Handles differ from world to world, so each entity is found through the user data, which holds its id. */
export const rebuildEntityMaps = (state: PhysicsState, content: SnapshotContent): void => {
  const { core } = state;
  const bodies = allBodies(core);
  const colliders = bodies.flatMap((body) => bodyColliders(core, body));
  refill(
    state.bodies,
    content.bodies,
    bodies,
    (each) => bodyUserData(core, each),
    (each) => bodyRow(core, each),
  );
  refill(
    state.colliders,
    content.colliders,
    colliders,
    (each) => colliderDef(core, each).userData,
    (each) => colliderRow(core, each),
  );
  refill(
    state.joints,
    content.joints,
    allJoints(core),
    (each) => jointDef(core, each).userData ?? 0,
    (each) => jointRow(core, each),
  );
  for (let k = 0; k < state.bodies.count; k++) {
    readBody(core, state.bodies.rows[k], state.backing.known, state.bodies.entities[k]);
  }
  restoreColliders(state, content);
};

const refill = <H extends number>(
  map: EntityMap,
  order: Float64Array,
  handles: readonly H[],
  entityOf: (handle: H) => number,
  rowOf: (handle: H) => number,
): void => {
  const byEntity = new Map(handles.map((handle) => [entityOf(handle), handle]));
  clearEntityMap(map);
  for (const eid of order) {
    const handle = byEntity.get(eid);
    if (handle !== undefined) addMember(map, eid, handle, rowOf(handle));
  }
};

const restoreColliders = (state: PhysicsState, { colliders, colliderBodies }: SnapshotContent): void => {
  for (const [k, eid] of colliders.entries()) {
    state.colliderBody = growInts(state.colliderBody, eid + 1);
    state.colliderBody[eid] = colliderBodies[k];
    listenTo(state, eid);
  }
};
