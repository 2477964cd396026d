import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundingRadius, innerRadius, writeAabb } from '../../../src/collision/shapes/bounds.js';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import {
  type ColliderShapes,
  POSE_STRIDE,
  ShapeKind,
  SIZE_STRIDE,
} from '../../../src/collision/shapes/collider-shapes.js';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { createFloats, setFloats } from '../../../src/math/floats.js';
import { normalizeQuat, type Quat, rotate } from '../../../src/math/quat.js';
import { add, cross, dot, length, type Vec3 } from '../../../src/math/vec3.js';

/** The shape under test sits in slot 1: slot 0 stays empty, so that a forgotten stride shows. */
const SLOT = 1;

const createShapes = (
  kind: ShapeKind,
  size: readonly number[],
  position: Vec3,
  q: Quat,
  hull?: HullGeometry,
): ColliderShapes => {
  const pose = createFloats(2 * POSE_STRIDE);
  setFloats(pose, position, SLOT * POSE_STRIDE);
  const columns = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vec3[]
  ).map((e) => rotate(q, e));
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) pose[SLOT * POSE_STRIDE + 3 + 3 * i + j] = columns[j][i];
  const sizes = createFloats(2 * SIZE_STRIDE);
  setFloats(sizes, size, SLOT * SIZE_STRIDE);
  return {
    kind: Int32Array.of(0, kind),
    pose,
    size: sizes,
    hull: Int32Array.of(-1, hull ? 0 : -1),
    hulls: [hull],
    meshes: [],
  };
};

const boxOf = (shapes: ColliderShapes): number[] => {
  const out = createFloats(8).fill(-7);
  writeAabb(shapes, SLOT, out, 1);
  expect([out[0], out[7]]).toEqual([-7, -7]);
  return [...out.slice(1, 7)];
};

/** The bounds of world points grown by a radius. */
const boundsOf = (points: readonly Vec3[], radius: number): number[] => [
  ...[0, 1, 2].map((a) => Math.min(...points.map((p) => p[a])) - radius),
  ...[0, 1, 2].map((a) => Math.max(...points.map((p) => p[a])) + radius),
];

const expectBox = (got: readonly number[], want: readonly number[]): void => {
  got.forEach((x, i) => {
    expect(x).toBeCloseTo(want[i], 11);
  });
};

/** Evenly spread, unlike fc.double, whose values are mostly tiny. */
const evenly = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((i) => low + ((high - low) * i) / 2 ** 30);

const number = evenly(-5, 5);
const vector = fc.tuple(number, number, number);
const positive = evenly(0.1, 3);
const rotation = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.abs(q[3]) > 1e-3)
  .map((q): Quat => normalizeQuat(q));

const cornersOf = (h: Vec3): Vec3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]]);

test('boxes are tight around the turned corners, core ends and vertices', () => {
  fc.assert(
    fc.property(vector, rotation, positive, positive, positive, (p, q, x, y, z) => {
      const world = (v: Vec3): Vec3 => add(p, rotate(q, v));
      const half: Vec3 = [x, y, z];
      expectBox(boxOf(createShapes(ShapeKind.sphere, [x], p, q)), boundsOf([p], x));
      const ends = [world([0, y, 0]), world([0, -y, 0])];
      expectBox(boxOf(createShapes(ShapeKind.capsule, [x, y], p, q)), boundsOf(ends, x));
      const corners = boundsOf(cornersOf(half).map(world), 0);
      expectBox(boxOf(createShapes(ShapeKind.box, half, p, q, boxHull(x, y, z))), corners);
      expectBox(boxOf(createShapes(ShapeKind.hull, [], p, q, boxHull(x, y, z))), corners);
    }),
    { seed: 1 },
  );
});

test('the half-space has no bounds', () => {
  const shapes = createShapes(ShapeKind.halfSpace, [], [1, 2, 3], [0, 0, 0, 1]);
  const inf = Number.POSITIVE_INFINITY;
  expect(boxOf(shapes)).toEqual([-inf, -inf, -inf, inf, inf, inf]);
  expect(boundingRadius(shapes, SLOT)).toBe(inf);
  expect(innerRadius(shapes, SLOT)).toBe(inf);
});

test('radii', () => {
  const at = (kind: ShapeKind, size: readonly number[], hull?: HullGeometry): [number, number] => {
    const shapes = createShapes(kind, size, [9, 9, 9], [0, 0, 0, 1], hull);
    return [boundingRadius(shapes, SLOT), innerRadius(shapes, SLOT)];
  };
  expect(at(ShapeKind.sphere, [2])).toEqual([2, 2]);
  expect(at(ShapeKind.capsule, [0.5, 2])).toEqual([2.5, 0.5]);
  expect(at(ShapeKind.box, [2, 3, 6], boxHull(2, 3, 6))).toEqual([7, 2]);
  expect(at(ShapeKind.hull, [], boxHull(2, 3, 6))).toEqual([7, 2]);
});

test('boxHull: exact planes, outward windings, edges between the faces they name', () => {
  const hull = boxHull(0.1, 0.7, 1.3);
  expect([...hull.planes]).toEqual(
    [
      [-1, 0, 0, 0.1],
      [1, 0, 0, 0.1],
      [0, -1, 0, 0.7],
      [0, 1, 0, 0.7],
      [0, 0, -1, 1.3],
      [0, 0, 1, 1.3],
    ].flat(),
  );
  expect([hull.vertexCount, hull.faceCount, hull.edgeCount]).toEqual([8, 6, 12]);
  expect(hull.centre).toEqual([0, 0, 0]);
  expect(hull.innerRadius).toBe(0.1);
  const at = (v: number): Vec3 => [hull.vertices[3 * v], hull.vertices[3 * v + 1], hull.vertices[3 * v + 2]];
  for (let f = 0; f < 6; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => at(hull.faceVertices[hull.faceStart[f] + k]));
    const n = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - b[0], c[1] - b[1], c[2] - b[2]]);
    const plane: Vec3 = [hull.planes[4 * f], hull.planes[4 * f + 1], hull.planes[4 * f + 2]];
    expect(dot(n, plane)).toBeCloseTo(length(n), 14);
  }
});
