/** A list of slots that keeps its storage between uses, so that a warm list never allocates. */
export interface IndexList {
  count: number;
  items: Int32Array;
}

const INITIAL_CAPACITY = 64;

export const createIndexList = (): IndexList => ({ count: 0, items: new Int32Array(INITIAL_CAPACITY) });

export function pushIndex(list: IndexList, index: number): void {
  if (list.count === list.items.length) list.items = growInt32(list.items, list.count + 1);
  list.items[list.count++] = index;
}

/** A copy of `array` with room for at least `length` entries; doubling keeps the cost per entry constant. */
export function growInt32(array: Int32Array, length: number, fill = 0): Int32Array {
  const grown = new Int32Array(Math.max(length, 2 * array.length));
  if (fill !== 0) grown.fill(fill, array.length);
  grown.set(array);
  return grown;
}

export function growUint8(array: Uint8Array, length: number): Uint8Array {
  const grown = new Uint8Array(Math.max(length, 2 * array.length));
  grown.set(array);
  return grown;
}
