import { createFloats, type Floats } from '../../math/floats.js';
import { atan2Scratch, writeAtan2 } from '../../math/trigonometry.js';
import { finishAngularBlock } from '../../rows/angular-rows.js';
import {
  COORDINATE,
  frame,
  GRADIENT,
  type JointContext,
  Q,
  SCRATCH,
  XA,
  YA,
  ZA,
} from '../../rows/context.js';
import { claimRows, lockRows } from '../../rows/write-rows.js';
import { ERROR, J, ROW, Role } from '../../state/rows.js';
import { OPPOSITE_AXES_SINE, UNDEFINED_ANGLE_SINE } from '../../tuning.js';

/**
 * Rotations of B's frame as seen from A's. With the quaternion q = (u, w) and the relative angular velocity ω
 * in A's axes
 *   u̇ = ½ (w ω + ω × u)          ẇ = -½ ω·u          (Tamis 2015 A.1.4)
 * Locks are written in angles, not in u itself (Tamis 2015 §3.2.3, 3.2.4), nor in dot products of axes
 * (§3.2.1): the slope of those vanishes at 180°, or at 90°, and a joint that is so far off never comes back.
 */

/**
 * Scratch: the argument of writeAngular. Doubles as arguments of a function that is not inlined are
 * allocated.
 */
export const angular = createFloats(3);

/** A purely angular Jacobian: g, in `angular`, in A's axes on B, the opposite on A. */
export const writeAngular = (out: Floats, at: number): void => {
  const gx = angular[0];
  const gy = angular[1];
  const gz = angular[2];
  const x = frame[XA] * gx + frame[YA] * gy + frame[ZA] * gz;
  const y = frame[XA + 1] * gx + frame[YA + 1] * gy + frame[ZA + 1] * gz;
  const z = frame[XA + 2] * gx + frame[YA + 2] * gy + frame[ZA + 2] * gz;
  out[at] = 0;
  out[at + 1] = 0;
  out[at + 2] = 0;
  out[at + 3] = -x;
  out[at + 4] = -y;
  out[at + 5] = -z;
  out[at + 6] = 0;
  out[at + 7] = 0;
  out[at + 8] = 0;
  out[at + 9] = x;
  out[at + 10] = y;
  out[at + 11] = z;
};

/** Scratch of writeRotationVectorRows: φ, then b. */
const PHI = SCRATCH;
const B = SCRATCH + 3;

/**
 * Three rows for the rotation vector φ of a rotation e = (u, w), w >= 0, of B against A that lies at `e` in the
 * frame: C = φ, of length |φ| <= π. As ė = ½ ω e (Tamis 2015 A.1.4),
 *   φ̇ = ω + ½ ω × φ + b φ × (φ × ω)          b = (1 - ½|φ| cot ½|φ|) / φ²
 * hence J on B about axis i is eᵢ + ½ φ × eᵢ + b φ × (φ × eᵢ). Along φ it has length 1 and φ points straight
 * back, so a rotation of 180° is corrected as one of a degree is. (C = 2u of §3.2.3, with the slope cos ½|φ|
 * along u, would pull ever harder towards 180° and not at all there.)
 */
export const writeRotationVectorRows = (j: JointContext, at: number, e: number): void => {
  writeRotationVector(e);
  const x = frame[PHI];
  const y = frame[PHI + 1];
  const z = frame[PHI + 2];
  const b = frame[B];
  // φ × (φ × eᵢ) = φ φᵢ - φ² eᵢ.
  const s = 1 - b * (x * x + y * y + z * z);
  angular[0] = s + b * x * x;
  angular[1] = b * x * y + 0.5 * z;
  angular[2] = b * x * z - 0.5 * y;
  writeAngular(j.rows, at + J);
  angular[0] = b * x * y - 0.5 * z;
  angular[1] = s + b * y * y;
  angular[2] = b * y * z + 0.5 * x;
  writeAngular(j.rows, at + ROW + J);
  angular[0] = b * x * z + 0.5 * y;
  angular[1] = b * y * z - 0.5 * x;
  angular[2] = s + b * z * z;
  writeAngular(j.rows, at + 2 * ROW + J);
  for (let i = 0; i < 3; i++) j.rows[at + i * ROW + ERROR] = frame[PHI + i];
};

/**
 * s² = sin² of half an angle below which series are exact to the last bit, up to 3.6°. Most joints are there, and
 * need no arc.
 *   α / s = 2 (1 + s²/6 + 3s⁴/40 + ...)          b = 1/12 + φ²/720 + ...          (1 - κ) / α² = 1/3 + α²/45 + ...
 */
const SERIES_SINE_SQUARE = 1e-3;

const writeRotationVector = (e: number): void => {
  const x = frame[e];
  const y = frame[e + 1];
  const z = frame[e + 2];
  const w = frame[e + 3];
  const s = x * x + y * y + z * z;
  let stretch = 2 + s * (1 / 3 + s * (3 / 20 + s * (5 / 56 + s * (35 / 576))));
  if (s < SERIES_SINE_SQUARE) {
    const square = stretch * stretch * s;
    frame[B] = 1 / 12 + square * (1 / 720 + square * (1 / 30240 + square / 1209600));
  } else {
    const sine = Math.sqrt(s);
    atan2Scratch[0] = sine;
    atan2Scratch[1] = w;
    writeAtan2();
    const half = atan2Scratch[0];
    stretch = (2 * half) / sine;
    frame[B] = (1 - (half * w) / sine) / (4 * half * half);
  }
  frame[PHI] = stretch * x;
  frame[PHI + 1] = stretch * y;
  frame[PHI + 2] = stretch * z;
};

