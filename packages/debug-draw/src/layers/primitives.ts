import type { LineBuffer } from '../line-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Ink } from './palette.js';
import { FREE, FROM, inkColours, line, pen, SIZE, TO } from './pen.js';

/** Arrows, arcs and fans from points and vectors in the pen. */

/** Scratch of this file. */
const TIP = FREE + 3;
const U = FREE + 6;
const V = FREE + 9;
const WING = FREE + 15;

/** Length of an arrow's head as a part of its shaft, and at most, m. */
const HEAD = 0.22;
const LONGEST_HEAD = 0.08;
/** Half the width of a head as a part of its length. */
const HEAD_WIDTH = 0.45;

/** Two unit vectors across the vector at `along`, of any length. */
export const writeAcross = (along: number, u: number, v: number): void => {
  const x = pen[along];
  const y = pen[along + 1];
  const z = pen[along + 2];
  // Across the axis that it is farthest from.
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const sx = ax <= ay && ax <= az ? 1 : 0;
  const sy = sx === 0 && ay <= az ? 1 : 0;
  const sz = sx === 0 && sy === 0 ? 1 : 0;
  let ux = y * sz - z * sy;
  let uy = z * sx - x * sz;
  let uz = x * sy - y * sx;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const k = length > 0 ? 1 / length : 0;
  ux *= k;
  uy *= k;
  uz *= k;
  const n = Math.sqrt(x * x + y * y + z * z);
  const m = n > 0 ? 1 / n : 0;
  pen[u] = ux;
  pen[u + 1] = uy;
  pen[u + 2] = uz;
  pen[v] = (y * uz - z * uy) * m;
  pen[v + 1] = (z * ux - x * uz) * m;
  pen[v + 2] = (x * uy - y * ux) * m;
};

/**
 * An arrow from a point along a vector: one shaft, four lines of head, each from its far end to the tip. Here and in the arcs below every
 * number is read and computed once: the rows of 1,000 joints are drawn in a quarter less time than with a look into the pen for each vertex.
 */
