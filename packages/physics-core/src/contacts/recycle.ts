import { ShapeKind, SIZE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { createFloats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { N, RECORD, SEEN_A, SEEN_B, SEEN_OFFSET } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { RECYCLE_DEPTH, RECYCLE_PART, RECYCLED_TRAVEL } from '../tuning.js';

/**
 * Scratch: how much further, m, the surfaces of both bodies may travel in total before the points must be
 * computed again. isRecyclable writes it, storeRecycleLimit reads it.
 */
const travelLeft = createFloats(1);

/**
 * Whether both bodies are still so close to the poses of the last detection that points and rows can be kept.
 */
export const isRecyclable = (world: World, contact: number, a: number, b: number): boolean => {
  const { rotation, centre, extent } = world.bodies;
  const { record, colliderA, count } = world.contacts;
  const { kind, size } = world.colliders;
  const { recycleAngle } = world.settings;
  let least = Math.min(extent[a], extent[b]);
  // The normal of a rounded shape on an edge turns by the way over the radius. A capsule is longer than that.
  const shape = colliderA[contact];
  if (kind[shape] === ShapeKind.capsule) least = Math.min(least, size[shape * SIZE_STRIDE]);
  const recycleDistance = Math.min(world.settings.recycleDistance, RECYCLE_PART * least);
  const r = (contact * RECORD) & INDEX_BITS;
  const x = centre[b * 3] - centre[a * 3] - record[r + SEEN_OFFSET];
  const y = centre[b * 3 + 1] - centre[a * 3 + 1] - record[r + SEEN_OFFSET + 1];
  const z = centre[b * 3 + 2] - centre[a * 3 + 2] - record[r + SEEN_OFFSET + 2];
  // Along the normal the separations follow exactly, so that a stack that sags keeps its points and levers.
  const along = count[contact] > 2 ? x * record[r + N] + y * record[r + N + 1] + z * record[r + N + 2] : 0;
  const sag = Math.abs(along) < RECYCLE_DEPTH * least ? along : 0;
  // Not below zero by rounding, or its root is no number and the pair is never detected again.
  const square = Math.max(0, x * x + y * y + z * z - sag * sag);
  if (square > recycleDistance * recycleDistance) return false;
  const i = (a * 4) & INDEX_BITS;
  const j = (b * 4) & INDEX_BITS;
  const p = r + SEEN_A;
  const q = r + SEEN_B;
  const cosineA =
    rotation[i] * record[p] +
    rotation[i + 1] * record[p + 1] +
    rotation[i + 2] * record[p + 2] +
    rotation[i + 3] * record[p + 3];
  const cosineB =
    rotation[j] * record[q] +
    rotation[j + 1] * record[q + 1] +
    rotation[j + 2] * record[q + 2] +
    rotation[j + 3] * record[q + 3];
  // |q·q0| = cos(φ/2) ≈ 1 - φ²/8.
  const turn = Math.sqrt(8 * Math.max(0, 1 - Math.min(Math.abs(cosineA), Math.abs(cosineB))));
  if (turn > recycleAngle) return false;
  travelLeft[0] = Math.min(
    recycleDistance - Math.sqrt(square),
    (recycleAngle - turn) * Math.min(extent[a], extent[b]),
  );
  return true;
};

/**
 * While the bodies travel less than isRecyclable allowed, the contact needs no test. Most contacts of a heap at
 * rest cost only this comparison.
 */
export const storeRecycleLimit = (world: World, contact: number, a: number, b: number): void => {
  const { travel } = world.bodies;
  world.contacts.unchangedUntil[contact] = travel[a] + travel[b] + RECYCLED_TRAVEL * travelLeft[0];
};
