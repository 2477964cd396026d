import { createFloats, type Floats, growFloats } from '../math/floats.js';

/**
 * Blocks of floats of different lengths in one array, so that a snapshot is one copy and a small joint needs
 * little memory. A block is a number of units. A released block is in the free list of its size, linked through
 * its first float.
 */
export interface FloatPool {
  data: Floats;
  /** Floats allocated so far, including free blocks. */
  used: number;
  /** First free block of each size in units, or -1. */
  readonly free: Int32Array;
}

/** Floats a unit: one cache line. */
export const POOL_UNIT = 8;
/** Units of the largest block. */
const LARGEST = 64;

/** The longest block that a pool allocates, in floats. */
export const LARGEST_BLOCK = POOL_UNIT * LARGEST;

export const createFloatPool = (): FloatPool => ({
  data: createFloats(POOL_UNIT * 64),
  used: 0,
  free: new Int32Array(LARGEST + 1).fill(-1),
});

const unitsOf = (floats: number): number => Math.max(1, Math.floor((floats + POOL_UNIT - 1) / POOL_UNIT));

/** A block of zeros with room for so many floats; returns where it begins. */
export const allocateFloats = (pool: FloatPool, floats: number): number => {
  const units = unitsOf(floats);
  let at = pool.free[units];
  if (at >= 0) {
    pool.free[units] = pool.data[at];
  } else {
    at = pool.used;
    pool.used += units * POOL_UNIT;
    if (pool.used > pool.data.length) pool.data = growFloats(pool.data, pool.used);
  }
  pool.data.fill(0, at, at + units * POOL_UNIT);
  return at;
};

/** Frees a block; `floats` is the number with which it was allocated. */
export const releaseFloats = (pool: FloatPool, at: number, floats: number): void => {
  const units = unitsOf(floats);
  pool.data[at] = pool.free[units];
  pool.free[units] = at;
};
