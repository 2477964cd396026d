import {
  type BodyChanges,
  type BodyDef,
  type BodyHandle,
  bodyColliders,
  createBody,
  isBodyAwake,
  sleep,
  updateBody,
  wake,
} from '@tenon/physics-core';
import { bodyRow, writeVelocity } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent } from 'bitecs';
import { Bullet, Disabled, NoSleep, Sleeping } from '../components/components.js';
import { massLists, readList } from '../components/field-names.js';
import { AUTO_MASS, BodyType, lockNames, nameOf } from '../components/names.js';
import { acceptRow, rawOf, rejectRow, writtenFields } from '../components/store.js';
import { EntityError, inTermsOf } from '../errors.js';
import { addMember, isMember, placeOf } from '../state/entity-map.js';
import { Mark, mark } from '../state/marks.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { settleRendered } from '../systems/interpolate.js';
import { carryTarget } from '../systems/kinematic.js';
import { warnOfNoMass } from '../warnings.js';
import { beginSearch, searchTable } from './find-writes.js';
import { showBody } from './moves.js';
import { attempt } from './waiting.js';

/** RigidBody components to bodies. */

const typeOf = (state: PhysicsState, eid: EntityId): keyof typeof BodyType => {
  const value = rawOf(state.backing.stores.RigidBody).type[eid];
  const name = nameOf(BodyType, value);
  if (name) return name;
  throw new EntityError('out-of-range', eid, 'RigidBody', 'type', `is ${value}`, 'Write one of BodyType');
};

const massOf = (state: PhysicsState, eid: EntityId): Pick<BodyDef, 'mass' | 'massProperties'> => {
  const raw = rawOf(state.backing.stores.RigidBody);
  const mass = raw.mass[eid];
  const entry = massLists.inertia.find((field) => raw[field][eid] !== 0);
  if (entry === undefined) return { mass: mass === AUTO_MASS ? 'auto' : mass };
  const inertia = readList(raw, massLists.inertia, eid);
  return { massProperties: { mass, centre: readList(raw, massLists.centre, eid), inertia } };
};

/** A changed field as the solver names it. Fields not listed here have the same name there. */
const asked = (state: PhysicsState, eid: EntityId, field: string): BodyChanges => {
  if (field === 'type') return { type: typeOf(state, eid) };
  if (field === 'locks') return { locks: lockNames(rawOf(state.backing.stores.RigidBody).locks[eid]) };
  if (/^(mass|centre|inertia)/.test(field)) return massOf(state, eid);
  return { [field]: state.backing.tables.RigidBody.raw[field][eid] };
};

const enabledOf = (state: PhysicsState, eid: EntityId): boolean => !hasComponent(state.world, eid, Disabled);

export const makeBody = (state: PhysicsState, eid: EntityId): void =>
  attempt(state, state.waiting.bodies, eid, 'RigidBody', 0, () => {
    const { backing, bodies, core, world } = state;
    const { Position, Rotation } = backing.stores;
    const raw = rawOf(backing.stores.RigidBody);
    // Velocities come when the colliders are there: a new centre of mass would change them.
    const def: BodyDef = Object.assign(massOf(state, eid), {
      position: [Position.x[eid], Position.y[eid], Position.z[eid]],
      rotation: [Rotation.x[eid], Rotation.y[eid], Rotation.z[eid], Rotation.w[eid]],
      type: typeOf(state, eid),
      gravityScale: raw.gravityScale[eid],
      linearDamping: raw.linearDamping[eid],
      angularDamping: raw.angularDamping[eid],
      maxLinearSpeed: raw.maxLinearSpeed[eid],
      maxAngularSpeed: raw.maxAngularSpeed[eid],
      locks: lockNames(raw.locks[eid]),
      enabled: enabledOf(state, eid),
      maySleep: !hasComponent(world, eid, NoSleep),
      bullet: hasComponent(world, eid, Bullet),
      userData: eid,
    } satisfies BodyDef);
    const handle = createBody(core, def);
    addMember(bodies, eid, handle, bodyRow(core, handle));
    acceptRow(backing.tables.RigidBody, eid);
    state.fresh.push(eid);
    keepAsleep(state, eid);
  });

