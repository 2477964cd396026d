import { type HeightFieldShape, type MeshShape, PhysicsError } from '@tenon/physics-core';
import { show } from '@tenon/physics-core/bulk';

export type SurfaceShape = MeshShape | HeightFieldShape;

/**
 * Meshes and height fields do not fit into a field either, so colliders hold the number of one. A shape and one of equal
 * numbers have the same. They are never dropped: a number in a component or a message must not change its meaning.
 */
const shapes: SurfaceShape[] = [];
const numbers = new WeakMap<SurfaceShape, number>();

/** The fields that are long lists of numbers. */
export const surfaceLists: readonly string[] = [
  'vertices',
  'indices',
  'triangleMaterials',
  'heights',
  'holes',
  'cellMaterials',
];

/** The number of a mesh or height field, for `Collider.hull`. Worlds that exchange it must have asked in the same order. */
export const surfaceId = (shape: SurfaceShape): number => {
  const kind = typeof shape === 'object' && shape !== null ? shape.kind : undefined;
  if (kind !== 'mesh' && kind !== 'height-field')
    throw new PhysicsError(
      'wrong-type',
      `${show(shape)} is no mesh and no height field`,
      'Pass what mesh(...) or heightField(...) returned',
    );
  const known = numbers.get(shape) ?? shapes.findIndex((other) => areEqual(other, shape));
  const id = known >= 0 ? known : shapes.push(shape) - 1;
  numbers.set(shape, id);
  return id;
};

export const surfaceShape = (id: number): SurfaceShape => {
  const shape = shapes[id];
  if (shape) return shape;
  throw new PhysicsError('out-of-range', `hull is ${id}`, 'Write what surfaceId(shape) returned');
};

const areEqual = (a: object, b: object): boolean =>
  Object.entries(a).every(([name, value]) => isSame(value, (b as Record<string, unknown>)[name])) &&
  Object.keys(a).length === Object.keys(b).length;

const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  const [x, y] = [a as ArrayLike<unknown>, b as ArrayLike<unknown>];
  if (x.length === undefined) return areEqual(a, b);
  if (x.length !== y.length) return false;
  for (let i = 0; i < x.length; i++) if (!isSame(x[i], y[i])) return false;
  return true;
};
