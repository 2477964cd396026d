import { PhysicsError } from '../../errors.js';
import { MAX_POSITION, MIN_DIRECTION } from '../../tuning.js';
import { show } from '../../validate.js';
import type { QueryHits } from './query-hits.js';

/** Checks of the flat arrays that batches of queries take. */

/** How many queries there are. */
export const countQueries = (given: unknown, name: string, stride: number): number => {
  if (given instanceof Float64Array && given.length % stride === 0) return given.length / stride;
  throw new PhysicsError(
    'wrong-type',
    `${name} is ${show(given)}${given instanceof Float64Array ? ` of length ${given.length}` : ''}`,
    `Pass a Float64Array with ${stride} numbers for each`,
  );
};

// Each check is of one query: a function that loops over all of them runs too rarely to be compiled as a whole, and
// boxes its numbers in every batch.

/** The numbers from `at` to `to` must be places. */
export const requirePlaces = (given: Float64Array, name: string, at: number, to: number): void => {
  for (let i = at; i < to; i++) {
    if (given[i] >= -MAX_POSITION && given[i] <= MAX_POSITION) continue;
    throw new PhysicsError(
      Number.isFinite(given[i]) ? 'out-of-range' : 'not-finite',
      `${name}[${i}] is ${given[i]}`,
      `Pass numbers of at most ${MAX_POSITION}`,
    );
  }
};

/** The numbers from `at` on must be a direction or, with a fourth number, a rotation. */
export const requireLength = (given: Float64Array, name: string, at: number, isRotation: boolean): void => {
  const x = given[at];
  const y = given[at + 1];
  const z = given[at + 2];
  const w = isRotation ? given[at + 3] : 0;
  const square = x * x + y * y + z * z + w * w;
  if (square >= MIN_DIRECTION * MIN_DIRECTION && square < Infinity) return;
  throw new PhysicsError(
    Number.isFinite(square) ? 'out-of-range' : 'not-finite',
    `${name} from ${at} on are no direction or rotation`,
    'Pass finite numbers that are not all zero',
  );
};

/** The number must be a distance; it may be infinite. */
export const requireReach = (given: Float64Array, name: string, at: number): void => {
  if (given[at] >= 0) return;
  throw new PhysicsError(
    Number.isNaN(given[at]) ? 'not-finite' : 'out-of-range',
    `${name}[${at}] is ${given[at]}`,
    'Pass a distance of at least 0',
  );
};

/** The numbers from `at` on must be the lower and the upper corner of a box. */
export const requireCorners = (boxes: Float64Array, at: number): void => {
  for (let i = at; i < at + 3; i++) {
    if (boxes[i] <= boxes[i + 3]) continue;
    throw new PhysicsError('out-of-range', `box ${at / 6} has no inside`, 'Pass the lower corner first');
  }
};

export const requireHits = (out: QueryHits): void => {
  if (typeof out === 'object' && out !== null && out.query instanceof Int32Array) return;
  throw new PhysicsError('wrong-type', `out is ${show(out)}`, 'Pass what createQueryHits returned');
};
