/**
 * Lines as flat memory that any renderer can upload as it is: 16 bytes a vertex, position x y z as 32-bit floats and
 * then the colour as four bytes r g b a. Two vertices make a line. The memory grows and never shrinks, so a warm
 * frame allocates nothing.
 */
export interface LineBuffer {
  /** Vertices in use, two per line. */
  vertexCount: number;
  /** The whole memory as floats; replaced by a larger array when it grows. */
  floats: Float32Array<ArrayBuffer>;
  /** The same memory, seen as integers to write the colours. */
  words: Uint32Array<ArrayBuffer>;
}

/** A packed colour, see `packColour`. */
export type Colour = number;

export const BYTES_PER_VERTEX = 16;
export const WORDS_PER_VERTEX = 4;

export const createLineBuffer = (lineCapacity = 1024): LineBuffer => {
  const memory = new ArrayBuffer(Math.max(1, lineCapacity) * 2 * BYTES_PER_VERTEX);
  return { vertexCount: 0, floats: new Float32Array(memory), words: new Uint32Array(memory) };
};

/** 0xrrggbb and an opacity from 0 to 1 as one integer whose bytes in memory are r, g, b, a. */
export const packColour = (rgb: number, opacity = 1): Colour => {
  const alpha = Math.round(Math.min(1, Math.max(0, opacity)) * 255);
  return ((alpha << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | ((rgb >> 16) & 0xff)) >>> 0;
};

export const clearLines = (buffer: LineBuffer): void => {
  buffer.vertexCount = 0;
};

export const addLine = (
  buffer: LineBuffer,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
  colour: Colour,
): void => {
  let at = buffer.vertexCount * WORDS_PER_VERTEX;
  if (at + 2 * WORDS_PER_VERTEX > buffer.floats.length) grow(buffer);
  const { floats, words } = buffer;
  floats[at++] = x0;
  floats[at++] = y0;
  floats[at++] = z0;
  words[at++] = colour;
  floats[at++] = x1;
  floats[at++] = y1;
  floats[at++] = z1;
  words[at] = colour;
  buffer.vertexCount += 2;
};

/** Doubles the memory of a buffer in this vertex format, of lines or of triangles. */
export const grow = (buffer: Pick<LineBuffer, 'floats' | 'words'>): void => {
  const memory = new ArrayBuffer(buffer.floats.byteLength * 2);
  const words = new Uint32Array(memory);
  // Copied as integers: a float copy may change the bits of a colour that happens to be a NaN.
  words.set(buffer.words);
  buffer.words = words;
  buffer.floats = new Float32Array(memory);
};
