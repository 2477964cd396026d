import { type ColliderShapes, ShapeKind } from '../shapes/collider-shapes.js';
import { collideBoxBox } from './box-box.js';
import { collideWithHalfSpace } from './half-space.js';
import { collideHullHull } from './hull-hull.js';
import type { Manifold } from './manifold.js';
import { collideRounded } from './rounded.js';
import { collideRoundedPolyhedron } from './rounded-polyhedron.js';

/** Every pair function has this one shape, so that the call through the table stays cheap. */
export type CollidePair = (shapes: ColliderShapes, a: number, b: number, out: Manifold) => void;

/** Half-spaces belong to static bodies, so two of them never make a contact. */
const collideNothing: CollidePair = (_shapes, _a, _b, out) => {
  out.count = 0;
  out.gap[0] = Infinity;
};

/** Fills the half of the table that must not be used, so that the check costs nothing. */
const rejectOrder: CollidePair = (shapes, a, b) => {
  throw new Error(
    `collide needs kind(a) <= kind(b), got kinds ${shapes.kind[a]} and ${shapes.kind[b]} of colliders ${a} and ${b}`,
  );
};

const { sphere, capsule, box, hull, halfSpace } = ShapeKind;
const KINDS = 5;
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

/** Contact of colliders `a` and `b` within `out.margin`; they must be ordered: kind(a) <= kind(b). */
export const collide = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  table[shapes.kind[a] * KINDS + shapes.kind[b]](shapes, a, b, out);
};
