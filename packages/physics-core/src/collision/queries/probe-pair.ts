import { createFloats, floatsFrom } from '../../math/floats.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../shapes/shape-pair.js';

/** The shape of a query in slot 0 and a collider in slot 1, positions relative to the collider. */
export const createProbePair = createShapePair;

export const placeProbe = (
  pair: ColliderShapes,
  probe: ColliderShapes,
  index: number,
  shapes: ColliderShapes,
  collider: number,
): void => {
  copyShape(probe, index, pair, 0);
  copyShape(shapes, collider, pair, 1);
  for (let i = 0; i < 3; i++)
    pair.pose[i] = probe.pose[index * POSE_STRIDE + i] - shapes.pose[collider * POSE_STRIDE + i];
};

/** A point as a shape: a sphere without radius. */
export const pointProbe: ColliderShapes = {
  kind: Int32Array.of(ShapeKind.sphere),
  pose: floatsFrom([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  size: createFloats(SIZE_STRIDE),
  hull: Int32Array.of(-1),
  hulls: [],
  meshes: [],
};
