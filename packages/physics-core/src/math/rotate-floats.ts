import type { Floats } from './floats.js';

/** v ← q v q* in place, of the vector v at `to` and the quaternion q at `at`: v + 2w(u × v) + 2u × (u × v), u the vector part of q. */
export const rotateFloats = (q: ArrayLike<number>, at: number, v: Floats, to: number): void => {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const tx = 2 * (y * v[to + 2] - z * v[to + 1]);
  const ty = 2 * (z * v[to] - x * v[to + 2]);
  const tz = 2 * (x * v[to + 1] - y * v[to]);
  v[to] += w * tx + y * tz - z * ty;
  v[to + 1] += w * ty + z * tx - x * tz;
  v[to + 2] += w * tz + x * ty - y * tx;
};
