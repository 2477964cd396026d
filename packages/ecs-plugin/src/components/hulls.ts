import { PhysicsError, type Vec3 } from '@tenon/physics-core';
import { isArray, show } from '@tenon/physics-core/bulk';

/**
 * Points of hulls do not fit into a field, so colliders hold the number of a list of points. Equal lists have the same number. Lists are
 * never dropped: a number in a component or a message must not change its meaning.
 */
const lists: (readonly Vec3[])[] = [];
const numbers = new Map<string, number>();

const isPoint = (point: unknown): boolean =>
  isArray(point) && point.length === 3 && point.every((x) => typeof x === 'number');

/** The number of a list of points, for `Collider.hull`. Worlds that exchange it must have asked for their hulls in the same order. */
export const hullId = (points: readonly Vec3[]): number => {
  if (!isArray(points) || !points.every(isPoint))
    throw new PhysicsError('wrong-type', `The points are ${show(points)}`, 'Pass a list of points [x, y, z]');
  const key = points.map((point) => point.join(' ')).join(',');
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, lists.length);
  return lists.push(points.map(([x, y, z]) => [x, y, z])) - 1;
};

export const hullPoints = (id: number): readonly Vec3[] => {
  const points = lists[id];
  if (points) return points;
  throw new PhysicsError('out-of-range', `hull is ${id}`, 'Write what hullId(points) returned');
};
