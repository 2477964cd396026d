import type { Quat, Vec3 } from '@tenon/physics-core';
import { multiply, rotate } from '../vectors.js';

/** Axis times angle: three numbers that sliders can turn one by one. */
export const toVector = ([x, y, z, w]: Quat): Vec3 => {
  const length = Math.hypot(x, y, z);
  if (length < 1e-12) return [0, 0, 0];
  const scale = (2 * Math.atan2(length, Math.abs(w)) * (w < 0 ? -1 : 1)) / length;
  return [x * scale, y * scale, z * scale];
};

export const fromVector = ([x, y, z]: Vec3): Quat => {
  const angle = Math.hypot(x, y, z);
  if (angle < 1e-12) return [0, 0, 0, 1];
  const scale = Math.sin(angle / 2) / angle;
  return [x * scale, y * scale, z * scale, Math.cos(angle / 2)];
};

/** Where the x axis of a frame points: the axis of a hinge, the rail of a slider. */
export const axisOf = (rotation: Quat): Vec3 => rotate(rotation, [1, 0, 0]);

/** The frame turned the shortest way so that its x axis points along `axis`, of any length but 0. */
export const withAxis = (rotation: Quat, axis: Vec3): Quat => {
  const length = Math.hypot(...axis);
  if (length < 1e-9) return rotation;
  const [ax, ay, az] = axisOf(rotation);
  const [bx, by, bz] = axis.map((value) => value / length);
  const w = 1 + ax * bx + ay * by + az * bz;
  // Opposite to before: half a turn about the frame's y axis.
  if (w < 1e-9) return multiply(rotation, [0, 1, 0, 0]);
  const norm = Math.sqrt(2 * w);
  const turn: Quat = [
    (ay * bz - az * by) / norm,
    (az * bx - ax * bz) / norm,
    (ax * by - ay * bx) / norm,
    w / norm,
  ];
  return multiply(turn, rotation);
};
