import {
  type BodyDef,
  type BodyHandle,
  box,
  type ColliderDef,
  capsule,
  coneShape,
  createBody,
  createCollider,
  cylinder,
  halfSpace,
  hull,
  roundedBox,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';

/** A body with one collider. */
export const addBody = (
  world: World,
  shape: Shape,
  def: BodyDef,
  material: Omit<ColliderDef, 'shape'> = {},
): BodyHandle => {
  const body = createBody(world, def);
  createCollider(world, body, { shape, ...material });
  return body;
};

/**
 * The top of a large box. Rapier does not hold a hull on a half-space (a hexagonal prism sinks in by 39 mm and tilts),
 * so hulls are compared on this.
 */
export const addBoxFloor = (world: World): BodyHandle =>
  addBody(world, box(20, 1, 20), { type: 'static', position: [0, -1, 0] });

export const addFloor = (world: World, material: Omit<ColliderDef, 'shape'> = {}): BodyHandle =>
  addBody(world, halfSpace(), { type: 'static' }, material);

/** An upright prism with a regular base: a hull that rests on its base or on a side. */
export const prism = (sides: number, radius: number, halfHeight: number): Shape => {
  const points: Vec3[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    for (const y of [-halfHeight, halfHeight])
      points.push([radius * Math.cos(angle), y, radius * Math.sin(angle)]);
  }
  return hull(points);
};

/** Shapes that lie still in their unrotated pose, with the height of their origin above the floor. */
export const RESTING_SHAPES: readonly (readonly [name: string, shape: Shape, height: number])[] = [
  ['sphere', sphere(0.4), 0.4],
  ['box', box(0.5, 0.3, 0.4), 0.3],
  ['upright capsule', capsule(0.3, 0.5), 0.8],
  ['hull (hexagonal prism)', prism(6, 0.5, 0.25), 0.25],
  ['cylinder', cylinder(0.4, 0.3), 0.3],
  ['cone', coneShape(0.5, 0.4), 0.4],
  ['rounded box', roundedBox(0.4, 0.2, 0.3, 0.1), 0.3],
  ['rounded cylinder', cylinder(0.3, 0.2, 0.1), 0.3],
];
