import { expect, it } from 'vitest';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import { assembleHull, cornersOf, normalOf } from '../../../src/collision/shapes/hull-assembly.js';
import type { Vec3 } from '../../../src/math/vec3.js';

/** Vertex i has +x, +y, +z where bit 0, 1, 2 of i is set. */
const faces = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];

it.each<Vec3>([
  [1, 1, 1],
  [0.1, 0.2, 0.3],
  [1e-3, 1e4, 0.7],
  [1 / 3, 1e-3, 2 / 7],
])('a box %f %f %f has the bits of a hull that is assembled from its corners', (hx, hy, hz) => {
  const corners = Array.from(
    { length: 8 },
    (_, i): Vec3 => [i & 1 ? hx : -hx, i & 2 ? hy : -hy, i & 4 ? hz : -hz],
  );
  const normals = faces.map((face) => normalOf(cornersOf(corners, face)));
  const { centre, innerRadius, ...assembled } = assembleHull(corners, faces, normals);
  const { centre: exactCentre, innerRadius: exactRadius, ...built } = boxHull(hx, hy, hz);
  expect(built).toEqual(assembled);
  expect(exactCentre).toEqual([0, 0, 0]);
  expect(exactRadius).toBe(Math.min(hx, hy, hz));
  expect(exactRadius / innerRadius).toBeCloseTo(1, 9);
  expect(Math.max(...centre.map(Math.abs))).toBeLessThan(1e-9 * Math.max(hx, hy, hz));
});
