import type { Drawing } from './drawing.js';
import { drawEdgeFaces, drawEdgeLine, edgePoints } from './edges.js';
import type { Ink } from './palette.js';
import { FROM, P0, P2, P3, pen, SIZE, TO } from './pen.js';

/** How much the radius of a sector of more than one revolution changes with every revolution, as a fraction of it. */
const RISE = 0.12;
const STEP = Math.PI / 12;
const MOST_PIECES = 240;
const TURN = 2 * Math.PI;

/**
 * The sector about P0 in the plane of P2 and P3 between the angles pen[FROM] and pen[TO], of the radius pen[SIZE]. More than a
 * revolution is a spiral that winds inwards from the end, so that every revolution can be seen and the stops reach over all of them.
 */
export const drawSpiral = (drawing: Drawing, edge: Ink, face: Ink): void => {
  const from = pen[FROM];
  const range = pen[TO] - from;
  const count = Math.max(1, Math.min(MOST_PIECES, Math.ceil(range / (STEP * drawing.readings.coarseness))));
  const revolutions = range / TURN;
  const inwards = revolutions > 1 ? Math.min(RISE * revolutions, 0.7) : 0;
  const turnC = Math.cos(range / count);
  const turnS = Math.sin(range / count);
  let unitC = Math.cos(from);
  let unitS = Math.sin(from);
  const size = pen[SIZE];
  const x = pen[P0];
  const y = pen[P0 + 1];
  const z = pen[P0 + 2];
  const ux = pen[P2];
  const uy = pen[P2 + 1];
  const uz = pen[P2 + 2];
  const vx = pen[P3];
  const vy = pen[P3 + 1];
  const vz = pen[P3 + 2];
  for (let k = 0; k <= count; k++) {
    const radius = size * (1 - inwards * (1 - k / count));
    const c = radius * unitC;
    const s = radius * unitS;
    edgePoints[3 * k] = x + c * ux + s * vx;
    edgePoints[3 * k + 1] = y + c * uy + s * vy;
    edgePoints[3 * k + 2] = z + c * uz + s * vz;
    const next = unitC * turnC - unitS * turnS;
    unitS = unitS * turnC + unitC * turnS;
    unitC = next;
  }
  drawEdgeLine(drawing, count, edge);
  // Faces of the last revolution only: others would lie on them.
  const first = revolutions > 1 ? Math.ceil(count * (1 - 1 / revolutions)) : 0;
  drawEdgeFaces(drawing, first, count, face);
};
