import { ShapeKind } from './collider-shapes.js';
import type { Solid } from './solid.js';
import { capsuleSolid } from './solids/capsule.js';
import { boxSolid, hullSolid } from './solids/polyhedron.js';
import { sphereSolid } from './solids/sphere.js';

/** In the order of ShapeKind. Those between capsules and boxes are loaded when such a shape is made, see load-solids.ts. */
const known: (Solid | undefined)[] = [
  sphereSolid,
  capsuleSolid,
  undefined,
  undefined,
  undefined,
  undefined,
  boxSolid,
  hullSolid,
];

/** The bounded convex shapes by kind. No collider has a kind that is not loaded. */
export const solids = known as Solid[];

export const isLoaded = (kind: number): boolean => !isSolid(kind) || known[kind] !== undefined;

export const isSolid = (kind: number): boolean => kind < ShapeKind.halfSpace;
