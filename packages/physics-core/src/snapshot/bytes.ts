import { PhysicsError } from '../errors.js';
import type { World } from '../state/world.js';
import { CHECKSUM_WORDS, checksum } from './checksum.js';
import { type ByteWriter, codeBytes, readDoubles, readIntegers, writeColumn } from './codes.js';
import { eachPart, type Part } from './parts.js';

/**
 * Flat bytes. The head: magic, version, number of parts, bytes in all, checksum of all that follows (int32 each). Then each part: whether
 * it holds doubles, how many numbers, how many a row, how many are stored, and its codes and stored numbers (codes.ts). Numbers are
 * little-endian, as typed arrays are on every machine that runs a browser.
 */
const MAGIC = 0x4e4e4554;
/** Raised whenever the layout of the state changes: an old snapshot must not be misread. */
const VERSION = 11;
const CHECKSUM = 4;
const HEAD = 4 * (CHECKSUM + CHECKSUM_WORDS);
const PART_HEAD = 16;

/** Views of the buffer that was written to last: a game writes to the same ones again and again. */
let target: Uint8Array = new Uint8Array(0);
let views: ByteWriter = { words: new Int32Array(0), doubles: new Float64Array(0), at: 0 };

const viewsOf = (into: Uint8Array): ByteWriter => {
  if (target !== into) {
    const eights = Math.floor(into.byteLength / 8);
    views = {
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
  eachPart(world, (column, length, stride) => {
    const at = writer.at / 4;
    writer.at += PART_HEAD;
    const stored = writeColumn(writer, column, length, stride);
    words[at] = column instanceof Int32Array ? 0 : 1;
    words[at + 1] = length;
    words[at + 2] = stride;
    words[at + 3] = stored;
    parts++;
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

export const unpackParts = (bytes: Uint8Array): Part[] => {
  if (!(bytes instanceof Uint8Array)) return refuseSnapshot('A snapshot is a Uint8Array, and this is none');
  if (bytes.byteLength < HEAD || bytes.byteLength % 8 !== 0) return refuseSnapshot('This is not a snapshot');
  // A view into a larger buffer may be unaligned; a copy never is.
  const { buffer } = new Uint8Array(bytes);
  const words = new Int32Array(buffer);
  const [magic, version, count, size] = words;
  if (magic !== MAGIC) return refuseSnapshot('This is not a snapshot');
  if (version !== VERSION)
    return refuseSnapshot(`The snapshot has version ${version}, this is version ${VERSION}`);
  if (size !== bytes.byteLength) return refuseSnapshot('The snapshot is cut short or too long');
  checksum(words, HEAD / 4, size / 4, sum);
  for (let i = 0; i < CHECKSUM_WORDS; i++)
    if (words[CHECKSUM + i] !== sum[i]) return refuseSnapshot('The snapshot is damaged');
  return readParts(buffer, words, count);
};

/** Working memory for the parts: a game goes back again and again. Whoever keeps numbers copies them. */
const pool: Part[] = [];
/** More parts than a snapshot has: what claims to have more is refused later. */
const POOLED = 256;

/** So many zeros. */
const emptyPart = (at: number, doubles: boolean, length: number): Part => {
  if (at >= POOLED) return doubles ? new Float64Array(length) : new Int32Array(length);
  const known = pool[at];
  if (known === undefined || known instanceof Float64Array !== doubles || known.length < length) {
    pool[at] = doubles ? new Float64Array(length) : new Int32Array(length);
    return pool[at];
  }
  return known.subarray(0, length).fill(0);
};

/** Codes are a thirty-second of what they stand for at least, so the parts cannot be larger than 32 times the bytes. */
const readParts = (buffer: ArrayBuffer, words: Int32Array, count: number): Part[] => {
  const damaged = (): never => refuseSnapshot('The snapshot is damaged');
  const parts: Part[] = [];
  let at = HEAD;
  for (let i = 0; i < count; i++) {
    if (at + PART_HEAD > buffer.byteLength) return damaged();
    const [doubles, length, stride, stored] = words.subarray(at / 4, at / 4 + 4);
    const code = (at + PART_HEAD) / 4;
    const numbers = at + PART_HEAD + codeBytes(length);
    const bytes = doubles === 1 ? 8 * stored : 4 * stored + 4 * (stored % 2);
    if (length < 0 || stride < 1 || stored < 0 || stored > length || numbers + bytes > buffer.byteLength)
      return damaged();
    const part = emptyPart(i, doubles === 1, length);
    const whole =
      part instanceof Float64Array
        ? readDoubles(part, stride, words, code, new Float64Array(buffer, numbers, stored))
        : readIntegers(part, stride, words, code, new Int32Array(buffer, numbers, stored));
    if (!whole) return damaged();
    parts.push(part);
    at = numbers + bytes;
  }
  return at === buffer.byteLength ? parts : damaged();
};
