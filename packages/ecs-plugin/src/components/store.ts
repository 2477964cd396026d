import { PhysicsError } from '@tenon/physics-core';
import { createArray, type FieldArray, type FieldSpec, type FieldSpecs, type StoreOf } from './fields.js';

/**
 * Component stores. A store is an object with one typed array a field, as bitECS wants it. Behind it a book keeps what the plugin needs:
 * defaults, capacity, and for watched fields the values that the solver knows.
 *
 * Most fields of RigidBody, Collider and Joint are never touched after creation, and to compare all of them every frame would cost more
 * than the poses. So they are accessors: the first time somebody reads the array, which is also the only way to write to it, the field is
 * watched from then on, with a copy of its values at that moment. Nobody can write to a field that is not watched.
 */
export interface Book {
  /** Name of the component, for messages. */
  readonly component: string;
  readonly names: string[];
  readonly specs: FieldSpec[];
  /** The arrays by name, read without watching. */
  readonly raw: Record<string, FieldArray>;
  /** What the solver knows of the watched fields, by name. */
  readonly known: Record<string, FieldArray>;
  /** Names of the watched fields. */
  readonly watched: string[];
  capacity: number;
}

const books = new WeakMap<object, Book>();

/** Entities for which a new store has room. A power of two, like every capacity, so that blocks of entities fit. */
const FIRST_CAPACITY = 1024;

export const bookOf = (store: object): Book => {
  const book = books.get(store);
  if (book) return book;
  throw new PhysicsError(
    'wrong-type',
    'This is no component with fields of @tenon/ecs-plugin',
    'Pass Position, RigidBody, Joint or another of its components',
  );
};

/** The arrays of a store for the plugin's own use: reading them does not watch. */
export const rawOf = <T extends object>(store: T): T => bookOf(store).raw as unknown as T;

/** A store whose arrays are plain properties: for fields that are written every frame anyway. */
export const createPlainStore = <const S extends FieldSpecs>(component: string, specs: S): StoreOf<S> => {
  const store: Record<string, FieldArray> = {};
  const book = openBook(component, store);
  books.set(store, book);
  for (const [name, spec] of Object.entries(specs)) addPlainField(book, name, spec);
  return store as unknown as StoreOf<S>;
};

/** The same with all fields watched from the start: for fields that are compared every frame anyway. */
export const createComparedStore = <const S extends FieldSpecs>(component: string, specs: S): StoreOf<S> => {
  const store = createPlainStore(component, specs);
  const book = bookOf(store);
  for (const name of book.names) watchField(book, name);
  return store;
};

/** A store whose fields are watched from their first use on. */
export const createWatchedStore = <const S extends FieldSpecs>(component: string, specs: S): StoreOf<S> => {
  const store = {};
  books.set(store, openBook(component, {}));
  for (const [name, spec] of Object.entries(specs)) addWatchedField(store, name, spec);
  return store as StoreOf<S>;
};

const openBook = (component: string, raw: Record<string, FieldArray>): Book => ({
  component,
  names: [],
  specs: [],
  raw,
  known: {},
  watched: [],
  capacity: FIRST_CAPACITY,
});

const addPlainField = (book: Book, name: string, spec: FieldSpec): void => {
  book.names.push(name);
  book.specs.push(spec);
  book.raw[name] = filled(spec, book.capacity);
};

/** Adds a field to a store that is in use: custom joints bring their own. */
export const addWatchedField = (store: object, name: string, spec: FieldSpec): void => {
  const book = bookOf(store);
  addPlainField(book, name, spec);
  Object.defineProperty(store, name, {
    enumerable: true,
    get: () => {
      if (book.known[name] === undefined && !spec.output) watchField(book, name);
      return book.raw[name];
    },
  });
};

/** From now on the field is compared every frame. */
export const watchField = (book: Book, name: string): void => {
  if (book.known[name] !== undefined) return;
  book.known[name] = book.raw[name].slice();
  book.watched.push(name);
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
export const ensureRow = (book: Book, eid: number): void => {
  if (eid < book.capacity) return;
  let capacity = book.capacity;
  while (capacity <= eid) capacity *= 2;
  for (const [index, name] of book.names.entries()) {
    const spec = book.specs[index];
    book.raw[name] = grown(spec, book.raw[name], capacity);
    const known = book.known[name];
    if (known) book.known[name] = grown(spec, known, capacity);
  }
  book.capacity = capacity;
};

/** Writes the defaults of all fields of an entity, as its component begins. */
export const resetRow = (book: Book, eid: number): void => {
  ensureRow(book, eid);
  for (const [index, name] of book.names.entries()) book.raw[name][eid] = book.specs[index].default;
  acceptRow(book, eid);
};

/** The solver knows all values of the entity as they are. */
export const acceptRow = (book: Book, eid: number): void => {
  for (const name of book.watched) book.known[name][eid] = book.raw[name][eid];
};

/** Takes back what was written since the solver last heard of the entity. */
export const rejectRow = (book: Book, eid: number): void => {
  for (const name of book.watched) book.raw[name][eid] = book.known[name][eid];
};

/** Writes one value on behalf of the solver. */
export const writeField = (book: Book, name: string, eid: number, value: number): void => {
  book.raw[name][eid] = value;
  const known = book.known[name];
  if (known) known[eid] = book.raw[name][eid];
};

/** Names of the watched fields of an entity that were written. */
export const writtenFields = (book: Book, eid: number): string[] =>
  book.watched.filter((name) => book.raw[name][eid] !== book.known[name][eid]);
