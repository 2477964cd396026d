import { type BodyHandle, box, createJoint, hinge, type JointHandle, type World } from '@tenon/physics-core';
import { about } from '../rotations.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

/** Parts of planar linkages that move in the plane of x and y. */

export type Point = readonly [x: number, y: number];

const HALF_WIDTH = 0.03;

/** A bar from one point to another; bars pass through each other. */
export const addBar = (world: World, [x1, y1]: Point, [x2, y2]: Point, mass = 1): BodyHandle => {
  const half = Math.hypot(x2 - x1, y2 - y1) / 2;
  return addSolid(
    world,
    box(half, HALF_WIDTH, HALF_WIDTH),
    {
      position: [(x1 + x2) / 2, (y1 + y2) / 2, 0],
      rotation: about([0, 0, 1], Math.atan2(y2 - y1, x2 - x1)),
      mass,
    },
    GHOST,
  );
};

/** A stand that shows where a linkage is fixed. */
export const addPivot = (world: World, [x, y]: Point): BodyHandle =>
  addFixed(world, box(0.06, 0.06, 0.06), [x, y, 0], GHOST);

type HingeDef = Parameters<typeof hinge>[0];

/** A pin through two bars, or through a bar and the world. */
export const addPin = (world: World, [x, y]: Point, def: HingeDef): JointHandle =>
  createJoint(world, hinge({ anchor: [x, y, 0], axis: [0, 0, 1], ...def }));

/** Where two circles meet, on the left of the line from the first centre to the second. */
export const meet = (a: Point, radiusA: number, b: Point, radiusB: number): Point => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const distance = Math.hypot(dx, dy);
  const along = (distance ** 2 + radiusA ** 2 - radiusB ** 2) / (2 * distance);
  const across = Math.sqrt(radiusA ** 2 - along ** 2);
  const [ux, uy] = [dx / distance, dy / distance];
  return [a[0] + along * ux - across * uy, a[1] + along * uy + across * ux];
};
