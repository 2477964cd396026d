import { type ColliderShapes, ShapeKind } from '../shapes/collider-shapes.js';
import { collideBoxBox } from './box-box.js';
import { collideWithHalfSpace } from './half-space.js';
import { collideHullHull } from './hull-hull.js';
import { copyManifold, type Manifold } from './manifold.js';
import { collideRounded } from './rounded.js';
import { collideRoundedPolyhedron } from './rounded-polyhedron.js';
import { collideSurface } from './surfaces/collide-surface.js';
import { patches } from './surfaces/patches.js';

/** Every pair function has this one shape, so that the call through the table stays cheap. */
export type CollidePair = (shapes: ColliderShapes, a: number, b: number, out: Manifold) => void;

/** Half-spaces and surfaces belong to bodies that no impulse moves, so two of them never make a contact. */
const collideNothing: CollidePair = (_shapes, _a, _b, out) => {
  out.count = 0;
  out.gap[0] = Infinity;
};

/** The patch with the deepest point. Contacts with a surface hold all patches: contacts/match-patches.ts. */
const collideDeepestPatch: CollidePair = (shapes, a, b, out) => {
  out.count = 0;
  if (collideSurface(shapes, a, b, out.margin, out.gap) > 0) copyManifold(patches[0].manifold, out);
};

/** Fills the half of the table that must not be used, so that the check costs nothing. */
const rejectOrder: CollidePair = (shapes, a, b) => {
  throw new Error(
    `collide needs kind(a) <= kind(b), got kinds ${shapes.kind[a]} and ${shapes.kind[b]} of colliders ${a} and ${b}`,
  );
};

const { sphere, capsule, box, hull, halfSpace, mesh, heightField } = ShapeKind;
const KINDS = 7;
const table = new Array<CollidePair>(KINDS * KINDS).fill(rejectOrder);

const register = (a: ShapeKind, b: ShapeKind, pair: CollidePair): void => {
  table[a * KINDS + b] = pair;
};

register(sphere, sphere, collideRounded);
register(sphere, capsule, collideRounded);
register(capsule, capsule, collideRounded);
register(sphere, box, collideRoundedPolyhedron);
register(sphere, hull, collideRoundedPolyhedron);
register(capsule, box, collideRoundedPolyhedron);
register(capsule, hull, collideRoundedPolyhedron);
register(box, box, collideBoxBox);
register(box, hull, collideHullHull);
register(hull, hull, collideHullHull);
register(sphere, halfSpace, collideWithHalfSpace);
register(capsule, halfSpace, collideWithHalfSpace);
register(box, halfSpace, collideWithHalfSpace);
register(hull, halfSpace, collideWithHalfSpace);
register(halfSpace, halfSpace, collideNothing);
for (const surface of [mesh, heightField]) {
  for (const convex of [sphere, capsule, box, hull]) register(convex, surface, collideDeepestPatch);
  register(halfSpace, surface, collideNothing);
}
register(mesh, mesh, collideNothing);
register(mesh, heightField, collideNothing);
register(heightField, heightField, collideNothing);

/** Contact of colliders `a` and `b` within `out.margin`; they must be ordered: kind(a) <= kind(b). */
export const collide = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  table[shapes.kind[a] * KINDS + shapes.kind[b]](shapes, a, b, out);
};
