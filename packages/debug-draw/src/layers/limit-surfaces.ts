import { CoordinateRecord as C } from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import type { Drawing } from './drawing.js';
import { drawDashes, drawEdgeFaces, drawEdgeLine, drawRibs, edgePoints } from './edges.js';
import { type Ink, inkOf } from './palette.js';
import { FREE, P0, P1, P2, P3, P4, pen, ray, SIZE } from './pen.js';
import { arrow } from './primitives.js';
import { AROUND, swingOutline, turnCos, turnSin } from './swing-outlines.js';

/**
 * Limits of a direction, as surfaces through the points that it reaches on a sphere of the radius pen[SIZE] about P0. P1, P2 and P3 are
 * the axes of the record, P4 is where B's axis points now.
 */
const SCALED = FREE + 36;

const valueInk = inkOf('value');
const wayInk = inkOf('value', 'soft');
const insideInk = inkOf('limit', 'faint');

/** Lines from the apex to the edge. */
const RIBS = 6;

/** Where a swing about (0, ny, nz) takes A's x axis: cos α x + sin α (nz y - ny z). Parts along x, y and z, one point after the other. */
const swung = new Float64Array(3 * (AROUND + 1));

/** `count + 1` points that are given by their parts along P1, P2 and P3, as points of the edge. */
const writeEdge = (parts: Float64Array, first: number, count: number): void => {
  const px = pen[P0];
  const py = pen[P0 + 1];
  const pz = pen[P0 + 2];
  const xx = pen[P1];
  const xy = pen[P1 + 1];
  const xz = pen[P1 + 2];
  const yx = pen[P2];
  const yy = pen[P2 + 1];
  const yz = pen[P2 + 2];
  const zx = pen[P3];
  const zy = pen[P3 + 1];
  const zz = pen[P3 + 2];
  for (let k = 0; k <= 3 * count; k += 3) {
    const x = parts[first + k];
    const y = parts[first + k + 1];
    const z = parts[first + k + 2];
    edgePoints[k] = px + x * xx + y * yx + z * zx;
    edgePoints[k + 1] = py + x * xy + y * yy + z * zy;
    edgePoints[k + 2] = pz + x * xz + y * yz + z * zz;
  }
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
    const along = pen[SIZE] * Math.cos(angle);
    const across = pen[SIZE] * Math.sin(angle);
    for (let k = 0; k <= count; k++) {
      swung[3 * k] = along;
      swung[3 * k + 1] = across * turnSin[k * stride];
      swung[3 * k + 2] = -across * turnCos[k * stride];
    }
    writeEdge(swung, 0, count);
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
  const { swings } = drawing.readings;
  const first = swingOutline(swings, floats, at, pen, SIZE, stride);
  writeEdge(swings.floats, first, count);
  drawEdgeLine(drawing, count, edge);
  drawEdgeFaces(drawing, 0, count, face);
  drawRibs(drawing, count, count / RIBS, edge);
  drawPointer(drawing.lines);
  drawArcToEdge(drawing, floats, at);
};

const WAY_PIECES = 8;

/** Dashes along the great circle from B's axis to the edge: the distance to the limit. */
const drawArcToEdge = (drawing: Drawing, floats: Float64Array, at: number): void => {
  const angle = floats[at + C.value];
  const reach = floats[at + C.reach];
  if (!(angle > 1e-6 && reach < Math.PI)) return;
  const ny = floats[at + C.ranges + 5] / angle;
  const nz = floats[at + C.ranges + 8] / angle;
  for (let k = 0; k < WAY_PIECES; k++) {
    const swing = angle + ((reach - angle) * k) / (WAY_PIECES - 1);
    const across = pen[SIZE] * Math.sin(swing);
    swung[3 * k] = pen[SIZE] * Math.cos(swing);
    swung[3 * k + 1] = across * nz;
    swung[3 * k + 2] = -across * ny;
  }
  writeEdge(swung, 0, WAY_PIECES - 1);
  drawDashes(drawing, WAY_PIECES, wayInk);
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
