import {
  type BodyDef,
  type BodyHandle,
  type ColliderDef,
  createBody,
  createCollider,
  halfSpace,
  hull,
  type Shape,
  type Vec3,
  type World,
} from '@tenon/physics-core';

export type Material = Omit<ColliderDef, 'shape'>;

/** Drawn, and with a mass, but touching nothing: bars of linkages that pass through each other, and their stands. */
export const GHOST: Material = { mask: 0 };

/** A body of one shape. */
export const addSolid = (
  world: World,
  shape: Shape,
  def: BodyDef = {},
  material: Material = {},
): BodyHandle => {
  const body = createBody(world, def);
  createCollider(world, body, { shape, ...material });
  return body;
};

/** A part of the surroundings. */
export const addFixed = (world: World, shape: Shape, position: Vec3, material: Material = {}): BodyHandle =>
  addSolid(world, shape, { type: 'static', position }, material);

/** An endless floor at height 0. */
export const addFloor = (world: World, material: Material = {}): BodyHandle =>
  addFixed(world, halfSpace(), [0, 0, 0], material);

/** Enough corners that a wheel rolls: with a radius of 0.3 m it rises and falls by less than 3 mm. */
const SIDES = 24;

/** A cylinder about z as a hull of many sides: wheels and discs. */
export const disc = (radius: number, halfThickness: number): Shape =>
  hull(
    Array.from({ length: SIDES }, (_, i) => (2 * Math.PI * i) / SIDES).flatMap((angle): Vec3[] => {
      const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      return [
        [x, y, halfThickness],
        [x, y, -halfThickness],
      ];
    }),
  );
