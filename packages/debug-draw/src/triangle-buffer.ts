import {
  addVertex,
  type Colour,
  clearVertices,
  createVertexBuffer,
  reserve,
  type VertexBuffer,
} from './vertex-buffer.js';

/**
 * Triangles, three vertices each, counter-clockwise as seen from outside. Shading is baked into the colour, so that a renderer needs no
 * normals and no light.
 */
export type TriangleBuffer = VertexBuffer;

/** Towards the light, a unit vector: from above and a little from the side, so that no two faces of a box look alike. */
export const LIGHT_X = 0.36;
export const LIGHT_Y = 0.8;
export const LIGHT_Z = 0.48;
/** Brightness of a face that looks away from the light, and of one that looks into it. */
const DARKEST = 0.5;
const BRIGHTEST = 1;

export const createTriangleBuffer = (triangleCapacity = 1024): TriangleBuffer =>
  createVertexBuffer(3 * Math.max(1, triangleCapacity));

export const clearTriangles: (buffer: TriangleBuffer) => void = clearVertices;

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
  reserve(buffer, 3);
  addVertex(buffer, x0, y0, z0, colour);
  addVertex(buffer, x1, y1, z1, colour);
  addVertex(buffer, x2, y2, z2, colour);
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
