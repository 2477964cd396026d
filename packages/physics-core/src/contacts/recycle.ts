import { RECORD, SEEN_A, SEEN_B, SEEN_OFFSET } from '../state/contacts.js';
import type { World } from '../state/world.js';

/** Whether both bodies are still so near the poses of the last full detection that points and rows can be kept. */
export const isRecyclable = (world: World, contact: number, a: number, b: number): boolean => {
  const { rotation } = world.bodies;
  const { record } = world.contacts;
  const { recycleDistance, recycleAngle } = world.settings;
  const r = contact * RECORD;
  if (squaredShift(world, r, a, b) > recycleDistance * recycleDistance) return false;
  // |q·q0| = cos(φ/2) ≈ 1 - φ²/8.
  const least = 1 - 0.125 * recycleAngle * recycleAngle;
  return (
    likeness(rotation, a * 4, record, r + SEEN_A) >= least &&
    likeness(rotation, b * 4, record, r + SEEN_B) >= least
  );
};

const likeness = (p: Float64Array, i: number, q: Float64Array, j: number): number =>
  Math.abs(p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2] + p[i + 3] * q[j + 3]);

/** Square of how far B's centre has moved against A's since the last full detection. */
export const squaredShift = (world: World, r: number, a: number, b: number): number => {
  const { centre } = world.bodies;
  const { record } = world.contacts;
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  return x * x + y * y + z * z;
};
