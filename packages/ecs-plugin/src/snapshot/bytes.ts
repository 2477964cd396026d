import { PhysicsError } from '@tenon/physics-core';
import { checksum } from '@tenon/physics-core/bulk';

/**
 * Bytes of a snapshot: magic, version, how many numbers, how many bytes of physics-core, checksum of all that follows (int32 each), then the
 * numbers as doubles, then the snapshot of physics-core. Little-endian, as typed arrays are on every machine that runs a browser.
 */
const MAGIC = 0x53434554;
/** Raised whenever the order of the numbers changes: an old snapshot must not be misread. */
const VERSION = 5;
/** Where the checksum is, in words, and bytes of the head. */
const SUM = 4;
const HEAD = 32;

export const refuse = (what: string): never => {
  throw new PhysicsError(
    'bad-snapshot',
    what,
    'Pass the bytes that takeSnapshot returned, from the same version of Tenon and with the same joint types',
  );
};

export const packSnapshot = (numbers: Float64Array, core: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(HEAD + numbers.byteLength + core.byteLength);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), HEAD);
  bytes.set(core, HEAD + numbers.byteLength);
  const head = new Int32Array(bytes.buffer, 0, HEAD / 4);
  head.set([MAGIC, VERSION, numbers.length, core.byteLength]);
  head.set(sumOf(bytes.buffer), SUM);
  return bytes;
};

export const unpackSnapshot = (bytes: Uint8Array): { numbers: Float64Array; core: Uint8Array } => {
  if (!(bytes instanceof Uint8Array)) return refuse('A snapshot is a Uint8Array, and this is none');
  if (bytes.byteLength < HEAD) return refuse('This is not a snapshot');
  // A view into a larger buffer may be unaligned; a copy never is.
  const { buffer } = new Uint8Array(bytes);
  const head = new Int32Array(buffer, 0, HEAD / 4);
  const [magic, version, count, coreLength] = head;
  if (magic !== MAGIC) return refuse('This is not a snapshot of a bitECS world');
  if (version !== VERSION) return refuse(`The snapshot has version ${version}, this is version ${VERSION}`);
  if (count < 0 || coreLength < 0 || HEAD + count * 8 + coreLength !== bytes.byteLength) {
    return refuse('The snapshot is cut short or too long');
  }
  const sum = sumOf(buffer);
  if (sum.some((word, i) => word !== head[SUM + i])) return refuse('The snapshot is damaged');
  return { numbers: new Float64Array(buffer, HEAD, count), core: new Uint8Array(buffer, HEAD + count * 8) };
};

/** The 128-bit checksum of physics-core over the words after the head. */
const sumOf = (buffer: ArrayBuffer): Int32Array => {
  const words = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
  const sum = new Int32Array(4);
  checksum(words, HEAD / 4, words.length, sum);
  return sum;
};

/** Numbers one after the other. */
export interface NumberWriter {
  data: Float64Array;
  count: number;
}

export const createWriter = (): NumberWriter => ({ data: new Float64Array(1024), count: 0 });

/** Makes room for so many more numbers. */
const reserve = (writer: NumberWriter, more: number): void => {
  const wanted = writer.count + more;
  if (wanted <= writer.data.length) return;
  const grown = new Float64Array(Math.max(wanted, 2 * writer.data.length));
  grown.set(writer.data);
  writer.data = grown;
};

export const put = (writer: NumberWriter, value: number): void => {
  reserve(writer, 1);
  writer.data[writer.count++] = value;
};

/** A list with its length before it. */
export const putList = (writer: NumberWriter, values: ArrayLike<number>): void => {
  put(writer, values.length);
  reserve(writer, values.length);
  writer.data.set(values, writer.count);
  writer.count += values.length;
};

/** The numbers of these entities in a column. */
export const putColumn = (
  writer: NumberWriter,
  column: ArrayLike<number>,
  entities: readonly number[],
): void => {
  reserve(writer, entities.length);
  const { data, count } = writer;
  for (let k = 0; k < entities.length; k++) data[count + k] = column[entities[k]];
  writer.count += entities.length;
};

/** What has no fixed shape, as the characters of its JSON. */
export const putData = (writer: NumberWriter, value: unknown): void => {
  const text = JSON.stringify(value, (_, each) => (isInfinite(each) ? { infinity: Math.sign(each) } : each));
  putList(
    writer,
    Array.from(text, (letter) => letter.codePointAt(0) ?? 0),
  );
};

const isInfinite = (value: unknown): value is number => value === Infinity || value === -Infinity;

export interface NumberReader {
  readonly data: Float64Array;
  at: number;
}

export const take = (reader: NumberReader): number => {
  if (reader.at >= reader.data.length) return refuse('The snapshot is cut short');
  return reader.data[reader.at++];
};

export const takeList = (reader: NumberReader): Float64Array => {
  const length = take(reader);
  const end = reader.at + length;
  if (!Number.isInteger(length) || length < 0 || end > reader.data.length) {
    return refuse('The snapshot is damaged');
  }
  const list = reader.data.subarray(reader.at, end);
  reader.at = end;
  return list;
};

export const takeData = (reader: NumberReader): unknown => {
  const codes = takeList(reader);
  try {
    let text = '';
    for (const code of codes) text += String.fromCodePoint(code);
    return JSON.parse(text, (_, each: unknown) => {
      const sign = (each as { infinity?: number } | null)?.infinity;
      return sign === undefined ? each : sign * Infinity;
    });
  } catch {
    return refuse('The snapshot is damaged');
  }
};
