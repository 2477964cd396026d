import type { Quat, Vec3 } from '@tenon/physics-core';

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The rotation by an angle about a unit vector. */
export const about = ([x, y, z]: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
};

/** A capsule's axis is y; these rotate it to x and to z. */
export const ALONG_X: Quat = [0, 0, -Math.SQRT1_2, Math.SQRT1_2];
export const ALONG_Z: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** First b, then a. */
export const compose = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

/** v + 2w(u × v) + 2u × (u × v), u the vector part of the quaternion. */
export const rotate = ([x, y, z, w]: Quat, v: Vec3): Vec3 => {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
};

/** The shortest rotation from one direction to another; from x to its opposite it goes about y. */
export const shortestRotation = (from: Vec3, to: Vec3): Quat => {
  const w = Math.hypot(...from) * Math.hypot(...to) + dot(from, to);
  const [x, y, z] = cross(from, to);
  const size = Math.hypot(x, y, z, w);
  return size > 0 ? [x / size, y / size, z / size, w / size] : [0, 1, 0, 0];
};

/** The rotation that takes x to a unit vector and y to one at a right angle with it. */
export const axesRotation = (x: Vec3, y: Vec3): Quat => {
  const first = shortestRotation([1, 0, 0], x);
  const before = rotate(first, [0, 1, 0]);
  return compose(about(x, Math.atan2(dot(cross(before, y), x), dot(before, y))), first);
};
