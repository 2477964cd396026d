import { PhysicsError, restoreSnapshot as restoreCoreSnapshot } from '@tenon/physics-core';
import {
  addComponent,
  type EntityId,
  hasComponent,
  Prefab,
  removeComponent,
  removeEntity,
  type World,
} from 'bitecs';
import { componentNames, tags, updateJointFields } from '../components/components.js';
import type { FieldArray } from '../components/fields.js';
import { hullId } from '../components/hulls.js';
import { isHullKind, isSurfaceKind } from '../components/names.js';
import { acceptRow, ensureRow, rawOf, watchField } from '../components/store.js';
import { surfaceId } from '../components/surfaces.js';
import { replacePairs } from '../events/pair-set.js';
import { loadAllCode } from '../load-code.js';
import { disown, isMember } from '../state/entity-map.js';
import { clearForces, noteForce } from '../state/frame-forces.js';
import { growBytes } from '../state/grow.js';
import { contextOf, lifeOf, livesElsewhere } from '../state/lives.js';
import { clearMarks, Mark, mark } from '../state/marks.js';
import { type PhysicsState, stateOf } from '../state/physics-state.js';
import { rememberReferences, restoreReference } from '../sync/entity-references.js';
import { listMoving } from '../systems/interpolate.js';
import { unpackSnapshot } from './bytes.js';
import { orderFreeIds, readIds, reviveEntity } from './entities.js';
import { rebuildEntityMaps } from './entity-maps.js';
import { readSnapshot, type SnapshotContent } from './read.js';

/**
 * Goes back to a snapshot, in the same world or in another. Entities that were made since are removed, those that were removed come back
 * under their ids, with their physics components; what else they had is yours to restore. Bad bytes change nothing.
 */
export const restoreSnapshot = (world: World, bytes: Uint8Array): void => {
  const state = stateOf(world);
  loadAllCode();
  updateJointFields(state.backing);
  const { numbers, core } = unpackSnapshot(bytes);
  restoreState(state, numbers, () => restoreCoreSnapshot(state.core, core));
};

/** Goes back to what writeState wrote. The solver goes back where nothing can be refused any more. */
export const restoreState = (state: PhysicsState, numbers: Float64Array, restoreCore: () => void): void => {
  const content = readSnapshot(numbers, state.backing);
  refuseForeign(state.world, content);
  restoreCore();
  state.quiet = true;
  try {
    restoreEntities(state, content);
    restoreComponents(state, content);
  } finally {
    state.quiet = false;
  }
  rebuildEntityMaps(state, content);
  restoreUnseen(state, content);
  restoreEvents(state, content);
  restoreMotion(state, content);
  restoreForces(state, content);
};

/** With a shared entity index another world may have the ids by now. */
const refuseForeign = (world: World, { components }: SnapshotContent): void => {
  for (const { entities } of components) {
    const taken = entities.find((eid) => livesElsewhere(world, eid));
    if (taken === undefined) continue;
    throw new PhysicsError(
      'foreign-handle',
      `Entity ${taken} of the snapshot is now an entity of another world`,
      'Remove it there first, or give each world an entity index of its own',
    );
  }
};

const restoreEntities = (
  { world, backing }: PhysicsState,
  { alive, free, components }: SnapshotContent,
): void => {
  const before = new Set(alive);
  for (const eid of Array.from(readIds(world).alive)) {
    if (before.has(eid) || hasComponent(world, eid, Prefab)) continue;
    if (componentNames.some((name) => hasComponent(world, eid, backing.stores[name])))
      removeEntity(world, eid);
  }
  for (const { entities } of components) for (const eid of entities) reviveEntity(world, eid);
  orderFreeIds(world, free);
};

/** Scratch: 1 for the entities that are to have a component. */
let isHolder: Uint8Array = new Uint8Array(0);
/** Scratch: entities that have it and should not, or the other way round. */
const wrong: EntityId[] = [];

/** Gives a component to exactly these entities. After a short way back nearly all have it already. */
const distribute = (world: World, component: object, entities: Float64Array): void => {
  for (const eid of entities) {
    isHolder = growBytes(isHolder, eid + 1);
    isHolder[eid] = 1;
  }
  wrong.length = 0;
  for (const eid of contextOf(world).entityComponents.keys())
    if (hasComponent(world, eid, component) !== (isHolder[eid] === 1) && !hasComponent(world, eid, Prefab))
      wrong.push(eid);
  for (const eid of wrong) {
    // Observers of the user may have removed some meanwhile.
    if (lifeOf(world, eid) === undefined) continue;
    if (isHolder[eid] === 1) addComponent(world, eid, component);
    else removeComponent(world, eid, component);
  }
  for (const eid of entities) isHolder[eid] = 0;
};

const restoreComponents = (state: PhysicsState, content: SnapshotContent): void => {
  const { world, backing } = state;
  for (const [i, name] of componentNames.entries()) {
    distribute(world, backing.stores[name], content.components[i].entities);
  }
  for (const [i, tag] of Object.values(tags).entries()) distribute(world, tag, content.tags[i]);
  for (const [i, name] of componentNames.entries()) {
    const table = backing.tables[name];
    const { entities, fields } = content.components[i];
    for (let k = 0; k < entities.length; k++) ensureRow(table, entities[k]);
    for (const [f, array] of table.arrays.entries()) restoreColumn(array, entities, fields[f]);
    for (let k = 0; k < entities.length; k++) acceptRow(table, entities[k]);
  }
  renumberHulls(state, content);
};

