import { createFloats } from '../../math/floats.js';
import type { ColliderShapes } from '../shapes/collider-shapes.js';
import { Feature } from '../shapes/solid.js';
import { solidFeatures } from '../shapes/solid-features.js';
import { clipScratch, reserveClip } from './clip.js';
import { plane, vertexFeature } from './half-space.js';

/** Scratch: straight down in A's frame, and the feature there. */
const down = createFloats(3);
const feature = new Feature();

export const addFeature = (shapes: ColliderShapes, a: number): number => {
  for (let i = 0; i < 3; i++) down[i] = -plane[6 + i];
  solidFeatures[shapes.kind[a]].writeFeature(shapes, a, down, feature);
  reserveClip(0, feature.count);
  const { points, features } = clipScratch.polygon;
  for (let k = 0; k < feature.count; k++) {
    const x = feature.points[3 * k];
    const y = feature.points[3 * k + 1];
    const z = feature.points[3 * k + 2];
    points[3 * k] = plane[0] * x + plane[1] * y + plane[2] * z;
    points[3 * k + 1] = plane[3] * x + plane[4] * y + plane[5] * z;
    points[3 * k + 2] = plane[9] + (plane[6] * x + plane[7] * y + plane[8] * z);
    features[k] = vertexFeature(feature.names[k]);
  }
  return feature.count;
};
