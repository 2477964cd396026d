import {
  createJoint,
  destroyJoint,
  type JointChanges,
  type JointDef,
  type JointHandle,
  jointDef,
  jointDefinitions,
  jointExists,
  updateJoint,
} from '@tenon/physics-core';
import { jointRow } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent } from 'bitecs';
import { Disabled } from '../components/components.js';
import {
  eachFrameNumber,
  eachNumber,
  frameFrom,
  frameNames,
  paramsFrom,
} from '../components/joint-fields.js';
import { acceptRow, rawOf, rejectRow, writeField, writtenFields } from '../components/store.js';
import { EntityError, inTermsOf } from '../errors.js';
import { addMember, isMember, placeOf, removeMember } from '../state/entity-map.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { warnOfDegrees, warnOfMotors } from '../warnings.js';
import { requireBody, requireJoint } from './entity-references.js';
import { beginSearch, searchTable } from './find-writes.js';
import { planOf } from './joint-plans.js';
import { changeQuickly } from './quick-joints.js';
import { attempt } from './waiting.js';

/** Joint components to joints. */

const typeOf = (state: PhysicsState, eid: EntityId): number => rawOf(state.backing.stores.Joint).type[eid];

const reader =
  (state: PhysicsState, eid: EntityId) =>
  (field: string): number =>
    state.backing.tables.Joint.raw[field][eid];

const writer =
  (state: PhysicsState, eid: EntityId) =>
  (field: string, value: number): void =>
    writeField(state.backing.tables.Joint, field, eid, value);

/** Whether the solver shall see the joint. */
const enabledOf = (state: PhysicsState, eid: EntityId): boolean =>
  rawOf(state.backing.stores.Joint).enabled[eid] !== 0 && !hasComponent(state.world, eid, Disabled);

const definitionOf = (state: PhysicsState, eid: EntityId) => {
  const type = typeOf(state, eid);
  const definition = jointDefinitions()[type];
  if (definition) return definition;
  throw new EntityError(
    'out-of-range',
    eid,
    'Joint',
    'type',
    `is ${type}`,
    'Write the place of a type in jointDefinitions()',
  );
};

/** The handles that stand for the entities it names. */
const endsOf = (state: PhysicsState, eid: EntityId, couples: boolean): Partial<JointDef> => {
  const { bodyA, bodyB, jointA, jointB } = rawOf(state.backing.stores.Joint);
  if (couples) {
    return {
      jointA: requireJoint(state, eid, 'jointA', jointA[eid]),
      jointB: requireJoint(state, eid, 'jointB', jointB[eid]),
    };
  }
  return {
    ...(bodyA[eid] === 0 ? {} : { bodyA: requireBody(state, 'Joint', eid, 'bodyA', bodyA[eid]) }),
    bodyB: requireBody(state, 'Joint', eid, 'bodyB', bodyB[eid] || eid),
  };
};

/**
 * All fields as they are: for a joint that was not planned by a factory, such as one that came over the network. The offset of a coupling
 * on a joint that is new is measured anew, so that nothing jumps.
 */
const literalOf = (state: PhysicsState, eid: EntityId, couples: boolean, measured: boolean): object => {
  const read = reader(state, eid);
  const { offset, ...params } = paramsFrom(typeOf(state, eid), read);
  return {
    ...params,
    ...(offset === undefined || (couples && measured) ? {} : { offset }),
    ...(couples ? {} : { frameA: frameFrom('A', read), frameB: frameFrom('B', read) }),
  };
};

const defOf = (state: PhysicsState, eid: EntityId, measured: boolean): JointDef => {
  const definition = definitionOf(state, eid);
  const { collideConnected } = rawOf(state.backing.stores.Joint);
  return {
    ...(planOf(state, eid) ?? literalOf(state, eid, definition.couples, measured)),
    ...endsOf(state, eid, definition.couples),
    type: definition.type,
    enabled: enabledOf(state, eid),
    collideConnected: collideConnected[eid] !== 0,
    userData: eid,
  };
};

export const makeJoint = (state: PhysicsState, eid: EntityId): void =>
  attempt(state, state.waiting.joints, eid, 'Joint', typeOf(state, eid), () => connect(state, eid));

/** Makes the joint. Nothing has changed when it throws. */
const connect = (state: PhysicsState, eid: EntityId, measured = false): void => {
  const { core, joints } = state;
  const handle = createJoint(core, defOf(state, eid, measured));
  const couplings = couplingsOf(state, eid);
  dropJoint(state, eid);
  addMember(joints, eid, handle, jointRow(core, handle));
  state.plans.delete(eid);
  readJoint(state, eid, handle);
  warnOfDegrees(state, eid);
  warnOfMotors(state, eid);
  for (const each of couplings) coupleAnew(state, each);
};

