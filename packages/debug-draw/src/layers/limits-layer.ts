import { CoordinateRecord as C, ShapeKinds } from '@tenon/physics-core/inspect';
import type { Drawing } from './drawing.js';
import { isCoordinateHidden } from './isolate.js';
import { drawCone, drawLune, drawSwing } from './limit-surfaces.js';
import type { DrawOptions } from './options.js';
import { type Ink, inkOf } from './palette.js';
import { FREE, FROM, line, load, P0, P1, P2, P3, P4, P5, pen, ray, SIZE, TO } from './pen.js';
import { boxEdges, cross, writeCircleEnd } from './primitives.js';
import { drawShell } from './shell.js';
import { drawSpiral } from './spiral.js';

/** Lines, and faces between them, of an inactive limit and of an active one. */
const lineInks: readonly Ink[] = [inkOf('limit', 'soft'), inkOf('limit')];
const faceInks: readonly Ink[] = [inkOf('limit', 'glass'), inkOf('limit', 'soft')];
const valueInk = inkOf('value');

/** How far a stop reaches out of its sector, and half the width of that of a rail, times `scale`. */
const STOP = 1.12;
const STOP_WIDTH = 0.22;
/** Ends that are free are drawn so far from the value, times `scale`. */
const OPEN = 1.5;
/** rad of a sector that are drawn beyond the only end it has. */
const OPEN_ANGLE = 0.5 * Math.PI;

/** The limits of all coordinates, from the numbers that the solver uses. */
export const drawLimits = (drawing: Drawing, options: DrawOptions): void => {
  const { floats, count } = drawing.readings.coordinates;
  for (let k = 0; k < count; k++) {
    const at = k * C.size;
    if (floats[at + C.limited] === 0 || floats[at + C.grouped] !== 0) continue;
    if (isCoordinateHidden(drawing.readings, at, options)) continue;
    const active = floats[at + C.limitLambda] !== 0 ? 1 : 0;
    load(P0, floats, at + C.origin);
    load(P1, floats, at + C.x);
    load(P2, floats, at + C.y);
    load(P3, floats, at + C.z);
    load(P4, floats, at + C.pointer);
    drawLimit(drawing, options, floats, at, lineInks[active], faceInks[active]);
  }
};

const drawLimit = (
  drawing: Drawing,
  options: DrawOptions,
  floats: Float64Array,
  at: number,
  edge: Ink,
  face: Ink,
): void => {
  pen[SIZE] = options.scale;
  switch (floats[at + C.kind]) {
    case ShapeKinds.sector:
      return drawSector(drawing, options, floats, at, edge, face);
    case ShapeKinds.segment:
      return drawSegment(drawing, options, floats, at, edge);
    case ShapeKinds.cone:
      return drawCone(drawing, floats, at, edge, face);
    case ShapeKinds.swing:
      return drawSwing(drawing, floats, at, edge, face);
    case ShapeKinds.lune:
      return drawLune(drawing, floats, at, edge, face);
    case ShapeKinds.shell:
      return drawShell(drawing, options, floats, at, edge);
    default:
      return drawBoxLimit(drawing, options, floats, at, edge);
  }
};

/** The range as a fan, a stop at each end, and the hand at the value. P0 is the centre, P2 and P3 span the plane. */
const drawSector = (
  drawing: Drawing,
  options: DrawOptions,
  floats: Float64Array,
  at: number,
  edge: Ink,
  face: Ink,
): void => {
  const { lines } = drawing;
  const lower = floats[at + C.lower];
  const upper = floats[at + C.upper];
  pen[FROM] = lower > -Infinity ? lower : upper - OPEN_ANGLE;
  pen[TO] = upper < Infinity ? upper : lower + OPEN_ANGLE;
  drawSpiral(drawing, edge, face);
  pen[SIZE] = STOP * options.scale;
  for (let end = 0; end < 2; end++) {
    const angle = end === 0 ? lower : upper;
    if (!(angle > -Infinity && angle < Infinity)) continue;
    pen[TO] = angle;
    writeCircleEnd(P5, P0, P2, P3);
    line(lines, P0, P5, edge);
  }
  for (let i = 0; i < 3; i++) pen[P5 + i] = options.scale * pen[P4 + i];
  ray(lines, P0, P5, valueInk);
};

