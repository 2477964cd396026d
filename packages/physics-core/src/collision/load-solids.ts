import { setPair } from './narrowphase/collide.js';
import { collideConvex } from './narrowphase/convex/collide-convex.js';
import { collideWithHalfSpace, halfSpaceCode } from './narrowphase/half-space.js';
import { addFeature } from './narrowphase/half-space-feature.js';
import { convexTouch } from './narrowphase/surfaces/convex-touch.js';
import { placeConvex, touchConvex } from './narrowphase/surfaces/convex-triangle.js';
import { ShapeKind } from './shapes/collider-shapes.js';
import { solidFeatures } from './shapes/solid-features.js';
import { solidRays } from './shapes/solid-rays.js';
import { cylinderFeatures, cylinderRay, cylinderSolid } from './shapes/solids/cylinder.js';
import { polyhedronFeatures } from './shapes/solids/polyhedron.js';
import { roundedBoxSolid, roundedHullSolid, roundedRay } from './shapes/solids/rounded-polyhedron.js';
import {
  taperedCapsuleFeatures,
  taperedCapsuleRay,
  taperedCapsuleSolid,
} from './shapes/solids/tapered-capsule.js';
import { solids } from './shapes/solids.js';

/** One line a shape. */
const entries = [
  [ShapeKind.taperedCapsule, taperedCapsuleSolid, taperedCapsuleFeatures, taperedCapsuleRay],
  [ShapeKind.cylinder, cylinderSolid, cylinderFeatures, cylinderRay],
  [ShapeKind.roundedBox, roundedBoxSolid, polyhedronFeatures, roundedRay],
  [ShapeKind.roundedHull, roundedHullSolid, polyhedronFeatures, roundedRay],
] as const;

/** Lets cylinders, tapered capsules and rounded shapes touch everything, see shape-code.ts. */
export const loadSolids = (): void => {
  if (convexTouch.touchConvex === touchConvex) return;
  convexTouch.placeConvex = placeConvex;
  convexTouch.touchConvex = touchConvex;
  halfSpaceCode.addFeature = addFeature;
  for (const [kind, solid, features, ray] of entries) {
    solids[kind] = solid;
    solidFeatures[kind] = features;
    solidRays[kind] = ray;
    for (let other = 0; other < ShapeKind.halfSpace; other++)
      setPair(Math.min(kind, other), Math.max(kind, other), collideConvex);
    setPair(kind, ShapeKind.halfSpace, collideWithHalfSpace);
  }
};
