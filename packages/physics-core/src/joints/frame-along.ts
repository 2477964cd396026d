import { normalizeQuat } from '../math/quat.js';
import { length, type Vec3 } from '../math/vec3.js';
import { direction as checkDirection } from '../validate.js';
import type { FrameDef } from './define-joint.js';

/**
 * A frame at a point of a body whose x axis has a given direction, by the shortest rotation of the body's x
 * axis: for joints that have an axis in each body.
 */
export const frameAlong = (position: Vec3, direction: Vec3): FrameDef => {
  checkDirection(direction, 'direction');
  const [x, y, z] = direction;
  const l = length(direction);
  // The rotation to v is (x × v, |v| + x·v), normalised; the sum is written so that nothing cancels.
  const w = x > 0 ? l + x : (y * y + z * z) / (l - x);
  return { position, rotation: w > 0 ? normalizeQuat([0, -z, y, w]) : [0, 1, 0, 0] };
};
