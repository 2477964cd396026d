import { clearBroadphase } from '../collision/broadphase/broadphase.js';
import type { TriangleSurface } from '../collision/meshes/mesh-geometry.js';
import type { HullGeometry } from '../collision/shapes/hull-geometry.js';
import { createHullIndex } from '../collision/shapes/shared-hulls.js';
import { createFloats, type Floats } from '../math/floats.js';
import { solvedRows } from '../rows/expand-points.js';
import type { WorldSettings } from '../settings.js';
import { bodySpec } from '../state/bodies.js';
import { colliderSpec } from '../state/colliders.js';
import { contactSpec, RECORD } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { jointSpec } from '../state/joints.js';
import { ROW, ROW_INTS, reserveJointRows } from '../state/rows.js';
import { writeSubstep } from '../state/substep.js';
import { type Column, columnSpecs, reserveRows, type Table, type TableSpec } from '../state/table.js';
import type { Clock, World } from '../state/world.js';
import { type Rows, wholeRows } from './codes.js';
import { listsOf } from './parts.js';
import { recordRows } from './record-rows.js';
import { clearRecords, rebuildPairs, restoreBroadphase, restoreList } from './restore.js';
import { hasContactsOf } from './same-structure.js';

/**
 * A copy of the state in memory, for a way back in the same world. Unlike a snapshot it leaves nothing
 * out, and has no codes, sums and checks: that takes more memory and about a third of the time. Hulls and meshes never change, so the lists of them are enough.
 */
export interface Checkpoint {
  /** The id of its world. */
  readonly world: number;
  readonly bodies: TableCopy;
  readonly colliders: TableCopy;
  readonly contacts: TableCopy;
  readonly joints: TableCopy;
  /** What is known of the records of contacts, see record-rows.ts. */
  readonly records: readonly [touching: DoublesCopy, apart: DoublesCopy, rotations: DoublesCopy];
  readonly lists: Int32Array[];
  readonly clock: Clock;
  readonly settings: WorldSettings;
  /** Doubles of the events, of the joints and of the joint rows. */
  readonly events: DoublesCopy;
  readonly jointFloats: DoublesCopy;
  readonly rows: DoublesCopy;
  rowIntegers: Int32Array;
  freeBlocks: Int32Array;
  published: number;
  hulls: (HullGeometry | undefined)[];
  hullUsers: number[];
  meshes: (TriangleSurface | undefined)[];
  meshUsers: number[];
}

interface TableCopy {
  used: number;
  live: number;
  firstFree: number;
  readonly columns: Record<string, Int32Array>;
  readonly doubles: Record<string, DoublesCopy>;
}

/** The first `length` numbers of `data` are those that were copied. */
interface DoublesCopy {
  data: Float64Array;
  length: number;
}

const noDoubles = (): DoublesCopy => ({ data: new Float64Array(0), length: 0 });

const noTable = (): TableCopy => ({ used: 0, live: 0, firstFree: -1, columns: {}, doubles: {} });

/** A copy of nothing yet. */
export const createCheckpoint = (world: World): Checkpoint => ({
  world: world.id,
  bodies: noTable(),
  colliders: noTable(),
  contacts: noTable(),
  joints: noTable(),
  records: [noDoubles(), noDoubles(), noDoubles()],
  lists: [],
  clock: { ...world.clock },
  settings: { ...world.settings },
  events: noDoubles(),
  jointFloats: noDoubles(),
  rows: noDoubles(),
  rowIntegers: new Int32Array(0),
  freeBlocks: new Int32Array(0),
  published: 0,
  hulls: [],
  hullUsers: [],
  meshes: [],
  meshUsers: [],
});

/** The columns of each table. The records of contacts are copied apart, as most of them are empty. */
const TABLES = [
  { name: 'bodies', spec: bodySpec as TableSpec, columns: columnSpecs(bodySpec) },
  { name: 'colliders', spec: colliderSpec as TableSpec, columns: columnSpecs(colliderSpec) },
  {
    name: 'contacts',
    spec: contactSpec as TableSpec,
    columns: columnSpecs(contactSpec).filter(([name]) => name !== 'record'),
  },
  { name: 'joints', spec: jointSpec as TableSpec, columns: columnSpecs(jointSpec) },
] as const;

type CopiedColumns = ReturnType<typeof columnSpecs>;

/** Copies the world into a checkpoint. Memory of an earlier copy is used again. */
export const copyWorld = (world: World, into: Checkpoint): void => {
  const { colliders, contacts, events, jointFloats } = world;
  for (const { name, columns } of TABLES) copyTable(tableOf(world, name), columns, into[name]);
  for (const [i, rows] of recordRows(contacts, colliders.kind).entries())
    copyRows(contacts.record, rows, into.records[i]);
  for (const [i, list] of listsOf(world).entries())
    into.lists[i] = copyIntegers(list.items, list.count, into.lists[i]);
  Object.assign(into.clock, world.clock);
  Object.assign(into.settings, world.settings);
  copyDoubles(events.data, events.count * EVENT, into.events);
  into.published = events.published;
  copyDoubles(jointFloats.data, jointFloats.used, into.jointFloats);
  into.freeBlocks = copyIntegers(jointFloats.free, jointFloats.free.length, into.freeBlocks);
  const rows = solvedRows(world);
  copyDoubles(rows.data, rows.count * ROW, into.rows);
  into.rowIntegers = copyIntegers(rows.index, rows.count * ROW_INTS, into.rowIntegers);
  copyList(colliders.hulls, into.hulls);
  copyList(colliders.hullUsers, into.hullUsers);
  copyList(colliders.meshes, into.meshes);
  copyList(colliders.meshUsers, into.meshUsers);
};

