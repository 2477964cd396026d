import { jointDefinitions, takeSnapshot as takeCoreSnapshot } from '@tenon/physics-core';
import { type EntityId, hasComponent, Prefab, type World } from 'bitecs';
import { componentNames, tags } from '../components/components.js';
import type { FieldArray } from '../components/fields.js';
import { hullPoints } from '../components/hulls.js';
import { isHullKind, isSurfaceKind } from '../components/names.js';
import { rawOf } from '../components/store.js';
import { type SurfaceShape, surfaceLists, surfaceShape } from '../components/surfaces.js';
import { listPairs } from '../events/pair-set.js';
import type { EntityMap } from '../state/entity-map.js';
import { moveMarks } from '../state/marks.js';
import { type PhysicsState, stateOf } from '../state/physics-state.js';
import { brokenReferences } from '../sync/entity-references.js';
import { createWriter, type NumberWriter, packSnapshot, put, putColumn, putData, putList } from './bytes.js';
import { readIds } from './entities.js';

/**
 * The physics of a world as flat bytes: components with their values, tags, the solver's whole state, what waits to be done, time that is
 * pending. Restored, everything goes on as if nothing had happened in between. Components of your own are yours to save.
 */
export const takeSnapshot = (world: World): Uint8Array => {
  const state = stateOf(world);
  const writer = createWriter();
  writeState(state, writer);
  return packSnapshot(writer.data.slice(0, writer.count), takeCoreSnapshot(state.core));
};

/** All that the plugin knows, without the solver. */
export const writeState = (state: PhysicsState, writer: NumberWriter): void => {
  writer.count = 0;
  writeLayout(state, writer);
  writeEntities(state, writer);
  writeComponents(state, writer);
  writeEntityMaps(state, writer);
  writeUnseen(state, writer);
  writeEvents(state, writer);
  writeMotion(state, writer);
  writeForces(state, writer);
};

/** Numbers by which a reader sees that it means the same fields. */
const writeLayout = ({ backing, clock }: PhysicsState, writer: NumberWriter): void => {
  put(writer, jointDefinitions().length);
  for (const name of componentNames) put(writer, backing.tables[name].names.length);
  putList(writer, [clock.timeScale, clock.paused ? 1 : 0, clock.pending]);
};

const writeEntities = ({ world }: PhysicsState, writer: NumberWriter): void => {
  const { alive, free } = readIds(world);
  putList(writer, alive);
  putList(writer, free);
};

/** Prefabs are no part of the state: they are what entities are made from. */
const entitiesOf = ({ world }: PhysicsState): number[] =>
  Array.from(readIds(world).alive).filter((eid) => !hasComponent(world, eid, Prefab));

const holders = (world: World, entities: readonly number[], component: object): number[] =>
  entities.filter((eid) => hasComponent(world, eid, component));

const writeComponents = (state: PhysicsState, writer: NumberWriter): void => {
  const { backing, world } = state;
  const all = entitiesOf(state);
  for (const name of componentNames) {
    const { arrays } = backing.tables[name];
    const entities = holders(world, all, backing.stores[name]);
    putList(writer, entities);
    for (const array of arrays) putField(writer, array, entities);
  }
  for (const tag of Object.values(tags)) putList(writer, holders(world, all, tag));
  writeHulls(state, writer);
};

/** The values of a field, behind a 1; or behind a 0 the one value that all entities have. */
const putField = (writer: NumberWriter, array: FieldArray, entities: readonly EntityId[]): void => {
  const differ = entities.some((eid) => !Object.is(array[eid], array[entities[0]]));
  put(writer, differ ? 1 : 0);
  putColumn(writer, array, differ ? entities : entities.slice(0, 1));
};

