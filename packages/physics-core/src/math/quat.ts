import type { Vec3 } from './vec3.js';

/** Unit quaternion, x, y, z, w. `multiply(a, b)` rotates by b first, then by a. */
export type Quat = readonly [x: number, y: number, z: number, w: number];

export const identity: Quat = [0, 0, 0, 1];

export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export const normalizeQuat = (q: Quat): Quat => {
  const s = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] * s, q[1] * s, q[2] * s, q[3] * s];
};

/**
 * The unit quaternion of a rotation. One that is a unit quaternion already keeps its bits, so that
 * what is read back makes the same.
 */
export const asUnitQuat = (q: Quat): Quat => {
  const square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return Math.abs(square - 1) < 1e-12 ? [q[0], q[1], q[2], q[3]] : normalizeQuat(q);
};

/** q v q*, written as v + 2w(u × v) + 2u × (u × v) with u the vector part. */
export const rotate = (q: Quat, v: Vec3): Vec3 => {
  const [x, y, z, w] = q;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
};
