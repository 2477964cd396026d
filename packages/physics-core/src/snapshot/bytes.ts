import { PhysicsError } from '../errors.js';
import type { World } from '../state/world.js';
import { CHECKSUM_WORDS, checksum } from './checksum.js';
import { type ByteWriter, codesOfDoubles, isSoundDoubles, type SavedDoubles, writeDoubles } from './codes.js';
import { hasOwnMasses } from './following-masses.js';
import { codesOfIntegers, readIntegers, writeIntegers } from './integer-codes.js';
import { eachPart } from './parts.js';

/**
 * Flat bytes. The head: magic, version, number of parts, bytes in all, checksum of all that follows (int32 each). Then each part: how
 * many rows or integers, how many doubles a row or 0 for integers, how many doubles or words of integers are stored, 0, and its codes
 * and stored numbers (codes.ts, integer-codes.ts). Numbers are little-endian, as typed arrays are on every machine that runs a browser.
 */
const MAGIC = 0x4e4e4554;
/** Raised whenever the layout of the state changes: an old snapshot must not be misread. */
const VERSION = 16;
const CHECKSUM = 4;
const HEAD = 4 * (CHECKSUM + CHECKSUM_WORDS);
const PART_HEAD = 16;

/** Views of the buffer that was written to last: a game writes to the same ones again and again. */
let target: Uint8Array = new Uint8Array(0);
let views: ByteWriter = {
  bytes: new Int8Array(0),
  halves: new Int16Array(0),
  words: new Int32Array(0),
  doubles: new Float64Array(0),
  at: 0,
};

const viewsOf = (into: Uint8Array): ByteWriter => {
  if (target !== into) {
    const eights = Math.floor(into.byteLength / 8);
    views = {
      bytes: new Int8Array(into.buffer, into.byteOffset, 8 * eights),
      halves: new Int16Array(into.buffer, into.byteOffset, 4 * eights),
      words: new Int32Array(into.buffer, into.byteOffset, 2 * eights),
      doubles: new Float64Array(into.buffer, into.byteOffset, eights),
      at: 0,
    };
    target = into;
  }
  views.at = HEAD;
  return views;
};

const sum = new Int32Array(CHECKSUM_WORDS);

/** Writes a snapshot and returns how many bytes it has. If that is more than there are, what was written is of no use. */
export const packInto = (world: World, into: Uint8Array): number => {
  const writer = viewsOf(into);
  const { words } = writer;
  let parts = 0;
  const writeHead = (at: number, count: number, width: number, stored: number): void => {
    words[at] = count;
    words[at + 1] = width;
    words[at + 2] = stored;
    words[at + 3] = 0;
    parts++;
  };
  eachPart(world, {
    integers: (column, length) => {
      const at = writer.at / 4;
      writer.at += PART_HEAD;
      writeHead(at, length, 0, writeIntegers(writer, column, length));
    },
    doubles: (column, rows) => {
      const at = writer.at / 4;
      writer.at += PART_HEAD;
      writeHead(at, rows.count, rows.width, writeDoubles(writer, column, rows));
    },
    hasOwnMasses,
  });
  words[0] = MAGIC;
  words[1] = VERSION;
  words[2] = parts;
  words[3] = writer.at;
  if (writer.at <= into.byteLength) {
    checksum(words, HEAD / 4, writer.at / 4, sum);
    words.set(sum, CHECKSUM);
  }
  return writer.at;
};

/** Working memory for snapshots whose size is not known. */
let scratch = new Uint8Array(0x10000);

export const pack = (world: World): Uint8Array => {
  let size = packInto(world, scratch);
  if (size > scratch.byteLength) {
    scratch = new Uint8Array(2 * size);
    size = packInto(world, scratch);
  }
  return scratch.slice(0, size);
};

export const refuseSnapshot = (what: string): never => {
  throw new PhysicsError(
    'bad-snapshot',
    what,
    'Pass the bytes that takeSnapshot returned, from the same version of Tenon',
  );
};

/** Integers are read at once, doubles when they are asked for. */
export type SavedPart = Int32Array | SavedDoubles;

/** The parts of a snapshot, of whose numbers nothing is known yet. They are good until the next snapshot is read, and while the bytes stay. */
export const unpackParts = (bytes: Uint8Array): SavedPart[] => {
  if (!(bytes instanceof Uint8Array)) return refuseSnapshot('A snapshot is a Uint8Array, and this is none');
  if (bytes.byteLength < HEAD || bytes.byteLength % 8 !== 0) return refuseSnapshot('This is not a snapshot');
  const { buffer, byteOffset } = aligned(bytes);
  const words = new Int32Array(buffer, byteOffset, bytes.byteLength / 4);
  const [magic, version, count, size] = words;
  if (magic !== MAGIC) return refuseSnapshot('This is not a snapshot');
  if (version !== VERSION)
    return refuseSnapshot(`The snapshot has version ${version}, this is version ${VERSION}`);
  if (size !== bytes.byteLength) return refuseSnapshot('The snapshot is cut short or too long');
  checksum(words, HEAD / 4, size / 4, sum);
  for (let i = 0; i < CHECKSUM_WORDS; i++)
    if (words[CHECKSUM + i] !== sum[i]) return refuseSnapshot('The snapshot is damaged');
  return readParts(words, count);
};

/** A view into a larger buffer may be unaligned, and memory that is shared may change meanwhile; a copy never is and does. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 8 === 0 && bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);

/** Working memory for the integers: a game goes back again and again. */
const pool: Int32Array[] = [];
/** More parts than a snapshot has: what claims to have more is refused later. */
const POOLED = 256;

const integersAt = (at: number, length: number): Int32Array => {
  if (at >= POOLED) return new Int32Array(length);
  if (pool[at] === undefined || pool[at].length < length) pool[at] = new Int32Array(length);
  return pool[at].subarray(0, length);
};

/** Doubles a row at most, more than any table has: what claims to have more is refused. */
const WIDEST_ROW = 256;

/** A byte of codes stands for 16 integers, so the parts cannot be larger than 64 times the bytes. */
const readParts = (words: Int32Array, partCount: number): SavedPart[] => {
  const bytes = new Int8Array(words.buffer, words.byteOffset, 4 * words.length);
  const halves = new Int16Array(words.buffer, words.byteOffset, 2 * words.length);
  const damaged = (): never => refuseSnapshot('The snapshot is damaged');
  const parts: SavedPart[] = [];
  let at = HEAD / 4;
  for (let i = 0; i < partCount; i++) {
    if (at + PART_HEAD / 4 > words.length) return damaged();
    const count = words[at];
    const width = words[at + 1];
    const stored = words[at + 2];
    if (count < 0 || width < 0 || width > WIDEST_ROW || stored < 0) return damaged();
    const codes = at + PART_HEAD / 4;
    const first = codes + (width > 0 ? codesOfDoubles(count, width) : codesOfIntegers(count)) / 4;
    const end = first + (width > 0 ? 2 * stored : stored);
    if (end > words.length) return damaged();
    if (width > 0) {
      const doubles = new Float64Array(words.buffer, words.byteOffset + 4 * first, stored);
      const part = { count, width, words, codes, stored: doubles };
      if (!isSoundDoubles(part)) return damaged();
      parts.push(part);
    } else {
      const integers = integersAt(i, count);
      if (!readIntegers({ bytes, halves, words, codes, first, stored }, integers)) return damaged();
      parts.push(integers);
    }
    at = end;
  }
  return at === words.length ? parts : damaged();
};
