import { CoordinateRecord as C, ShapeKinds } from '@tenon/physics-core/inspect';
import type { Drawing } from './drawing.js';
import { isCoordinateHidden } from './isolate.js';
import type { DrawOptions } from './options.js';
import { type Ink, inkOf } from './palette.js';
import { FROM, line, load, P0, P1, P2, P3, P4, P5, P6, pen, SIZE, TO } from './pen.js';
import { arc, arrow, cross, writeCircleEnd } from './primitives.js';

const motorInk = inkOf('motor');
const idleInk = inkOf('motor', 'soft');
const springInk = inkOf('spring');

/** Modes of a motor. */
const SPEED = 1;
const POSITION = 2;

/** Radius of a motor's arc against that of the sector, and the most it shows, rad. */
const MOTOR_RADIUS = 0.8;
const SPRING_RADIUS = 0.65;
const MOST = 1.75 * Math.PI;
/** s: a speed is shown as what it does in this time. */
const SHOWN_TIME = 0.25;
/** Lengths of arrows along a rail, times `scale`. */
const LONGEST_RAIL = 4;

/** Motors from where the coordinate is to where they want it, and springs to their rest. */
export const drawMotors = ({ lines, readings }: Drawing, options: DrawOptions): void => {
  const { floats, count } = readings.coordinates;
  for (let k = 0; k < count; k++) {
    const at = k * C.size;
    const mode = floats[at + C.motorMode];
    const sprung = floats[at + C.springHertz] > 0;
    if ((mode === 0 && !sprung) || floats[at + C.coordinate] < 0) continue;
    if (isCoordinateHidden(readings, at, options)) continue;
    load(P0, floats, at + C.origin);
    load(P1, floats, at + C.x);
    load(P2, floats, at + C.y);
    load(P3, floats, at + C.z);
    load(P4, floats, at + C.pointer);
    const value = floats[at + C.value];
    const ink = floats[at + C.motorLambda] !== 0 ? motorInk : idleInk;
    pen[FROM] = value;
    pen[SIZE] = options.scale * MOTOR_RADIUS;
    if (mode === SPEED) {
      const displacement = floats[at + C.motorSpeed] * SHOWN_TIME;
      if (displacement !== 0) {
        pen[TO] = value + displacement;
        drawDisplacement(lines, floats, at, ink);
      }
    } else if (mode === POSITION) {
      pen[TO] = floats[at + C.motorTarget];
      drawDisplacement(lines, floats, at, ink);
    }
    if (!sprung) continue;
    pen[FROM] = value;
    pen[TO] = floats[at + C.springRest];
    pen[SIZE] = options.scale * SPRING_RADIUS;
    drawDisplacement(lines, floats, at, springInk);
  }
};

/** From the value pen[FROM] of the coordinate to pen[TO]: an arc with a head of the radius pen[SIZE], or an arrow. */
const drawDisplacement = (lines: Drawing['lines'], floats: Float64Array, at: number, ink: Ink): void => {
  const kind = floats[at + C.kind];
  // An azimuth turns about the lune's axis as an angle does about its own.
  if (kind === ShapeKinds.sector || kind === ShapeKinds.lune) drawAngle(lines, ink);
  else if (kind === ShapeKinds.segment) drawRail(lines, P1, ink);
  else if (kind === ShapeKinds.shell) drawRail(lines, P4, ink);
};

const drawAngle = (lines: Drawing['lines'], ink: Ink): void => {
  const from = pen[FROM];
  const radius = pen[SIZE];
  const end = Math.max(from - MOST, Math.min(from + MOST, pen[TO]));
  pen[TO] = end;
  arc(lines, P0, P2, P3, ink);
  // The target as a line across the arc, and a head there along the tangent.
  writeCircleEnd(P5, P0, P2, P3);
  for (let i = 0; i < 3; i++) pen[P6 + i] = pen[P0 + i] + 1.25 * (pen[P5 + i] - pen[P0 + i]);
  line(lines, P0, P6, ink);
  const side = end < from ? -1 : 1;
  const c = Math.cos(end);
  const s = Math.sin(end);
  const head = Math.min(0.25 * radius, Math.abs(end - from) * radius);
  for (let wing = -1; wing <= 1; wing += 2) {
    for (let i = 0; i < 3; i++) {
      const tangent = side * (c * pen[P3 + i] - s * pen[P2 + i]);
      const outwards = c * pen[P2 + i] + s * pen[P3 + i];
      pen[P6 + i] = pen[P5 + i] - head * tangent + 0.45 * wing * head * outwards;
    }
    line(lines, P5, P6, ink);
  }
};

const drawRail = (lines: Drawing['lines'], direction: number, ink: Ink): void => {
  const from = pen[FROM];
  const to = pen[TO];
  const radius = pen[SIZE];
  const longest = LONGEST_RAIL * radius;
  const displacement = Math.max(-longest, Math.min(longest, to - from));
  for (let i = 0; i < 3; i++) {
    pen[P5 + i] = pen[P0 + i] + from * pen[direction + i];
    pen[P6 + i] = displacement * pen[direction + i];
  }
  arrow(lines, P5, P6, ink);
  for (let i = 0; i < 3; i++) pen[P5 + i] = pen[P0 + i] + to * pen[direction + i];
  pen[SIZE] = 0.15 * radius;
  cross(lines, P5, ink);
};
