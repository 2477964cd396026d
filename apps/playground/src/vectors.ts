import type { Quat, Vec3 } from '@tenon/physics-core';

/** v + 2 u × (u × v + w v) for the quaternion (u, w). */
export const rotate = ([x, y, z, w]: Quat, [vx, vy, vz]: Vec3): Vec3 => {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
};

export const multiply = ([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/** From a body's frame to the world. */
export const toWorld = (position: Vec3, rotation: Quat, local: Vec3): Vec3 => {
  const [x, y, z] = rotate(rotation, local);
  return [position[0] + x, position[1] + y, position[2] + z];
};

export const toLocal = (position: Vec3, [x, y, z, w]: Quat, point: Vec3): Vec3 =>
  rotate([-x, -y, -z, w], [point[0] - position[0], point[1] - position[1], point[2] - position[2]]);
