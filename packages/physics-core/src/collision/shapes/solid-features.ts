import type { SolidFeatures } from './solid.js';
import { capsuleFeatures } from './solids/capsule.js';
import { polyhedronFeatures } from './solids/polyhedron.js';
import { sphereFeatures } from './solids/sphere.js';

/** As `solids`: in the order of ShapeKind, and filled in by load-solids.ts. */
export const solidFeatures = [
  sphereFeatures,
  capsuleFeatures,
  undefined,
  undefined,
  undefined,
  undefined,
  polyhedronFeatures,
  polyhedronFeatures,
] as SolidFeatures[];
