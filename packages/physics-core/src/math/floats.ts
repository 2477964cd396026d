/**
 * Doubles, in a plain array. V8 keeps an array that only ever held doubles as bare as a Float64Array, and
 * reads it faster: as soon as any buffer on the page was detached (a worker was sent one, WebAssembly memory
 * grew) compiled code checks at every access to any typed array whether its buffer is detached. With plain
 * arrays a step then takes a fifth less (docs/architecture.md, The world).
 *
 * Only createFloats makes them: an array that began with integers, or ever held an object or a hole, is of
 * another kind, and a function that reads two kinds is slow. A write behind the end makes it grow. Where one
 * line of code reads both these and arrays of objects, V8 makes them arrays of objects for good: so generic
 * helpers get copies.
 */
export type Floats = number[] & { readonly [doubles]: true };
declare const doubles: unique symbol;

const BLOCK = 4096;

const makeBlock = (): number[] => {
  // Begun with a double, it is an array of doubles for good, and pushing leaves no holes. The copy has no
  // room to spare.
  const floats = [0.5];
  for (let i = 0; i < BLOCK; i++) floats.push(0);
  return floats.slice(1);
};

const ZEROS = makeBlock();

/** So many zeros, in blocks. */
const blocksOf = (length: number): number[][] => {
  const blocks: number[][] = [];
  for (let left = length; left > 0; left -= BLOCK) blocks.push(left < BLOCK ? ZEROS.slice(0, left) : ZEROS);
  return blocks;
};

/** So many zeros: copies of a block, which keep its kind and take a fifth of the time of pushing. */
export const createFloats = (length: number): Floats => {
  const first = ZEROS.slice(0, length);
  return (length <= BLOCK ? first : first.concat(...blocksOf(length - BLOCK))) as Floats;
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

/** A copy with zeros behind it, `length` numbers in all. */
export const extendFloats = (floats: Floats, length: number): Floats =>
  floats.concat(...blocksOf(length - floats.length)) as Floats;

/** A copy with room for at least `length` numbers; doubling keeps the cost of each constant. */
export const growFloats = (floats: Floats, length: number): Floats =>
  extendFloats(floats, Math.max(length, 2 * floats.length));
