import { MIN_ROWS_PER_PAIR } from '../../tuning.js';

/**
 * Hash map from an unordered pair of proxies to a non-negative 32-bit integer: open addressing, linear
 * probing, deletion by shifting the rest of the run back (no tombstones, so a long simulation does not slow
 * down). There is no iteration: the order of the rows depends on history and must not reach the simulation.
 */
export interface PairSet {
  count: number;
  /**
   * Rows of low proxy, high proxy, value; low = EMPTY marks a free row. One array, so
   * a probe touches one cache line.
   */
  rows: Int32Array;
  /** Number of rows minus one; the number of rows is a power of two. */
  mask: number;
}

const ENTRY = 3;
const EMPTY = -1;
const INITIAL_ROWS = 64;
/** What `findPair` and `removePair` return when the pair is not in the set. */
export const PAIR_NOT_FOUND = -1;

export const createPairSet = (): PairSet => ({
  count: 0,
  rows: new Int32Array(INITIAL_ROWS * ENTRY).fill(EMPTY),
  mask: INITIAL_ROWS - 1,
});

export function clearPairs(set: PairSet): void {
  set.rows.fill(EMPTY);
  set.count = 0;
}

/** The value of the pair (in either order), or PAIR_NOT_FOUND. */
export function findPair(set: PairSet, a: number, b: number): number {
  const row = findRow(set, a, b);
  return set.rows[row] === EMPTY ? PAIR_NOT_FOUND : set.rows[row + 2];
}

/** Adds the pair, or replaces its value. */
export function insertPair(set: PairSet, a: number, b: number, value: number): void {
  if (value < 0)
    throw new Error(`A pair's value must not be negative (got ${value}): negative means "not found".`);
  let row = findRow(set, a, b);
  if (set.rows[row] === EMPTY) {
    if ((set.count + 1) * MIN_ROWS_PER_PAIR > set.mask + 1) {
      growRows(set);
      row = findRow(set, a, b);
    }
    set.rows[row] = Math.min(a, b);
    set.rows[row + 1] = Math.max(a, b);
    set.count++;
  }
  set.rows[row + 2] = value;
}

/** Removes the pair and returns the value it had, or PAIR_NOT_FOUND. */
export function removePair(set: PairSet, a: number, b: number): number {
  const { rows, mask } = set;
  const found = findRow(set, a, b);
  if (rows[found] === EMPTY) return PAIR_NOT_FOUND;
  const value = rows[found + 2];
  let hole = found / ENTRY;
  let next = (hole + 1) & mask;
  while (rows[next * ENTRY] !== EMPTY) {
    const home = hashPair(rows[next * ENTRY], rows[next * ENTRY + 1]) & mask;
    // A row may fill the hole only if its home is not after the hole: else a
    // probe from its home would miss it.
    if (((next - home) & mask) >= ((next - hole) & mask)) {
      rows[hole * ENTRY] = rows[next * ENTRY];
      rows[hole * ENTRY + 1] = rows[next * ENTRY + 1];
      rows[hole * ENTRY + 2] = rows[next * ENTRY + 2];
      hole = next;
    }
    next = (next + 1) & mask;
  }
  rows[hole * ENTRY] = EMPTY;
  set.count--;
  return value;
}

/** Offset of the pair's row, or of the free row where it would go. */
function findRow(set: PairSet, a: number, b: number): number {
  const { rows, mask } = set;
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  let slot = hashPair(low, high) & mask;
  for (;;) {
    const row = slot * ENTRY;
    const rowLow = rows[row];
    if (rowLow === EMPTY || (rowLow === low && rows[row + 1] === high)) return row;
    slot = (slot + 1) & mask;
  }
}

/**
 * Two odd multipliers spread each proxy over all bits; the shifts bring the high
 * bits down to those that the mask keeps.
 */
function hashPair(low: number, high: number): number {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function growRows(set: PairSet): void {
  const old = set.rows;
  set.rows = new Int32Array(old.length * 2).fill(EMPTY);
  set.mask = set.mask * 2 + 1;
  for (let row = 0; row < old.length; row += ENTRY) {
    if (old[row] === EMPTY) continue;
    const to = findRow(set, old[row], old[row + 1]);
    set.rows[to] = old[row];
    set.rows[to + 1] = old[row + 1];
    set.rows[to + 2] = old[row + 2];
  }
}