const copyTable = (table: Table<TableSpec>, columns: CopiedColumns, into: TableCopy): void => {
  into.used = table.used;
  into.live = table.live;
  into.firstFree = table.firstFree;
  for (const [name, [, stride]] of columns) {
    const column = columnOf(table, name);
    const length = table.used * stride;
    if (column instanceof Int32Array) into.columns[name] = copyIntegers(column, length, into.columns[name]);
    else {
      into.doubles[name] ??= noDoubles();
      copyDoubles(column, length, into.doubles[name]);
    }
  }
};

const tableOf = (world: World, name: (typeof TABLES)[number]['name']): Table<TableSpec> =>
  world[name] as unknown as Table<TableSpec>;

const columnOf = (table: object, name: string): Column => (table as Record<string, Column>)[name];

/** The first integers of a column, in the memory of `known` if they fit. */
const copyIntegers = (column: Int32Array, length: number, known: Int32Array | undefined): Int32Array => {
  let copy = known;
  if (copy === undefined || copy.length !== length)
    copy =
      copy !== undefined && copy.buffer.byteLength >= 4 * length
        ? new Int32Array(copy.buffer, 0, length)
        : new Int32Array(2 * length).subarray(0, length);
  copy.set(column.subarray(0, length));
  return copy;
};

const copyDoubles = (column: Floats, length: number, into: DoublesCopy): void =>
  copyRows(column, wholeRows(1, length), into);

const copyRows = (column: Floats, { count, stride, base, width, slots }: Rows, into: DoublesCopy): void => {
  if (into.data.length < count * width) into.data = new Float64Array(2 * count * width);
  const { data } = into;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const from = base + stride * (slots === undefined ? i : slots[i]);
    for (let k = from; k < from + width; k++) data[at++] = column[k];
  }
  into.length = at;
};

const copyList = <T>(list: readonly T[], into: T[]): void => {
  into.length = list.length;
  for (let i = 0; i < list.length; i++) into[i] = list[i];
};

/** Goes back to a checkpoint of this world. */
export const restoreWorld = (world: World, from: Checkpoint): void => {
  const hasSameContacts = hasContactsOf(world, from);
  if (world.clock.stepping) clearBroadphase(world.broadphase);
  clearRecords(world, from.contacts);
  const { contacts, colliders } = world;
  contacts.record.fill(0, from.contacts.used * RECORD, contacts.used * RECORD);
  for (const { name, spec, columns } of TABLES) {
    reserveRows(tableOf(world, name), spec, from[name].used);
    restoreTable(tableOf(world, name), columns, from[name]);
  }
  for (const [i, rows] of recordRows(contacts, colliders.kind).entries())
    restoreRows(contacts.record, rows, from.records[i]);
  for (const [i, list] of listsOf(world).entries()) restoreList(list, from.lists[i]);
  Object.assign(world.clock, from.clock);
  Object.assign(world.settings, from.settings);
  const { substep } = world.clock;
  // Not part of the dynamics: inspection reads the softness of the last step.
  if (substep > 0) writeSubstep(world.scratch.substep, world.settings, substep * world.settings.substeps);
  restoreEvents(world, from);
  restoreJoints(world, from);
  restoreShapes(world, from);
  restoreBroadphase(world);
  if (!hasSameContacts) rebuildPairs(world);
};

const restoreTable = (table: Table<TableSpec>, columns: CopiedColumns, from: TableCopy): void => {
  const before = table.used;
  table.used = from.used;
  table.live = from.live;
  table.firstFree = from.firstFree;
  for (const [name, [, stride]] of columns) {
    const column = columnOf(table, name);
    if (column instanceof Int32Array) column.set(from.columns[name]);
    else restoreDoubles(column, from.doubles[name]);
    // Slots that did not exist yet must look untouched, or a replay would create other handles.
    if (from.used < before) column.fill(0, from.used * stride, before * stride);
  }
};

const restoreDoubles = (column: Floats, from: DoublesCopy): void =>
  restoreRows(column, wholeRows(1, from.length), from);

const restoreRows = (
  column: Floats,
  { count, stride, base, width, slots }: Rows,
  { data }: DoublesCopy,
): void => {
  let at = 0;
  for (let i = 0; i < count; i++) {
    const to = base + stride * (slots === undefined ? i : slots[i]);
    for (let k = to; k < to + width; k++) column[k] = data[at++];
  }
};

const restoreEvents = ({ events }: World, from: Checkpoint): void => {
  if (events.data.length < from.events.length) events.data = createFloats(from.events.length);
  restoreDoubles(events.data, from.events);
  events.count = from.events.length / EVENT;
  events.published = from.published;
};

const restoreJoints = ({ articulations, jointFloats, rows }: World, from: Checkpoint): void => {
  if (jointFloats.data.length < from.jointFloats.length)
    jointFloats.data = createFloats(from.jointFloats.length);
  restoreDoubles(jointFloats.data, from.jointFloats);
  jointFloats.used = from.jointFloats.length;
  jointFloats.free.set(from.freeBlocks);
  rows.count = from.rows.length / ROW;
  reserveJointRows(rows, rows.count);
  restoreDoubles(rows.data, from.rows);
  rows.index.set(from.rowIntegers);
  rows.expanded = true;
  rows.isKept = false;
  rows.isDue = false;
  articulations.builtLength = 0;
};

const restoreShapes = ({ colliders }: World, from: Checkpoint): void => {
  const areKnown = isSameList(colliders.hulls, from.hulls);
  copyList(from.hulls, colliders.hulls);
  copyList(from.hullUsers, colliders.hullUsers);
  if (!areKnown) colliders.hullIndex = createHullIndex(colliders.hulls);
  copyList(from.meshes, colliders.meshes);
  copyList(from.meshUsers, colliders.meshUsers);
};

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((entry, i) => entry === b[i]);
