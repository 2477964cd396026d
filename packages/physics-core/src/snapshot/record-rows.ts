import { isSurface } from '../collision/shapes/collider-shapes.js';
import { ContactFlag, RECORD, SEEN_A, SEEN_OFFSET } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { type Rows, rowsAt } from './codes.js';
import { FIRST_MASS, MASSES } from './following-masses.js';

/** Columns of the contacts that say what is in their records. */
export interface RecordColumns {
  readonly used: number;
  readonly generation: Int32Array;
  readonly flags: Int32Array;
  readonly count: Int32Array;
  readonly colliderB: Int32Array;
}

/** Scratch: contacts with points, those without, and of these the ones with a surface. */
let touching = new Int32Array(0);
let apart = new Int32Array(0);
let apartFromSurface = new Int32Array(0);

/** Floats that a pair that is apart knows: where it was, and how far apart. With a surface also both rotations. */
export const APART = 5;
export const ROTATIONS = 8;

/**
 * What is stored of the records of contacts: all of those with points, a few floats of those without, of free and dead rows nothing. Good
 * until it is asked for again.
 */
export const recordRows = (contacts: RecordColumns, kind: Int32Array): readonly [Rows, Rows, Rows] => {
  const { used, generation, flags, count, colliderB } = contacts;
  if (touching.length < used) {
    touching = new Int32Array(2 * used);
    apart = new Int32Array(2 * used);
    apartFromSurface = new Int32Array(2 * used);
  }
  let t = 0;
  let a = 0;
  let s = 0;
  for (let contact = 0; contact < used; contact++) {
    if (count[contact] > 0) touching[t++] = contact;
    else if ((generation[contact] & 1) !== 0 && (flags[contact] & ContactFlag.dead) === 0) {
      apart[a++] = contact;
      if (isSurface(kind[colliderB[contact]])) apartFromSurface[s++] = contact;
    }
  }
  return [
    rowsAt(t, RECORD, 0, RECORD, touching),
    rowsAt(a, RECORD, SEEN_OFFSET, APART, apart),
    rowsAt(s, RECORD, SEEN_A, ROTATIONS, apartFromSurface),
  ];
};

/** Scratch: contacts with points whose masses are stored. */
const own = { slots: new Int32Array(0), count: 0 };

/** Contacts with points that have masses of their own. Good until it is asked for again. */
export const ownMasses = (
  world: World,
  hasOwn: (world: World, contact: number) => boolean,
): { readonly slots: Int32Array; readonly count: number } => {
  const { count, used } = world.contacts;
  if (own.slots.length < used) own.slots = new Int32Array(2 * used);
  own.count = 0;
  for (let contact = 0; contact < used; contact++)
    if (count[contact] > 0 && hasOwn(world, contact)) own.slots[own.count++] = contact;
  return own;
};

export const massRows = (slots: Int32Array, count: number): Rows =>
  rowsAt(count, RECORD, FIRST_MASS, MASSES, slots);
