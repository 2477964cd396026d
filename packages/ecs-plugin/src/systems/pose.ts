import type { BodyColumns } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';

/** Position and quaternion, seven numbers. */
export type PoseNumbers = Float64Array;

/** Reads a pose from the components. Rows that are not there yet are at the origin. */
export const copyPose = (
  { position, rotation }: BodyColumns,
  eid: EntityId,
  into: PoseNumbers,
  at = 0,
): void => {
  into[at] = position.x[eid] ?? 0;
  into[at + 1] = position.y[eid] ?? 0;
  into[at + 2] = position.z[eid] ?? 0;
  into[at + 3] = rotation.x[eid] ?? 0;
  into[at + 4] = rotation.y[eid] ?? 0;
  into[at + 5] = rotation.z[eid] ?? 0;
  into[at + 6] = rotation.w[eid] ?? 1;
};

/**
 * The pose at the fraction t between a and b, along the shorter arc. Rotations are interpolated linearly and normalized (nlerp): within a
 * frame they differ so little that the angular speed does not visibly vary.
 */
export const blendPose = (
  a: PoseNumbers,
  i: number,
  b: PoseNumbers,
  j: number,
  t: number,
  out: PoseNumbers,
): void => {
  const s = 1 - t;
  out[0] = s * a[i] + t * b[j];
  out[1] = s * a[i + 1] + t * b[j + 1];
  out[2] = s * a[i + 2] + t * b[j + 2];
  const dot = a[i + 3] * b[j + 3] + a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5] + a[i + 6] * b[j + 6];
  const u = dot < 0 ? -t : t;
  const x = s * a[i + 3] + u * b[j + 3];
  const y = s * a[i + 4] + u * b[j + 4];
  const z = s * a[i + 5] + u * b[j + 5];
  const w = s * a[i + 6] + u * b[j + 6];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[3] = scale * x;
  out[4] = scale * y;
  out[5] = scale * z;
  out[6] = scale * w;
};
