import { createFloats, type Floats } from '../../math/floats.js';
import { atan2Scratch, writeAtan2 } from '../../math/trigonometry.js';
import { finishAngularBlock } from '../../rows/angular-rows.js';
import { COORDINATE, frame, GRADIENT, type JointContext, Q, XA, YA, ZA } from '../../rows/context.js';
import { claimRows, lockRows } from '../../rows/write-rows.js';
import { ERROR, J, ROW, Role } from '../../state/rows.js';
import { OPPOSITE_AXES_SINE, UNDEFINED_ANGLE_SINE } from '../../tuning.js';

/**
 * Rotations by the quaternion q = (u, w) of B's frame as seen from A's (Tamis 2015 §3.2.3, 3.2.4, A.1.4).
 * With the relative angular velocity ω in A's axes
 *   u̇ = ½ (w ω + ω × u)          ẇ = -½ ω·u
 * hence for C = 2uᵢ, which is the angle about axis i when it is small, J on B is w eᵢ + u × eᵢ, and on A its
 * opposite. Unlike dot products of axes, u does not vanish at 180°: a joint recovers from any error.
 */
export const writeVectorRow = (j: JointContext, at: number, i: number): void => {
  const x = frame[Q];
  const y = frame[Q + 1];
  const z = frame[Q + 2];
  const w = frame[Q + 3];
  angular[0] = i === 0 ? w : i === 1 ? -z : y;
  angular[1] = i === 0 ? z : i === 1 ? w : -x;
  angular[2] = i === 0 ? -y : i === 1 ? x : w;
  writeAngular(j.rows, at + J);
  j.rows[at + ERROR] = 2 * frame[Q + i];
};

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

/** Both frames keep the same orientation: three rows, one block. Needs the axes of the frame. */
export const rotationLockRows = (j: JointContext, slot: number): void => {
  const at = claimRotation(j, Role.lock, slot);
  lockRows(j, at, 3);
  finishAngularBlock(j, at, 3);
};

/** Writes J and C of the three rows; the caller writes their softness. */
export const claimRotation = (j: JointContext, role: number, slot: number): number => {
  const at = claimRows(j, 3, role, slot);
  for (let i = 0; i < 3; i++) writeVectorRow(j, at + i * ROW, i);
  return at;
};

/**
 * An axis of both frames stays parallel. Tamis 2015 §3.2.4 takes 2u across the axis, but those rows rotate
 * with half the angle about it and change sign with q at 180°: the warm start then applies λ in a wrong
 * direction, and the joint of a wheel that carries a load jerks once per revolution. Instead u without its
 * twist (A.3.7): with the axis k, the next two in order 1 and 2, and c = √(uₖ² + w²)
 *   S₁ = (w u₁ - uₖ u₂) / c          S₂ = (w u₂ + uₖ u₁) / c          C = 2S, of length 2 sin(α/2) for axes at an angle α
 * is the same for q and -q and does not depend on the twist. With u̇ and ẇ from above, in the axes (k, 1, 2)
 * of A
 *   Ċ₁ = [-2S₂,  c - S₂²/c,  S₁S₂/c] · ω          Ċ₂ = [2S₁,  S₁S₂/c,  c - S₁²/c] · ω
 */
export const writeTiltRows = (j: JointContext, at1: number, at2: number, axis: number): void => {
  const first = axis === 2 ? 0 : axis + 1;
  const second = axis === 0 ? 2 : axis - 1;
  const k = frame[Q + axis];
  const q1 = frame[Q + first];
  const q2 = frame[Q + second];
  const w = frame[Q + 3];
  const c = Math.sqrt(k * k + w * w);
  const inverse = 1 / Math.max(c, OPPOSITE_AXES_SINE);
  const s1 = c > 0 ? (w * q1 - k * q2) / c : q1;
  const s2 = c > 0 ? (w * q2 + k * q1) / c : q2;
  angular[axis] = -2 * s2;
  angular[first] = c - s2 * s2 * inverse;
  angular[second] = s1 * s2 * inverse;
  writeAngular(j.rows, at1 + J);
  j.rows[at1 + ERROR] = 2 * s1;
  angular[axis] = 2 * s1;
  angular[first] = s1 * s2 * inverse;
  angular[second] = c - s1 * s1 * inverse;
  writeAngular(j.rows, at2 + J);
  j.rows[at2 + ERROR] = 2 * s2;
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
