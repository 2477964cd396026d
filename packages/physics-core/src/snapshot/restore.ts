import { addColliderProxy, hasRightProxy, isEnabled } from '../bodies/lifecycle.js';
import { placeColliders } from '../bodies/sync-pose.js';
import {
  clearBroadphase,
  clearMoved,
  isUpToDate,
  ProxyGroup,
  proxyMoved,
  removeProxy,
} from '../collision/broadphase/broadphase.js';
import { clearPairs, insertPair } from '../collision/broadphase/pair-set.js';
import { isSurface } from '../collision/shapes/collider-shapes.js';
import { createHullIndex, type SharedHulls } from '../collision/shapes/shared-hulls.js';
import { writeFollowing } from '../contacts/prepare-contacts.js';
import { startBody } from '../islands/wake.js';
import { createFloats, setFloats } from '../math/floats.js';
import { growInt32, type IndexList } from '../math/index-list.js';
import { jointSolvers, numericSettings, solverMethods } from '../settings.js';
import { ContactFlag, clearPoints, POINT_DATA, RECORD } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { ROW, reserveJointRows } from '../state/rows.js';
import { writeSubstep } from '../state/substep.js';
import { type Column, columnSpecs, isLive, reserveRows } from '../state/table.js';
import type { World } from '../state/world.js';
import type { SavedPart } from './bytes.js';
import { checkState, readState } from './check-parts.js';
import { readDoubles, type SavedDoubles, wholeRows } from './codes.js';
import { writeFollowingMasses } from './following-masses.js';
import type { SavedHulls } from './hulls.js';
import { renumberJointTypes } from './joint-types.js';
import { unpackMeshes } from './meshes.js';
import { listsOf, offCentreRows, type Part, type TableEntry, tablesOf } from './parts.js';
import { massRows, recordRows } from './record-rows.js';
import type { SavedState, SavedTable } from './saved-state.js';

/** Writes a snapshot into a world. Nothing changes unless all of it is sound. */
export const restoreParts = (world: World, parts: readonly SavedPart[]): void => {
  const state = readState(world, parts);
  const { hasSameContacts, hulls } = checkState(world, state);
  if (world.clock.stepping) clearBroadphase(world.broadphase);
  clearRecords(world, state.contacts);
  restoreScalars(world, state.scalars);
  const saved = [state.bodies, state.colliders, state.contacts, state.joints];
  for (const [i, entry] of tablesOf(world).entries()) restoreTable(entry, saved[i]);
  restoreBodies(world, state.positions);
  restoreLinks(world, hasSameContacts);
  restoreRecords(world, state);
  const { awake, listed, solved, impactCandidates, activeJoints, jointed } = state;
  const lists = [awake, listed, solved, impactCandidates, activeJoints, jointed];
  for (const [i, list] of listsOf(world).entries()) restoreList(list, lists[i]);
  restoreEvents(world, state.events, state.published);
  restoreHulls(world.colliders, hulls);
  const { meshIntegers, meshFloats } = state;
  Object.assign(world.colliders, unpackMeshes(meshIntegers, meshFloats, world.colliders));
  renumberJointTypes(world, state.jointTypes);
  restoreJointFloats(world, state.jointFloats, state.freeBlocks);
  restoreRows(world, state.rows, state.rowIntegers);
  restoreBroadphase(world);
  if (!hasSameContacts) rebuildPairs(world);
};

const restoreTable = ({ spec, table, columns }: TableEntry, saved: SavedTable): void => {
  const { used, live, free } = saved;
  const before = table.used;
  reserveRows(table, spec, used);
  Object.assign(table, { used, live });
  chainFree(table, free);
  for (const [name, [, stride]] of columns) {
    const column = (table as unknown as Record<string, Column>)[name];
    if (column instanceof Int32Array) column.set(saved.columns[name]);
    else readDoubles(saved.doubles[name], column, wholeRows(used, stride));
  }
  if (used < before) clearBeyond(table, spec, before);
};

