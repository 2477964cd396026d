import { expect, it } from 'vitest';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import {
  addHull,
  createHullIndex,
  findHull,
  releaseHull,
  type SharedHulls,
} from '../../../src/collision/shapes/shared-hulls.js';

const createShared = (): SharedHulls => ({ hulls: [], hullUsers: [], hullIndex: createHullIndex([]) });

const addBox = (shared: SharedHulls, size: number): number => {
  const hull = boxHull(size, 1, 1);
  const known = findHull(shared, hull.vertices);
  const at = known >= 0 ? known : addHull(shared, hull);
  shared.hullUsers[at]++;
  return at;
};

it('equal hulls share an entry, different ones do not', () => {
  const shared = createShared();
  expect([1, 2, 1, 3, 2].map((size) => addBox(shared, size))).toEqual([0, 1, 0, 2, 1]);
  expect(shared.hullUsers).toEqual([2, 2, 1]);
});

it('zeros of both signs are equal', () => {
  const shared = createShared();
  const hull = boxHull(1, 1, 1);
  hull.vertices[0] = 0;
  addHull(shared, hull);
  const other = boxHull(1, 1, 1);
  other.vertices[0] = -0;
  expect(findHull(shared, other.vertices)).toBe(0);
});

it('the last user frees an entry, and the lowest free one is used first', () => {
  const shared = createShared();
  for (const size of [1, 2, 3, 4, 2]) addBox(shared, size);
  releaseHull(shared, 1);
  expect(addBox(shared, 2)).toBe(1);
  releaseHull(shared, 1);
  releaseHull(shared, 1);
  releaseHull(shared, 2);
  expect(findHull(shared, boxHull(2, 1, 1).vertices)).toBe(-1);
  releaseHull(shared, 0);
  expect([5, 3, 6, 7].map((size) => addBox(shared, size))).toEqual([0, 1, 2, 4]);
});

it('a rebuilt index finds the same entries', () => {
  const shared = createShared();
  for (const size of [1, 2, 3]) addBox(shared, size);
  releaseHull(shared, 1);
  shared.hullIndex = createHullIndex(shared.hulls);
  expect([3, 1, 4, 5].map((size) => addBox(shared, size))).toEqual([2, 0, 1, 3]);
});