/** The rail between its stops, squares across it, and a cross where B's anchor is. */
const drawSegment = (
  { lines }: Drawing,
  options: DrawOptions,
  floats: Float64Array,
  at: number,
  edge: Ink,
): void => {
  const lower = floats[at + C.lower];
  const upper = floats[at + C.upper];
  const value = floats[at + C.value];
  const open = OPEN * options.scale;
  const from = lower > -Infinity ? lower : Math.min(value, upper) - open;
  const to = upper < Infinity ? upper : Math.max(value, lower) + open;
  for (let i = 0; i < 3; i++) {
    pen[P4 + i] = pen[P0 + i] + from * pen[P1 + i];
    pen[P5 + i] = pen[P0 + i] + to * pen[P1 + i];
  }
  line(lines, P4, P5, edge);
  pen[SIZE] = Math.SQRT2 * STOP_WIDTH * options.scale;
  if (lower > -Infinity) drawSquare(lines, P4, edge);
  if (upper < Infinity) drawSquare(lines, P5, edge);
  for (let i = 0; i < 3; i++) pen[P4 + i] = pen[P0 + i] + value * pen[P1 + i];
  pen[SIZE] = 0.5 * STOP_WIDTH * options.scale;
  cross(lines, P4, valueInk);
};

/** Across the rail, in the plane of P2 and P3; pen[SIZE] is half its diagonal. */
const drawSquare = (lines: Drawing['lines'], middle: number, ink: Ink): void => {
  const half = pen[SIZE] * Math.SQRT1_2;
  for (let i = 0; i < 3; i++) {
    const u = half * pen[P2 + i];
    const v = half * pen[P3 + i];
    pen[CORNER + i] = pen[middle + i] + u + v;
    pen[CORNER + 3 + i] = pen[middle + i] - u + v;
    pen[CORNER + 6 + i] = pen[middle + i] - u - v;
    pen[CORNER + 9 + i] = pen[middle + i] + u - v;
  }
  line(lines, CORNER, CORNER + 3, ink);
  line(lines, CORNER + 3, CORNER + 6, ink);
  line(lines, CORNER + 6, CORNER + 9, ink);
  line(lines, CORNER + 9, CORNER, ink);
};

/** Four points of the pen that nothing else uses while a rail is drawn. */
const CORNER = FREE + 30;

/** The box along A's axes in which B's anchor stays; free axes are cut near the value. */
const drawBoxLimit = (
  { lines }: Drawing,
  options: DrawOptions,
  floats: Float64Array,
  at: number,
  edge: Ink,
): void => {
  const open = OPEN * options.scale;
  for (let i = 0; i < 3; i++) pen[P5 + i] = pen[P0 + i];
  for (let i = 0; i < 3; i++) pen[P4 + i] = pen[P0 + i];
  for (let axis = 0; axis < 3; axis++) {
    const range = at + C.ranges + 3 * axis;
    const value = floats[range + 2];
    const lower = floats[range] > -Infinity ? floats[range] : Math.min(value, floats[range + 1]) - open;
    const upper = floats[range + 1] < Infinity ? floats[range + 1] : Math.max(value, floats[range]) + open;
    for (let i = 0; i < 3; i++) {
      const direction = floats[at + C.x + 3 * axis + i];
      pen[P5 + i] += 0.5 * (lower + upper) * direction;
      pen[P4 + i] += value * direction;
      pen[P1 + 3 * axis + i] = 0.5 * (upper - lower) * direction;
    }
  }
  boxEdges(lines, P5, P1, edge);
  pen[SIZE] = 0.5 * STOP_WIDTH * options.scale;
  cross(lines, P4, valueInk);
};
