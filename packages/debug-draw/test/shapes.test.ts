import { describe, expect, test } from 'vitest';
import { createLineBuffer, type LineBuffer } from '../src/line-buffer.js';
import type { Point, Rotation } from '../src/pose.js';
import { addBox, addCapsule, addHalfSpace, addHull, addSphere } from '../src/shapes.js';

const POSITION: Point = [3, -2, 5];
/** A third of a turn around (1, 1, 1): x goes to y, y to z, z to x. */
const CYCLE: Rotation = [0.5, 0.5, 0.5, 0.5];

const vertices = (buffer: LineBuffer): Point[] =>
  Array.from({ length: buffer.vertexCount }, (_, i) => [
    buffer.floats[4 * i],
    buffer.floats[4 * i + 1],
    buffer.floats[4 * i + 2],
  ]);

/** Undoes POSITION and CYCLE. */
const toLocal = ([x, y, z]: Point): Point => [y - POSITION[1], z - POSITION[2], x - POSITION[0]];

const localVertices = (draw: (buffer: LineBuffer) => void): Point[] => {
  const buffer = createLineBuffer(1);
  draw(buffer);
  expect(buffer.vertexCount).toBeGreaterThan(0);
  expect(buffer.vertexCount % 2).toBe(0);
  return vertices(buffer).map(toLocal);
};

describe('every vertex lies on the surface', () => {
  test('sphere', () => {
    for (const p of localVertices((buffer) => addSphere(buffer, POSITION, CYCLE, 0.7, 0))) {
      expect(Math.hypot(...p)).toBeCloseTo(0.7, 5);
    }
  });

  test('capsule: at the radius from the core segment along y', () => {
    const points = localVertices((buffer) => addCapsule(buffer, POSITION, CYCLE, 0.3, 0.8, 0));
    for (const [x, y, z] of points) {
      const beyond = Math.max(0, Math.abs(y) - 0.8);
      expect(Math.hypot(x, beyond, z)).toBeCloseTo(0.3, 5);
    }
    expect(Math.max(...points.map((p) => p[1]))).toBeCloseTo(1.1, 5);
    expect(Math.min(...points.map((p) => p[1]))).toBeCloseTo(-1.1, 5);
  });

  test('box: twelve edges between corners, each of the length of its axis', () => {
    const points = localVertices((buffer) => addBox(buffer, POSITION, CYCLE, [1, 2, 3], 0));
    expect(points).toHaveLength(24);
    const lengths: number[] = [];
    for (let i = 0; i < points.length; i += 2) {
      expect(points[i].map(Math.abs)).toEqual([1, 2, 3]);
      lengths.push(Math.hypot(...points[i].map((c, axis) => c - points[i + 1][axis])));
    }
    expect(lengths.sort()).toEqual([2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
    expect(new Set(points.map(String)).size).toBe(8);
  });

  test.each<[normal: Point, offset: number]>([
    [[0, 1, 0], 0],
    [[0, 0, 1], 2],
    [[0.6, 0, -0.8], -1.5],
  ])('half-space %j at %d: a grid in its plane, as wide as asked for', (normal, offset) => {
    const style = { halfSize: 10, spacing: 1, colour: 1, majorEvery: 5, majorColour: 2 };
    const points = localVertices((buffer) => addHalfSpace(buffer, POSITION, CYCLE, normal, offset, style));
    for (const [x, y, z] of points) {
      expect(normal[0] * x + normal[1] * y + normal[2] * z).toBeCloseTo(offset, 5);
    }
    const reach = points.map(([x, y, z]) => Math.hypot(x, y, z));
    expect(Math.max(...reach)).toBeCloseTo(Math.hypot(10, 10, offset), 4);
  });
});

test('a hull is drawn by its edges', () => {
  const corners: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const points = localVertices((buffer) => addHull(buffer, POSITION, CYCLE, corners, [0, 1, 1, 2], 0));
  expect(points).toEqual([corners[0], corners[1], corners[1], corners[2]]);
});
