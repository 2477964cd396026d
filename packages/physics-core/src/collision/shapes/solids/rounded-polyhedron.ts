import type { Floats } from '../../../math/floats.js';
import { type ColliderShapes, coreRadius, SIZE_STRIDE } from '../collider-shapes.js';
import { roundedHullMass } from '../rounded-mass.js';
import type { Solid } from '../solid.js';
import { boxRadius, hullOf, hullRadius, polyhedral, supportOfBox, supportOfHull } from './polyhedron.js';
import { rayRoundedHull } from './ray-rounded.js';

/** All within a rounding of a box or hull. */

const rounded = {
  ray: (shapes: ColliderShapes, i: number, ray: Floats) =>
    rayRoundedHull(ray, hullOf(shapes, i), shapes.size, i * SIZE_STRIDE + 3),
  innerRadius: (shapes: ColliderShapes, i: number) => hullOf(shapes, i).innerRadius + coreRadius(shapes, i),
  mass: (shapes: ColliderShapes, i: number, density: number) =>
    roundedHullMass(hullOf(shapes, i), coreRadius(shapes, i), density),
};

export const roundedBoxSolid: Solid = {
  ...polyhedral,
  ...rounded,
  support: supportOfBox,
  boundingRadius: ({ size }, i) => boxRadius(size, i * SIZE_STRIDE) + size[i * SIZE_STRIDE + 3],
};

export const roundedHullSolid: Solid = {
  ...polyhedral,
  ...rounded,
  support: supportOfHull,
  boundingRadius: (shapes, i) => hullRadius(hullOf(shapes, i)) + coreRadius(shapes, i),
};
