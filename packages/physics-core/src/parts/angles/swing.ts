import { atan2 } from '../../math/trigonometry.js';
import { COORDINATE, frame, GRADIENT, Q, SCRATCH } from '../../rows/context.js';
import { OPPOSITE_AXES_SINE } from '../../tuning.js';
import { angular, writeAngular } from './rotation.js';

/**
 * The swing of B: the shortest rotation that takes the x axis of A to that of B, the part of a rotation
 * without its twist (Tamis 2015 A.3.7, Kleppmann 2007 §3.3.4). With q = (x, y, z, w) of B's frame as seen
 * from A's and u = R(q) eₓ
 *   angle  α = ∠(eₓ, u) = 2 atan2(√(y² + z²), √(x² + w²))              precise at 0 and at π alike
 *   axis   n = eₓ × u / sin α = (0, wy - xz, wz + xy) / √((x² + w²)(y² + z²))
 *   vector s = α n, so that (sy, sz) = α / sin α · (-uz, uy)
 * The relative angular velocity ω, in A's axes, moves u̇ = ω × u. Along the great circle through eₓ and u
 * that is α̇ = n·ω; across it the axis n rotates about x with φ̇ = ωx + cot α (ny ωz - nz ωy). Hence with κ =
 * α cot α, which is 1 at α = 0,
 *   ṡy = ny α̇ - α nz φ̇ = [-α nz,  ny² + κ nz²,  (1 - κ) ny nz] · ω
 *   ṡz = nz α̇ + α ny φ̇ = [ α ny,  (1 - κ) ny nz,  nz² + κ ny²] · ω
 * All of them act on B with these Jacobians and on A with their opposites.
 *
 * At α = 0 n is arbitrary: it is y; the vector and its gradients do not depend on it. At α = π s is any
 * vector of length π: the one without twist, n = (0, y, z), is taken, and cot α is kept finite.
 */
export const SWING_ANGLE = SCRATCH;
/** ny and nz. */
export const SWING_AXIS = SCRATCH + 1;
export const SWING_COT = SCRATCH + 3;

/**
 * Writes angle, axis and cot α of the swing into the scratch floats of the frame. At α = 0 cot α is written
 * as 0.
 */
export const writeSwing = (): void => {
  const x = frame[Q];
  const y = frame[Q + 1];
  const z = frame[Q + 2];
  const w = frame[Q + 3];
  const cosHalf = Math.sqrt(x * x + w * w);
  const sinHalf = Math.sqrt(y * y + z * z);
  const half = cosHalf * sinHalf;
  frame[SWING_ANGLE] = 2 * atan2(sinHalf, cosHalf);
  if (half > 0) {
    const sine = cosHalf < sinHalf ? Math.max(2 * half, OPPOSITE_AXES_SINE) : 2 * half;
    frame[SWING_AXIS] = (w * y - x * z) / half;
    frame[SWING_AXIS + 1] = (w * z + x * y) / half;
    frame[SWING_COT] = (cosHalf * cosHalf - sinHalf * sinHalf) / sine;
  } else {
    frame[SWING_AXIS] = sinHalf > 0 ? y / sinHalf : 1;
    frame[SWING_AXIS + 1] = sinHalf > 0 ? z / sinHalf : 0;
    frame[SWING_COT] = sinHalf > 0 ? -1 / OPPOSITE_AXES_SINE : 0;
  }
};

/** The coordinate α, from 0 to π: the angle between the x axes of both frames. */
export const writeSwingAngle = (): void => {
  writeSwing();
  frame[COORDINATE] = frame[SWING_ANGLE];
  angular[0] = 0;
  angular[1] = frame[SWING_AXIS];
  angular[2] = frame[SWING_AXIS + 1];
  writeAngular(frame, GRADIENT);
};

/** The coordinate sy: the component of the swing about the y axis of A. */
export const writeSwingY = (): void => {
  writeSwing();
  const angle = frame[SWING_ANGLE];
  const ny = frame[SWING_AXIS];
  const nz = frame[SWING_AXIS + 1];
  const k = angle > 0 ? angle * frame[SWING_COT] : 1;
  frame[COORDINATE] = angle * ny;
  angular[0] = -angle * nz;
  angular[1] = ny * ny + k * nz * nz;
  angular[2] = (1 - k) * ny * nz;
  writeAngular(frame, GRADIENT);
};

/** The coordinate sz: the component of the swing about the z axis of A. */
export const writeSwingZ = (): void => {
  writeSwing();
  const angle = frame[SWING_ANGLE];
  const ny = frame[SWING_AXIS];
  const nz = frame[SWING_AXIS + 1];
  const k = angle > 0 ? angle * frame[SWING_COT] : 1;
  frame[COORDINATE] = angle * nz;
  angular[0] = angle * ny;
  angular[1] = (1 - k) * ny * nz;
  angular[2] = nz * nz + k * ny * ny;
  writeAngular(frame, GRADIENT);
};
