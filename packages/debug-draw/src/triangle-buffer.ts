import { BYTES_PER_VERTEX, type Colour, grow, WORDS_PER_VERTEX } from './line-buffer.js';

/**
 * Triangles as flat memory, in the vertex format of the line buffer: position x y z as 32-bit floats, then the colour
 * as four bytes r g b a. Three vertices make a triangle, counter-clockwise as seen from outside. Shading is baked into
 * the colour, so that a renderer needs no normals and no light.
 */
export interface TriangleBuffer {
  /** Vertices in use, three per triangle. */
  vertexCount: number;
  /** The whole memory as floats; replaced by a larger array when it grows. */
  floats: Float32Array<ArrayBuffer>;
  /** The same memory, seen as integers to write the colours. */
  words: Uint32Array<ArrayBuffer>;
}

/** Towards the light, a unit vector: from above and a little from the side, so that no two faces of a box look alike. */
export const LIGHT_X = 0.36;
export const LIGHT_Y = 0.8;
export const LIGHT_Z = 0.48;
/** Brightness of a face that looks away from the light, and of one that looks into it. */
const DARKEST = 0.5;
const BRIGHTEST = 1;

export const createTriangleBuffer = (triangleCapacity = 1024): TriangleBuffer => {
  const memory = new ArrayBuffer(Math.max(1, triangleCapacity) * 3 * BYTES_PER_VERTEX);
  return { vertexCount: 0, floats: new Float32Array(memory), words: new Uint32Array(memory) };
};

export const clearTriangles = (buffer: TriangleBuffer): void => {
  buffer.vertexCount = 0;
};

/** A triangle in exactly this colour. */
export const addFlatTriangle = (
  buffer: TriangleBuffer,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
  x2: number,
  y2: number,
  z2: number,
  colour: Colour,
): void => {
  let at = buffer.vertexCount * WORDS_PER_VERTEX;
  if (at + 3 * WORDS_PER_VERTEX > buffer.floats.length) grow(buffer);
  const { floats, words } = buffer;
  floats[at++] = x0;
  floats[at++] = y0;
  floats[at++] = z0;
  words[at++] = colour;
  floats[at++] = x1;
  floats[at++] = y1;
  floats[at++] = z1;
  words[at++] = colour;
  floats[at++] = x2;
  floats[at++] = y2;
  floats[at++] = z2;
  words[at] = colour;
  buffer.vertexCount += 3;
};

/** A triangle whose colour is darkened by how far it looks away from the light. */
export const addTriangle = (
  buffer: TriangleBuffer,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
  x2: number,
  y2: number,
  z2: number,
  colour: Colour,
): void => {
  const ux = x1 - x0;
  const uy = y1 - y0;
  const uz = z1 - z0;
  const vx = x2 - x0;
  const vy = y2 - y0;
  const vz = z2 - z0;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const shaded = shade(colour, nx, ny, nz);
  addFlatTriangle(buffer, x0, y0, z0, x1, y1, z1, x2, y2, z2, shaded);
};

/** A colour as a face with this normal, of any length, shows it. */
const shade = (colour: Colour, nx: number, ny: number, nz: number): Colour => {
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  return lit(colour, length > 0 ? (nx * LIGHT_X + ny * LIGHT_Y + nz * LIGHT_Z) / length : 0);
};

/** A colour as a face shows it whose normal makes an angle with the light: `facing` is its cosine. */
export const lit = (colour: Colour, facing: number): Colour => {
  const light = DARKEST + ((BRIGHTEST - DARKEST) * (facing + 1)) / 2;
  const r = ((colour & 0xff) * light) | 0;
  const g = (((colour >>> 8) & 0xff) * light) | 0;
  const b = (((colour >>> 16) & 0xff) * light) | 0;
  return ((colour & 0xff000000) | (b << 16) | (g << 8) | r) >>> 0;
};
