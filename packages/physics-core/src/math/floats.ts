/**
 * Doubles, in a plain array. V8 keeps an array that only ever held doubles as bare as a Float64Array, and
 * reads it faster: as soon as any buffer on the page was detached (a worker was sent one, WebAssembly memory
 * grew) compiled code asks at every access to any typed array whether that one is still there. With plain
 * arrays a step then takes a fifth less (docs/architecture.md, The world).
 *
 * Only createFloats makes them: an array that began with integers, or ever held an object or a hole, is of
 * another kind, and a function that sees two kinds is slow. What is written behind the end makes it grow. And
 * where one line of code reads them and arrays of objects in turn, V8 makes them arrays of objects for good:
 * generic helpers get copies.
 */
export type Floats = number[] & { readonly [doubles]: true };
declare const doubles: unique symbol;

/** So many zeros. */
export const createFloats = (length: number): Floats => {
  // Begun with a double, it is an array of doubles for good, and pushing leaves no holes. The copy has no
  // room to spare.
  const floats = [0.5];
  for (let i = 0; i < length; i++) floats.push(0);
  return floats.slice(1) as Floats;
};

/** Numbers from elsewhere. */
export const floatsFrom = (numbers: ArrayLike<number>): Floats => {
  const floats = createFloats(numbers.length);
  setFloats(floats, numbers, 0);
  return floats;
};

/** Copies numbers to `at` and on. There must be room for them. */
export const setFloats = (floats: Floats, numbers: ArrayLike<number>, at: number): void => {
  if (at + numbers.length > floats.length)
    throw new RangeError(`${numbers.length} numbers at ${at} do not fit into ${floats.length}`);
  for (let i = 0; i < numbers.length; i++) floats[at + i] = numbers[i];
};

/** A copy with room for at least `length` numbers; doubling keeps the cost of each constant. */
export const growFloats = (floats: Floats, length: number): Floats => {
  const grown = createFloats(Math.max(length, 2 * floats.length));
  setFloats(grown, floats, 0);
  return grown;
};
