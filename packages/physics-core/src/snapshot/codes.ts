import type { Floats } from '../math/floats.js';

/**
 * Columns of doubles as bytes; integer-codes.ts has those of integers. Most numbers of a state are zero, or the same as in the row before:
 * bodies of one kind have the same masses, sleeping ones rest, contacts of few points leave the others empty. What changes together is
 * coded together. Doubles come in rows, and a row in groups (`groupsOf`), each with two bits:
 *   0  all zero
 *   1  all as in the row before
 *   2  stored
 * A part is its codes in whole words, then the stored numbers, each run on a border of 8 bytes; 16 rows at a time, group by group. A code
 * for each number would hardly make snapshots smaller, and take three times as long: a processor can hardly predict whether a single
 * number repeats.
 */
export interface ByteWriter {
  readonly bytes: Int8Array;
  readonly halves: Int16Array;
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  /** Next free byte, a multiple of 8; beyond the end when the bytes do not fit. */
  at: number;
}

/** Rows of doubles within a column: row i begins at `base` + `stride` times i, or times `slots[i]`. */
export interface Rows {
  readonly count: number;
  readonly stride: number;
  readonly base: number;
  readonly width: number;
  readonly slots: Int32Array | undefined;
}

/** All rows are made here, so that they have one hidden class. */
export const rowsAt = (
  count: number,
  stride: number,
  base: number,
  width: number,
  slots: Int32Array | undefined,
): Rows => ({ count, stride, base, width, slots });

/** All rows of a column. */
export const wholeRows = (count: number, width: number): Rows => rowsAt(count, width, 0, width, undefined);

const CODES = 16;
const SAME = 1;
const STORED = 2;

/** Bytes of so many words of codes, to the next border. */
export const codeBytes = (words: number): number => 8 * Math.ceil(words / 2);

