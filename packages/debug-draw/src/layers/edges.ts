import type { Drawing } from './drawing.js';
import type { Ink } from './palette.js';
import { P0, packedInk, pen, reserve } from './pen.js';

/** The edge of a surface as a run of points, and what is drawn of it. */
const MOST_POINTS = 241;

/** Points of the edge, three floats each: for the caller to fill. They are copied as words, which costs no conversion of numbers. */
export const edgePoints = new Float32Array(3 * MOST_POINTS);
const edgeWords = new Uint32Array(edgePoints.buffer);

/** A line along the first `count + 1` points. */
export const drawEdgeLine = ({ lines }: Drawing, count: number, ink: Ink): void => {
  reserve(lines, 2 * count);
  const { words } = lines;
  const colour = packedInk(ink);
  let at = lines.vertexCount * 4;
  for (let k = 0; k < 2 * count; k++) {
    const p = 3 * ((k + 1) >> 1);
    words[at] = edgeWords[p];
    words[at + 1] = edgeWords[p + 1];
    words[at + 2] = edgeWords[p + 2];
    words[at + 3] = colour;
    at += 4;
  }
  lines.vertexCount += 2 * count;
};

/** Faces from P0 to the pieces of the edge from `first` on. */
export const drawEdgeFaces = ({ triangles }: Drawing, first: number, count: number, ink: Ink): void => {
  reserve(triangles, 3 * (count - first));
  const { floats, words } = triangles;
  const colour = packedInk(ink);
  let at = triangles.vertexCount * 4;
  for (let k = first; k < count; k++) {
    const p = 3 * k;
    floats[at] = pen[P0];
    floats[at + 1] = pen[P0 + 1];
    floats[at + 2] = pen[P0 + 2];
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
  for (let k = 0; k < count; k += every) {
    reserve(lines, 2);
    const { floats, words } = lines;
    const at = lines.vertexCount * 4;
    const colour = packedInk(ink);
    for (let i = 0; i < 3; i++) {
      floats[at + i] = pen[P0 + i];
      words[at + 4 + i] = edgeWords[3 * k + i];
    }
    words[at + 3] = colour;
    words[at + 7] = colour;
    lines.vertexCount += 2;
  }
};