const restoreColumn = (column: FieldArray, entities: Float64Array, values: Float64Array): void => {
  for (let k = 0; k < entities.length; k++) column[entities[k]] = values[k];
};

const renumberHulls = ({ backing }: PhysicsState, { hulls, surfaces, colliders }: SnapshotContent): void => {
  const { shape, hull } = rawOf(backing.stores.Collider);
  for (const eid of colliders) {
    const points = isHullKind(shape[eid]) ? hulls.get(hull[eid]) : undefined;
    if (points) hull[eid] = hullId(points);
    const surface = isSurfaceKind(shape[eid]) ? surfaces.get(hull[eid]) : undefined;
    if (surface) hull[eid] = surfaceId(surface);
  }
};

/** Marks and writes that the pre system had not seen when the snapshot was taken. */
const restoreUnseen = (state: PhysicsState, content: SnapshotContent): void => {
  const { marks, work, backing } = state;
  clearMarks(marks);
  clearMarks(work);
  for (const [k, eid] of content.marked.entries()) {
    mark(marks, eid, content.marks[k]);
    if ((content.marks[k] & Mark.bodyGone) !== 0) disown(state.bodies, eid);
    if ((content.marks[k] & Mark.colliderGone) !== 0) disown(state.colliders, eid);
    if ((content.marks[k] & Mark.jointGone) !== 0) disown(state.joints, eid);
  }
  noteStrangers(state);
  for (const [i, name] of (['RigidBody', 'Collider', 'Joint'] as const).entries()) {
    const table = backing.tables[name];
    const numbers = content.unseen[i];
    for (let k = 0; k < numbers.length; k += 3) {
      const field = table.names[numbers[k]];
      watchField(table, field);
      table.known[field][numbers[k + 1]] = numbers[k + 2];
    }
  }
  const { plans, pushes, waiting, references } = content.loose;
  for (const eid of [...state.plans.keys()])
    if (!hasComponent(state.world, eid, Prefab)) state.plans.delete(eid);
  for (const [eid, plan] of plans) state.plans.set(eid, plan);
  rememberReferences(state);
  for (const [key, target, gone] of references) restoreReference(state, key, target, gone);
  state.pushes = [...pushes];
  for (const [i, list] of [state.waiting.bodies, state.waiting.colliders, state.waiting.joints].entries()) {
    list.clear();
    for (const [eid, reason] of waiting[i]) list.set(eid, reason);
  }
  state.lost.length = 0;
  state.fresh.length = 0;
  state.touched.length = 0;
};

/** Observers of the user may have added and removed components while the snapshot was restored. */
const noteStrangers = (state: PhysicsState): void => {
  const { world, backing, marks } = state;
  for (const [name, map, gone, fresh] of [
    ['RigidBody', state.bodies, Mark.bodyGone, Mark.bodyNew],
    ['Collider', state.colliders, Mark.colliderGone, Mark.colliderNew],
    ['Joint', state.joints, Mark.jointGone, Mark.jointNew],
  ] as const) {
    const store = backing.stores[name];
    for (const eid of map.entities.subarray(0, map.count)) {
      if (!hasComponent(world, eid, store)) mark(marks, eid, gone);
    }
    for (const eid of Array.from(readIds(world).alive)) {
      const here = hasComponent(world, eid, store) && !hasComponent(world, eid, Prefab);
      if (here && !isMember(map, eid)) mark(marks, eid, fresh);
    }
  }
};

const pairsOf = (flat: Float64Array): [EntityId, number][] =>
  Array.from({ length: flat.length / 2 }, (_, k) => [flat[k * 2], flat[k * 2 + 1]]);

const refill = (map: Map<number, number>, flat: Float64Array): void => {
  map.clear();
  for (const [key, value] of pairsOf(flat)) map.set(key, value);
};

const restoreEvents = ({ events, lastTags }: PhysicsState, content: SnapshotContent): void => {
  events.coming.count = 0;
  events.followed = 0;
  events.published.count = 0;
  replacePairs(events.reported, Array.from(content.reported));
  events.removedEntities.clear();
  for (let k = 0; k < content.removedEntities.length; k += 4) {
    const [key, entity, body, tag] = content.removedEntities.subarray(k, k + 4);
    events.removedEntities.set(key, { entity, body, tag });
  }
  refill(events.lostJoints, content.lostJoints);
  refill(lastTags, content.lastTags);
};

const restoreMotion = (state: PhysicsState, { clock, previous, targets }: SnapshotContent): void => {
  [state.clock.timeScale, , state.clock.pending] = clock;
  state.clock.paused = clock[1] === 1;
  for (let k = 0; k < previous.length; k += 8) {
    state.rendered.previous.set(previous.subarray(k + 1, k + 8), previous[k] * 7);
  }
  listMoving(state);
  for (let k = 0; k < targets.length; k += 8) {
    state.targets.known.get(targets[k])?.pose.set(targets.subarray(k + 1, k + 8));
    state.targets.entities[k / 8] = targets[k];
  }
};

const restoreForces = (state: PhysicsState, { forces: [time, ...numbers] }: SnapshotContent): void => {
  clearForces(state);
  state.frameForces.time = time;
  for (let k = 0; 7 * k < numbers.length; k++) {
    noteForce(state, numbers[7 * k]);
    state.frameForces.sums.set(numbers.slice(7 * k + 1, 7 * k + 7), 6 * k);
  }
};
