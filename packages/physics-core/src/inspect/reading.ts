import { PhysicsError } from '../errors.js';
import type { Floats } from '../math/floats.js';
import { hasField, show } from '../validate.js';

/**
 * Records of equal size in one flat array. The read functions fill it anew from the start and let it grow
 * when it must, so reading into a warm one allocates nothing: made for tools that read everything in every
 * frame. Which number lies where in a record is said by the object of the same name (BodyRecord and so on):
 * offsets, and `size`, the distance of two records. Handles are exact in a float.
 */
export interface Reading {
  /** Records in use. */
  count: number;
  floats: Float64Array;
}

const INITIAL_FLOATS = 1024;

export const createReading = (): Reading => ({ count: 0, floats: new Float64Array(INITIAL_FLOATS) });

/** Before a read: nothing of the last one is left. */
export const clearReading = (reading: Reading): void => {
  if (!hasField(reading, 'floats') || !(reading.floats instanceof Float64Array))
    throw new PhysicsError(
      'wrong-type',
      `${show(reading)} is no reading`,
      'Pass what createReading returned',
    );
  reading.count = 0;
};

/**
 * Clears all records and makes room for so many: where their number is known, loops write
 * without a check of the reading's memory.
 */
export const emptyReading = (reading: Reading, records: number, size: number): Float64Array => {
  clearReading(reading);
  if (records * size > reading.floats.length) reading.floats = grown(reading.floats, records * size);
  return reading.floats;
};

/** Room for one more record; returns where its floats begin. They hold what was there before. */
export const claimRecord = (reading: Reading, size: number): number => {
  const at = reading.count * size;
  if (at + size > reading.floats.length) reading.floats = grown(reading.floats, at + size);
  reading.count++;
  return at;
};

export const copy3 = (out: Float64Array, at: number, from: Floats, first: number): void => {
  out[at] = from[first];
  out[at + 1] = from[first + 1];
  out[at + 2] = from[first + 2];
};

/** out = a + b. */
export const add3 = (out: Float64Array, at: number, a: Floats, i: number, b: Floats, k: number): void => {
  out[at] = a[i] + b[k];
  out[at + 1] = a[i + 1] + b[k + 1];
  out[at + 2] = a[i + 2] + b[k + 2];
};

const grown = (floats: Float64Array, length: number): Float64Array => {
  const longer = new Float64Array(Math.max(length, 2 * floats.length));
  longer.set(floats);
  return longer;
};
