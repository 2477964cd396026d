import type { Drawing } from './drawing.js';
import { drawEdgeFaces, drawEdgeLine, edgePoints } from './edges.js';
import type { Ink } from './palette.js';
import { FROM, P0, P2, P3, pen, SIZE, TO } from './pen.js';

/** How much further out a sector of more than one turn runs with every turn, as a part of its radius. */
const RISE = 0.12;
const STEP = Math.PI / 12;
const MOST_PIECES = 240;
const TURN = 2 * Math.PI;

/**
 * The sector about P0 in the plane of P2 and P3 between the angles pen[FROM] and pen[TO], of the radius pen[SIZE]. More than a turn is
 * a spiral that winds inwards from the end, so that every turn can be seen and the stops reach over all of them.
 */
export const drawSpiral = (drawing: Drawing, edge: Ink, face: Ink): void => {
  const from = pen[FROM];
  const range = pen[TO] - from;
  const count = Math.max(1, Math.min(MOST_PIECES, Math.ceil(range / (STEP * drawing.readings.coarseness))));
  const turns = range / TURN;
  const inwards = turns > 1 ? Math.min(RISE * turns, 0.7) : 0;
  const turnC = Math.cos(range / count);
  const turnS = Math.sin(range / count);
  let unitC = Math.cos(from);
  let unitS = Math.sin(from);
  for (let k = 0; k <= count; k++) {
    const radius = pen[SIZE] * (1 - inwards * (1 - k / count));
    const c = radius * unitC;
    const s = radius * unitS;
    edgePoints[3 * k] = pen[P0] + c * pen[P2] + s * pen[P3];
    edgePoints[3 * k + 1] = pen[P0 + 1] + c * pen[P2 + 1] + s * pen[P3 + 1];
    edgePoints[3 * k + 2] = pen[P0 + 2] + c * pen[P2 + 2] + s * pen[P3 + 2];
    const next = unitC * turnC - unitS * turnS;
    unitS = unitS * turnC + unitC * turnS;
    unitC = next;
  }
  drawEdgeLine(drawing, count, edge);
  // Faces of the last turn only: others would lie on them.
  const first = turns > 1 ? Math.ceil(count * (1 - 1 / turns)) : 0;
  drawEdgeFaces(drawing, first, count, face);
};
