import { createFloats, type Floats } from '../math/floats.js';
import type { IndexList } from '../math/index-list.js';
import { solvedRows } from '../rows/expand-points.js';
import { jointSolvers, numericSettings, solverMethods } from '../settings.js';
import { type BodyTable, bodySpec } from '../state/bodies.js';
import { type ColliderTable, colliderSpec } from '../state/colliders.js';
import { type ContactTable, contactSpec } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { type JointTable, jointSpec } from '../state/joints.js';
import { ROW, ROW_INTS } from '../state/rows.js';
import { type Column, type ColumnSpec, columnSpecs, type Table, type TableSpec } from '../state/table.js';
import type { World } from '../state/world.js';
import { type Rows, rowsAt, wholeRows } from './codes.js';
import { packHulls } from './hulls.js';
import { packJointTypes } from './joint-types.js';
import { packMeshes } from './meshes.js';
import { massRows, ownMasses, recordRows } from './record-rows.js';

/** A run of numbers of one type: what a snapshot is made of and what a hash reads. */
export type Part = Float64Array | Int32Array;

export interface TableEntry {
  readonly spec: TableSpec;
  readonly table: Table<TableSpec>;
  readonly columns: SavedColumns;
}

type SavedColumns = readonly (readonly [name: string, column: ColumnSpec])[];

/** The columns of a table but for some, and for the chain of free slots, which is saved as a list. */
const savedColumns = (spec: TableSpec, ...leftOut: readonly string[]): SavedColumns =>
  columnSpecs(spec).filter(([name]) => name !== 'nextFree' && !leftOut.includes(name));

// Velocity changes belong to one substep, and most origins are where the centre of mass is.
const bodyColumns = savedColumns(bodySpec, 'predicted', 'externalChange', 'position');
// Poses follow from those of the bodies.
const colliderColumns = savedColumns(colliderSpec, 'pose');
// Bodies follow from the colliders, the way back along a list from the way forth; records are mostly empty.
const contactColumns = savedColumns(contactSpec, 'record', 'bodyA', 'bodyB', 'edgePrevious');
const jointColumns = savedColumns(jointSpec, 'edgePrevious');

export const tablesOf = (world: World): TableEntry[] => [
  { spec: bodySpec, columns: bodyColumns, table: world.bodies as BodyTable as unknown as Table<TableSpec> },
  {
    spec: colliderSpec,
    columns: colliderColumns,
    table: world.colliders as ColliderTable as unknown as Table<TableSpec>,
  },
  {
    spec: contactSpec,
    columns: contactColumns,
    table: world.contacts as ContactTable as unknown as Table<TableSpec>,
  },
  {
    spec: jointSpec,
    columns: jointColumns,
    table: world.joints as JointTable as unknown as Table<TableSpec>,
  },
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

/** Is given what a snapshot is made of, in order. */
export interface PartVisitor {
  /** The first numbers of a column. */
  readonly integers: (column: Int32Array, length: number) => void;
  readonly doubles: (column: Floats, rows: Rows) => void;
  /** Whether the masses of a contact are a part, or follow from others. */
  readonly hasOwnMasses: (world: World, contact: number) => boolean;
}

/**
 * Everything that decides the future, in a fixed order. What can be derived (broadphase, pair set) is left out. Whoever is given a column
 * copies what is needed: the world goes on.
 */
export const eachPart = (world: World, visit: PartVisitor): void => {
  const { events, jointFloats } = world;
  const scalars = scalarsOf(world);
  visit.doubles(scalars, wholeRows(scalars.length, 1));
  for (const { table, columns } of tablesOf(world)) {
    head[0] = table.used;
    head[1] = table.live;
    visit.integers(head, TABLE_HEAD);
    visit.integers(freeSlots(table), table.used - table.live);
    for (const [name, [, stride]] of columns) {
      const column = (table as unknown as Record<string, Column>)[name];
      if (column instanceof Int32Array) visit.integers(column, table.used * stride);
      else visit.doubles(column, wholeRows(table.used, stride));
    }
  }
  const { bodies, contacts, colliders } = world;
  visit.doubles(bodies.position, offCentreRows(bodies.localCentre, bodies.used));
  for (const rows of recordRows(contacts, colliders.kind)) visit.doubles(contacts.record, rows);
  const { slots, count } = ownMasses(world, visit.hasOwnMasses);
  visit.integers(slots, count);
  visit.doubles(contacts.record, massRows(slots, count));
  for (const list of listsOf(world)) visit.integers(list.items, list.count);
  visit.doubles(events.data, wholeRows(events.count, EVENT));
  head[0] = events.published;
  visit.integers(head, 1);
  const hulls = packHulls(world.colliders);
  visit.integers(hulls.integers, hulls.integerCount);
  visit.doubles(hulls.floats, wholeRows(hulls.floatCount, 1));
  const meshes = packMeshes(world.colliders);
  visit.integers(meshes.integers, meshes.integers.length);
  visit.doubles(meshes.floats, wholeRows(meshes.floats.length, 1));
  const types = packJointTypes(world);
  visit.integers(types, types.length);
  visit.doubles(jointFloats.data, wholeRows(jointFloats.used, 1));
  visit.integers(jointFloats.free, jointFloats.free.length);
  // The rows do not decide the future either; inspection reads them.
  const rows = solvedRows(world);
  visit.doubles(rows.data, wholeRows(rows.count, ROW));
  visit.integers(rows.index, rows.count * ROW_INTS);
};

/** Scratch: bodies whose origin is not their centre of mass. */
let offCentre = new Int32Array(0);

/** Good until it is asked for again. */
export const offCentreRows = (localCentre: ArrayLike<number>, used: number): Rows => {
  if (offCentre.length < used) offCentre = new Int32Array(2 * used);
  let count = 0;
  for (let body = 0; body < used; body++) {
    const c = 3 * body;
    if (localCentre[c] !== 0 || localCentre[c + 1] !== 0 || localCentre[c + 2] !== 0)
      offCentre[count++] = body;
  }
  return rowsAt(count, 3, 0, 3, offCentre);
};

/** Scratch: the free slots of a table in the order in which they are used again. */
let free = new Int32Array(0);

const freeSlots = ({ used, live, firstFree, nextFree }: Table<TableSpec>): Int32Array => {
  if (free.length < used - live) free = new Int32Array(2 * (used - live));
  let count = 0;
  for (let slot = firstFree; slot !== -1; slot = nextFree[slot]) free[count++] = slot;
  return free;
};

/** Integers before the columns of a table. */
export const TABLE_HEAD = 2;
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
