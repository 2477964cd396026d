import { ContactRecord } from '@tenon/physics-core/inspect';
import type { Drawing } from './drawing.js';
import type { DrawOptions } from './options.js';
import { inkOf } from './palette.js';
import { FACTOR, LIMIT, load, P0, P1, P2, pen, SIZE } from './pen.js';
import { arrow, cross } from './primitives.js';

const touchingInk = inkOf('contact');
const nearInk = inkOf('contact', 'faint');
const sensorInk = inkOf('sensor');
const frictionInk = inkOf('friction');

/** Half a cross at a point, and a normal without force, as parts of `scale`. */
const MARK = 0.08;
const NORMAL = 0.3;
/** No arrow is longer, times `scale`. */
const LONGEST = 4;

/** Points, normals as long as their force, and friction. `stepLength` is that of the whole step, s. */
export const drawContacts = (
  { lines, readings }: Drawing,
  options: DrawOptions,
  stepLength: number,
): void => {
  const { floats, count } = readings.contacts;
  const perImpulse = stepLength > 0 ? options.forceScale / stepLength : 0;
  for (let k = 0; k < count; k++) {
    const at = k * ContactRecord.size;
    const touching = floats[at + ContactRecord.touching] !== 0;
    const sensor = floats[at + ContactRecord.sensor] !== 0;
    const ink = sensor ? sensorInk : touching ? touchingInk : nearInk;
    load(P1, floats, at + ContactRecord.normal);
    const points = floats[at + ContactRecord.pointCount];
    for (let i = 0; i < points; i++) {
      const point = at + ContactRecord.points + i * ContactRecord.pointSize;
      load(P0, floats, point);
      pen[SIZE] = MARK * options.scale;
      cross(lines, P0, ink);
      const force = floats[point + ContactRecord.impulse] * perImpulse;
      const length = force > 0 ? Math.min(force, LONGEST * options.scale) : NORMAL * options.scale;
      for (let c = 0; c < 3; c++) pen[P2 + c] = length * pen[P1 + c];
      arrow(lines, P0, P2, force > 0 ? ink : nearInk);
    }
    pen[FACTOR] = perImpulse;
    pen[LIMIT] = LONGEST * options.scale;
    drawFriction(lines, floats, at);
  }
};

const drawFriction = (lines: Drawing['lines'], floats: Float64Array, at: number): void => {
  const perImpulse = pen[FACTOR];
  load(P0, floats, at + ContactRecord.centre);
  load(P2, floats, at + ContactRecord.frictionImpulse);
  const length =
    perImpulse * Math.sqrt(pen[P2] * pen[P2] + pen[P2 + 1] * pen[P2 + 1] + pen[P2 + 2] * pen[P2 + 2]);
  if (length < 1e-6) return;
  const factor = (perImpulse * Math.min(length, pen[LIMIT])) / length;
  for (let c = 0; c < 3; c++) pen[P2 + c] *= factor;
  arrow(lines, P0, P2, frictionInk);
};
