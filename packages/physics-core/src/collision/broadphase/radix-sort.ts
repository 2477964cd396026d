import { growInt32 } from '../../math/index-list.js';
import { INSERTION_SORT_MAX_COUNT } from '../../tuning.js';

/**
 * Stable least-significant-digit radix sort of (key, value) rows, keys being non-negative 31-bit integers.
 * Eight bits a digit: the histogram is small enough to clear for lists of a few dozen rows, and the number of
 * passes is always two or four, so that the result ends in the arrays it came from.
 */
const DIGIT_BITS = 8;
const DIGIT_COUNT = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGIT_COUNT - 1;
/** Largest key that two passes sort. */
const TWO_PASS_MAX_KEY = (1 << (2 * DIGIT_BITS)) - 1;
export interface SortScratch {
  keys: Int32Array;
  values: Int32Array;
  readonly histogram: Int32Array;
}

export const createSortScratch = (): SortScratch => ({
  keys: new Int32Array(0),
  values: new Int32Array(0),
  histogram: new Int32Array(DIGIT_COUNT),
});

export function radixSort(
  keys: Int32Array,
  values: Int32Array,
  count: number,
  maxKey: number,
  scratch: SortScratch,
): void {
  if (scratch.keys.length < count) {
    scratch.keys = growInt32(scratch.keys, count);
    scratch.values = growInt32(scratch.values, count);
  }
  const { keys: otherKeys, values: otherValues, histogram } = scratch;
  radixPass(keys, values, otherKeys, otherValues, count, 0, histogram);
  radixPass(otherKeys, otherValues, keys, values, count, DIGIT_BITS, histogram);
  if (maxKey <= TWO_PASS_MAX_KEY) return;
  radixPass(keys, values, otherKeys, otherValues, count, 2 * DIGIT_BITS, histogram);
  radixPass(otherKeys, otherValues, keys, values, count, 3 * DIGIT_BITS, histogram);
}

function radixPass(
  fromKeys: Int32Array,
  fromValues: Int32Array,
  toKeys: Int32Array,
  toValues: Int32Array,
  count: number,
  shift: number,
  histogram: Int32Array,
): void {
  histogram.fill(0);
  for (let i = 0; i < count; i++) histogram[(fromKeys[i] >>> shift) & DIGIT_MASK]++;
  let start = 0;
  for (let digit = 0; digit < DIGIT_COUNT; digit++) {
    const size = histogram[digit];
    histogram[digit] = start;
    start += size;
  }
  for (let i = 0; i < count; i++) {
    const key = fromKeys[i];
    const slot = histogram[(key >>> shift) & DIGIT_MASK]++;
    toKeys[slot] = key;
    toValues[slot] = fromValues[i];
  }
}

/** Sorts the first `count` items ascending; `maxItem` bounds them. */
export function sortIndices(items: Int32Array, count: number, maxItem: number, scratch: SortScratch): void {
  if (count > INSERTION_SORT_MAX_COUNT) {
    radixSort(items, items, count, maxItem, scratch);
    return;
  }
  for (let i = 1; i < count; i++) {
    const item = items[i];
    let j = i - 1;
    for (; j >= 0 && items[j] > item; j--) items[j + 1] = items[j];
    items[j + 1] = item;
  }
}
