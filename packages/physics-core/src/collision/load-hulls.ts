import { setPair } from './narrowphase/collide.js';
import { collideWithHalfSpace } from './narrowphase/half-space.js';
import { collideHullHull } from './narrowphase/hull-hull.js';
import { collideRoundedPolyhedron } from './narrowphase/rounded-polyhedron.js';
import { shapeCode } from './shape-code.js';
import { ShapeKind } from './shapes/collider-shapes.js';
import { buildHull } from './shapes/quickhull.js';

/** Lets hulls be built and touch, see shape-code.ts. */
export const loadHulls = (): void => {
  if (shapeCode.buildHull === buildHull) return;
  shapeCode.buildHull = buildHull;
  const { sphere, capsule, box, hull, halfSpace } = ShapeKind;
  setPair(sphere, hull, collideRoundedPolyhedron);
  setPair(capsule, hull, collideRoundedPolyhedron);
  setPair(box, hull, collideHullHull);
  setPair(hull, hull, collideHullHull);
  setPair(hull, halfSpace, collideWithHalfSpace);
};
