import { createFloats, type Floats, floatsFrom } from '../math/floats.js';
import type { IndexList } from '../math/index-list.js';
import { solvedRows } from '../rows/expand-points.js';
import { jointSolvers, numericSettings, solverMethods } from '../settings.js';
import { type BodyTable, bodySpec } from '../state/bodies.js';
import { type ColliderTable, colliderSpec } from '../state/colliders.js';
import { type ContactTable, contactSpec, POINT_DATA, RECORD } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { type JointTable, jointSpec } from '../state/joints.js';
import { ROW, ROW_INTS } from '../state/rows.js';
import { type Column, type ColumnSpec, columnSpecs, type Table, type TableSpec } from '../state/table.js';
import type { World } from '../state/world.js';
import { packHulls } from './hulls.js';
import { packJointTypes } from './joint-types.js';
import { packMeshes } from './meshes.js';

/** A run of numbers of one type: what a snapshot is made of and what a hash reads. */
export type Part = Float64Array | Int32Array;

export interface TableEntry {
  readonly spec: TableSpec;
  readonly table: Table<TableSpec>;
}

export const tablesOf = (world: World): TableEntry[] => [
  { spec: bodySpec, table: world.bodies as BodyTable as unknown as Table<TableSpec> },
  { spec: colliderSpec, table: world.colliders as ColliderTable as unknown as Table<TableSpec> },
  { spec: contactSpec, table: world.contacts as ContactTable as unknown as Table<TableSpec> },
  { spec: jointSpec, table: world.joints as JointTable as unknown as Table<TableSpec> },
];

/**
 * The ordered lists; `solved`, `impactCandidates` and `activeJoints` decide nothing, but
 * inspection reads them after a restore.
 */
export const listsOf = (world: World): IndexList[] => [
  world.awake,
  world.listed,
  world.solved,
  world.impactCandidates,
  world.activeJoints,
  world.jointed,
];

/** Takes the first numbers of a column; its rows have `stride` numbers each. */
type PartVisitor = (column: Column, length: number, stride: number) => void;

/**
 * Everything that decides the future, in a fixed order. What can be derived (broadphase, pair set) is left out. Whoever is given a column
 * copies what is needed: the world goes on.
 */
export const eachPart = (world: World, visit: PartVisitor): void => {
  const { events, jointFloats } = world;
  const scalars = scalarsOf(world);
  visit(scalars, scalars.length, 1);
  for (const { spec, table } of tablesOf(world)) {
    head[0] = table.used;
    head[1] = table.live;
    head[2] = table.firstFree;
    visit(head, TABLE_HEAD, 1);
    for (const [name, [, stride]] of savedColumns(spec)) {
      visit((table as unknown as Record<string, Column>)[name], table.used * stride, stride);
    }
  }
  visitRecords(world, visit);
  for (const list of listsOf(world)) visit(list.items, list.count, 1);
  visit(events.data, events.count * EVENT, EVENT);
  head[0] = events.published;
  visit(head, 1, 1);
  for (const [integers, floats] of [packHulls(world.colliders), packMeshes(world.colliders)]) {
    visit(integers, integers.length, 1);
    visit(floatsFrom(floats), floats.length, 1);
  }
  const types = packJointTypes(world);
  visit(types, types.length, 1);
  visit(jointFloats.data, jointFloats.used, 1);
  visit(jointFloats.free, jointFloats.free.length, 1);
  // The rows do not decide the future either; inspection reads them.
  const rows = solvedRows(world);
  visit(rows.data, rows.count * ROW, ROW);
  visit(rows.index, rows.count * ROW_INTS, ROW_INTS);
};

/** The columns of a table, without the records of the contacts: those are mostly empty. */
export const savedColumns = (spec: TableSpec): [name: string, column: ColumnSpec][] =>
  columnSpecs(spec).filter(([name]) => name !== 'record');

/** Floats of a contact's record that are there without points, too. */
export const REST = RECORD - POINT_DATA;

/** Scratch: the records in two parts. */
let pointData: Floats = createFloats(0);
let rests: Floats = createFloats(0);

/** Records of contacts: what belongs to points, of those that have some, and the rest of all. */
const visitRecords = ({ contacts: { record, count, used } }: World, visit: PartVisitor): void => {
  if (rests.length < used * REST) rests = createFloats(2 * used * REST);
  let withPoints = 0;
  for (let contact = 0; contact < used; contact++) if (count[contact] > 0) withPoints++;
  if (pointData.length < withPoints * POINT_DATA) pointData = createFloats(2 * withPoints * POINT_DATA);
  let at = 0;
  for (let contact = 0; contact < used; contact++) {
    const r = contact * RECORD;
    for (let i = 0; i < REST; i++) rests[contact * REST + i] = record[r + POINT_DATA + i];
    if (count[contact] === 0) continue;
    for (let i = 0; i < POINT_DATA; i++) pointData[at++] = record[r + i];
  }
  visit(pointData, at, POINT_DATA);
  visit(rests, used * REST, REST);
};

/** Integers before the columns of a table. */
export const TABLE_HEAD = 3;
const head = new Int32Array(TABLE_HEAD);

/** Scalars before the numeric settings. */
export const SCALARS = 11;

const scalarsOf = ({ settings, clock }: World): Floats => {
  const scalars = createFloats(SCALARS + numericSettings.length);
  scalars[0] = clock.steps;
  scalars[1] = clock.time;
  scalars[2] = clock.substep;
  scalars[3] = clock.ground;
  scalars[4] = settings.sleeping ? 1 : 0;
  scalars[5] = settings.continuous ? 1 : 0;
  scalars[6] = solverMethods.indexOf(settings.method);
  scalars[7] = jointSolvers.indexOf(settings.jointSolver);
  for (let i = 0; i < 3; i++) scalars[8 + i] = settings.gravity[i];
  for (let i = 0; i < numericSettings.length; i++) scalars[SCALARS + i] = settings[numericSettings[i]];
  return scalars;
};

/** The parts as copies, for the hash. */
export const collectParts = (world: World): Part[] => {
  const parts: Part[] = [];
  eachPart(world, (column, length) => parts.push(startOf(column, length)));
  return parts;
};

/** The first numbers of a column. */
const startOf = (column: Column, length: number): Part =>
  column instanceof Int32Array ? column.slice(0, length) : new Float64Array(column.slice(0, length));
