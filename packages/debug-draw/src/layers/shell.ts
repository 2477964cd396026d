import { CoordinateRecord as C } from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import type { Drawing } from './drawing.js';
import type { DrawOptions } from './options.js';
import { type Ink, inkOf } from './palette.js';
import { FROM, P0, P1, P2, P4, P5, pen, ray, SIZE, TO } from './pen.js';
import { arc, writeAcross } from './primitives.js';

const valueInk = inkOf('value');

/** m on the sphere from the pointer to the rim of what is drawn of it, times `scale`. */
const DISH = 2;
/** Half a turn: smaller spheres are drawn whole. */
const WHOLE = Math.PI;

/**
 * Inner and outer sphere about P0, and the line to the point. Of a large sphere only the dish around the pointer P4 is drawn: two arcs
 * across it and its rim. The whole would fill the picture, and says no more about where the rope ends.
 */
export const drawShell = (
  { lines }: Drawing,
  options: DrawOptions,
  floats: Float64Array,
  at: number,
  edge: Ink,
): void => {
  writeAcross(P4, P1, P2);
  for (let end = 0; end < 2; end++) {
    const radius = floats[at + (end === 0 ? C.lower : C.upper)];
    if (!(radius > 0 && radius < Infinity)) continue;
    pen[SIZE] = radius;
    pen[TO] = Math.min(WHOLE, (DISH * options.scale) / radius);
    drawDish(lines, edge);
  }
  for (let i = 0; i < 3; i++) pen[P5 + i] = floats[at + C.value] * pen[P4 + i];
  ray(lines, P0, P5, valueInk);
};

/** The dish of the radius pen[SIZE] that reaches to the angle pen[TO] from P4. */
const drawDish = (lines: LineBuffer, edge: Ink): void => {
  const radius = pen[SIZE];
  const reach = pen[TO];
  pen[FROM] = -reach;
  arc(lines, P0, P4, P1, edge);
  arc(lines, P0, P4, P2, edge);
  // The rim, or the equator of a whole sphere.
  const rim = reach < WHOLE ? reach : WHOLE / 2;
  for (let i = 0; i < 3; i++) pen[P5 + i] = pen[P0 + i] + radius * Math.cos(rim) * pen[P4 + i];
  pen[SIZE] = radius * Math.sin(rim);
  pen[FROM] = 0;
  pen[TO] = 2 * Math.PI;
  arc(lines, P5, P1, P2, edge);
};
