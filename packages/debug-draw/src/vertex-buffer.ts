/**
 * Vertices as flat memory that any renderer can upload as it is: 16 bytes a vertex, position x y z as 32-bit floats and then the colour as
 * four bytes r g b a. Line and triangle buffers are both made of it. The memory grows and never shrinks, so a warm frame allocates nothing.
 */
export interface VertexBuffer {
  /** Vertices in use: two per line, three per triangle. */
  vertexCount: number;
  /** The whole memory as floats; replaced by a larger array when it grows. */
  floats: Float32Array;
  /** The same memory, seen as integers to write the colours. */
  words: Uint32Array;
}

/** A packed colour, see `packColour`. */
export type Colour = number;

export const BYTES_PER_VERTEX = 16;
const WORDS_PER_VERTEX = 4;

/** 0xrrggbb and an opacity from 0 to 1 as one integer whose bytes in memory are r, g, b, a. */
export const packColour = (rgb: number, opacity = 1): Colour => {
  const alpha = Math.round(Math.min(1, Math.max(0, opacity)) * 255);
  return ((alpha << 24) | ((rgb & 0xff) << 16) | (rgb & 0xff00) | ((rgb >> 16) & 0xff)) >>> 0;
};

export const createVertexBuffer = (vertexCapacity: number): VertexBuffer => {
  const memory = new ArrayBuffer(vertexCapacity * BYTES_PER_VERTEX);
  return { vertexCount: 0, floats: new Float32Array(memory), words: new Uint32Array(memory) };
};

export const clearVertices = (buffer: VertexBuffer): void => {
  buffer.vertexCount = 0;
};

/** Makes room for so many more vertices. */
export const reserve = (buffer: VertexBuffer, vertices: number): void => {
  const needed = (buffer.vertexCount + vertices) * WORDS_PER_VERTEX;
  if (needed > buffer.floats.length) grow(buffer, needed);
};

/** Apart from the check, which is inlined where it is called. */
const grow = (buffer: VertexBuffer, needed: number): void => {
  const memory = new ArrayBuffer(4 * Math.max(needed, 2 * buffer.floats.length));
  const words = new Uint32Array(memory);
  // Copied as integers: a float copy may change the bits of a colour that happens to be a NaN.
  words.set(buffer.words);
  buffer.words = words;
  buffer.floats = new Float32Array(memory);
};

/** Appends a vertex. The caller has reserved room for it. */
export const addVertex = (buffer: VertexBuffer, x: number, y: number, z: number, colour: Colour): void => {
  const { floats, words } = buffer;
  const at = buffer.vertexCount * WORDS_PER_VERTEX;
  floats[at] = x;
  floats[at + 1] = y;
  floats[at + 2] = z;
  words[at + 3] = colour;
  buffer.vertexCount++;
};
