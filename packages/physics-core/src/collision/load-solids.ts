import { setPair } from './narrowphase/collide.js';
import { collideConvex } from './narrowphase/convex/collide-convex.js';
import { collideWithHalfSpace } from './narrowphase/half-space.js';
import { convexTouch } from './narrowphase/surfaces/convex-touch.js';
import { placeConvex, touchConvex } from './narrowphase/surfaces/convex-triangle.js';
import { ShapeKind } from './shapes/collider-shapes.js';
import { cylinderSolid } from './shapes/solids/cylinder.js';
import { roundedBoxSolid, roundedHullSolid } from './shapes/solids/rounded-polyhedron.js';
import { taperedCapsuleSolid } from './shapes/solids/tapered-capsule.js';
import { solids } from './shapes/solids.js';

/** One line a shape. */
const solidOf = {
  [ShapeKind.taperedCapsule]: taperedCapsuleSolid,
  [ShapeKind.cylinder]: cylinderSolid,
  [ShapeKind.roundedBox]: roundedBoxSolid,
  [ShapeKind.roundedHull]: roundedHullSolid,
};

/** Lets cylinders, tapered capsules and rounded shapes touch everything, see shape-code.ts. */
export const loadSolids = (): void => {
  if (convexTouch.touchConvex === touchConvex) return;
  convexTouch.placeConvex = placeConvex;
  convexTouch.touchConvex = touchConvex;
  for (const [name, solid] of Object.entries(solidOf)) {
    const kind = Number(name);
    solids[kind] = solid;
    for (let other = 0; other < ShapeKind.halfSpace; other++)
      setPair(Math.min(kind, other), Math.max(kind, other), collideConvex);
    setPair(kind, ShapeKind.halfSpace, collideWithHalfSpace);
  }
};
