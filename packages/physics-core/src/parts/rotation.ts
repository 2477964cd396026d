import { atan2 } from '../math/trigonometry.js';
import { ERROR, J, ROW, Role } from '../state/rows.js';
import { COORDINATE, frame, GRADIENT, type JointContext, Q, XA, YA, ZA } from './context.js';
import { claimRows, finishBlock, lockRows } from './rows.js';

/**
 * Rotations by the quaternion q = (u, w) of B's frame as seen from A's (Tamis 2015 §3.2.3, 3.2.4, A.1.4). With the relative angular
 * velocity ω in A's axes
 *   u̇ = ½ (w ω + ω × u)          ẇ = -½ ω·u
 * hence for C = 2uᵢ, which is the angle about axis i when it is small, J on B is w eᵢ + u × eᵢ, and on A its opposite.
 * Unlike dot products of axes, u does not vanish at half a turn: a joint finds back from any error.
 */
const writeVectorRow = (j: JointContext, at: number, i: number): void => {
  const x = frame[Q];
  const y = frame[Q + 1];
  const z = frame[Q + 2];
  const w = frame[Q + 3];
  if (i === 0) writeAngular(j.rows, at + J, w, z, -y);
  else if (i === 1) writeAngular(j.rows, at + J, -z, w, x);
  else writeAngular(j.rows, at + J, y, -x, w);
  j.rows[at + ERROR] = 2 * frame[Q + i];
};

/** A purely angular Jacobian: g in A's axes on B, the opposite on A. */
const writeAngular = (out: Float64Array, at: number, gx: number, gy: number, gz: number): void => {
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

/** Both frames keep the same orientation: three rows, solved together. Needs the axes of the frame. */
export const rotationLockRows = (j: JointContext, slot: number): void => {
  const at = claimRotation(j, Role.lock, slot);
  lockRows(j, at, 3);
  finishBlock(j, at, 3);
};

/** Writes J and C of the three rows and leaves it to the caller how hard they are. */
export const claimRotation = (j: JointContext, role: number, slot: number): number => {
  const at = claimRows(j, 3, role, slot);
  for (let i = 0; i < 3; i++) writeVectorRow(j, at + i * ROW, i);
  return at;
};

/** The x axes of both frames stay parallel: two rows, solved together (Tamis 2015 §3.2.4). */
export const hingeAxesRows = (j: JointContext, slot: number): void => {
  const at = claimRows(j, 2, Role.lock, slot);
  writeVectorRow(j, at, 1);
  writeVectorRow(j, at + ROW, 2);
  lockRows(j, at, 2);
  finishBlock(j, at, 2);
};

/** Below this the swing is half a turn and the twist has no value. */
const NO_TWIST = 1e-12;

/**
 * The twist of B about the x axis, by the swing-twist decomposition of q (Tamis 2015 A.3.7): θ = 2 atan2(ux, w), in (-π, π]. Its
 * derivative, with both of the above,
 *   θ̇ = ωx + [ωy (w uz + ux uy) + ωz (ux uz - w uy)] / (ux² + w²)
 */
export const writeTwist = (): void => {
  const x = frame[Q];
  const y = frame[Q + 1];
  const z = frame[Q + 2];
  const w = frame[Q + 3];
  const square = x * x + w * w;
  const k = square > NO_TWIST ? 1 / square : 0;
  frame[COORDINATE] = 2 * atan2(x, w);
  writeAngular(frame, GRADIENT, 1, (w * z + x * y) * k, (x * z - w * y) * k);
};
