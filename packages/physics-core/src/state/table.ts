import { createFloats, extendFloats, type Floats } from '../math/floats.js';

/**
 * Growable tables of columns, the only form in which the world keeps state: a snapshot
 * copies the columns one by one, and a hot loop hoists the columns it needs. Rows are recycled through a
 * free list, so a row's slot is stable.
 */
export type ColumnSpec = readonly [type: 'f64' | 'i32', stride: number];
export type TableSpec = Readonly<Record<string, ColumnSpec>>;

type Columns<S extends TableSpec> = {
  [K in keyof S]: S[K][0] extends 'f64' ? Floats : Int32Array;
};

export interface TableHead {
  /** Rows that fit into the columns. */
  capacity: number;
  /** Slots ever used: live rows lie in [0, used). */
  used: number;
  /** Live rows. */
  live: number;
  /** First free slot or -1; the chain goes on through `nextFree`. */
  firstFree: number;
}

export type Table<S extends TableSpec> = TableHead & Columns<S & SlotColumns>;

type SlotColumns = typeof slotColumns;
const slotColumns = {
  /**
   * Odd while the slot is live: every allocation and release adds 1, so a handle of an earlier row never matches.
   */
  generation: ['i32', 1],
  /** Next free slot or -1. */
  nextFree: ['i32', 1],
} as const satisfies TableSpec;

export type Column = Floats | Int32Array;

/** All columns of a table in declaration order, the slot columns first. */
export const columnSpecs = (spec: TableSpec): [name: string, column: ColumnSpec][] =>
  Object.entries({ ...slotColumns, ...spec });

const createColumn = ([type, stride]: ColumnSpec, rows: number): Column =>
  type === 'f64' ? createFloats(rows * stride) : new Int32Array(rows * stride);

/**
 * All tables of a spec are parsed from one text, so that V8 gives them one hidden class. Built from parts, each
 * had its own class: every further world discarded all compiled code, and its first steps took several times as
 * long. Built name by name, they would be hash tables, where every use of a column is a look-up: 11 % of a pile's
 * step.
 */
export const createTable = <const S extends TableSpec>(spec: S, capacity: number): Table<S> => {
  const names = columnSpecs(spec).map(([name]) => `"${name}":null`);
  const table: Table<S> = JSON.parse(`{"capacity":0,"used":0,"live":0,"firstFree":-1,${names}}`);
  const columns = table as unknown as Record<string, Column>;
  for (const [name, column] of columnSpecs(spec)) columns[name] = createColumn(column, capacity);
  table.capacity = capacity;
  return table;
};

/** Reserves space for `rows` rows. Replaces the columns, so hoisted references must be read again afterwards. */
export const reserveRows = <S extends TableSpec>(table: Table<S>, spec: S, rows: number): void => {
  if (rows <= table.capacity) return;
  const capacity = Math.max(rows, table.capacity * 2);
  const columns = table as unknown as Record<string, Column>;
  for (const [name, column] of columnSpecs(spec)) {
    columns[name] = extendColumn(columns[name], column[1] * capacity);
  }
  table.capacity = capacity;
};

const extendColumn = (column: Column, length: number): Column => {
  if (!(column instanceof Int32Array)) return extendFloats(column, length);
  const extended = new Int32Array(length);
  extended.set(column);
  return extended;
};

/** Allocates a slot whose row is zero. */
export const allocateRow = <S extends TableSpec>(table: Table<S>, spec: S): number => {
  let slot = table.firstFree;
  if (slot >= 0) {
    table.firstFree = table.nextFree[slot];
    clearRow(table, spec, slot);
  } else {
    // Rows from `used` on are zero: nothing writes there, and a restored snapshot clears them.
    slot = table.used;
    reserveRows(table, spec, slot + 1);
    table.used++;
  }
  table.generation[slot]++;
  table.nextFree[slot] = -1;
  table.live++;
  return slot;
};

export const clearRow = <S extends TableSpec>(table: Table<S>, spec: S, slot: number): void => {
  const columns = table as unknown as Record<string, Column>;
  for (const name in spec) {
    const stride = spec[name][1];
    columns[name].fill(0, slot * stride, (slot + 1) * stride);
  }
};

export const releaseRow = (table: Table<TableSpec>, slot: number): void => {
  table.generation[slot]++;
  table.nextFree[slot] = table.firstFree;
  table.firstFree = slot;
  table.live--;
};

export const isLive = (table: Table<TableSpec>, slot: number): boolean => (table.generation[slot] & 1) === 1;