/** Where each group of a row begins and ends. What lies between two is not stored: it follows from the rest. */
export interface Groups {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const groups = (starts: readonly number[], ends: readonly number[]): Groups => ({ starts, ends });

const evenGroups = (width: number, size: number): Groups => {
  const starts = Array.from({ length: width / size }, (_, i) => i * size);
  return groups(
    starts,
    starts.map((start) => start + size),
  );
};

const chooseGroups = (width: number): Groups => {
  const own = OWN_GROUPS[width];
  if (own) return own;
  if (width <= WIDEST) return evenGroups(width, width);
  const size = [3, 4, 2].find((divisor) => width % divisor === 0) ?? 1;
  return evenGroups(width, size);
};

/** Wider rows are taken apart. */
const WIDEST = 5;

/**
 * Rows whose parts change at different times: the record of a contact, without its masses, the tangent, the arm and the distance of pairs
 * that are apart; the masses; and the motion of a body, without what belongs to one step.
 */
const OWN_GROUPS: Readonly<Record<number, Groups>> = {
  24: groups([0, 3, 6, 9], [3, 6, 9, 15]),
  71: groups([3, 9, 15, 21, 24, 40, 47, 51, 62, 65], [4, 10, 16, 22, 34, 43, 48, 62, 65, 71]),
  // biome-ignore format: a group is a column.
  104: groups(
    [0, 6, 12, 13, 16, 20, 22, 26, 28, 32, 34, 38, 50, 52, 59, 64, 65, 87, 88, 93, 97, 101],
    [3, 12, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 51, 56, 63, 65, 67, 88, 91, 97, 101, 104],
  ),
};

const knownGroups: Groups[] = [];

export const groupsOf = (width: number): Groups => {
  knownGroups[width] ??= chooseGroups(width);
  return knownGroups[width];
};

/** Whether a number of a row is in one of its groups. */
export const isStored = (width: number, i: number): boolean => {
  const { starts, ends } = groupsOf(width);
  return starts.some((start, g) => start <= i && i < ends[g]);
};

/** Whether two numbers have the same bits: -0 is not 0. NaN is not itself, and is stored. Object.is takes twice as long. */
export const isSame = (a: number, b: number): boolean => a === b && (a !== 0 || 1 / a === 1 / b);

const isPositiveZero = (a: number): boolean => a === 0 && 1 / a > 0;

/** Whether numbers are the same as those `back` places before. */
const repeats = (column: Floats, from: number, to: number, back: number): boolean => {
  for (let i = from; i < to; i++) if (!isSame(column[i], column[i - back])) return false;
  return true;
};

const isZero = (column: Floats, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (!isPositiveZero(column[i])) return false;
  return true;
};

/** Words of the codes of so many groups. */
const codeWords = (count: number): number => Math.ceil(count / CODES);

/**
 * Each writes a group of up to 16 rows: the codes as `word`, the numbers from `at` on; returns where the numbers end. Groups of one and of
 * three are most of a state and have their own loops, which keep the row before in registers: half the time.
 */
const writeGroup = (
  { words, doubles }: ByteWriter,
  column: Floats,
  { count, stride, slots }: Rows,
  base: number,
  size: number,
  start: number,
  word: number,
  at: number,
): number => {
  const stop = Math.min(start + CODES, count);
  let above = start > 0 ? base + stride * (slots === undefined ? start - 1 : slots[start - 1]) : -1;
  let end = at;
  let codes = 0;
  for (let i = start; i < stop; i++) {
    const from = base + stride * (slots === undefined ? i : slots[i]);
    if (above >= 0 && repeats(column, from, from + size, from - above)) codes |= SAME << (2 * (i - start));
    else if (!isZero(column, from, from + size)) {
      codes |= STORED << (2 * (i - start));
      for (let k = from; k < from + size; k++) doubles[end++] = column[k];
    }
    above = from;
  }
  words[word] = codes;
  return end;
};

const writeSingles = (
  { words, doubles }: ByteWriter,
  column: Floats,
  { count, stride }: Rows,
  base: number,
  start: number,
  word: number,
  at: number,
): number => {
  const stop = Math.min(start + CODES, count);
  let above = start > 0 ? column[base + stride * (start - 1)] : 0;
  let end = at;
  let codes = 0;
  for (let i = start; i < stop; i++) {
    const value = column[base + stride * i];
    if (isSame(value, above)) codes |= SAME << (2 * (i - start));
    else if (!isPositiveZero(value)) {
      codes |= STORED << (2 * (i - start));
      doubles[end++] = value;
    }
    above = value;
  }
  words[word] = codes;
  return end;
};

const writeTriples = (
  { words, doubles }: ByteWriter,
  column: Floats,
  { count, stride }: Rows,
  base: number,
  start: number,
  word: number,
  at: number,
): number => {
  const stop = Math.min(start + CODES, count);
  const above = base + stride * (start - 1);
  let x = start > 0 ? column[above] : 0;
  let y = start > 0 ? column[above + 1] : 0;
  let z = start > 0 ? column[above + 2] : 0;
  let end = at;
  let codes = 0;
  for (let i = start; i < stop; i++) {
    const from = base + stride * i;
    const a = column[from];
    const b = column[from + 1];
    const c = column[from + 2];
    if (isSame(a, x) && isSame(b, y) && isSame(c, z)) codes |= SAME << (2 * (i - start));
    else if (!(isPositiveZero(a) && isPositiveZero(b) && isPositiveZero(c))) {
      codes |= STORED << (2 * (i - start));
      doubles[end] = a;
      doubles[end + 1] = b;
      doubles[end + 2] = c;
      end += 3;
    }
    x = a;
    y = b;
    z = c;
  }
  words[word] = codes;
  return end;
};

/** Writes rows; returns how many numbers were stored. */
export const writeDoubles = (writer: ByteWriter, column: Floats, rows: Rows): number => {
  const { words } = writer;
  const { count, base, width, slots } = rows;
  const { starts, ends } = groupsOf(width);
  let word = writer.at / 4;
  const first = (writer.at + codeBytes(codeWords(count) * ends.length)) / 8;
  let at = first;
  for (let start = 0; start < count; start += CODES) {
    for (let g = 0; g < ends.length; g++, word++) {
      const from = base + starts[g];
      const size = ends[g] - starts[g];
      if (size === 3 && slots === undefined) at = writeTriples(writer, column, rows, from, start, word, at);
      else if (size === 1 && slots === undefined)
        at = writeSingles(writer, column, rows, from, start, word, at);
      else at = writeGroup(writer, column, rows, from, size, start, word, at);
    }
  }
  if (word < 2 * first) words[word] = 0;
  writer.at = 8 * at;
  return at - first;
};

/** Doubles of a snapshot as they were written. They are sound: their codes ask for as many numbers as are stored. */
export interface SavedDoubles {
  readonly count: number;
  readonly width: number;
  readonly words: Int32Array;
  /** Where the codes begin in `words`. */
  readonly codes: number;
  readonly stored: Float64Array;
}

/** Bytes of the codes of so many rows; the stored numbers follow. */
export const codesOfDoubles = (count: number, width: number): number =>
  codeBytes(codeWords(count) * groupsOf(width).ends.length);

/** Odd bits. */
const LOW_BITS = 0x55555555;

/** How many of the 16 even bits are set. */
const countBits = (even: number): number => {
  const pairs = (even & 0x11111111) + ((even >>> 2) & 0x11111111);
  const bytes = (pairs & 0x0f0f0f0f) + ((pairs >>> 4) & 0x0f0f0f0f);
  return Math.imul(bytes, 0x01010101) >>> 24;
};

/** Whether there are such codes, and they ask for as many numbers as are stored. */
export const isSoundDoubles = ({ count, width, words, codes, stored }: SavedDoubles): boolean => {
  const { starts, ends } = groupsOf(width);
  let wanted = 0;
  let word = codes;
  let both = 0;
  for (let start = 0; start < count; start += CODES) {
    // Codes of rows that are not there.
    const absent = count - start < CODES ? -1 << (2 * (count - start)) : 0;
    for (let g = 0; g < ends.length; g++, word++) {
      const low = words[word] & LOW_BITS;
      const high = (words[word] >>> 1) & LOW_BITS;
      both |= (low & high) | (words[word] & absent);
      wanted += countBits(high) * (ends[g] - starts[g]);
    }
  }
  return both === 0 && wanted === stored.length;
};

/** The inverse of writeGroup and its like. */
const readGroup = (
  { words, stored }: SavedDoubles,
  column: Floats | Float64Array,
  { count, stride, slots }: Rows,
  base: number,
  size: number,
  start: number,
  word: number,
  at: number,
): number => {
  const stop = Math.min(start + CODES, count);
  let above = start > 0 ? base + stride * (slots === undefined ? start - 1 : slots[start - 1]) : -1;
  let end = at;
  let codes = words[word];
  for (let i = start; i < stop; i++, codes >>>= 2) {
    const from = base + stride * (slots === undefined ? i : slots[i]);
    const code = codes & 3;
    if (code === STORED) for (let k = from; k < from + size; k++) column[k] = stored[end++];
    else if (code === SAME && above >= 0)
      for (let k = from; k < from + size; k++) column[k] = column[k - from + above];
    else for (let k = from; k < from + size; k++) column[k] = 0;
    above = from;
  }
  return end;
};

const readSingles = (
  { words, stored }: SavedDoubles,
  column: Floats | Float64Array,
  { count, stride }: Rows,
  base: number,
  start: number,
  word: number,
  at: number,
): number => {
  const stop = Math.min(start + CODES, count);
  let value = start > 0 ? column[base + stride * (start - 1)] : 0;
  let end = at;
  let codes = words[word];
  for (let i = start; i < stop; i++, codes >>>= 2) {
    const code = codes & 3;
    if (code === STORED) value = stored[end++];
    else if (code === 0) value = 0;
    column[base + stride * i] = value;
  }
  return end;
};

const readTriples = (
  { words, stored }: SavedDoubles,
  column: Floats | Float64Array,
  { count, stride }: Rows,
  base: number,
  start: number,
  word: number,
  at: number,
): number => {
  const stop = Math.min(start + CODES, count);
  const above = base + stride * (start - 1);
  let x = start > 0 ? column[above] : 0;
  let y = start > 0 ? column[above + 1] : 0;
  let z = start > 0 ? column[above + 2] : 0;
  let end = at;
  let codes = words[word];
  for (let i = start; i < stop; i++, codes >>>= 2) {
    const code = codes & 3;
    if (code === STORED) {
      x = stored[end];
      y = stored[end + 1];
      z = stored[end + 2];
      end += 3;
    } else if (code === 0) {
      x = 0;
      y = 0;
      z = 0;
    }
    const from = base + stride * i;
    column[from] = x;
    column[from + 1] = y;
    column[from + 2] = z;
  }
  return end;
};

/** Reads rows into a column. The caller has made room for them. */
export const readDoubles = (saved: SavedDoubles, column: Floats | Float64Array, rows: Rows): void => {
  const { base, count, width, slots } = rows;
  const { starts, ends } = groupsOf(width);
  let word = saved.codes;
  let at = 0;
  for (let start = 0; start < count; start += CODES) {
    for (let g = 0; g < ends.length; g++, word++) {
      const from = base + starts[g];
      const size = ends[g] - starts[g];
      if (size === 3 && slots === undefined) at = readTriples(saved, column, rows, from, start, word, at);
      else if (size === 1 && slots === undefined)
        at = readSingles(saved, column, rows, from, start, word, at);
      else at = readGroup(saved, column, rows, from, size, start, word, at);
    }
  }
};

/** All rows, one behind the other. */
export const readAll = (
  saved: SavedDoubles,
  out: Float64Array = new Float64Array(saved.count * saved.width),
): Float64Array => {
  readDoubles(saved, out, wholeRows(saved.count, saved.width));
  return out;
};
