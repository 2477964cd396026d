import {
  addVertex,
  type Colour,
  clearVertices,
  createVertexBuffer,
  reserve,
  type VertexBuffer,
} from './vertex-buffer.js';

/** Lines, two vertices each. */
export type LineBuffer = VertexBuffer;

export const createLineBuffer = (lineCapacity = 1024): LineBuffer =>
  createVertexBuffer(2 * Math.max(1, lineCapacity));

export const clearLines: (buffer: LineBuffer) => void = clearVertices;

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
  reserve(buffer, 2);
  addVertex(buffer, x0, y0, z0, colour);
  addVertex(buffer, x1, y1, z1, colour);
};
