import { RECORD, SEEN_A, SEEN_B, SEEN_OFFSET } from '../state/contacts.js';
import type { World } from '../state/world.js';

/** Whether both bodies are still so near the poses of the last full detection that points and rows can be kept. */
export const isRecyclable = (world: World, contact: number, a: number, b: number): boolean => {
  const { rotation, centre } = world.bodies;
  const { record } = world.contacts;
  const { recycleDistance, recycleAngle } = world.settings;
  const r = contact * RECORD;
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  if (x * x + y * y + z * z > recycleDistance * recycleDistance) return false;
  const i = a * 4;
  const j = b * 4;
  const p = r + SEEN_A;
  const q = r + SEEN_B;
  const alikeA =
    rotation[i] * record[p] +
    rotation[i + 1] * record[p + 1] +
    rotation[i + 2] * record[p + 2] +
    rotation[i + 3] * record[p + 3];
  const alikeB =
    rotation[j] * record[q] +
    rotation[j + 1] * record[q + 1] +
    rotation[j + 2] * record[q + 2] +
    rotation[j + 3] * record[q + 3];
  // |q·q0| = cos(φ/2) ≈ 1 - φ²/8.
  const least = 1 - 0.125 * recycleAngle * recycleAngle;
  return Math.abs(alikeA) >= least && Math.abs(alikeB) >= least;
};
