import { multiplyInto } from '../../bodies/inertia.js';
import { writeMatrix } from '../../bodies/sync-pose.js';
import { createFloats, type Floats } from '../../math/floats.js';
import type { World } from '../../state/world.js';
import { type ColliderShapes, POSE_STRIDE } from '../shapes/collider-shapes.js';

/** Scratch: the matrix of the body, and the rotation of the collider. */
const matrix = createFloats(9);
const rotation = createFloats(4);

/** Places a collider in a slot of a pair, with the centre of mass of its body at `centre` and its orientation `quat`. */
export const placeAt = (
  { bodies, colliders }: World,
  collider: number,
  pair: ColliderShapes,
  slot: number,
  centre: Floats,
  at: number,
  quat: Floats,
  q: number,
): void => {
  const { pose } = pair;
  const { localPosition, localRotation } = colliders;
  const { localCentre } = bodies;
  const p = slot * POSE_STRIDE;
  const l = collider * 3;
  const c = colliders.body[collider] * 3;
  writeMatrix(quat, q, matrix, 0);
  for (let i = 0; i < 3; i++) {
    pose[p + i] =
      centre[at + i] +
      matrix[3 * i] * (localPosition[l] - localCentre[c]) +
      matrix[3 * i + 1] * (localPosition[l + 1] - localCentre[c + 1]) +
      matrix[3 * i + 2] * (localPosition[l + 2] - localCentre[c + 2]);
  }
  multiplyInto(rotation, 0, quat, q, localRotation, collider * 4, 1);
  writeMatrix(rotation, 0, pose, p + 3);
};

/** Where the substeps have left its body. The poses of the colliders themselves are still those of the step's begin. */
export const placeAtEnd = (world: World, collider: number, pair: ColliderShapes, slot: number): void => {
  const { centre, rotation: quat } = world.bodies;
  const body = world.colliders.body[collider];
  placeAt(world, collider, pair, slot, centre, body * 3, quat, body * 4);
};
