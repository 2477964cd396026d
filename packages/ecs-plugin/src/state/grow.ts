/** Arrays with room for at least so many entries; doubling keeps the cost of an entry constant. */

export const growInts = (array: Int32Array, length: number, fill = 0): Int32Array => {
  if (length <= array.length) return array;
  const grown = new Int32Array(Math.max(length, 2 * array.length));
  if (fill !== 0) grown.fill(fill, array.length);
  grown.set(array);
  return grown;
};

export const growReals = (array: Float64Array, length: number): Float64Array => {
  if (length <= array.length) return array;
  const grown = new Float64Array(Math.max(length, 2 * array.length));
  grown.set(array);
  return grown;
};

export const growBytes = (array: Uint8Array, length: number): Uint8Array => {
  if (length <= array.length) return array;
  const grown = new Uint8Array(Math.max(length, 2 * array.length));
  grown.set(array);
  return grown;
};
