import { atan2, cos, sin } from '../../math/trigonometry.js';
import { COORDINATE, frame, type JointContext, SCRATCH, XA, XB, YA } from '../../rows/context.js';
import { claimRows, finishRow } from '../../rows/write-rows.js';
import { LIMIT_LOWER, LIMIT_UPPER } from '../../state/controls.js';
import { ERROR, HIGH, J, LOW, Role } from '../../state/rows.js';
import { LUNE_CORNER_DEPTH, LUNE_CORNER_SINE_SQUARE, UNDEFINED_ANGLE_SINE } from '../../tuning.js';
import { needAxes } from '../frame.js';
import { writeGaps } from '../limit.js';
import { writeAzimuth } from './azimuth.js';
import { angular, writeAngular } from './rotation.js';

/**
 * The wedge limit (Tamis 2015 §3.2.7): the direction u = x axis of B stays in a lune of the sphere, between
 * two half circles that run from pole to pole of A's z axis at the azimuths lower and upper. For each edge C
 * is the angle between u and the edge along a great circle, positive inside. With the gap γ = φ - lower or
 * upper - φ, the normal n of the plane of the edge towards the inside and the colatitude θ of u
 *   |γ| <= π/2    C = asin(u·n) = asin(sin θ sin γ)    Ċ = (u × n)·ω / √(1 - (u·n)²)     nearest point on the edge
 *   beyond        C = ±θ or ±(π - θ)                   Ċ = ±(k × u)·ω / sin θ            nearest point is the nearer pole
 * with ω the angular velocity of B against A, and k the z axis. J is a unit vector perpendicular to u: it
 * never twists, and a violated edge is reached by the shortest path. The azimuth itself would not do: at the
 * poles its gradient is infinite, and a row on φ cannot see the way back across a pole.
 *
 * A lune of at most half a revolution lies on one side of both planes, so near a pole the planes are used
 * wherever u is: in the corner their normals are constant, and the direction to the pole is not. A narrow
 * corner needs a third plane across its middle, which the text proposes too.
 */
export const luneSlots = ['lower edge', 'upper edge', 'corner'] as const;

/** u in A's axes. */
const U = SCRATCH;
/** C and the gradient of the edge last written. */
const EDGE = SCRATCH + 3;
const DIRECTION = SCRATCH + 4;
/** C as the gap of the row; infinite where the edge is inactive. */
const GAP = SCRATCH + 7;

/**
 * The coordinate φ: azimuth of B's x axis about A's z axis, within half a revolution of the middle of its
 * limits.
 */
export const writeLuneAzimuth = (j: JointContext): void => {
  writeAzimuth(XB, XA, YA);
  const lower = j.floats[j.controls + LIMIT_LOWER];
  const upper = j.floats[j.controls + LIMIT_UPPER];
  const from = lower > -Infinity ? lower : upper < Infinity ? upper : 0;
  const to = upper < Infinity ? upper : from;
  const revolution = 2 * Math.PI;
  frame[COORDINATE] += revolution * Math.floor((0.5 * (from + to) - frame[COORDINATE]) / revolution + 0.5);
};

const writeDirection = (x: number, y: number, z: number): void => {
  frame[DIRECTION] = x;
  frame[DIRECTION + 1] = y;
  frame[DIRECTION + 2] = z;
};

/** The angle to the nearer pole: C = ±θ or ±(π - θ), with the sign `side`. */
const writePoleAngle = (side: number): void => {
  const x = frame[U];
  const y = frame[U + 1];
  const s = Math.sqrt(x * x + y * y);
  const sign = frame[U + 2] < 0 ? -side : side;
  frame[EDGE] = side * atan2(s, Math.abs(frame[U + 2]));
  if (s > UNDEFINED_ANGLE_SINE) writeDirection((-sign * y) / s, (sign * x) / s, 0);
  else writeDirection(0, sign, 0);
};

/** The angle of u above the plane through k whose normal has the components nx, ny. */
const writePlane = (nx: number, ny: number): void => {
  const x = frame[U];
  const y = frame[U + 1];
  const z = frame[U + 2];
  // u × n, whose length is the cosine.
  const cx = -z * ny;
  const cy = z * nx;
  const cz = x * ny - y * nx;
  const cosine = Math.sqrt(cx * cx + cy * cy + cz * cz);
  frame[EDGE] = atan2(x * nx + y * ny, cosine);
  if (cosine > UNDEFINED_ANGLE_SINE) writeDirection(cx / cosine, cy / cosine, cz / cosine);
  else writeDirection(0, 0, 1);
};

