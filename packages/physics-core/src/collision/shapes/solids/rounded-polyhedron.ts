import { type ColliderShapes, coreRadius, SIZE_STRIDE } from '../collider-shapes.js';
import { roundedHullMass } from '../rounded-mass.js';
import type { Solid, SolidRay } from '../solid.js';
import { boxRadius, hullOf, hullRadius, supportOfBox, supportOfHull, writeBalls } from './polyhedron.js';
import { rayRoundedHull } from './ray-rounded.js';

/** All within a rounding of a box or hull. */

export const roundedRay: SolidRay = (shapes, i, ray) =>
  rayRoundedHull(ray, hullOf(shapes, i), shapes.size, i * SIZE_STRIDE + 3);

const rounded = {
  writeBalls,
  innerRadius: (shapes: ColliderShapes, i: number) => hullOf(shapes, i).innerRadius + coreRadius(shapes, i),
  mass: (shapes: ColliderShapes, i: number, density: number) =>
    roundedHullMass(hullOf(shapes, i), coreRadius(shapes, i), density),
};

export const roundedBoxSolid: Solid = {
  ...rounded,
  support: supportOfBox,
  boundingRadius: ({ size }, i) => boxRadius(size, i * SIZE_STRIDE) + size[i * SIZE_STRIDE + 3],
};

export const roundedHullSolid: Solid = {
  ...rounded,
  support: supportOfHull,
  boundingRadius: (shapes, i) => hullRadius(hullOf(shapes, i)) + coreRadius(shapes, i),
};
