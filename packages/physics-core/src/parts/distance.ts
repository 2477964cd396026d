import { COORDINATE, D, frame, GRADIENT, type JointContext, RA, RB, SCRATCH, XA } from './context.js';
import { needAxes } from './frame.js';
import { NO_DIRECTION } from './tolerances.js';

/**
 * The distance of the two anchors (Tamis 2015 §3.1.1, planar notes 002 §1.1),
 * with d = pB - pA and n = d / |d|:
 *   q = |d|          q̇ = n·ḋ = n·(vB + ωB × rB - vA - ωA × rA)
 * n turns, but along its own length it does not change, so no term of ṅ is left: J = [-n, -(rA × n), n,
 * rB × n]. Where both points meet n is the joint's axis, so that a strut or spring knows a way out.
 */
export const writeDistance = (j: JointContext): void => {
  const x = frame[D];
  const y = frame[D + 1];
  const z = frame[D + 2];
  const q = Math.sqrt(x * x + y * y + z * z);
  frame[COORDINATE] = q;
  if (q > NO_DIRECTION) {
    frame[SCRATCH] = x / q;
    frame[SCRATCH + 1] = y / q;
    frame[SCRATCH + 2] = z / q;
  } else {
    needAxes(j);
    frame[SCRATCH] = frame[XA];
    frame[SCRATCH + 1] = frame[XA + 1];
    frame[SCRATCH + 2] = frame[XA + 2];
  }
  writeApproach(SCRATCH, RA, RB);
};

/**
 * The gradient of a distance along the unit vector n between a point of A and a point of B with levers a and
 * b from the centres of mass: [-n, -(a × n), n, b × n]. The arguments say where in the frame the vectors are.
 */
export const writeApproach = (n: number, a: number, b: number): void => {
  const nx = frame[n];
  const ny = frame[n + 1];
  const nz = frame[n + 2];
  frame[GRADIENT] = -nx;
  frame[GRADIENT + 1] = -ny;
  frame[GRADIENT + 2] = -nz;
  frame[GRADIENT + 3] = frame[a + 2] * ny - frame[a + 1] * nz;
  frame[GRADIENT + 4] = frame[a] * nz - frame[a + 2] * nx;
  frame[GRADIENT + 5] = frame[a + 1] * nx - frame[a] * ny;
  frame[GRADIENT + 6] = nx;
  frame[GRADIENT + 7] = ny;
  frame[GRADIENT + 8] = nz;
  frame[GRADIENT + 9] = frame[b + 1] * nz - frame[b + 2] * ny;
  frame[GRADIENT + 10] = frame[b + 2] * nx - frame[b] * nz;
  frame[GRADIENT + 11] = frame[b] * ny - frame[b + 1] * nx;
};
