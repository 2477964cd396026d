import {
  allBodies,
  allJoints,
  bodyColliders,
  bodyUserData,
  colliderDef,
  jointDef,
} from '@tenon/physics-core';
import { bodyRow, colliderRow, jointRow, readBody } from '@tenon/physics-core/bulk';
import { rawOf } from '../components/store.js';
import { listenTo } from '../events/listening.js';
import { growInts } from '../state/grow.js';
import type { PhysicsState } from '../state/physics-state.js';
import { addMember, clearRoster, type Roster } from '../state/roster.js';
import { rememberName } from '../sync/named.js';
import type { SnapshotContent } from './read.js';

/** Which entity has what in the solver: handles of another world would be others, but the user data of each is its entity. */
export const rebuildRosters = (state: PhysicsState, content: SnapshotContent): void => {
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
  rememberNames(state);
};

const refill = <H extends number>(
  roster: Roster,
  order: Float64Array,
  handles: readonly H[],
  entityOf: (handle: H) => number,
  rowOf: (handle: H) => number,
): void => {
  const byEntity = new Map(handles.map((handle) => [entityOf(handle), handle]));
  clearRoster(roster);
  for (const eid of order) {
    const handle = byEntity.get(eid);
    if (handle !== undefined) addMember(roster, eid, handle, rowOf(handle));
  }
};

const restoreColliders = (state: PhysicsState, { colliders, colliderBodies }: SnapshotContent): void => {
  for (const [k, eid] of colliders.entries()) {
    state.colliderBody = growInts(state.colliderBody, eid + 1);
    state.colliderBody[eid] = colliderBodies[k];
    listenTo(state, eid);
  }
};

/** The ids mean the lives that have them now. */
const rememberNames = (state: PhysicsState): void => {
  const { stores } = state.backing;
  state.named.clear();
  const { body } = rawOf(stores.Collider);
  for (const eid of state.colliders.entities.subarray(0, state.colliders.count)) {
    rememberName(state, 'Collider', eid, 'body', body[eid]);
  }
  const joint = rawOf(stores.Joint);
  for (const eid of state.joints.entities.subarray(0, state.joints.count)) {
    for (const field of ['bodyA', 'bodyB', 'jointA', 'jointB'] as const) {
      rememberName(state, 'Joint', eid, field, joint[field][eid]);
    }
  }
};
