import { type ColliderShapes, ShapeKind } from '../shapes/collider-shapes.js';
import { collideBoxBox } from './box-box.js';
import { collideWithHalfSpace } from './half-space.js';
import type { Manifold } from './manifold.js';
import { collideRounded } from './rounded.js';
import { collideRoundedPolyhedron } from './rounded-polyhedron.js';

/** Every pair function has this one shape, so that the call through the table stays cheap. */
export type CollidePair = (shapes: ColliderShapes, a: number, b: number, out: Manifold) => void;

/** Half-spaces and surfaces belong to bodies that no impulse moves, so two of them never make a contact. */
export const collideNothing: CollidePair = (_shapes, _a, _b, out) => {
  out.count = 0;
  out.gap[0] = Infinity;
};

/** Fills the half of the table that must not be used, so that the check costs nothing. */
const rejectOrder: CollidePair = (shapes, a, b) => {
  throw new Error(
    `collide needs kind(a) <= kind(b), got kinds ${shapes.kind[a]} and ${shapes.kind[b]} of colliders ${a} and ${b}`,
  );
};

const KINDS = ShapeKind.heightField + 1;

/** Pairs of the kinds whose code every bundle has: sphere, capsule, box and half-space. */
const basicPairs = (): CollidePair[] => {
  const { sphere, capsule, box, halfSpace } = ShapeKind;
  const pairs = new Array<CollidePair>(KINDS * KINDS).fill(rejectOrder);
  const set = (a: ShapeKind, b: ShapeKind, pair: CollidePair): void => {
    pairs[a * KINDS + b] = pair;
  };
  set(sphere, sphere, collideRounded);
  set(sphere, capsule, collideRounded);
  set(capsule, capsule, collideRounded);
  set(sphere, box, collideRoundedPolyhedron);
  set(capsule, box, collideRoundedPolyhedron);
  set(box, box, collideBoxBox);
  for (const kind of [sphere, capsule, box]) set(kind, halfSpace, collideWithHalfSpace);
  set(halfSpace, halfSpace, collideNothing);
  return pairs;
};

const table = basicPairs();

/** For the kinds whose code is loaded when such a shape is made, see load-hulls.ts, load-solids.ts and load-surfaces.ts. */
export const setPair = (a: number, b: number, pair: CollidePair): void => {
  table[a * KINDS + b] = pair;
};

/** Contact of colliders `a` and `b` within `out.margin`; they must be ordered: kind(a) <= kind(b). */
export const collide = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  table[shapes.kind[a] * KINDS + shapes.kind[b]](shapes, a, b, out);
};