/** Gears and the like on an entity's joint. */
const couplingsOf = ({ joints, backing }: PhysicsState, eid: EntityId): EntityId[] => {
  if (!isMember(joints, eid)) return [];
  const { type, jointA, jointB } = rawOf(backing.stores.Joint);
  const definitions = jointDefinitions();
  return Array.from(joints.entities.subarray(0, joints.count)).filter(
    (each) => definitions[type[each]]?.couples && (jointA[each] === eid || jointB[each] === eid),
  );
};

/** A joint that was coupled has been replaced by another, with which the old coupling went. */
const coupleAnew = (state: PhysicsState, eid: EntityId): void => {
  removeMember(state.joints, eid);
  attempt(state, state.waiting.joints, eid, 'Joint', typeOf(state, eid), () => connect(state, eid, true));
};

/** The components show what the solver has: parameters it filled in, frames it worked out. */
const readJoint = (state: PhysicsState, eid: EntityId, handle: JointHandle): void => {
  const write = writer(state, eid);
  const def = jointDef(state.core, handle);
  eachNumber(typeOf(state, eid), def, write);
  eachFrameNumber(def, write);
  acceptRow(state.backing.tables.Joint, eid);
};

/** The component was removed, or another joint takes the place of this one. */
export const dropJoint = (state: PhysicsState, eid: EntityId): void => {
  const place = placeOf(state.joints, eid);
  if (place < 0) return;
  const handle = state.joints.handles[place] as JointHandle;
  // It may have been destroyed with a body.
  if (jointExists(state.core, handle)) destroyJoint(state.core, handle);
  removeMember(state.joints, eid);
};

const ENDS = ['type', 'bodyA', 'bodyB', 'jointA', 'jointB'];

/** Passes on to the solver what was written to Joint fields. */
export const changeJoints = (state: PhysicsState): void => {
  const { backing, joints, writes } = state;
  const table = backing.tables.Joint;
  if (table.watched.length === 0) return;
  beginSearch(writes, joints.blocks);
  searchTable(writes, joints.blocks, table);
  for (let i = 0; i < writes.count; i++) changeJoint(state, writes.found[i]);
};

const changeJoint = (state: PhysicsState, eid: EntityId): void => {
  const table = state.backing.tables.Joint;
  if (!isMember(state.joints, eid)) return acceptRow(table, eid);
  if (changeQuickly(state, eid)) return;
  const fields = writtenFields(table, eid);
  const type = typeOf(state, eid);
  try {
    if (fields.some((field) => ENDS.includes(field))) connect(state, eid);
    else updateFields(state, eid, fields);
  } catch (caught) {
    rejectRow(table, eid);
    report(state, inTermsOf(caught, eid, 'Joint', type));
  }
};

const updateFields = (state: PhysicsState, eid: EntityId, fields: readonly string[]): void => {
  const handle = state.joints.handles[placeOf(state.joints, eid)] as JointHandle;
  const read = reader(state, eid);
  requireTag(eid, read('tag'));
  const touches = (side: 'A' | 'B'): boolean => frameNames[side].some((name) => fields.includes(name));
  const changes: JointChanges = {
    ...paramsFrom(typeOf(state, eid), read, fields),
    ...(touches('A') ? { frameA: frameFrom('A', read) } : {}),
    ...(touches('B') ? { frameB: frameFrom('B', read) } : {}),
    ...(fields.includes('enabled') ? { enabled: enabledOf(state, eid) } : {}),
    ...(fields.includes('collideConnected') ? { collideConnected: read('collideConnected') !== 0 } : {}),
  };
  if (Object.keys(changes).length > 0) updateJoint(state.core, handle, changes);
  readJoint(state, eid, handle);
  warnOfDegrees(state, eid);
  warnOfMotors(state, eid, fields);
};

const requireTag = (eid: EntityId, tag: number): void => {
  if (Number.isFinite(tag)) return;
  throw new EntityError('not-finite', eid, 'Joint', 'tag', `is ${tag}`, 'Write a finite number');
};

/** The tag Disabled. */
export const applyJointTags = (state: PhysicsState, eid: EntityId): void => {
  const place = placeOf(state.joints, eid);
  if (place < 0) return;
  updateJoint(state.core, state.joints.handles[place] as JointHandle, { enabled: enabledOf(state, eid) });
};
