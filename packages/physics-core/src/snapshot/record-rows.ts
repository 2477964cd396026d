import { isSurface } from '../collision/shapes/collider-shapes.js';
import { ContactFlag, RECORD, SEEN_A, SEEN_OFFSET } from '../state/contacts.js';
import type { Rows } from './codes.js';

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
    rowsAt(0, RECORD, touching, t),
    rowsAt(SEEN_OFFSET, APART, apart, a),
    rowsAt(SEEN_A, ROTATIONS, apartFromSurface, s),
  ];
};

const rowsAt = (base: number, width: number, slots: Int32Array, count: number): Rows => ({
  count,
  stride: RECORD,
  base,
  width,
  slots,
});