/** Both frames keep the same orientation: three rows, one block. Needs the axes of the frame. */
export const rotationLockRows = (j: JointContext, slot: number): void => {
  const at = claimRotation(j, Role.lock, slot);
  lockRows(j, at, 3);
  finishAngularBlock(j, at, 3);
};

/** Writes J and C of the three rows; the caller writes their softness. */
export const claimRotation = (j: JointContext, role: number, slot: number): number => {
  const at = claimRows(j, 3, role, slot);
  writeRotationVectorRows(j, at, Q);
  return at;
};

/**
 * An axis of both frames stays parallel. Tamis 2015 §3.2.4 takes 2u across the axis, but those rows rotate
 * with half the angle about it and change sign with q at 180°: the warm start then applies λ in a wrong
 * direction, and the joint of a wheel that carries a load jerks once per revolution. Instead the swing vector
 * of parts/angles/swing.ts, here for any axis k, with the next two in order 1 and 2: the rotation by the angle
 * α about the unit vector n that takes the axis of A to that of B,
 *   α = 2 atan2(√(u₁² + u₂²), c),  c = √(uₖ² + w²)          n = (w u₁ - uₖ u₂, w u₂ + uₖ u₁) / (c √(u₁² + u₂²))
 *   C = α n          Ċ₁ = [-α n₂,  1 - (1 - κ) n₂²,  (1 - κ) n₁n₂] · ω          Ċ₂ = [α n₁,  (1 - κ) n₁n₂,  1 - (1 - κ) n₁²] · ω
 * in the axes (k, 1, 2) of A, with κ = α cot α. It is the same for q and -q and does not depend on the twist.
 * Along n the slope is 1 at every angle. At 180° every n leads back; there it is (u₁, u₂), the axis of the
 * rotation without twist, and κ, the slope across it, is kept finite.
 */
export const writeTiltRows = (j: JointContext, at1: number, at2: number, axis: number): void => {
  const first = axis === 2 ? 0 : axis + 1;
  const second = axis === 0 ? 2 : axis - 1;
  const k = frame[Q + axis];
  const q1 = frame[Q + first];
  const q2 = frame[Q + second];
  const w = frame[Q + 3];
  const c = Math.sqrt(k * k + w * w);
  const square = q1 * q1 + q2 * q2;
  // S = sin ½α n, C = stretch S, and fold S S = (1 - κ) n n.
  const s1 = c > 0 ? (w * q1 - k * q2) / c : q1;
  const s2 = c > 0 ? (w * q2 + k * q1) / c : q2;
  let stretch = 2 + square * (1 / 3 + square * (3 / 20 + square * (5 / 56 + square * (35 / 576))));
  let fold = 0;
  if (square < SERIES_SINE_SQUARE) {
    const a = stretch * stretch * square;
    fold = stretch * stretch * (1 / 3 + a * (1 / 45 + a * (2 / 945 + a / 4725)));
  } else {
    const s = Math.sqrt(square);
    atan2Scratch[0] = s;
    atan2Scratch[1] = c;
    writeAtan2();
    stretch = (2 * atan2Scratch[0]) / s;
    const sine = c < s ? Math.max(2 * c * s, OPPOSITE_AXES_SINE) : 2 * c * s;
    fold = (1 - (2 * atan2Scratch[0] * (c * c - square)) / sine) / square;
  }
  angular[axis] = -stretch * s2;
  angular[first] = 1 - fold * s2 * s2;
  angular[second] = fold * s1 * s2;
  writeAngular(j.rows, at1 + J);
  j.rows[at1 + ERROR] = stretch * s1;
  angular[axis] = stretch * s1;
  angular[first] = fold * s1 * s2;
  angular[second] = 1 - fold * s1 * s1;
  writeAngular(j.rows, at2 + J);
  j.rows[at2 + ERROR] = stretch * s2;
};

/** The x axes of both frames stay parallel: two rows, one block. */
export const hingeAxesRows = (j: JointContext, slot: number): void => {
  const at = claimRows(j, 2, Role.lock, slot);
  writeTiltRows(j, at, at + ROW, 0);
  lockRows(j, at, 2);
  finishAngularBlock(j, at, 2);
};

/**
 * The twist of B about the x axis, by the swing-twist decomposition of q (Tamis 2015 A.3.7): θ = 2 atan2(ux,
 * w), in (-π, π]. Its derivative, with both of the above,
 *   θ̇ = ωx + [ωy (w uz + ux uy) + ωz (ux uz - w uy)] / (ux² + w²)
 */
export const writeTwist = (): void => {
  const x = frame[Q];
  const y = frame[Q + 1];
  const z = frame[Q + 2];
  const w = frame[Q + 3];
  const square = x * x + w * w;
  const k = square > UNDEFINED_ANGLE_SINE ? 1 / square : 0;
  writeTwistAngle();
  angular[0] = 1;
  angular[1] = (w * z + x * y) * k;
  angular[2] = (x * z - w * y) * k;
  writeAngular(frame, GRADIENT);
};

/** The angle alone, which needs no axes but only q (parts/frame.ts, writeRelativeRotation). */
export const writeTwistAngle = (): void => {
  atan2Scratch[0] = frame[Q];
  atan2Scratch[1] = frame[Q + 3];
  writeAtan2();
  frame[COORDINATE] = 2 * atan2Scratch[0];
};
