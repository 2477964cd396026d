import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  box,
  capsule,
  castRay,
  castRayAny,
  castShape,
  closestPoint,
  containsPointAny,
  createBody,
  createCollider,
  createWorld,
  heightField,
  mesh,
  overlapShape,
  overlapShapeAny,
  type Quat,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { rotate } from '../../../src/math/quat.js';
import { add, cross, dot, length, normalize, scale, sub } from '../../../src/math/vec3.js';
import { createRandom, randomQuat, randomVec } from '../narrowphase/core-fixture.js';

const random = createRandom(31);
const CELLS = 12;
const height = (x: number, z: number): number => Math.sin(x) * Math.cos(1.3 * z) + 0.3 * Math.sin(3 * x + z);

type Corners = readonly [Vec3, Vec3, Vec3];

/** A wavy ground of 12 × 12 m as a mesh and as a field, and its triangles, counter-clockwise seen from above. */
const heights: number[] = [];
const vertices: Vec3[] = [];
for (let j = 0; j <= CELLS; j++)
  for (let i = 0; i <= CELLS; i++) {
    const [x, z] = [i - CELLS / 2, j - CELLS / 2];
    heights.push(height(x, z));
    vertices.push([x, height(x, z), z]);
  }
const indices: number[] = [];
for (let j = 0; j < CELLS; j++)
  for (let i = 0; i < CELLS; i++) {
    const a = j * (CELLS + 1) + i;
    indices.push(a, a + CELLS + 1, a + CELLS + 2, a, a + CELLS + 2, a + 1);
  }
const triangles: Corners[] = [];
for (let k = 0; k < indices.length; k += 3)
  triangles.push([vertices[indices[k]], vertices[indices[k + 1]], vertices[indices[k + 2]]]);

const surfaces: Record<string, Shape> = {
  mesh: mesh(vertices.flat(), indices),
  'mesh of two sides': mesh(vertices.flat(), indices, { twoSided: true }),
  'height field': heightField(CELLS + 1, CELLS + 1, heights),
};

const POSITION: Vec3 = [5, -2, 3];
const ROTATION: Quat = randomQuat(random);
const toWorld = (x: Vec3): Vec3 => add(POSITION, rotate(ROTATION, x));

const makeWorld = (shape: Shape): { world: World; body: BodyHandle } => {
  const world = createWorld();
  const body = createBody(world, { type: 'static', position: POSITION, rotation: ROTATION });
  createCollider(world, body, { shape });
  return { world, body };
};

/** Where a ray of the surface's frame first crosses a triangle, by solving for its plane and looking at the sides. */
const bruteRay = (o: Vec3, d: Vec3, both: boolean): number => {
  let least = Infinity;
  for (const [a, b, c] of triangles) {
    const n = cross(sub(b, a), sub(c, a));
    const along = dot(n, d);
    if (along === 0 || (along > 0 && !both)) continue;
    const t = dot(n, sub(a, o)) / along;
    const x = add(o, scale(d, t));
    const inside = [[a, b] as const, [b, c] as const, [c, a] as const].every(
      ([p, q]) => dot(cross(sub(q, p), sub(x, p)), n) >= 0,
    );
    if (t >= 0 && inside) least = Math.min(least, t);
  }
  return least;
};

const pointSegment = (x: Vec3, a: Vec3, b: Vec3): number => {
  const e = sub(b, a);
  const t = Math.max(0, Math.min(1, dot(sub(x, a), e) / dot(e, e)));
  return length(sub(x, add(a, scale(e, t))));
};

const pointTriangle = (x: Vec3, [a, b, c]: Corners): number => {
  const n = cross(sub(b, a), sub(c, a));
  const sides = [[a, b] as const, [b, c] as const, [c, a] as const];
  if (sides.every(([p, q]) => dot(cross(sub(q, p), sub(x, p)), n) >= 0))
    return Math.abs(dot(sub(x, a), n)) / length(n);
  return Math.min(...sides.map(([p, q]) => pointSegment(x, p, q)));
};

