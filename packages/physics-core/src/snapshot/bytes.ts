import { PhysicsError } from '../errors.js';
import type { Part } from './parts.js';

/**
 * Flat bytes: magic, version, number of parts, bytes in all (int32 each), then per part its type (1 = f64,
 * 0 = i32) and length, then the numbers of all parts, each part padded to 8 bytes. Numbers are little-endian,
 * as typed arrays are on every machine that runs a browser.
 */
const MAGIC = 0x4e4e4554;
/** Raised whenever the layout of the state changes: an old snapshot must not be misread. */
const VERSION = 6;
const HEAD = 16;
const ENTRY = 8;

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

export const packParts = (parts: readonly Part[]): Uint8Array => {
  const start = padded(HEAD + parts.length * ENTRY);
  const size = parts.reduce((sum, part) => sum + padded(part.byteLength), start);
  const buffer = new ArrayBuffer(size);
  const head = new Int32Array(buffer, 0, start / 4);
  head.set([MAGIC, VERSION, parts.length, size]);
  let offset = start;
  for (const [i, part] of parts.entries()) {
    const float = part instanceof Float64Array;
    head.set([float ? 1 : 0, part.length], (HEAD + i * ENTRY) / 4);
    if (float) new Float64Array(buffer, offset, part.length).set(part);
    else new Int32Array(buffer, offset, part.length).set(part);
    offset += padded(part.byteLength);
  }
  return new Uint8Array(buffer);
};

const refuse = (what: string): never => {
  throw new PhysicsError(
    'bad-snapshot',
    what,
    'Pass the bytes that takeSnapshot returned, from the same version of Tenon',
  );
};

export const unpackParts = (bytes: Uint8Array): Part[] => {
  if (!(bytes instanceof Uint8Array)) return refuse('A snapshot is a Uint8Array, and this is none');
  if (bytes.byteLength < HEAD) return refuse('This is not a snapshot');
  // A view into a larger buffer may be unaligned; a copy never is.
  const { buffer } = new Uint8Array(bytes);
  const [magic, version, count, size] = new Int32Array(buffer, 0, 4);
  if (magic !== MAGIC) return refuse('This is not a snapshot');
  if (version !== VERSION) return refuse(`The snapshot has version ${version}, this is version ${VERSION}`);
  const start = padded(HEAD + count * ENTRY);
  if (size !== bytes.byteLength || count < 0 || start > size)
    return refuse('The snapshot is cut short or too long');
  const entries = new Int32Array(buffer, HEAD, count * 2);
  const parts: Part[] = [];
  let offset = start;
  for (let i = 0; i < count; i++) {
    const float = entries[i * 2] === 1;
    const length = entries[i * 2 + 1];
    const end = offset + padded(length * (float ? 8 : 4));
    if (length < 0 || end > size) return refuse('The snapshot is damaged');
    parts.push(float ? new Float64Array(buffer, offset, length) : new Int32Array(buffer, offset, length));
    offset = end;
  }
  return parts;
};