/** Slots that did not exist yet must look untouched, or a replay would create other handles. */
const clearBeyond = (table: TableEntry['table'], spec: TableEntry['spec'], before: number): void => {
  for (const [name, [, stride]] of columnSpecs(spec))
    (table as unknown as Record<string, Column>)[name].fill(0, table.used * stride, before * stride);
};

const chainFree = (table: TableEntry['table'], free: Int32Array): void => {
  const { nextFree, used } = table;
  nextFree.fill(-1, 0, used);
  table.firstFree = -1;
  for (let i = free.length - 1; i >= 0; i--) {
    nextFree[free[i]] = table.firstFree;
    table.firstFree = free[i];
  }
};

/** What follows from the state of the bodies, or belongs to one step. */
const restoreBodies = (world: World, positions: SavedDoubles): void => {
  const { bodies } = world;
  const { centre, position } = bodies;
  for (let i = 0; i < 3 * bodies.used; i++) position[i] = centre[i];
  readDoubles(positions, position, offCentreRows(bodies.localCentre, bodies.used));
  for (let body = 0; body < bodies.used; body++) {
    startBody(world, body);
    if (isLive(bodies, body)) placeColliders(world, body);
  }
};

/** Bodies of contacts, and the way back along the lists of contacts and joints. */
const restoreLinks = ({ bodies, colliders, contacts, joints }: World, hasSameContacts: boolean): void => {
  const { colliderA, colliderB, bodyA, bodyB, flags } = contacts;
  for (let contact = 0; contact < contacts.used; contact++) {
    const isLinked = isLive(contacts, contact) && (flags[contact] & ContactFlag.dead) === 0;
    bodyA[contact] = isLinked ? colliders.body[colliderA[contact]] : 0;
    bodyB[contact] = isLinked ? colliders.body[colliderB[contact]] : 0;
  }
  if (!hasSameContacts) linkBack(bodies, bodies.firstContact, contacts);
  linkBack(bodies, bodies.firstJoint, joints);
};

const linkBack = (
  bodies: World['bodies'],
  first: Int32Array,
  { edgeNext, edgePrevious }: World['contacts'] | World['joints'],
): void => {
  for (let body = 0; body < bodies.used; body++) {
    if (!isLive(bodies, body)) continue;
    let previous = -1;
    for (let edge = first[body]; edge !== -1; edge = edgeNext[edge]) {
      edgePrevious[edge] = previous;
      previous = edge;
    }
  }
};

const restoreHulls = (shared: SharedHulls, { hulls, users, areKnown }: SavedHulls): void => {
  shared.hullUsers = users;
  if (areKnown) return;
  shared.hulls = hulls;
  shared.hullIndex = createHullIndex(hulls);
};

export const restoreList = (list: IndexList, saved: Int32Array): void => {
  if (list.items.length < saved.length) list.items = growInt32(list.items, saved.length);
  list.items.set(saved);
  list.count = saved.length;
};

/**
 * Before the table changes: contacts that will have no points lose all they have. A live pair that has none before and after
 * holds only numbers that are read anew, so it is left alone, unless a step threw.
 */
export const clearRecords = (
  { clock, contacts, colliders }: World,
  { used, columns }: Pick<SavedTable, 'used' | 'columns'>,
): void => {
  const { count, generation, flags } = columns;
  const end = Math.min(used, contacts.used);
  for (let contact = 0; contact < end; contact++) {
    if (count[contact] > 0) continue;
    const staysApart =
      !clock.stepping &&
      contacts.count[contact] === 0 &&
      isLive(contacts, contact) &&
      (generation[contact] & 1) !== 0 &&
      ((contacts.flags[contact] | flags[contact]) & ContactFlag.dead) === 0 &&
      !isSurface(colliders.kind[contacts.colliderB[contact]]);
    if (staysApart) continue;
    clearPoints(contacts, contact);
    contacts.record.fill(0, contact * RECORD + POINT_DATA, (contact + 1) * RECORD);
  }
};

