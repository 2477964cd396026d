import { PhysicsError } from '@tenon/physics-core';
import { createArray, type FieldArray, type FieldSpec, type FieldSpecs, type StoreOf } from './fields.js';

/**
 * Component stores. A store is an object with one typed array a field, as bitECS wants it. Behind it a field table
 * keeps what the plugin needs: defaults, capacity, and for watched fields the values that the solver knows.
 *
 * Most fields of RigidBody, Collider and Joint are never touched after creation, and to compare all of them every frame would cost more
 * than the poses. So they are accessors: the first time somebody reads the array, which is also the only way to write to it, the field is
 * watched from then on, with a copy of its values at that moment. Nobody can write to a field that is not watched.
 */
export interface FieldTable {
  /** Name of the component, for messages. */
  readonly component: string;
  readonly names: string[];
  readonly specs: FieldSpec[];
  /** Places in `names`. */
  readonly places: Map<string, number>;
  /** The arrays by name, read without watching. */
  readonly raw: Record<string, FieldArray>;
  /** What the solver knows of the watched fields, by name. */
  readonly known: Record<string, FieldArray>;
  /** Names of the watched fields. */
  readonly watched: string[];
  /** The same arrays in the order of `names`, and both of each watched field in the order of `watched`: loops over them need no look-up. */
  readonly arrays: FieldArray[];
  readonly watchedArrays: FieldArray[];
  readonly knownArrays: FieldArray[];
  capacity: number;
}

const tables = new WeakMap<object, FieldTable>();

/** Entities for which a new store has room. A power of two, like every capacity, so that blocks of entities fit. */
const FIRST_CAPACITY = 1024;

export const tableOf = (store: object): FieldTable => {
  const table = tables.get(store);
  if (table) return table;
  throw new PhysicsError(
    'wrong-type',
    'This is no component with fields of @tenon/ecs-plugin',
    'Pass Position, RigidBody, Joint or another of its components',
  );
};

/** The arrays of a store for the plugin's own use: reading them does not watch. */
export const rawOf = <T extends object>(store: T): T => tableOf(store).raw as unknown as T;

/** A store whose arrays are plain properties: for fields that are written every frame anyway. */
export const createPlainStore = <const S extends FieldSpecs>(component: string, specs: S): StoreOf<S> => {
  const store: Record<string, FieldArray> = {};
  const table = createTable(component, store);
  tables.set(store, table);
  for (const [name, spec] of Object.entries(specs)) addPlainField(table, name, spec);
  return store as unknown as StoreOf<S>;
};

/** The same with all fields watched from the start: for fields that are compared every frame anyway. */
export const createComparedStore = <const S extends FieldSpecs>(component: string, specs: S): StoreOf<S> => {
  const store = createPlainStore(component, specs);
  const table = tableOf(store);
  for (const name of table.names) watchField(table, name);
  return store;
};

/** A store whose fields are watched from their first use on. */
export const createWatchedStore = <const S extends FieldSpecs>(component: string, specs: S): StoreOf<S> => {
  const store = {};
  tables.set(store, createTable(component, {}));
  for (const [name, spec] of Object.entries(specs)) addWatchedField(store, name, spec);
  return store as StoreOf<S>;
};

const createTable = (component: string, raw: Record<string, FieldArray>): FieldTable => ({
  component,
  names: [],
  specs: [],
  places: new Map(),
  raw,
  known: {},
  watched: [],
  arrays: [],
  watchedArrays: [],
  knownArrays: [],
  capacity: FIRST_CAPACITY,
});

const addPlainField = (table: FieldTable, name: string, spec: FieldSpec): void => {
  const array = filled(spec, table.capacity);
  table.places.set(name, table.names.length);
  table.names.push(name);
  table.specs.push(spec);
  table.raw[name] = array;
  table.arrays.push(array);
};

/** Adds a field to a store that is in use: custom joints bring their own. */
export const addWatchedField = (store: object, name: string, spec: FieldSpec): void => {
  const table = tableOf(store);
  addPlainField(table, name, spec);
  Object.defineProperty(store, name, {
    enumerable: true,
    get: () => {
      if (table.known[name] === undefined && !spec.output) watchField(table, name);
      return table.raw[name];
    },
  });
};

/** From now on the field is compared every frame. */
export const watchField = (table: FieldTable, name: string): void => {
  if (table.known[name] !== undefined) return;
  table.known[name] = table.raw[name].slice();
  table.watched.push(name);
  table.watchedArrays.push(table.raw[name]);
  table.knownArrays.push(table.known[name]);
};

const filled = (spec: FieldSpec, length: number): FieldArray => {
  const array = createArray(spec.kind, length);
  return spec.default === 0 ? array : array.fill(spec.default);
};

const grown = (spec: FieldSpec, array: FieldArray, length: number): FieldArray => {
  const larger = filled(spec, length);
  larger.set(array);
  return larger;
};

/** Makes room for an entity. Arrays are replaced. */
export const ensureRow = (table: FieldTable, eid: number): void => {
  if (eid < table.capacity) return;
  let capacity = table.capacity;
  while (capacity <= eid) capacity *= 2;
  for (const [index, name] of table.names.entries()) {
    const spec = table.specs[index];
    table.raw[name] = grown(spec, table.raw[name], capacity);
    table.arrays[index] = table.raw[name];
    const known = table.known[name];
    if (known) table.known[name] = grown(spec, known, capacity);
  }
  for (const [w, name] of table.watched.entries()) {
    table.watchedArrays[w] = table.raw[name];
    table.knownArrays[w] = table.known[name];
  }
  table.capacity = capacity;
};

/** Writes the defaults of all fields of an entity, as its component begins. */
export const resetRow = (table: FieldTable, eid: number): void => {
  ensureRow(table, eid);
  const { arrays, specs } = table;
  for (let i = 0; i < arrays.length; i++) arrays[i][eid] = specs[i].default;
  acceptRow(table, eid);
};

/** The solver knows all values of the entity as they are. */
export const acceptRow = (table: FieldTable, eid: number): void => {
  const { watchedArrays, knownArrays } = table;
  for (let w = 0; w < watchedArrays.length; w++) knownArrays[w][eid] = watchedArrays[w][eid];
};

/** Takes back what was written since the solver last heard of the entity. */
export const rejectRow = (table: FieldTable, eid: number): void => {
  const { watchedArrays, knownArrays } = table;
  for (let w = 0; w < watchedArrays.length; w++) watchedArrays[w][eid] = knownArrays[w][eid];
};

/** Writes one value on behalf of the solver. */
export const writeField = (table: FieldTable, name: string, eid: number, value: number): void => {
  table.raw[name][eid] = value;
  const known = table.known[name];
  if (known) known[eid] = table.raw[name][eid];
};

/** Names of the watched fields of an entity that were written. */
export const writtenFields = (table: FieldTable, eid: number): string[] =>
  table.watched.filter((name) => table.raw[name][eid] !== table.known[name][eid]);
