/**
 * A set of pairs of collider rows: those whose begin event was reported, so that exactly they get an end event. Open addressing in a
 * typed array, because a Set of numbers this large would allocate with every touch.
 */
export interface PairSet {
  count: number;
  /** A pair as one exact number, or EMPTY. The length is a power of two. */
  keys: Float64Array;
}

const EMPTY = -1;
const FIRST_CAPACITY = 64;
/** Rows have 22 bits. */
const ROWS = 0x400000;

export const createPairSet = (): PairSet => ({
  count: 0,
  keys: new Float64Array(FIRST_CAPACITY).fill(EMPTY),
});

const keyOf = (a: number, b: number): number => (a < b ? a * ROWS + b : b * ROWS + a);

/** Where a search for the key begins. */
const homeOf = (key: number, mask: number): number => {
  const low = key % ROWS;
  const high = (key - low) / ROWS;
  return (Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b)) & mask;
};

/** The place of the key, or of the gap where it would be. */
const find = (keys: Float64Array, key: number): number => {
  const mask = keys.length - 1;
  let at = homeOf(key, mask);
  while (keys[at] !== EMPTY && keys[at] !== key) at = (at + 1) & mask;
  return at;
};

export const addPair = (set: PairSet, a: number, b: number): void => {
  if (2 * (set.count + 1) > set.keys.length) grow(set);
  const key = keyOf(a, b);
  const at = find(set.keys, key);
  if (set.keys[at] === key) return;
  set.keys[at] = key;
  set.count++;
};

const grow = (set: PairSet): void => {
  const before = set.keys;
  set.keys = new Float64Array(2 * before.length).fill(EMPTY);
  for (const key of before) if (key !== EMPTY) set.keys[find(set.keys, key)] = key;
};

/** Returns whether the pair was there. */
export const removePair = (set: PairSet, a: number, b: number): boolean => {
  const { keys } = set;
  const mask = keys.length - 1;
  let gap = find(keys, keyOf(a, b));
  if (keys[gap] === EMPTY) return false;
  set.count--;
  keys[gap] = EMPTY;
  // Keys behind the gap that a collision had moved past it move up, or a search would stop at the gap.
  for (let at = (gap + 1) & mask; keys[at] !== EMPTY; at = (at + 1) & mask) {
    const home = homeOf(keys[at], mask);
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    keys[gap] = keys[at];
    keys[at] = EMPTY;
    gap = at;
  }
  return true;
};

/** The pairs as exact numbers, in order, for snapshots. */
export const listPairs = (set: PairSet): number[] =>
  [...set.keys].filter((key) => key !== EMPTY).sort((a, b) => a - b);

export const replacePairs = (set: PairSet, pairs: readonly number[]): void => {
  set.count = 0;
  set.keys.fill(EMPTY);
  for (const key of pairs) addPair(set, Math.floor(key / ROWS), key % ROWS);
};
