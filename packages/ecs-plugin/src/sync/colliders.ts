import {
  type ColliderDef,
  type ColliderHandle,
  colliderDef,
  colliderExists,
  createCollider,
  destroyCollider,
  type Shape,
  updateCollider,
} from '@tenon/physics-core';
import { colliderRow, type Size, solidOfSize } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent } from 'bitecs';
import { Sensor } from '../components/components.js';
import { hullPoints } from '../components/hulls.js';
import { CombineRule, nameOf, ShapeKind } from '../components/names.js';
import { acceptRow, rawOf, rejectRow, writtenFields } from '../components/store.js';
import { surfaceShape } from '../components/surfaces.js';
import { EntityError, inTermsOf } from '../errors.js';
import { applyEventTags, listenTo, persists } from '../events/listening.js';
import { rememberRemoved } from '../events/removed-entities.js';
import { addMember, isMember, placeOf, removeMember } from '../state/entity-map.js';
import { growInts } from '../state/grow.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { requireBody } from './entity-references.js';
import { beginSearch, searchTable } from './find-writes.js';
import { attempt } from './waiting.js';

/** Collider components to colliders. */

const shapeOf = (state: PhysicsState, eid: EntityId): Shape => {
  const { shape, sizeX, sizeY, sizeZ, sizeW, hull } = rawOf(state.backing.stores.Collider);
  const name = nameOf(ShapeKind, shape[eid]);
  if (name === undefined)
    throw new EntityError(
      'out-of-range',
      eid,
      'Collider',
      'shape',
      `is ${shape[eid]}`,
      'Write one of ShapeKind',
    );
  if (name === 'half-space')
    return { kind: 'half-space', normal: [sizeX[eid], sizeY[eid], sizeZ[eid]], offset: sizeW[eid] };
  const size: Size = [sizeX[eid], sizeY[eid], sizeZ[eid], sizeW[eid]];
  return solidOfSize(name, size, () => hullPoints(hull[eid])) ?? surfaceOfKind(eid, shape[eid], hull[eid]);
};

/** The mesh or height field of that number, if it is of the kind that the collider says. */
const surfaceOfKind = (eid: EntityId, kind: number, id: number): Shape => {
  const shape = surfaceShape(id);
  if (ShapeKind[shape.kind] === kind) return shape;
  throw new EntityError(
    'wrong-type',
    eid,
    'Collider',
    'hull',
    `is a ${shape.kind}`,
    'Write ShapeKind of it to shape',
  );
};

const ruleOf = (state: PhysicsState, eid: EntityId, field: 'frictionRule' | 'restitutionRule') => {
  const value = rawOf(state.backing.stores.Collider)[field][eid];
  const name = nameOf(CombineRule, value);
  if (name) return name;
  throw new EntityError('out-of-range', eid, 'Collider', field, `is ${value}`, 'Write one of CombineRule');
};

/** Field by field, which is several times as fast as by name: a game may spawn thousands at once. */
const defOf = (state: PhysicsState, eid: EntityId): ColliderDef => {
  const raw = rawOf(state.backing.stores.Collider);
  return {
    shape: shapeOf(state, eid),
    position: [raw.x[eid], raw.y[eid], raw.z[eid]],
    rotation: [raw.qx[eid], raw.qy[eid], raw.qz[eid], raw.qw[eid]],
    density: raw.density[eid],
    friction: raw.friction[eid],
    restitution: raw.restitution[eid],
    rollingResistance: raw.rollingResistance[eid],
    twistResistance: raw.twistResistance[eid],
    layer: raw.layer[eid],
    mask: raw.mask[eid],
    frictionRule: ruleOf(state, eid, 'frictionRule'),
    restitutionRule: ruleOf(state, eid, 'restitutionRule'),
    surfaceVelocity: [raw.surfaceX[eid], raw.surfaceY[eid], raw.surfaceZ[eid]],
    sensor: hasComponent(state.world, eid, Sensor),
    persistEvents: persists(state, eid, bodyEntity(state, eid)),
    userData: eid,
  };
};

/** The entity whose body the collider belongs to. */
const bodyEntity = (state: PhysicsState, eid: EntityId): EntityId =>
  rawOf(state.backing.stores.Collider).body[eid] || eid;

export const makeCollider = (state: PhysicsState, eid: EntityId): void =>
  attempt(state, state.waiting.colliders, eid, 'Collider', 0, () => place(state, eid));

