import { ColliderRecord } from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import { LIGHT_X, LIGHT_Y, LIGHT_Z, type TriangleBuffer } from '../triangle-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Ink } from './palette.js';
import { inkColours, litInk } from './pen.js';

/**
 * Boxes are most of what most worlds have: their eight corners are computed once and then copied, as words, which costs no conversion
 * of numbers.
 */
const corners = new Float32Array(24);
const cornerWords = new Uint32Array(corners.buffer);

/** Bit i of a corner's number tells the side along axis i. Twelve edges, then the corners of each side, counter-clockwise outside. */
const edges = Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7);
const sides = Int32Array.of(1, 3, 7, 5, 0, 4, 6, 2, 2, 6, 7, 3, 0, 1, 5, 4, 4, 5, 7, 6, 0, 2, 3, 1);

/** Corners of the box whose record is at `at`. */
export const writeCorners = (record: Float64Array, at: number): void => {
  const pose = at + ColliderRecord.pose;
  const d = at + ColliderRecord.dimensions;
  for (let i = 0; i < 3; i++) {
    const r = pose + 3 + 3 * i;
    const x = record[r] * record[d];
    const y = record[r + 1] * record[d + 1];
    const z = record[r + 2] * record[d + 2];
    const p = record[pose + i];
    corners[i] = p - x - y - z;
    corners[3 + i] = p + x - y - z;
    corners[6 + i] = p - x + y - z;
    corners[9 + i] = p + x + y - z;
    corners[12 + i] = p - x - y + z;
    corners[15 + i] = p + x - y + z;
    corners[18 + i] = p - x + y + z;
    corners[21 + i] = p + x + y + z;
  }
};

/** The edges of the box whose corners were written last. */
export const placeBoxLines = (lines: LineBuffer, ink: Ink): void => {
  reserve(lines, 24);
  const { words } = lines;
  const colour = inkColours()[ink];
  let out = lines.vertexCount * 4;
  for (let k = 0; k < 24; k += 2) {
    const a = 3 * edges[k];
    const b = 3 * edges[k + 1];
    words[out] = cornerWords[a];
    words[out + 1] = cornerWords[a + 1];
    words[out + 2] = cornerWords[a + 2];
    words[out + 3] = colour;
    words[out + 4] = cornerWords[b];
    words[out + 5] = cornerWords[b + 1];
    words[out + 6] = cornerWords[b + 2];
    words[out + 7] = colour;
    out += 8;
  }
  lines.vertexCount += 24;
};

/** The faces of the same box; the record gives their normals. */
export const placeBoxFaces = (
  triangles: TriangleBuffer,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  reserve(triangles, 36);
  const { words } = triangles;
  const axes = at + ColliderRecord.pose + 3;
  let out = triangles.vertexCount * 4;
  for (let side = 0; side < 6; side++) {
    const normal = axes + (side >> 1);
    const facing = record[normal] * LIGHT_X + record[normal + 3] * LIGHT_Y + record[normal + 6] * LIGHT_Z;
    const colour = inkColours()[litInk(ink, (side & 1) === 0 ? facing : -facing)];
    // Triangles a b c and a c d, written out: half the time of a loop over six corners.
    const a = 3 * sides[4 * side];
    const b = 3 * sides[4 * side + 1];
    const c = 3 * sides[4 * side + 2];
    const d = 3 * sides[4 * side + 3];
    const ax = cornerWords[a];
    const ay = cornerWords[a + 1];
    const az = cornerWords[a + 2];
    const cx = cornerWords[c];
    const cy = cornerWords[c + 1];
    const cz = cornerWords[c + 2];
    words[out] = ax;
    words[out + 1] = ay;
    words[out + 2] = az;
    words[out + 3] = colour;
    words[out + 4] = cornerWords[b];
    words[out + 5] = cornerWords[b + 1];
    words[out + 6] = cornerWords[b + 2];
    words[out + 7] = colour;
    words[out + 8] = cx;
    words[out + 9] = cy;
    words[out + 10] = cz;
    words[out + 11] = colour;
    words[out + 12] = ax;
    words[out + 13] = ay;
    words[out + 14] = az;
    words[out + 15] = colour;
    words[out + 16] = cx;
    words[out + 17] = cy;
    words[out + 18] = cz;
    words[out + 19] = colour;
    words[out + 20] = cornerWords[d];
    words[out + 21] = cornerWords[d + 1];
    words[out + 22] = cornerWords[d + 2];
    words[out + 23] = colour;
    out += 24;
  }
  triangles.vertexCount += 36;
};
