import { expect, test } from 'vitest';
import { hullEdges } from '../src/hull-edges.js';
import type { Point } from '../src/pose.js';

const cube: Point[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [bits & 1, (bits >> 1) & 1, (bits >> 2) & 1]);

const pairs = (edges: readonly number[]): number[][] =>
  Array.from({ length: edges.length / 2 }, (_, e) => [edges[2 * e], edges[2 * e + 1]]);

test('a cube has its twelve edges and no diagonals', () => {
  const edges = pairs(hullEdges(cube));
  expect(edges).toHaveLength(12);
  // Corners that differ in one bit only.
  for (const [a, b] of edges) expect([1, 2, 4]).toContain(a ^ b);
});

test('points inside and in the middle of a face belong to no edge', () => {
  const edges = hullEdges([...cube, [0.5, 0.5, 0.5], [0.5, 0.5, 1]]);
  expect(edges).toHaveLength(24);
  expect(Math.max(...edges)).toBe(7);
});

test('tetrahedron and octahedron', () => {
  const tetrahedron: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
    [0, 0, 3],
  ];
  expect(pairs(hullEdges(tetrahedron))).toHaveLength(6);
  const octahedron: Point[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  expect(pairs(hullEdges(octahedron))).toHaveLength(12);
});
