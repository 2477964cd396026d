import { atan2 } from '../../math/trigonometry.js';
import { COORDINATE, frame, GRADIENT } from '../../rows/context.js';
import { AZIMUTH_POLE_SINE_SQUARE } from '../../tuning.js';

/**
 * The azimuth of a unit vector u of one body about the axis k of the other's frame (p, q, k): the angle of
 * the projection of u onto the plane of p and q, from p towards q (Tamis 2015 §3.2.7). With up = u·p, uq =
 * u·q, uk = u·k and s² = up² + uq²
 *   φ = atan2(uq, up)          φ̇ = (up u̇q - uq u̇p) / s²
 * The relative angular velocity ω of u's body against the frame's moves u̇ = ω × u within the frame: u̇p =
 * ω·(u × p), u̇q = ω·(u × q), hence
 *   φ̇ = g·ω,  g = u × (up q - uq p) / s² = k - (uk / s²) (up p + uq q)
 * Where u is parallel to k the azimuth is undefined; there g keeps its component along k and the rest is left
 * out.
 */

/** φ of a vector u of B in a frame of A. The three are offsets of axes in the frame; k = p × q. */
export const writeAzimuth = (u: number, p: number, q: number): void => {
  writeAngle(u, p, q, GRADIENT + 9, GRADIENT + 3);
};

/** φ of a vector u of A in a frame of B. */
export const writeAzimuthOfA = (u: number, p: number, q: number): void => {
  writeAngle(u, p, q, GRADIENT + 3, GRADIENT + 9);
};

/** `own` and `other`: offsets of the angular parts of u's body and of the frame's body in the gradient. */
const writeAngle = (u: number, p: number, q: number, own: number, other: number): void => {
  const px = frame[p];
  const py = frame[p + 1];
  const pz = frame[p + 2];
  const qx = frame[q];
  const qy = frame[q + 1];
  const qz = frame[q + 2];
  const kx = py * qz - pz * qy;
  const ky = pz * qx - px * qz;
  const kz = px * qy - py * qx;
  const up = frame[u] * px + frame[u + 1] * py + frame[u + 2] * pz;
  const uq = frame[u] * qx + frame[u + 1] * qy + frame[u + 2] * qz;
  const uk = frame[u] * kx + frame[u + 1] * ky + frame[u + 2] * kz;
  const square = up * up + uq * uq;
  const tilt = square > AZIMUTH_POLE_SINE_SQUARE ? uk / square : 0;
  const gx = kx - tilt * (up * px + uq * qx);
  const gy = ky - tilt * (up * py + uq * qy);
  const gz = kz - tilt * (up * pz + uq * qz);
  frame[COORDINATE] = atan2(uq, up);
  for (let i = 0; i < 12; i++) frame[GRADIENT + i] = 0;
  frame[own] = gx;
  frame[own + 1] = gy;
  frame[own + 2] = gz;
  frame[other] = -gx;
  frame[other + 1] = -gy;
  frame[other + 2] = -gz;
};
