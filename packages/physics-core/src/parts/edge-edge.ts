import { COORDINATE, D, frame, type JointContext, RA, RB, SCRATCH, XA, XB, YA, ZA } from '../rows/context.js';
import { PARALLEL_LINES_SINE } from '../tuning.js';
import { writeApproach } from './distance.js';
import { needAxes } from './frame.js';

/** Vectors in the frame: the normal, and the levers to the closest points. */
const N = SCRATCH;
const LINE_LEVER_A = SCRATCH + 3;
const LINE_LEVER_B = SCRATCH + 6;

/**
 * The distance of two straight lines (Kleppmann 2007 B.4.6), one through A's anchor along u (x of A's frame),
 * one through B's along v (x of B's frame). With w = u × v and n = ±w / |w|
 *   q = n·d          q̇ = n·(velocity of B's closest point - velocity of A's)
 * The closest points are pA + s u and pB + t v with s = (d × v)·w / |w|² and t = (d × u)·w / |w|². The
 * distance is stationary there, so to first order neither the motion of the points along the lines nor the
 * rotation of n changes it, and J is that of two points fixed in the bodies:
 *   J = [-n, -((rA + s u) × n), n, (rB + t v) × n]
 *
 * The choice between the two normals decides on which side of A's line B is. u × v would change it whenever
 * the lines pass through parallel, so the joint keeps the last normal, in A's axes at `normalAt`, and takes
 * the one nearer to it. Between nearly parallel lines no distance depends continuously on the poses; there
 * the last normal m stays, fixed in A, and the coordinate is that of B's anchor: q = m·d, with the lever of A
 * ending at B's anchor as in parts/axis.ts.
 */
export const writeLineDistance = (j: JointContext, normalAt: number): void => {
  needAxes(j);
  writeLastNormal(j, normalAt);
  const wx = frame[XA + 1] * frame[XB + 2] - frame[XA + 2] * frame[XB + 1];
  const wy = frame[XA + 2] * frame[XB] - frame[XA] * frame[XB + 2];
  const wz = frame[XA] * frame[XB + 1] - frame[XA + 1] * frame[XB];
  const square = wx * wx + wy * wy + wz * wz;
  const dx = frame[D];
  const dy = frame[D + 1];
  const dz = frame[D + 2];
  if (square > PARALLEL_LINES_SINE * PARALLEL_LINES_SINE) {
    const side = wx * frame[N] + wy * frame[N + 1] + wz * frame[N + 2] < 0 ? -1 : 1;
    const scale = side / Math.sqrt(square);
    frame[N] = wx * scale;
    frame[N + 1] = wy * scale;
    frame[N + 2] = wz * scale;
    // (d × v)·w = d·(v × w) and (d × u)·w = d·(u × w).
    const s =
      (dx * (frame[XB + 1] * wz - frame[XB + 2] * wy) +
        dy * (frame[XB + 2] * wx - frame[XB] * wz) +
        dz * (frame[XB] * wy - frame[XB + 1] * wx)) /
      square;
    const t =
      (dx * (frame[XA + 1] * wz - frame[XA + 2] * wy) +
        dy * (frame[XA + 2] * wx - frame[XA] * wz) +
        dz * (frame[XA] * wy - frame[XA + 1] * wx)) /
      square;
    for (let i = 0; i < 3; i++) {
      frame[LINE_LEVER_A + i] = frame[RA + i] + s * frame[XA + i];
      frame[LINE_LEVER_B + i] = frame[RB + i] + t * frame[XB + i];
    }
  } else {
    for (let i = 0; i < 3; i++) {
      frame[LINE_LEVER_A + i] = frame[RA + i] + frame[D + i];
      frame[LINE_LEVER_B + i] = frame[RB + i];
    }
  }
  frame[COORDINATE] = dx * frame[N] + dy * frame[N + 1] + dz * frame[N + 2];
  writeApproach(N, LINE_LEVER_A, LINE_LEVER_B);
};

/** The last normal in world axes, without its part along the line; A's y axis when there is none. */
const writeLastNormal = (j: JointContext, normalAt: number): void => {
  const y = j.floats[normalAt + 1];
  const z = j.floats[normalAt + 2];
  const length = Math.sqrt(y * y + z * z);
  const cy = length > 0 ? y / length : 1;
  const cz = length > 0 ? z / length : 0;
  for (let i = 0; i < 3; i++) frame[N + i] = cy * frame[YA + i] + cz * frame[ZA + i];
};

/** Stores the normal last used, in A's axes. */
export const keepNormal = (j: JointContext, normalAt: number): void => {
  j.floats[normalAt] = 0;
  j.floats[normalAt + 1] = frame[N] * frame[YA] + frame[N + 1] * frame[YA + 1] + frame[N + 2] * frame[YA + 2];
  j.floats[normalAt + 2] = frame[N] * frame[ZA] + frame[N + 1] * frame[ZA + 1] + frame[N + 2] * frame[ZA + 2];
};