const isConvex = (j: JointContext): boolean =>
  j.floats[j.controls + LIMIT_UPPER] - j.floats[j.controls + LIMIT_LOWER] <= Math.PI;

/**
 * Whether the planes are used: u is near a pole, and not so far outside that they would lead it anywhere but
 * to the nearest point. Decided when the step begins: a row that changed its direction between solve and
 * relax would leave the speed of a correction behind. The coordinate counts no revolutions, so its float of
 * state stores the decision.
 */
const isCornered = (j: JointContext): boolean => j.floats[j.state] !== 0;

const decideCorner = (j: JointContext): void => {
  const lower = j.floats[j.controls + LIMIT_LOWER];
  const upper = j.floats[j.controls + LIMIT_UPPER];
  const beyond = Math.max(lower - frame[COORDINATE], frame[COORDINATE] - upper, 0);
  const square = frame[U] * frame[U] + frame[U + 1] * frame[U + 1];
  const outside = Math.sqrt(square) * sin(Math.min(beyond, Math.PI / 2));
  j.floats[j.state] = isConvex(j) && square < LUNE_CORNER_SINE_SQUARE && outside < LUNE_CORNER_DEPTH ? 1 : 0;
};

/**
 * C and gradient for the edge at one end of the limits, and the gap of the row. `inside` is 1 when azimuths
 * above the edge are inside, -1 when those below. An edge behind a pole is inactive, unless the lune is
 * convex and lies on one side of the whole plane.
 */
const writeEdge = (j: JointContext, endAt: number, inside: number): void => {
  const edge = j.floats[endAt];
  const gap = inside * (frame[COORDINATE] - edge);
  const behind = gap > (isConvex(j) ? Math.PI : Math.PI / 2);
  if ((behind || gap < -Math.PI / 2) && !isCornered(j)) {
    writePoleAngle(behind ? 1 : -1);
    frame[GAP] = behind ? Infinity : frame[EDGE];
  } else {
    writePlane(-inside * sin(edge), inside * cos(edge));
    frame[GAP] = frame[EDGE];
  }
};

/** The plane across the middle of a convex lune. */
const writeCorner = (j: JointContext): void => {
  const middle = 0.5 * (j.floats[j.controls + LIMIT_LOWER] + j.floats[j.controls + LIMIT_UPPER]);
  writePlane(cos(middle), sin(middle));
  frame[GAP] = isCornered(j) ? frame[EDGE] : Infinity;
};

/** One row for each end of the limits that is finite, and one for the corners of a convex lune. */
export const luneRows = (j: JointContext, slot: number): void => {
  const lowerAt = j.controls + LIMIT_LOWER;
  const upperAt = j.controls + LIMIT_UPPER;
  if (j.floats[lowerAt] === -Infinity && j.floats[upperAt] === Infinity) return;
  needAxes(j);
  writeLuneAzimuth(j);
  for (let i = 0; i < 3; i++) {
    const axis = XA + 3 * i;
    frame[U + i] =
      frame[XB] * frame[axis] + frame[XB + 1] * frame[axis + 1] + frame[XB + 2] * frame[axis + 2];
  }
  if (j.placing) decideCorner(j);
  if (j.floats[lowerAt] > -Infinity) {
    writeEdge(j, lowerAt, 1);
    edgeRow(j, slot, 1);
  }
  if (j.floats[upperAt] < Infinity) {
    writeEdge(j, upperAt, -1);
    edgeRow(j, slot + 1, -1);
  }
  if (isConvex(j)) {
    writeCorner(j);
    edgeRow(j, slot + 2, 1);
  }
};

/** `sign` 1: C is kept above 0. -1: -C below, so that λ has the sign of a push along the azimuth. */
const edgeRow = (j: JointContext, slot: number, sign: number): void => {
  const at = claimRows(j, 1, Role.limit, slot);
  for (let i = 0; i < 3; i++) angular[i] = sign * frame[DIRECTION + i];
  writeAngular(j.rows, at + J);
  j.rows[at + ERROR] = sign * frame[EDGE];
  j.rows[at + LOW] = sign > 0 ? frame[GAP] : Infinity;
  j.rows[at + HIGH] = sign > 0 ? Infinity : frame[GAP];
  writeGaps(j, at, j.controls);
  finishRow(j, at);
};
