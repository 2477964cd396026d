import { type BodyChanges, type BodyHandle, updateBody } from '@tenon/physics-core';
import { type BodyColumns, readBody, writeVelocity } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { bodyComponentNames } from '../components/field-names.js';
import { acceptRow } from '../components/store.js';
import { inTermsOf } from '../errors.js';
import { handleIn, placeOf } from '../state/entity-map.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { settleRendered } from '../systems/interpolate.js';
import { carryTarget } from '../systems/kinematic.js';
import { beginSearch, searchTable } from './find-writes.js';

/**
 * Poses and velocities that were written to the components. A pose is a teleport. Afterwards, or when a value was bad, the components
 * show what the solver has.
 */
export const moveBodies = (state: PhysicsState): void => {
  const { backing, bodies, writes } = state;
  beginSearch(writes, bodies.blocks);
  for (const name of bodyComponentNames) searchTable(writes, bodies.blocks, backing.tables[name]);
  for (let i = 0; i < writes.count; i++) moveBody(state, writes.found[i]);
};

/** Takes over what was written to one body, if anything was. */
export const moveBody = (state: PhysicsState, eid: EntityId): void => {
  const { bodies, core, backing } = state;
  const { columns, known } = backing;
  const place = placeOf(bodies, eid);
  if (place < 0) {
    // Nobody needs to know, but it must not be found again.
    for (const name of bodyComponentNames) acceptRow(backing.tables[name], eid);
    return;
  }
  const turned = differs4(columns.rotation, known.rotation, eid);
  const moved = differs3(columns.position, known.position, eid);
  const faster =
    differs3(columns.linearVelocity, known.linearVelocity, eid) ||
    differs3(columns.angularVelocity, known.angularVelocity, eid);
  if (!turned && !moved && !faster) return;
  try {
    if (turned || moved) teleport(state, eid, bodies.handles[place] as BodyHandle, moved, turned);
    if (faster) writeVelocity(core, bodies.rows[place], columns, eid);
  } catch (caught) {
    report(state, inTermsOf(caught, eid, 'RigidBody'));
  }
  showBody(state, eid);
  if (!turned && !moved) return;
  settleRendered(state, eid);
  carryTarget(state, eid);
};

type Column3 = BodyColumns['position'];
type Column4 = BodyColumns['rotation'];

const differs3 = (a: Column3, b: Column3, eid: EntityId): boolean =>
  a.x[eid] !== b.x[eid] || a.y[eid] !== b.y[eid] || a.z[eid] !== b.z[eid];

const differs4 = (a: Column4, b: Column4, eid: EntityId): boolean =>
  differs3(a, b, eid) || a.w[eid] !== b.w[eid];

/** Only the half of the pose that was written: the other keeps its bits. */
const teleport = (
  { core, backing }: PhysicsState,
  eid: EntityId,
  handle: BodyHandle,
  moved: boolean,
  turned: boolean,
): void => {
  const { position: p, rotation: q } = backing.columns;
  const changes: BodyChanges = {
    ...(moved ? { position: [p.x[eid], p.y[eid], p.z[eid]] as const } : {}),
    ...(turned ? { rotation: [q.x[eid], q.y[eid], q.z[eid], q.w[eid]] as const } : {}),
  };
  updateBody(core, handle, changes);
};

/** The components show the body as the solver has it. */
export const showBody = ({ bodies, core, backing }: PhysicsState, eid: EntityId): void => {
  if (handleIn(bodies, eid) === undefined) return;
  const place = placeOf(bodies, eid);
  readBody(core, bodies.rows[place], backing.columns, eid);
  readBody(core, bodies.rows[place], backing.known, eid);
};
