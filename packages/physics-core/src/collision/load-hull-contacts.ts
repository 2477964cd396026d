import { setPair } from './narrowphase/collide.js';
import { collideWithHalfSpace } from './narrowphase/half-space.js';
import { collideHullHull } from './narrowphase/hull-hull.js';
import { collideRoundedPolyhedron } from './narrowphase/rounded-polyhedron.js';
import { ShapeKind } from './shapes/collider-shapes.js';

/** Lets hulls touch. Surfaces need it, too: to sweeps, casts and distances a triangle is a hull of two faces. */
export const loadHullContacts = (): void => {
  const { sphere, capsule, box, hull, halfSpace } = ShapeKind;
  setPair(sphere, hull, collideRoundedPolyhedron);
  setPair(capsule, hull, collideRoundedPolyhedron);
  setPair(box, hull, collideHullHull);
  setPair(hull, hull, collideHullHull);
  setPair(hull, halfSpace, collideWithHalfSpace);
};