const restoreRecords = (world: World, { records, ownMasses, masses }: SavedState): void => {
  const { contacts, colliders } = world;
  const { record, count, used } = contacts;
  for (const [i, rows] of recordRows(contacts, colliders.kind).entries())
    readDoubles(records[i], record, rows);
  readDoubles(masses, record, massRows(ownMasses, ownMasses.length));
  let next = 0;
  for (let contact = 0; contact < used; contact++) {
    if (count[contact] === 0) continue;
    writeFollowing(world, contact);
    if (ownMasses[next] === contact) next++;
    else writeFollowingMasses(world, contact);
  }
};

const restoreJointFloats = ({ jointFloats }: World, data: Part, free: Part): void => {
  if (jointFloats.data.length < data.length) jointFloats.data = createFloats(data.length);
  setFloats(jointFloats.data, data, 0);
  jointFloats.used = data.length;
  jointFloats.free.set(free);
};

const restoreRows = ({ articulations, rows }: World, data: Part, index: Part): void => {
  reserveJointRows(rows, data.length / ROW);
  setFloats(rows.data, data, 0);
  rows.index.set(index);
  rows.count = data.length / ROW;
  rows.expanded = true;
  rows.isKept = false;
  rows.isDue = false;
  articulations.builtLength = 0;
};

const restoreScalars = (world: World, scalars: Part): void => {
  const { clock, settings } = world;
  const [steps, time, substep, ground, sleeping, continuous, method, jointSolver, gx, gy, gz, ...numbers] =
    scalars;
  Object.assign(clock, { steps, time, substep, ground, stepping: false });
  settings.sleeping = sleeping === 1;
  settings.continuous = continuous === 1;
  settings.method = solverMethods[method];
  settings.jointSolver = jointSolvers[jointSolver];
  settings.gravity = [gx, gy, gz];
  for (const [i, name] of numericSettings.entries()) settings[name] = numbers[i];
  // Not part of the dynamics: inspection reads the softness of the last step.
  if (substep > 0) writeSubstep(world.scratch.substep, settings, substep * settings.substeps);
};

const restoreEvents = (world: World, data: Part, published: Part): void => {
  const { events } = world;
  if (events.data.length < data.length) events.data = createFloats(data.length);
  setFloats(events.data, data, 0);
  events.count = data.length / EVENT;
  events.published = published[0];
};

/**
 * The pairs a broadphase reports depend on the boxes alone, so one with other trees goes on exactly as the old one would have. What is in
 * it and where it was stays: after a short way back that is most of it.
 */
export const restoreBroadphase = (world: World): void => {
  const { broadphase, colliders } = world;
  const end = Math.max(broadphase.proxyEnd, colliders.used);
  for (let c = 0; c < end; c++) {
    const isWanted = isPresent(world, c);
    const group = c < broadphase.proxyEnd ? broadphase.group[c] : ProxyGroup.none;
    if (isWanted && group !== ProxyGroup.none && group !== ProxyGroup.unbounded && hasRightProxy(world, c)) {
      if (!isUpToDate(broadphase, c, colliders.box)) proxyMoved(broadphase, c);
      continue;
    }
    if (group !== ProxyGroup.none) removeProxy(broadphase, c);
    if (isWanted) addColliderProxy(world, c);
  }
  clearMoved(broadphase);
  for (let c = 0; c < colliders.used; c++) {
    if (isPresent(world, c) && colliders.moved[c] !== 0) proxyMoved(broadphase, c);
  }
};

const isPresent = (world: World, collider: number): boolean =>
  collider < world.colliders.used &&
  isLive(world.colliders, collider) &&
  isEnabled(world, world.colliders.body[collider]);

export const rebuildPairs = (world: World): void => {
  const { contacts, pairs } = world;
  clearPairs(pairs);
  for (let contact = 0; contact < contacts.used; contact++) {
    if (!isLive(contacts, contact) || (contacts.flags[contact] & ContactFlag.dead) !== 0) continue;
    if (contacts.patch[contact] === 0)
      insertPair(pairs, contacts.colliderA[contact], contacts.colliderB[contact], contact);
  }
};
