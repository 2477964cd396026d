import type { Quat, Vec3 } from '@tenon/physics-core';

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
