import { reserve } from '../vertex-buffer.js';
import type { Drawing } from './drawing.js';
import type { Ink } from './palette.js';
import { inkColours, P0, pen } from './pen.js';

/** The edge of a surface as a run of points, and what is drawn of it. */
const MOST_POINTS = 241;

/** Points of the edge, three floats each: for the caller to fill. They are copied as words, which costs no conversion of numbers. */
export const edgePoints: Float32Array = new Float32Array(3 * MOST_POINTS);
const edgeWords = new Uint32Array(edgePoints.buffer);

/** A line along the first `count + 1` points. */
export const drawEdgeLine = ({ lines }: Drawing, count: number, ink: Ink): void => {
  reserve(lines, 2 * count);
  const { words } = lines;
  const colour = inkColours()[ink];
  let at = lines.vertexCount * 4;
  for (let p = 0; p < 3 * count; p += 3) {
    words[at] = edgeWords[p];
    words[at + 1] = edgeWords[p + 1];
    words[at + 2] = edgeWords[p + 2];
    words[at + 3] = colour;
    words[at + 4] = edgeWords[p + 3];
    words[at + 5] = edgeWords[p + 4];
    words[at + 6] = edgeWords[p + 5];
    words[at + 7] = colour;
    at += 8;
  }
  lines.vertexCount += 2 * count;
};

/** Lines between the points of each pair of the first `count`. */
export const drawDashes = ({ lines }: Drawing, count: number, ink: Ink): void => {
  reserve(lines, count);
  const { words } = lines;
  const colour = inkColours()[ink];
  let at = lines.vertexCount * 4;
  for (let p = 0; p < 3 * count; p += 3) {
    words[at] = edgeWords[p];
    words[at + 1] = edgeWords[p + 1];
    words[at + 2] = edgeWords[p + 2];
    words[at + 3] = colour;
    at += 4;
  }
  lines.vertexCount += count;
};

/** Faces from P0 to the pieces of the edge from `first` on. */
export const drawEdgeFaces = ({ triangles }: Drawing, first: number, count: number, ink: Ink): void => {
  reserve(triangles, 3 * (count - first));
  const { floats, words } = triangles;
  const colour = inkColours()[ink];
  const x = pen[P0];
  const y = pen[P0 + 1];
  const z = pen[P0 + 2];
  let at = triangles.vertexCount * 4;
  for (let p = 3 * first; p < 3 * count; p += 3) {
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = z;
    words[at + 3] = colour;
    words[at + 4] = edgeWords[p];
    words[at + 5] = edgeWords[p + 1];
    words[at + 6] = edgeWords[p + 2];
    words[at + 7] = colour;
    words[at + 8] = edgeWords[p + 3];
    words[at + 9] = edgeWords[p + 4];
    words[at + 10] = edgeWords[p + 5];
    words[at + 11] = colour;
    at += 12;
  }
  triangles.vertexCount += 3 * (count - first);
};

/** Lines from P0 to every so many points of the edge. */
export const drawRibs = ({ lines }: Drawing, count: number, every: number, ink: Ink): void => {
  const ribs = Math.ceil(count / every);
  reserve(lines, 2 * ribs);
  const { floats, words } = lines;
  const colour = inkColours()[ink];
  const x = pen[P0];
  const y = pen[P0 + 1];
  const z = pen[P0 + 2];
  let at = lines.vertexCount * 4;
  for (let p = 0; p < 3 * count; p += 3 * every) {
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = z;
    words[at + 3] = colour;
    words[at + 4] = edgeWords[p];
    words[at + 5] = edgeWords[p + 1];
    words[at + 6] = edgeWords[p + 2];
    words[at + 7] = colour;
    at += 8;
  }
  lines.vertexCount += 2 * ribs;
};
