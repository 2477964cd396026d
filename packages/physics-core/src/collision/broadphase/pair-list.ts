import { growInt32 } from '../../math/index-list.js';
import { INSERTION_SORT_MAX_COUNT } from '../../tuning.js';
import type { PairSet } from './pair-set.js';
import { findPair, PAIR_NOT_FOUND } from './pair-set.js';
import type { SortScratch } from './radix-sort.js';
import { createSortScratch, radixSort } from './radix-sort.js';

/** Pairs of proxies, low[i] < high[i] for i < count. The storage is kept between uses. */
export interface PairList {
  count: number;
  low: Int32Array;
  high: Int32Array;
  readonly sortScratch: SortScratch;
}

const INITIAL_CAPACITY = 64;

export const createPairList = (): PairList => ({
  count: 0,
  low: new Int32Array(INITIAL_CAPACITY),
  high: new Int32Array(INITIAL_CAPACITY),
  sortScratch: createSortScratch(),
});

/** Appends the pair unless `known` has it. */
export function pushNewPair(list: PairList, a: number, b: number, known: PairSet | null): void {
  if (known !== null && findPair(known, a, b) !== PAIR_NOT_FOUND) return;
  const at = list.count++;
  if (at === list.low.length) {
    list.low = growInt32(list.low, at + 1);
    list.high = growInt32(list.high, at + 1);
  }
  list.low[at] = Math.min(a, b);
  list.high[at] = Math.max(a, b);
}

/** Ascending by low proxy, then by high proxy. `maxProxy` bounds the proxies in the list. */
export function sortPairs(list: PairList, maxProxy: number): void {
  const { count, low, high, sortScratch } = list;
  if (count <= INSERTION_SORT_MAX_COUNT) {
    insertionSort(low, high, count);
    return;
  }
  // The second sort is stable, so rows with the same low proxy stay in the order of the first.
  radixSort(high, low, count, maxProxy, sortScratch);
  radixSort(low, high, count, maxProxy, sortScratch);
}

function insertionSort(low: Int32Array, high: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const a = low[i];
    const b = high[i];
    let j = i - 1;
    while (j >= 0 && (low[j] > a || (low[j] === a && high[j] > b))) {
      low[j + 1] = low[j];
      high[j + 1] = high[j];
      j--;
    }
    low[j + 1] = a;
    high[j + 1] = b;
  }
}
