import type { Quat } from './quat.js';
import type { Vec3 } from './vec3.js';

/** Three numbers of a column as a vector. For cold code: it allocates. */
export const readVec3 = (column: ArrayLike<number>, at: number): Vec3 => [
  column[at],
  column[at + 1],
  column[at + 2],
];

/** Four numbers of a column as a quaternion. For cold code: it allocates. */
export const readQuat = (column: ArrayLike<number>, at: number): Quat => [
  column[at],
  column[at + 1],
  column[at + 2],
  column[at + 3],
];
