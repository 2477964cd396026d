import type { SolidRay } from './solid.js';
import { capsuleRay } from './solids/capsule.js';
import { boxRay, hullRay } from './solids/polyhedron.js';
import { sphereRay } from './solids/sphere.js';

/** As `solids`: in the order of ShapeKind, and filled in by load-solids.ts. */
export const solidRays = [
  sphereRay,
  capsuleRay,
  undefined,
  undefined,
  undefined,
  undefined,
  boxRay,
  hullRay,
] as SolidRay[];
