import { type ByteWriter, codeBytes } from './codes.js';

/**
 * Columns of integers as bytes, like those of doubles (codes.ts). They come in blocks of BLOCK, each with four bits:
 *   0  all zero
 *   1  all as the number before
 *   2  each is one more than the number before
 *   3, 4, 5  stored in 8, 16 or 32 bits each
 */
const SAME = 1;
const NEXT = 2;
const BYTES = 3;
const HALVES = 4;
const WORDS = 5;

/** Integers of a block, and codes of blocks in a word. */
const BLOCK = 8;
const BLOCK_CODES = 8;
/** Words of a block that is stored in bytes. */
const BYTE_WORDS = 2;

/** Bytes of the codes of so many integers; the stored numbers follow. */
export const codesOfIntegers = (count: number): number => codeBytes(Math.ceil(count / (BLOCK * BLOCK_CODES)));

const codeOfBlock = (column: Int32Array, from: number, to: number): number => {
  const before = from > 0 ? column[from - 1] : 0;
  const step = column[from] - before;
  let isStep = step === 0 || step === 1;
  /** All bits in which a number differs from its sign. */
  let bits = 0;
  let any = 0;
  let last = before;
  for (let i = from; i < to; i++) {
    const value = column[i];
    isStep &&= value - last === step;
    bits |= value ^ (value >> 31);
    any |= value;
    last = value;
  }
  if (any === 0) return 0;
  if (isStep) return step === 0 ? SAME : NEXT;
  return bits < 0x80 ? BYTES : bits < 0x8000 ? HALVES : WORDS;
};

/** Words that a block takes. */
const wordsOfBlock = (code: number): number => (code < BYTES ? 0 : BYTE_WORDS << (code - BYTES));

/** Writes the first integers of a column; returns how many words were stored. */
export const writeIntegers = (writer: ByteWriter, column: Int32Array, length: number): number => {
  const { bytes, halves, words } = writer;
  let word = writer.at / 4;
  const first = (writer.at + codesOfIntegers(length)) / 4;
  let at = first;
  let codes = 0;
  let shift = 0;
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(from + BLOCK, length);
    const code = codeOfBlock(column, from, to);
    codes |= code << shift;
    const end = at + wordsOfBlock(code);
    // What of the last block is not there.
    if (to - from < BLOCK) words.fill(0, at, end);
    if (code === BYTES) for (let i = from, k = 4 * at; i < to; i++) bytes[k++] = column[i];
    else if (code === HALVES) for (let i = from, k = 2 * at; i < to; i++) halves[k++] = column[i];
    else if (code === WORDS) for (let i = from, k = at; i < to; i++) words[k++] = column[i];
    at = end;
    shift += 4;
    if (shift < 4 * BLOCK_CODES) continue;
    words[word++] = codes;
    codes = 0;
    shift = 0;
  }
  if (shift > 0) words[word++] = codes;
  while (word < first) words[word++] = 0;
  writer.at = 4 * at;
  return at - first;
};

/** Integers of a snapshot as they were written. */
export interface SavedIntegers {
  readonly bytes: Int8Array;
  readonly halves: Int16Array;
  readonly words: Int32Array;
  /** Where codes and stored numbers begin in `words`, and how many words are stored. */
  readonly codes: number;
  readonly first: number;
  readonly stored: number;
}

/** Reads integers; false when there are no such codes, or they ask for more or less than is stored. */
export const readIntegers = (
  { bytes, halves, words, codes, first, stored }: SavedIntegers,
  out: Int32Array,
): boolean => {
  let at = first;
  let word = codes;
  let shift = 0;
  for (let from = 0; from < out.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, out.length);
    const code = (words[word] >>> shift) & 15;
    if (code === 0) for (let i = from; i < to; i++) out[i] = 0;
    else if (code === BYTES) for (let i = from, k = 4 * at; i < to; i++) out[i] = bytes[k++];
    else if (code === HALVES) for (let i = from, k = 2 * at; i < to; i++) out[i] = halves[k++];
    else if (code === WORDS) for (let i = from, k = at; i < to; i++) out[i] = words[k++];
    else if (code <= NEXT) {
      let value = from > 0 ? out[from - 1] : 0;
      for (let i = from; i < to; i++) {
        if (code === NEXT) value++;
        out[i] = value;
      }
    } else return false;
    at += wordsOfBlock(code);
    shift += 4;
    if (shift < 4 * BLOCK_CODES) continue;
    shift = 0;
    word++;
  }
  return at === first + stored;
};
