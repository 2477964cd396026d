import { CoordinateRecord as C, writeSwingReach } from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import type { Drawing } from './drawing.js';
import { drawEdgeFaces, drawEdgeLine, drawRibs, edgePoints } from './edges.js';
import { type Ink, inkOf } from './palette.js';
import { FREE, line, P0, P1, P2, P3, P4, pen, ray, SIZE } from './pen.js';
import { arrow } from './primitives.js';

/**
 * Limits of a direction, as surfaces through the points that it reaches on a sphere of the radius pen[SIZE] about P0. P1, P2 and P3 are
 * the axes of the record, P4 is where B's axis points now.
 */
const LAST = FREE + 30;
const NEXT = FREE + 33;
const SCALED = FREE + 36;
/** Radius times cos α and sin α of the swing to write, and its axis. */
const SWING = FREE + 40;

const valueInk = inkOf('value');
const wayInk = inkOf('value', 'soft');
const insideInk = inkOf('limit', 'faint');

const AROUND = 24;
/** Lines from the apex to the edge. */
const RIBS = 6;

const turnCos = Float64Array.from({ length: AROUND + 1 }, (_, k) => Math.cos((2 * Math.PI * k) / AROUND));
const turnSin = Float64Array.from({ length: AROUND + 1 }, (_, k) => Math.sin((2 * Math.PI * k) / AROUND));

/** Where a swing about (0, ny, nz) takes A's x axis: cos α x + sin α (nz y - ny z). */
const writeSwung = (out: Float32Array | Float64Array, at: number): void => {
  const c = pen[SWING];
  const y = pen[SWING + 1] * pen[SWING + 3];
  const z = -pen[SWING + 1] * pen[SWING + 2];
  out[at] = pen[P0] + c * pen[P1] + y * pen[P2] + z * pen[P3];
  out[at + 1] = pen[P0 + 1] + c * pen[P1 + 1] + y * pen[P2 + 1] + z * pen[P3 + 1];
  out[at + 2] = pen[P0 + 2] + c * pen[P1 + 2] + y * pen[P2 + 2] + z * pen[P3 + 2];
};

const drawPointer = (lines: LineBuffer): void => {
  for (let i = 0; i < 3; i++) pen[SCALED + i] = pen[SIZE] * pen[P4 + i];
  arrow(lines, P0, SCALED, valueInk);
};

/** A cone for the upper half angle and one for the lower. */
export const drawCone = (drawing: Drawing, floats: Float64Array, at: number, edge: Ink, face: Ink): void => {
  const stride = drawing.readings.coarseness;
  const count = AROUND / stride;
  for (let end = 0; end < 2; end++) {
    const angle = floats[at + (end === 0 ? C.lower : C.upper)];
    if (!(angle > 0 && angle < Math.PI)) continue;
    pen[SWING] = pen[SIZE] * Math.cos(angle);
    pen[SWING + 1] = pen[SIZE] * Math.sin(angle);
    for (let k = 0; k <= count; k++) {
      pen[SWING + 2] = turnCos[k * stride];
      pen[SWING + 3] = turnSin[k * stride];
      writeSwung(edgePoints, 3 * k);
    }
    drawEdgeLine(drawing, count, edge);
    drawEdgeFaces(drawing, 0, count, face);
    drawRibs(drawing, count, count / RIBS, edge);
  }
  drawPointer(drawing.lines);
};

/** The region of a swing, of any outline. Where nothing limits the swing its edge is the point opposite. */
export const drawSwing = (drawing: Drawing, floats: Float64Array, at: number, edge: Ink, face: Ink): void => {
  const stride = drawing.readings.coarseness;
  const count = AROUND / stride;
  for (let k = 0; k <= count; k++) {
    pen[SWING + 2] = turnCos[k * stride];
    pen[SWING + 3] = turnSin[k * stride];
    writeSwingReach(floats, at, pen, SWING + 2, pen, SWING);
    const reach = pen[SWING];
    pen[SWING] = pen[SIZE] * Math.cos(reach);
    pen[SWING + 1] = pen[SIZE] * Math.sin(reach);
    writeSwung(edgePoints, 3 * k);
  }
  drawEdgeLine(drawing, count, edge);
  drawEdgeFaces(drawing, 0, count, face);
  drawRibs(drawing, count, count / RIBS, edge);
  drawPointer(drawing.lines);
  drawWayToEdge(drawing.lines, floats, at);
};

const WAY_PIECES = 8;

/** Dashes along the great circle from B's axis to the edge: the distance to the limit. */
const drawWayToEdge = (lines: LineBuffer, floats: Float64Array, at: number): void => {
  const angle = floats[at + C.value];
  const reach = floats[at + C.reach];
  if (!(angle > 1e-6 && reach < Math.PI)) return;
  pen[SWING + 2] = floats[at + C.ranges + 5] / angle;
  pen[SWING + 3] = floats[at + C.ranges + 8] / angle;
  for (let k = 0; k < WAY_PIECES; k += 2) {
    for (let i = 0; i < 2; i++) {
      const swing = angle + ((reach - angle) * (k + i)) / (WAY_PIECES - 1);
      pen[SWING] = pen[SIZE] * Math.cos(swing);
      pen[SWING + 1] = pen[SIZE] * Math.sin(swing);
      writeSwung(pen, i === 0 ? LAST : NEXT);
    }
    line(lines, LAST, NEXT, wayInk);
  }
};

/** Pieces of a half circle from pole to pole. */
const DOWN = 12;

/** The half planes of both edges: half circles from pole to pole, the faces within them, and the axis. */
export const drawLune = (drawing: Drawing, floats: Float64Array, at: number, edge: Ink, face: Ink): void => {
  for (let end = 0; end < 2; end++) {
    const azimuth = floats[at + (end === 0 ? C.lower : C.upper)];
    if (!(azimuth > -Infinity && azimuth < Infinity)) continue;
    const c = Math.cos(azimuth);
    const s = Math.sin(azimuth);
    for (let k = 0; k <= DOWN; k++) {
      const up = pen[SIZE] * turnCos[k];
      const across = pen[SIZE] * turnSin[k];
      for (let i = 0; i < 3; i++) {
        edgePoints[3 * k + i] = pen[P0 + i] + up * pen[P1 + i] + across * (c * pen[P2 + i] + s * pen[P3 + i]);
      }
    }
    drawEdgeLine(drawing, DOWN, edge);
    drawEdgeFaces(drawing, 0, DOWN, face);
  }
  for (let side = -1; side <= 1; side += 2) {
    for (let i = 0; i < 3; i++) pen[SCALED + i] = side * pen[SIZE] * pen[P1 + i];
    ray(drawing.lines, P0, SCALED, edge);
  }
  drawEquator(drawing, floats, at);
  drawPointer(drawing.lines);
};

/** The part of the equator inside: it tells which side of the edges is meant. */
const drawEquator = (drawing: Drawing, floats: Float64Array, at: number): void => {
  const lower = floats[at + C.lower];
  const upper = floats[at + C.upper];
  const from = lower > -Infinity ? lower : upper - Math.PI / 2;
  const to = upper < Infinity ? upper : lower + Math.PI / 2;
  for (let k = 0; k <= DOWN; k++) {
    const azimuth = from + ((to - from) * k) / DOWN;
    const c = pen[SIZE] * Math.cos(azimuth);
    const s = pen[SIZE] * Math.sin(azimuth);
    for (let i = 0; i < 3; i++) edgePoints[3 * k + i] = pen[P0 + i] + c * pen[P2 + i] + s * pen[P3 + i];
  }
  drawEdgeLine(drawing, DOWN, insideInk);
};
