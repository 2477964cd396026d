import { eachBody, eachCollider, eachJoint, readBody } from '@tenon/physics-core/bulk';
import { listenTo } from '../events/listening.js';
import { addMember, clearEntityMap, type EntityMap } from '../state/entity-map.js';
import { growInts, growReals } from '../state/grow.js';
import type { PhysicsState } from '../state/physics-state.js';
import type { SnapshotContent } from './read.js';

/** Builds the entity maps anew. Handles differ from world to world, so each entity is found through the user data, which holds its id. */
export const rebuildEntityMaps = (state: PhysicsState, content: SnapshotContent): void => {
  const { core } = state;
  expectEntities(content.bodies);
  eachBody(core, note);
  refill(state.bodies, content.bodies);
  expectEntities(content.colliders);
  eachCollider(core, note);
  refill(state.colliders, content.colliders);
  expectEntities(content.joints);
  eachJoint(core, note);
  refill(state.joints, content.joints);
  for (let k = 0; k < state.bodies.count; k++) {
    readBody(core, state.bodies.rows[k], state.backing.known, state.bodies.entities[k]);
  }
  restoreColliders(state, content);
};

/** Scratch, by entity: the handle of what it has in the solver, and its row; or one of these. */
let handleOf: Float64Array = new Float64Array(0);
let rowOf: Int32Array = new Int32Array(0);
const UNEXPECTED = -2;
const EXPECTED = -1;

const expectEntities = (entities: Float64Array): void => {
  for (const eid of entities) {
    handleOf = growReals(handleOf, eid + 1);
    rowOf = growInts(rowOf, eid + 1, UNEXPECTED);
    rowOf[eid] = EXPECTED;
  }
};

/** The user data of what is not the plugin's may be any number. */
const note = (handle: number, row: number, eid: number): void => {
  if (!(rowOf[eid] >= EXPECTED)) return;
  handleOf[eid] = handle;
  rowOf[eid] = row;
};

/** What was noted comes into the map, in order. */
const refill = (map: EntityMap, order: Float64Array): void => {
  clearEntityMap(map);
  for (const eid of order) if (rowOf[eid] >= 0) addMember(map, eid, handleOf[eid], rowOf[eid]);
  for (const eid of order) rowOf[eid] = UNEXPECTED;
};

const restoreColliders = (state: PhysicsState, { colliders, colliderBodies }: SnapshotContent): void => {
  for (let k = 0; k < colliders.length; k++) {
    const eid = colliders[k];
    state.colliderBody = growInts(state.colliderBody, eid + 1);
    state.colliderBody[eid] = colliderBodies[k];
    listenTo(state, eid);
  }
};