/** Makes the collider. Nothing has changed when it throws. */
const place = (state: PhysicsState, eid: EntityId): void => {
  const { core, colliders, backing } = state;
  const body = bodyEntity(state, eid);
  const { tag } = rawOf(backing.stores.Collider);
  if (!Number.isFinite(tag[eid])) {
    throw new EntityError('not-finite', eid, 'Collider', 'tag', `is ${tag[eid]}`, 'Write a finite number');
  }
  const handle = createCollider(core, requireBody(state, 'Collider', eid, 'body', body), defOf(state, eid));
  // A new collider is made before the one that it replaces is removed, so that nothing is lost when making it fails.
  const before = placeOf(colliders, eid);
  if (before >= 0) takeAway(state, eid, colliders.handles[before] as ColliderHandle);
  const row = colliderRow(core, handle);
  addMember(colliders, eid, handle, row);
  state.colliderBody = growInts(state.colliderBody, eid + 1);
  state.colliderBody[eid] = body;
  listenTo(state, eid);
  acceptRow(backing.tables.Collider, eid);
  state.touched.push(body);
};

const takeAway = (state: PhysicsState, eid: EntityId, handle: ColliderHandle): void => {
  rememberRemoved(state, eid);
  // It may have been destroyed with its body.
  if (colliderExists(state.core, handle)) destroyCollider(state.core, handle);
  removeMember(state.colliders, eid);
  state.touched.push(state.colliderBody[eid]);
};

/** The component was removed, or is disabled. */
export const dropCollider = (state: PhysicsState, eid: EntityId): void => {
  const at = placeOf(state.colliders, eid);
  if (at >= 0) takeAway(state, eid, state.colliders.handles[at] as ColliderHandle);
};

/** Fields that a collider keeps for life: for another value another collider is made. */
const GEOMETRY = /^(body|shape|size[XYZW]|hull|x|y|z|q[xyzw])$/;

/** Passes on to the solver what was written to Collider fields. */
export const changeColliders = (state: PhysicsState): void => {
  const { backing, colliders, writes } = state;
  const table = backing.tables.Collider;
  if (table.watched.length === 0) return;
  beginSearch(writes, colliders.blocks);
  searchTable(writes, colliders.blocks, table);
  for (let i = 0; i < writes.count; i++) changeCollider(state, writes.found[i]);
};

const changeCollider = (state: PhysicsState, eid: EntityId): void => {
  const table = state.backing.tables.Collider;
  if (!isMember(state.colliders, eid)) return acceptRow(table, eid);
  const fields = writtenFields(table, eid);
  try {
    if (fields.some((field) => GEOMETRY.test(field))) {
      place(state, eid);
      return;
    }
    const { tag } = rawOf(state.backing.stores.Collider);
    if (!Number.isFinite(tag[eid])) {
      throw new EntityError('not-finite', eid, 'Collider', 'tag', `is ${tag[eid]}`, 'Write a finite number');
    }
    if (fields.some((field) => field !== 'tag')) updateInPlace(state, eid, fields);
    acceptRow(table, eid);
  } catch (caught) {
    rejectRow(table, eid);
    report(state, inTermsOf(caught, eid, 'Collider'));
  }
};

/** Only what was written: a new layer ends contacts, a new friction must not. */
const updateInPlace = (state: PhysicsState, eid: EntityId, fields: readonly string[]): void => {
  const { shape, position, rotation, ...all } = defOf(state, eid);
  const named = fields.map((field) => (field.startsWith('surface') ? 'surfaceVelocity' : field));
  const changes = Object.fromEntries(Object.entries(all).filter(([name]) => named.includes(name)));
  const handle = state.colliders.handles[placeOf(state.colliders, eid)] as ColliderHandle;
  updateCollider(state.core, handle, changes);
  state.touched.push(state.colliderBody[eid]);
};

/** The tag Sensor, and who wants to hear of collisions. */
export const applyColliderTags = (state: PhysicsState, eid: EntityId): void => {
  const at = placeOf(state.colliders, eid);
  if (at < 0) return;
  const sensor = hasComponent(state.world, eid, Sensor);
  const handle = state.colliders.handles[at] as ColliderHandle;
  // Only when it changed: it ends the contacts.
  if (colliderDef(state.core, handle).sensor !== sensor) updateCollider(state.core, handle, { sensor });
  applyEventTags(state, eid);
};