/** Passes on to the solver what was written to RigidBody fields. */
export const changeBodies = (state: PhysicsState): void => {
  const { backing, bodies, writes } = state;
  const table = backing.tables.RigidBody;
  if (table.watched.length === 0) return;
  beginSearch(writes, bodies.blocks);
  searchTable(writes, bodies.blocks, table);
  for (let i = 0; i < writes.count; i++) changeBody(state, writes.found[i]);
};

const changeBody = (state: PhysicsState, eid: EntityId): void => {
  const { backing, bodies, core } = state;
  const table = backing.tables.RigidBody;
  if (!isMember(bodies, eid)) return acceptRow(table, eid);
  try {
    const changes = writtenFields(table, eid).map((field) => asked(state, eid, field));
    updateBody(core, bodies.handles[placeOf(bodies, eid)] as BodyHandle, Object.assign({}, ...changes));
    if (changes.some(({ type }) => type !== undefined)) keepAsleep(state, eid);
    acceptRow(table, eid);
    state.touched.push(eid);
  } catch (caught) {
    rejectRow(table, eid);
    report(state, inTermsOf(caught, eid, 'RigidBody'));
  }
};

/** The tags Disabled, NoSleep and Bullet. */
export const applyBodyTags = (state: PhysicsState, eid: EntityId): void => {
  const place = placeOf(state.bodies, eid);
  if (place < 0) return;
  const handle = state.bodies.handles[place] as BodyHandle;
  const maySleep = !hasComponent(state.world, eid, NoSleep);
  const bullet = hasComponent(state.world, eid, Bullet);
  updateBody(state.core, handle, { enabled: enabledOf(state, eid), maySleep, bullet });
  keepAsleep(state, eid);
  state.touched.push(eid);
};

/** A body that enters the solver's world is awake. When its entity has the tag Sleeping all the same, it is put to sleep. */
const keepAsleep = ({ world, work }: PhysicsState, eid: EntityId): void => {
  if (hasComponent(world, eid, Sleeping)) mark(work, eid, Mark.sleep);
};

/** The tag Sleeping, when the user added or took it away. */
export const applySleepTag = (state: PhysicsState, eid: EntityId): void => {
  const place = placeOf(state.bodies, eid);
  if (place < 0) return;
  const handle = state.bodies.handles[place] as BodyHandle;
  if (!hasComponent(state.world, eid, Sleeping)) wake(state.core, handle);
  else if (isBodyAwake(state.core, handle)) sleep(state.core, handle);
  state.touched.push(eid);
};

/** Gives new bodies their velocities, now that their mass is known, then copies all bodies that changed from the solver to the components. */
export const settleBodies = (state: PhysicsState): void => {
  const { fresh, touched, bodies, core, backing } = state;
  for (const eid of fresh) {
    const place = placeOf(bodies, eid);
    if (place < 0) continue;
    try {
      writeVelocity(core, bodies.rows[place], backing.columns, eid);
    } catch (caught) {
      report(state, inTermsOf(caught, eid, 'RigidBody'));
    }
    touched.push(eid);
  }
  for (const eid of touched) showBody(state, eid);
  for (const eid of fresh) {
    checkMass(state, eid);
    settleRendered(state, eid);
    carryTarget(state, eid);
  }
  fresh.length = 0;
  touched.length = 0;
};

const checkMass = (state: PhysicsState, eid: EntityId): void => {
  const place = placeOf(state.bodies, eid);
  if (place < 0 || state.warnings.told.has('massless')) return;
  warnOfNoMass(state, eid, bodyColliders(state.core, state.bodies.handles[place] as BodyHandle).length);
};