/** Components hold hulls as numbers, which may mean other hulls in another process. So the points are stored too. */
const writeHulls = (state: PhysicsState, writer: NumberWriter): void => {
  const { shape, hull } = rawOf(state.backing.stores.Collider);
  const entities = holders(state.world, entitiesOf(state), state.backing.stores.Collider);
  const used = new Set(entities.filter((eid) => isHullKind(shape[eid])).map((eid) => hull[eid]));
  put(writer, used.size);
  for (const id of used) {
    put(writer, id);
    putList(writer, hullPoints(id).flat());
  }
  const surfaces = new Set(entities.filter((eid) => isSurfaceKind(shape[eid])).map((eid) => hull[eid]));
  put(writer, surfaces.size);
  for (const id of surfaces) {
    put(writer, id);
    putSurface(writer, surfaceShape(id));
  }
};

/** Long lists as numbers, the rest as text. */
const putSurface = (writer: NumberWriter, shape: SurfaceShape): void => {
  const lists = Object.entries(shape).filter(([name]) => surfaceLists.includes(name));
  const rest = Object.entries(shape).filter(([name]) => !surfaceLists.includes(name));
  putData(writer, { ...Object.fromEntries(rest), lists: lists.map(([name]) => name) });
  for (const [, list] of lists) putList(writer, list as ArrayLike<number>);
};

const members = ({ entities, count }: EntityMap): Int32Array => entities.subarray(0, count);

/** In their order, which decides the order in which writes are taken over. */
const writeEntityMaps = (state: PhysicsState, writer: NumberWriter): void => {
  putList(writer, members(state.bodies));
  putList(writer, members(state.colliders));
  putList(
    writer,
    Array.from(members(state.colliders), (eid) => state.colliderBody[eid]),
  );
  putList(writer, members(state.joints));
};

/** What the next pre system will find: marks, and values that were written and not yet taken over. */
const writeUnseen = (state: PhysicsState, writer: NumberWriter): void => {
  const { work: marks, backing } = state;
  moveMarks(state.marks, marks);
  const marked = marks.entities.subarray(0, marks.count);
  putList(writer, marked);
  putList(
    writer,
    Array.from(marked, (eid) => marks.bits[eid]),
  );
  for (const [name, map] of [
    ['RigidBody', state.bodies],
    ['Collider', state.colliders],
    ['Joint', state.joints],
  ] as const) {
    const { names, watched, raw, known } = backing.tables[name];
    const unseen = watched.flatMap((field) =>
      Array.from(members(map))
        .filter((eid) => raw[field][eid] !== known[field][eid])
        .flatMap((eid) => [names.indexOf(field), eid, known[field][eid]]),
    );
    putList(writer, unseen);
  }
  const { bodies, colliders, joints } = state.waiting;
  putData(writer, {
    plans: [...state.plans].filter(([eid]) => !hasComponent(state.world, eid, Prefab)),
    pushes: state.pushes,
    waiting: [[...bodies], [...colliders], [...joints]],
    references: brokenReferences(state),
  });
};

const writeEvents = ({ events, lastTags }: PhysicsState, writer: NumberWriter): void => {
  putList(writer, listPairs(events.reported));
  putList(
    writer,
    [...events.removedEntities].flatMap(([key, { entity, body, tag }]) => [key, entity, body, tag]),
  );
  putList(writer, [...events.lostJoints].flat());
  putList(writer, [...lastTags].flat());
};

/** Poses before the last step, and targets of kinematic bodies: eight numbers each, the entity first. */
const writeMotion = (state: PhysicsState, writer: NumberWriter): void => {
  const { rendered, targets, backing } = state;
  const drawn = holders(state.world, entitiesOf(state), backing.stores.RenderTransform);
  putList(
    writer,
    drawn.flatMap((eid) => [eid, ...rendered.previous.subarray(eid * 7, eid * 7 + 7)]),
  );
  putList(
    writer,
    targets.entities.flatMap((eid) => [eid, ...(targets.known.get(eid)?.pose ?? [])]),
  );
};

/** Forces of frames that took no step: their time, then seven numbers a body, the entity first. */
const writeForces = (
  { frameForces: { time, count, entities, sums } }: PhysicsState,
  writer: NumberWriter,
): void =>
  putList(writer, [
    time,
    ...Array.from(entities.subarray(0, count), (eid, k) => [eid, ...sums.subarray(6 * k, 6 * k + 6)]).flat(),
  ]);