export const arrow = (lines: LineBuffer, from: number, vector: number, ink: Ink): void => {
  const x = pen[vector];
  const y = pen[vector + 1];
  const z = pen[vector + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  writeAcross(vector, U, V);
  const head = Math.min(HEAD * length, LONGEST_HEAD);
  const width = head * HEAD_WIDTH;
  const back = 1 - head / length;
  const fromX = pen[from];
  const fromY = pen[from + 1];
  const fromZ = pen[from + 2];
  const tipX = fromX + x;
  const tipY = fromY + y;
  const tipZ = fromZ + z;
  reserve(lines, 10);
  const { floats, words } = lines;
  const colour = inkColours()[ink];
  const at = lines.vertexCount * 4;
  for (let k = 0; k < 40; k += 8) {
    words[at + k + 3] = colour;
    floats[at + k + 4] = tipX;
    floats[at + k + 5] = tipY;
    floats[at + k + 6] = tipZ;
    words[at + k + 7] = colour;
  }
  floats[at] = fromX;
  floats[at + 1] = fromY;
  floats[at + 2] = fromZ;
  for (let i = 0; i < 3; i++) {
    const middle = pen[from + i] + back * pen[vector + i];
    const u = width * pen[U + i];
    const v = width * pen[V + i];
    floats[at + 8 + i] = middle + u;
    floats[at + 16 + i] = middle - u;
    floats[at + 24 + i] = middle + v;
    floats[at + 32 + i] = middle - v;
  }
  lines.vertexCount += 10;
};

/** Radians for one piece of a circle. */
const ARC_STEP = Math.PI / 12;
const MOST_PIECES = 240;
/** m. */
const LARGE = 1;

/** Pieces into which the arc from pen[FROM] to pen[TO] is cut. */
const pieces = (): number => {
  // Large circles show their corners more.
  const step = pen[SIZE] > LARGE ? ARC_STEP / 3 : ARC_STEP;
  return Math.max(1, Math.min(MOST_PIECES, Math.ceil(Math.abs(pen[TO] - pen[FROM]) / step)));
};

/**
 * Part of a circle of the radius pen[SIZE] from the angle pen[FROM] to pen[TO], in the plane of two vectors, which need not be unit
 * ones: then it is an ellipse.
 */
export const arc = (lines: LineBuffer, centre: number, u: number, v: number, ink: Ink): void => {
  const count = pieces();
  reserve(lines, 2 * count);
  const from = pen[FROM];
  const step = (pen[TO] - from) / count;
  // Rotated from piece to piece: a sine and cosine for each would cost more than all the rest.
  const turnC = Math.cos(step);
  const turnS = Math.sin(step);
  let c = pen[SIZE] * Math.cos(from);
  let s = pen[SIZE] * Math.sin(from);
  const x = pen[centre];
  const y = pen[centre + 1];
  const z = pen[centre + 2];
  const ux = pen[u];
  const uy = pen[u + 1];
  const uz = pen[u + 2];
  const vx = pen[v];
  const vy = pen[v + 1];
  const vz = pen[v + 2];
  const { floats, words } = lines;
  const colour = inkColours()[ink];
  let at = lines.vertexCount * 4;
  let px = x + c * ux + s * vx;
  let py = y + c * uy + s * vy;
  let pz = z + c * uz + s * vz;
  for (let k = 0; k < count; k++) {
    const next = c * turnC - s * turnS;
    s = s * turnC + c * turnS;
    c = next;
    floats[at] = px;
    floats[at + 1] = py;
    floats[at + 2] = pz;
    words[at + 3] = colour;
    px = x + c * ux + s * vx;
    py = y + c * uy + s * vy;
    pz = z + c * uz + s * vz;
    floats[at + 4] = px;
    floats[at + 5] = py;
    floats[at + 6] = pz;
    words[at + 7] = colour;
    at += 8;
  }
  lines.vertexCount += 2 * count;
};

/** The point of the same circle at the angle pen[TO]. */
export const writeCircleEnd = (out: number, centre: number, u: number, v: number): void => {
  const angle = pen[TO];
  const c = pen[SIZE] * Math.cos(angle);
  const s = pen[SIZE] * Math.sin(angle);
  for (let i = 0; i < 3; i++) pen[out + i] = pen[centre + i] + c * pen[u + i] + s * pen[v + i];
};

/** The angle that the arc of an angular arrow spans. */
const ARROW_ANGLE = 1.5 * Math.PI;
const ARROW_PIECES = 9;
const arrowCos = Float64Array.from({ length: ARROW_PIECES + 1 }, (_, i) =>
  Math.cos((ARROW_ANGLE * i) / ARROW_PIECES),
);
const arrowSin = Float64Array.from({ length: ARROW_PIECES + 1 }, (_, i) =>
  Math.sin((ARROW_ANGLE * i) / ARROW_PIECES),
);

/** Three quarters of a circle of the radius pen[SIZE] about the vector at `axis`, with a head at the end: right-handed. */
export const arcArrow = (lines: LineBuffer, centre: number, axis: number, ink: Ink): void => {
  const radius = pen[SIZE];
  if (!(radius > 0)) return;
  writeAcross(axis, U, V);
  reserve(lines, 2 * ARROW_PIECES + 4);
  const x = pen[centre];
  const y = pen[centre + 1];
  const z = pen[centre + 2];
  const ux = pen[U];
  const uy = pen[U + 1];
  const uz = pen[U + 2];
  const vx = pen[V];
  const vy = pen[V + 1];
  const vz = pen[V + 2];
  const { floats, words } = lines;
  const colour = inkColours()[ink];
  let at = lines.vertexCount * 4;
  // The circle begins at U.
  let px = x + radius * ux;
  let py = y + radius * uy;
  let pz = z + radius * uz;
  for (let k = 1; k <= ARROW_PIECES; k++) {
    floats[at] = px;
    floats[at + 1] = py;
    floats[at + 2] = pz;
    words[at + 3] = colour;
    const c = radius * arrowCos[k];
    const s = radius * arrowSin[k];
    px = x + c * ux + s * vx;
    py = y + c * uy + s * vy;
    pz = z + c * uz + s * vz;
    floats[at + 4] = px;
    floats[at + 5] = py;
    floats[at + 6] = pz;
    words[at + 7] = colour;
    at += 8;
  }
  // At three quarters it is at -V and goes along U.
  const head = Math.min(0.5 * radius, LONGEST_HEAD);
  const out = head * HEAD_WIDTH;
  for (let i = 0; i < 3; i++) {
    const tip = pen[centre + i] - radius * pen[V + i];
    const back = tip - head * pen[U + i];
    floats[at + i] = tip;
    floats[at + 4 + i] = back - out * pen[V + i];
    floats[at + 8 + i] = tip;
    floats[at + 12 + i] = back + out * pen[V + i];
  }
  for (let k = 3; k < 16; k += 4) words[at + k] = colour;
  lines.vertexCount += 2 * ARROW_PIECES + 4;
};

/** A cross of three short lines of the half length pen[SIZE], for a point. */
export const cross = (lines: LineBuffer, point: number, ink: Ink): void => {
  reserve(lines, 6);
  const { floats, words } = lines;
  const colour = inkColours()[ink];
  const half = pen[SIZE];
  const x = pen[point];
  const y = pen[point + 1];
  const z = pen[point + 2];
  const at = lines.vertexCount * 4;
  for (let k = 0; k < 24; k += 4) {
    floats[at + k] = x;
    floats[at + k + 1] = y;
    floats[at + k + 2] = z;
    words[at + k + 3] = colour;
  }
  floats[at] = x + half;
  floats[at + 4] = x - half;
  floats[at + 9] = y + half;
  floats[at + 13] = y - half;
  floats[at + 18] = z + half;
  floats[at + 22] = z - half;
  lines.vertexCount += 6;
};

/** The twelve edges of a box given by its middle and three half edges, `half`, `half + 3` and `half + 6`. */
export const boxEdges = (lines: LineBuffer, middle: number, half: number, ink: Ink): void => {
  for (let axis = 0; axis < 3; axis++) {
    const n = half + 3 * ((axis + 1) % 3);
    const m = half + 3 * ((axis + 2) % 3);
    for (let corner = 0; corner < 4; corner++) {
      const s = (corner & 1) === 0 ? 1 : -1;
      const t = (corner & 2) === 0 ? 1 : -1;
      for (let i = 0; i < 3; i++) {
        const base = pen[middle + i] + s * pen[n + i] + t * pen[m + i];
        pen[TIP + i] = base + pen[half + 3 * axis + i];
        pen[WING + i] = base - pen[half + 3 * axis + i];
      }
      line(lines, TIP, WING, ink);
    }
  }
};
