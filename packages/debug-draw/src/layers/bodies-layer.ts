import { BodyKind, BodyRecord } from '@tenon/physics-core/inspect';
import type { Drawing } from './drawing.js';
import type { DrawOptions } from './options.js';
import { inkOf } from './palette.js';
import { FROM, load, P0, P1, P2, P3, P4, pen, SIZE, TO } from './pen.js';
import { arc, arcArrow, arrow, cross } from './primitives.js';

const massInk = inkOf('mass');
const ellipsoidInk = inkOf('mass', 'faint');
const velocityInk = inkOf('velocity');

/** Centres of mass, and the solid ellipsoid with the same mass and inertia about them. */
export const drawMasses = ({ lines, readings }: Drawing, options: DrawOptions): void => {
  const { floats, count } = readings.bodies;
  for (let k = 0; k < count; k++) {
    const at = k * BodyRecord.size;
    if (floats[at + BodyRecord.type] !== BodyKind.dynamic) continue;
    load(P0, floats, at + BodyRecord.centre);
    pen[SIZE] = 0.15 * options.scale;
    cross(lines, P0, massInk);
    writeHalfAxes(floats, at);
    // Three ellipses; half axes as unit vectors of a unit circle.
    pen[SIZE] = 1;
    pen[FROM] = 0;
    pen[TO] = 2 * Math.PI;
    arc(lines, P0, P1, P2, ellipsoidInk);
    arc(lines, P0, P2, P3, ellipsoidInk);
    arc(lines, P0, P3, P1, ellipsoidInk);
  }
};

/** I₁ = m (b² + c²) / 5 and so on: a² = 5 (I₂ + I₃ - I₁) / 2m. The vectors of length a, b, c go to P1, P2 and P3. */
const writeHalfAxes = (floats: Float64Array, at: number): void => {
  const mass = floats[at + BodyRecord.mass];
  const m = at + BodyRecord.moments;
  const sum = floats[m] + floats[m + 1] + floats[m + 2];
  const q = at + BodyRecord.principal;
  const x = floats[q];
  const y = floats[q + 1];
  const z = floats[q + 2];
  const w = floats[q + 3];
  pen[P1] = 1 - 2 * (y * y + z * z);
  pen[P1 + 1] = 2 * (x * y + w * z);
  pen[P1 + 2] = 2 * (x * z - w * y);
  pen[P2] = 2 * (x * y - w * z);
  pen[P2 + 1] = 1 - 2 * (x * x + z * z);
  pen[P2 + 2] = 2 * (y * z + w * x);
  pen[P3] = 2 * (x * z + w * y);
  pen[P3 + 1] = 2 * (y * z - w * x);
  pen[P3 + 2] = 1 - 2 * (x * x + y * y);
  for (let i = 0; i < 3; i++) {
    const square = mass > 0 ? (5 * (sum - 2 * floats[m + i])) / (2 * mass) : 0;
    const half = Math.sqrt(Math.max(0, square));
    for (let k = 0; k < 3; k++) pen[P1 + 3 * i + k] *= half;
  }
};

/** Radius of the arc of a spin of 1 rad/s against `scale`, and at most. */
const SPIN_RADIUS = 0.25;
const LARGEST_SPIN = 1.5;

export const drawVelocities = ({ lines, readings }: Drawing, options: DrawOptions): void => {
  const { floats, count } = readings.bodies;
  for (let k = 0; k < count; k++) {
    const at = k * BodyRecord.size;
    if (floats[at + BodyRecord.type] === BodyKind.static || floats[at + BodyRecord.awake] === 0) continue;
    load(P0, floats, at + BodyRecord.centre);
    load(P1, floats, at + BodyRecord.velocity);
    load(P4, floats, at + BodyRecord.spin);
    const spin = Math.sqrt(pen[P4] * pen[P4] + pen[P4 + 1] * pen[P4 + 1] + pen[P4 + 2] * pen[P4 + 2]);
    for (let i = 0; i < 3; i++) pen[P1 + i] *= options.velocityScale;
    arrow(lines, P0, P1, velocityInk);
    if (spin > 1e-3) {
      pen[SIZE] = options.scale * Math.min(LARGEST_SPIN, SPIN_RADIUS * spin);
      arcArrow(lines, P0, P4, velocityInk);
    }
  }
};