describe.each(Object.entries(surfaces))('a %s', (name, shape) => {
  const both = name === 'mesh of two sides';

  it('is hit by rays where brute force says, with its triangle and normal', () => {
    const { world, body } = makeWorld(shape);
    let found = 0;
    for (let k = 0; k < 200; k++) {
      const o: Vec3 = add(randomVec(random, 6), [0, 3, 0]);
      const d = normalize(k % 10 === 0 ? [0, -1, 0] : sub(randomVec(random, 6), o));
      const hit = castRay(world, toWorld(o), rotate(ROTATION, d));
      const expected = bruteRay(o, d, both);
      expect(hit === undefined).toBe(expected === Infinity);
      if (hit === undefined) continue;
      found++;
      expect(hit.distance).toBeCloseTo(expected, 9);
      expect(hit.body).toBe(body);
      const [a, b, c] = triangles[hit.triangle];
      const n = rotate(ROTATION, normalize(cross(sub(b, a), sub(c, a))));
      expect(Math.abs(dot(hit.normal, n))).toBeCloseTo(1, 9);
      expect(dot(hit.normal, rotate(ROTATION, d))).toBeLessThan(0);
      expect(castRay(world, toWorld(o), rotate(ROTATION, d), expected * 0.999)).toBeUndefined();
    }
    expect(found).toBeGreaterThan(80);
  });

  it('lets no ray through at corners and edges', () => {
    const { world } = makeWorld(shape);
    for (const [a, b] of triangles) {
      for (const target of [a, scale(add(a, b), 0.5), add(scale(a, 0.3), scale(b, 0.7))]) {
        if (Math.max(Math.abs(target[0]), Math.abs(target[2])) > CELLS / 2 - 0.5) continue;
        const o: Vec3 = add(target, [0.1, 4, -0.2]);
        expect(castRayAny(world, toWorld(o), rotate(ROTATION, sub(target, o)), 9)).toBe(true);
      }
    }
  });

  it('is touched by a shape cast at the fraction it says, and not before', () => {
    const { world } = makeWorld(shape);
    let found = 0;
    for (let k = 0; k < 60; k++) {
      const probe = [sphere(0.4), box(0.3, 0.2, 0.5), capsule(0.2, 0.4)][k % 3];
      const rotation = randomQuat(random);
      const from = toWorld(add(randomVec(random, 3), [0, 5, 0]));
      const by = rotate(ROTATION, add(randomVec(random, 2), [0, -6, 0]));
      const hit = castShape(world, { shape: probe, position: from, rotation }, by);
      const touches = (t: number): boolean =>
        overlapShapeAny(world, { shape: probe, rotation, position: add(from, scale(by, t)) });
      let before = false;
      for (let t = 0; t < (hit?.fraction ?? 1) - 1e-6; t += 0.05) before ||= touches(t);
      expect(before).toBe(false);
      if (hit === undefined) continue;
      found++;
      expect(touches(hit.fraction + 1e-6)).toBe(true);
      expect(hit.triangle).toBeGreaterThanOrEqual(0);
      expect(length(hit.normal)).toBeCloseTo(1, 9);
    }
    expect(found).toBeGreaterThan(30);
  });

  it('has a nearest point: that of the nearest triangle, near and far', () => {
    const { world } = makeWorld(shape);
    for (let k = 0; k < 50; k++) {
      const x: Vec3 = k % 5 === 0 ? [4 * random(), 40, 30] : add(randomVec(random, 5), [0, 4, 0]);
      const front = triangles.filter(([a, b, c]) => both || dot(cross(sub(b, a), sub(c, a)), sub(x, a)) >= 0);
      const expected = Math.min(...front.map((t) => pointTriangle(x, t)));
      const near = closestPoint(world, toWorld(x));
      expect(near?.distance).toBeCloseTo(expected, 8);
      expect(pointTriangle(x, triangles[near?.triangle ?? 0])).toBeCloseTo(expected, 8);
      expect(length(sub(near?.point ?? [0, 0, 0], toWorld(x)))).toBeCloseTo(expected, 8);
      expect(closestPoint(world, toWorld(x), expected * 0.999)).toBeUndefined();
    }
  });

  it('has no inside', () => {
    const { world } = makeWorld(shape);
    expect(containsPointAny(world, toWorld([0.2, -3, 0.1]))).toBe(false);
    expect(overlapShape(world, { shape: sphere(0.1), position: toWorld([0, -5, 0]) })).toEqual([]);
  });
});

it('a hole lets rays and shapes pass', () => {
  const world = createWorld();
  const body = createBody(world, { type: 'static' });
  const flat = new Array(9).fill(0);
  createCollider(world, body, { shape: heightField(3, 3, flat, { holes: [1, 0, 0, 0] }) });
  expect(castRayAny(world, [-0.5, 1, -0.5], [0, -1, 0])).toBe(false);
  expect(castRayAny(world, [0.5, 1, 0.5], [0, -1, 0])).toBe(true);
  expect(castShape(world, { shape: sphere(0.3), position: [-0.5, 1, -0.5] }, [0, -3, 0])).toBeUndefined();
  expect(castShape(world, { shape: sphere(0.3), position: [0.5, 1, 0.5] }, [0, -3, 0])?.fraction).toBeCloseTo(
    0.7 / 3,
    7,
  );
});
