import { describe, expect, it } from 'vitest';
import { collideWithHalfSpace } from '../../../src/collision/narrowphase/half-space.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { add, dot, scale, sub } from '../../../src/math/vec3.js';
import { DEPTH_TIE } from '../../../src/tuning.js';
import {
  box,
  type Contact,
  contactOf,
  hull,
  MARGIN,
  moveRigidly,
  type Placed,
  randomQuat,
  randomVec,
  seeded,
  turn,
  upright,
  worldVertices,
} from './polyhedron-fixture.js';

const round = (kind: ShapeKind, size: readonly number[], position: Vec3, rotation = upright): Placed => ({
  kind,
  size,
  position,
  rotation,
});
const sphere = (r: number, position: Vec3): Placed => round(ShapeKind.sphere, [r], position);
const capsule = (r: number, half: number, position: Vec3, rotation = upright): Placed =>
  round(ShapeKind.capsule, [r, half], position, rotation);
const ground = round(ShapeKind.halfSpace, [], [0, 0, 0]);
const collide = (a: Placed, plane = ground): Contact => contactOf(collideWithHalfSpace, a, plane);

const expectVec = (actual: Vec3, expected: Vec3): void => {
  for (let i = 0; i < 3; i++) expect(actual[i]).toBeCloseTo(expected[i], 11);
};

describe('half-space, known configurations', () => {
  it('a sphere touches below its centre', () => {
    const c = collide(sphere(0.5, [2, 0.49, 3]));
    expect(c.count).toBe(1);
    expectVec(c.normal, [0, -1, 0]);
    expect(c.separation).toBeCloseTo(-0.01, 12);
    expectVec(c.points[0].at, [2, -0.005, 3]);
  });

  it('a sphere above the margin reports its distance', () => {
    const c = collide(sphere(0.5, [2, 1.5, 3]));
    expect(c.count).toBe(0);
    expect(c.gap).toBeCloseTo(1, 12);
  });

  it('a lying capsule touches with both ends, a standing one with the lower', () => {
    const lying = collide(capsule(0.2, 0.5, [1, 0.21, 0], turn([0, 0, 1], Math.PI / 2)));
    expect(lying.count).toBe(2);
    expect(lying.points.map((p) => p.at[0]).sort()).toEqual([
      expect.closeTo(0.5, 11),
      expect.closeTo(1.5, 11),
    ]);
    for (const p of lying.points) {
      expect(p.separation).toBeCloseTo(0.01, 12);
      expect(p.at[1]).toBeCloseTo(0.005, 12);
    }
    const standing = collide(capsule(0.2, 0.5, [1, 0.69, 0]));
    expect(standing.count).toBe(1);
    expectVec(standing.points[0].at, [1, -0.005, 0]);
  });

  it('a box lies on its four lower corners', () => {
    const c = collide(box([1, 0.5, 2], [10, 0.498, -4]));
    expect(c.count).toBe(4);
    expect(new Set(c.points.map((p) => `${p.at[0]} ${p.at[2]}`))).toEqual(
      new Set(['9 -6', '9 -2', '11 -6', '11 -2']),
    );
    for (const p of c.points) {
      expect(p.separation).toBeCloseTo(-0.002, 12);
      expect(p.at[1]).toBeCloseTo(-0.001, 12);
    }
  });

  it('a box on its edge touches in two points, on its corner in one', () => {
    expect(collide(box([0.5, 0.5, 0.5], [0, Math.SQRT1_2, 0], turn([1, 0, 0], Math.PI / 4))).count).toBe(2);
    const corner = collide(box([0.5, 0.5, 0.5], [0, 0.86, 0], turn([1, 0, -1], Math.acos(1 / Math.sqrt(3)))));
    expect(corner.count).toBe(1);
    expect(corner.separation).toBeCloseTo(0.86 - Math.sqrt(0.75), 12);
    expectVec(corner.points[0].at, [0, (0.86 - Math.sqrt(0.75)) / 2, 0]);
  });

  it('a plate thinner than the margin lies on its lower side, as a box and as a hull', () => {
    const half: Vec3 = [1, 0.004, 1];
    const at: Vec3 = [0, 0.003, 0];
    const tilt = turn([1, 0, 2], 0.002);
    const plate = box(half, at, tilt);
    for (const p of [plate, { ...plate, kind: ShapeKind.hull }]) {
      const c = collide(p);
      expect(c.count).toBe(4);
      for (const { separation } of c.points) expect(separation).toBeLessThan(0.003);
    }
  });

  it('is exact far from the origin of the plane', () => {
    const c = collide(box([0.5, 0.5, 0.5], [1e5, 0.4921875, -1e5]));
    expect(c.count).toBe(4);
    for (const p of c.points) expect(p.separation).toBe(-0.0078125);
  });
});

describe('half-space against brute force over the vertices', () => {
  const random = seeded(21);
  const gem = buildHull(Array.from({ length: 40 }, () => randomVec(random, 0.6)));

  const cases = Array.from({ length: 500 }, (_, i) => {
    const rotation = randomQuat(random);
    const raised = i % 2 === 0 ? box([0.2, 0.4, 0.3], [0, 0, 0], rotation) : hull(gem, [0, 0, 0], rotation);
    const lowest = Math.min(...worldVertices(raised).map((v) => v[1]));
    const shape: Placed = { ...raised, position: [0, -lowest + 0.03 * (random() - 0.6), 0] };
    const q = randomQuat(random);
    const shift = randomVec(random, 20);
    return { shape: moveRigidly(shape, q, shift), plane: moveRigidly(ground, q, shift) };
  });

  it('has the lowest vertex, and only vertices at or below the margin, with their heights', () => {
    let touching = 0;
    for (const { shape, plane } of cases) {
      const n = rotate(plane.rotation, [0, 1, 0]);
      const vertices = worldVertices(shape);
      const heights = vertices.map((v) => dot(n, sub(v, plane.position)));
      const lowest = Math.min(...heights);
      const c = collide(shape, plane);
      if (lowest > MARGIN) {
        expect(c.count).toBe(0);
        expect(c.gap).toBeCloseTo(lowest, 9);
        continue;
      }
      touching++;
      expectVec(c.normal, scale(n, -1));
      expect(c.separation).toBeLessThan(lowest + DEPTH_TIE);
      expect(new Set(c.points.map((p) => p.feature)).size).toBe(c.count);
      const within = heights.filter((h) => h <= MARGIN).length;
      if (shape.kind === ShapeKind.hull && within <= 4) expect(c.count).toBe(within);
      for (const p of c.points) {
        // On A, half the separation up from the middle: a vertex of A.
        const onA = add(p.at, scale(n, p.separation / 2));
        const nearest = vertices.reduce((m, v, i) => (dot(sub(v, onA), sub(v, onA)) < 1e-18 ? i : m), -1);
        expect(nearest).toBeGreaterThanOrEqual(0);
        expect(p.separation).toBeCloseTo(heights[nearest], 9);
        expect(p.separation).toBeLessThanOrEqual(MARGIN);
      }
    }
    expect(touching).toBeGreaterThan(200);
  });
});
