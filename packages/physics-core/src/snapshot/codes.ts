import type { Column } from '../state/table.js';

/**
 * A column as bytes. Most numbers of a state are zero, or the same as in the row before: bodies of one kind have the same masses, sleeping
 * ones rest, contacts of few points leave the others empty. So each number has a code of two bits, and only new ones are stored:
 *   0  zero
 *   1  as in the row before
 *   2  stored
 *   3  doubles: as the number before; integers: one more than in the row before
 * A column is its codes, 16 in a word, then the stored numbers, each run on a border of 8 bytes.
 */
export interface ByteWriter {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  /** Next free byte, a multiple of 8; beyond the end when the bytes do not fit. */
  at: number;
}

const CODES = 16;
const STORED = 2;

/** Bytes of the codes of so many numbers. */
export const codeBytes = (length: number): number => 8 * Math.floor((length + 2 * CODES - 1) / (2 * CODES));

/** Of a double that is not +0. Bits of one that is not stored must be those of the prediction: -0 is no zero. */
const codeOfDouble = (value: number, above: number, before: number): number => {
  if (value === 0) return STORED;
  if (value === above) return 1;
  return value === before ? 3 : STORED;
};

/** Of an integer that is not 0. */
const codeOfInteger = (value: number, above: number): number => {
  if (value === above) return 1;
  return value === above + 1 ? 3 : STORED;
};

/** Writes the first numbers of a column whose rows have so many each; returns how many were stored. */
export const writeColumn = (writer: ByteWriter, column: Column, length: number, stride: number): number =>
  column instanceof Int32Array
    ? writeIntegers(writer, column, length, stride)
    : writeDoubles(writer, column, length, stride);

const writeDoubles = (
  writer: ByteWriter,
  column: ArrayLike<number>,
  length: number,
  stride: number,
): number => {
  const { words, doubles } = writer;
  let code = writer.at / 4;
  const first = (writer.at + codeBytes(length)) / 8;
  let at = first;
  for (let start = 0; start < length; start += CODES) {
    const end = Math.min(start + CODES, length);
    let codes = 0;
    for (let i = start; i < end; i++) {
      const value = column[i];
      // Its code is 0.
      if (value === 0 && 1 / value > 0) continue;
      const chosen = codeOfDouble(value, i >= stride ? column[i - stride] : 0, i > 0 ? column[i - 1] : 0);
      codes |= chosen << (2 * (i - start));
      if (chosen === STORED) doubles[at++] = value;
    }
    words[code++] = codes;
  }
  while (code < 2 * first) words[code++] = 0;
  writer.at = 8 * at;
  return at - first;
};

const writeIntegers = (writer: ByteWriter, column: Int32Array, length: number, stride: number): number => {
  const { words } = writer;
  let code = writer.at / 4;
  const first = (writer.at + codeBytes(length)) / 4;
  let at = first;
  for (let start = 0; start < length; start += CODES) {
    const end = Math.min(start + CODES, length);
    let codes = 0;
    for (let i = start; i < end; i++) {
      const value = column[i];
      if (value === 0) continue;
      const chosen = codeOfInteger(value, i >= stride ? column[i - stride] : 0);
      codes |= chosen << (2 * (i - start));
      if (chosen === STORED) words[at++] = value;
    }
    words[code++] = codes;
  }
  while (code < first) words[code++] = 0;
  const stored = at - first;
  if (at % 2 === 1) words[at++] = 0;
  writer.at = 4 * at;
  return stored;
};

/** The inverse. The caller has seen that codes and stored numbers lie within the bytes; false when the codes ask for more or fewer of them. */
export const readDoubles = (
  out: Float64Array,
  stride: number,
  words: Int32Array,
  code: number,
  stored: Float64Array,
): boolean => {
  let at = 0;
  for (let start = 0, word = code; start < out.length; start += CODES, word++) {
    let codes = words[word];
    // The array begins with zeros.
    for (let i = start; codes !== 0; i++, codes >>>= 2) {
      const chosen = codes & 3;
      if (chosen === STORED) out[i] = stored[at++];
      else if (chosen === 1) out[i] = i >= stride ? out[i - stride] : 0;
      else if (chosen === 3) out[i] = i > 0 ? out[i - 1] : 0;
    }
  }
  return at === stored.length;
};

export const readIntegers = (
  out: Int32Array,
  stride: number,
  words: Int32Array,
  code: number,
  stored: Int32Array,
): boolean => {
  let at = 0;
  for (let start = 0, word = code; start < out.length; start += CODES, word++) {
    let codes = words[word];
    for (let i = start; codes !== 0; i++, codes >>>= 2) {
      const chosen = codes & 3;
      if (chosen === STORED) out[i] = stored[at++];
      else if (chosen === 1) out[i] = i >= stride ? out[i - stride] : 0;
      else if (chosen === 3) out[i] = (i >= stride ? out[i - stride] : 0) + 1;
    }
  }
  return at === stored.length;
};
