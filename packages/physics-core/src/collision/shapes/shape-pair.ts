import { createFloats } from '../../math/floats.js';
import { type ColliderShapes, isSurface, POSE_STRIDE, SIZE_STRIDE } from './collider-shapes.js';

/**
 * Two shapes on their own, for sweeps and queries: the world's columns are only read, and positions are relative to
 * one of the two, so that precision does not depend on where in the world they are.
 */
export const createShapePair = (): ColliderShapes => ({
  kind: new Int32Array(2),
  pose: createFloats(2 * POSE_STRIDE),
  size: createFloats(2 * SIZE_STRIDE),
  hull: new Int32Array(2),
  hulls: [undefined, undefined],
  meshes: [undefined, undefined],
});

/** Copies shape and orientation of a collider into a slot of the pair, at the origin. */
export const copyShape = (
  from: ColliderShapes,
  collider: number,
  pair: ColliderShapes,
  slot: number,
): void => {
  pair.kind[slot] = from.kind[collider];
  pair.hull[slot] = slot;
  const at = from.hull[collider];
  pair.hulls[slot] = isSurface(pair.kind[slot]) ? undefined : from.hulls[at];
  pair.meshes[slot] = isSurface(pair.kind[slot]) ? from.meshes[at] : undefined;
  for (let k = 0; k < SIZE_STRIDE; k++)
    pair.size[slot * SIZE_STRIDE + k] = from.size[collider * SIZE_STRIDE + k];
  for (let k = 3; k < POSE_STRIDE; k++)
    pair.pose[slot * POSE_STRIDE + k] = from.pose[collider * POSE_STRIDE + k];
  for (let k = 0; k < 3; k++) pair.pose[slot * POSE_STRIDE + k] = 0;
};
