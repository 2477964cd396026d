// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { hullMass } from '../../../src/collision/shapes/mass-properties.js';
import { buildHull, MAX_HULL_VERTICES } from '../../../src/collision/shapes/quickhull.js';
import { PhysicsError } from '../../../src/errors.js';
import { normalizeQuat, type Quat, rotate } from '../../../src/math/quat.js';
import { add, cross, dot, length, normalize, scale, sub, type Vec3 } from '../../../src/math/vec3.js';

/** Hundreds of hulls per property; a busy machine may need its time. */
vi.setConfig({ testTimeout: 60_000 });

/** Of the longest side: what quickhull.ts promises (MAX_OUTSIDE, 64 cells of at most 2^-23). */
const OUTSIDE = 8e-6;
const FLAT = 4e-6;

const vertexOf = (hull: HullGeometry, v: number): Vec3 => [
  hull.vertices[3 * v],
  hull.vertices[3 * v + 1],
  hull.vertices[3 * v + 2],
];
const normalOf = (hull: HullGeometry, f: number): Vec3 => [
  hull.planes[4 * f],
  hull.planes[4 * f + 1],
  hull.planes[4 * f + 2],
];
const faceOf = (hull: HullGeometry, f: number): number[] => [
  ...hull.faceVertices.slice(hull.faceStart[f], hull.faceStart[f + 1]),
];
const sideOf = (points: readonly Vec3[]): number =>
  Math.max(
    ...[0, 1, 2].map((a) => Math.max(...points.map((p) => p[a])) - Math.min(...points.map((p) => p[a]))),
  );

const checkFaces = (hull: HullGeometry, points: readonly Vec3[], side: number): void => {
  let outside = 0;
  let bend = 0;
  let reflex = 0;
  let unit = 0;
  for (let f = 0; f < hull.faceCount; f++) {
    const n = normalOf(hull, f);
    const d = hull.planes[4 * f + 3];
    unit = Math.max(unit, Math.abs(length(n) - 1));
    for (const p of points) outside = Math.max(outside, dot(n, p) - d);
    const corners = faceOf(hull, f).map((v) => vertexOf(hull, v));
    corners.forEach((a, k) => {
      const outward = cross(normalize(sub(corners[(k + 1) % corners.length], a)), n);
      bend = Math.max(bend, Math.abs(dot(n, a) - d));
      for (const b of corners) reflex = Math.max(reflex, dot(outward, sub(b, a)));
    });
  }
  expect(unit).toBeLessThan(1e-14);
  expect(outside / side).toBeLessThan(OUTSIDE);
  expect(bend / side).toBeLessThan(FLAT);
  expect(reflex / side).toBeLessThan(FLAT);
};

const checkEdges = (hull: HullGeometry): void => {
  expect(hull.vertexCount - hull.edgeCount + hull.faceCount).toBe(2);
  expect(hull.faceVertices.length).toBe(2 * hull.edgeCount);
  const follows = (f: number, from: number, to: number): boolean => {
    const face = faceOf(hull, f);
    return face.some((v, k) => v === from && face[(k + 1) % face.length] === to);
  };
  const seen = new Set<string>();
  const wrong: number[] = [];
  for (let e = 0; e < hull.edgeCount; e++) {
    const [v0, v1, left, right] = hull.edges.slice(4 * e, 4 * e + 4);
    if (left === right || !follows(left, v0, v1) || !follows(right, v1, v0)) wrong.push(e);
    seen.add([v0, v1].sort((a, b) => a - b).join());
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBe(hull.edgeCount);
};

/** Everything a hull promises, whatever the points were. */
const checkHull = (hull: HullGeometry, points: readonly Vec3[]): void => {
  const side = sideOf(points);
  checkFaces(hull, points, side);
  checkEdges(hull);
  const degree = new Int32Array(hull.vertexCount);
  for (const v of hull.faceVertices) degree[v]++;
  expect(Math.min(...degree)).toBeGreaterThanOrEqual(3);
  const keys = new Set(points.map((p) => p.join()));
  const strangers = Array.from({ length: hull.vertexCount }, (_, v) => vertexOf(hull, v).join()).filter(
    (k) => !keys.has(k),
  );
  expect(strangers).toEqual([]);
  const gaps = Array.from(
    { length: hull.faceCount },
    (_, f) => hull.planes[4 * f + 3] - dot(normalOf(hull, f), hull.centre),
  );
  expect(hull.innerRadius).toBe(Math.min(...gaps));
  expect(hull.innerRadius).toBeGreaterThan(0);
};

const CUBE: Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
const counts = (h: HullGeometry): number[] => [h.vertexCount, h.edgeCount, h.faceCount];

/** Evenly spread, unlike fc.double, whose values are mostly tiny. */
const evenly = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((i) => low + ((high - low) * i) / 2 ** 30);

const unit = evenly(-1, 1);
const point = fc.tuple(unit, unit, unit);
const direction = point.filter((p) => length(p) > 0.1).map((p): Vec3 => normalize(p));
const rotation = fc
  .tuple(unit, unit, unit, unit)
  .filter((q) => Math.abs(q[3]) > 1e-2)
  .map((q): Quat => normalizeQuat(q));
const size = evenly(-3, 4).map((e) => 10 ** e);
const jitterSize = fc.constantFrom(0, 1e-12, 1e-9, 1e-8, 1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 1e-4);

interface Placement {
  q: Quat;
  k: number;
  far: Vec3;
}
const placement = fc.record({ q: rotation, k: size, far: point });
/** Turned, scaled, and up to 1000 times its size away from the origin. */
const place = (points: readonly Vec3[], { q, k, far }: Placement): Vec3[] =>
  points.map((p) => add(scale(rotate(q, p), k), scale(far, 1000 * k)));

describe('known solids', () => {
  test('cube: 6 quads, 12 edges, the 8 points themselves', () => {
    const hull = buildHull(CUBE);
    expect(counts(hull)).toEqual([8, 12, 6]);
    expect([...hull.vertices]).toEqual(CUBE.flat());
    const planes = Array.from({ length: 6 }, (_, f) =>
      [...hull.planes.slice(4 * f, 4 * f + 4)].join(),
    ).sort();
    expect(planes).toEqual(['-1,0,0,1', '0,-1,0,1', '0,0,-1,1', '0,0,1,1', '0,1,0,1', '1,0,0,1']);
    expect(hull.innerRadius).toBeCloseTo(1, 15);
    expect(hullMass(hull, 1).mass).toBeCloseTo(8, 14);
    checkHull(hull, CUBE);
  });

  test('tetrahedron, octahedron, prism', () => {
    expect(
      counts(
        buildHull([
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]),
      ),
    ).toEqual([4, 6, 4]);
    const axes: Vec3[] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    expect(counts(buildHull(axes))).toEqual([6, 12, 8]);
    expect(hullMass(buildHull(axes), 1).mass).toBeCloseTo(4 / 3, 14);
    const ring = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8);
    const prism = ring.flatMap((a): Vec3[] => [-1, 1].map((y) => [Math.cos(a), y, Math.sin(a)]));
    const hull = buildHull(prism);
    expect(counts(hull)).toEqual([32, 48, 18]);
    expect(hullMass(hull, 1).mass).toBeCloseTo(2 * 8 * Math.sin(Math.PI / 8), 12);
  });

  test('icosahedron and dodecahedron: triangles and pentagons', () => {
    const g = (1 + Math.sqrt(5)) / 2;
    const turns = (x: number, y: number): Vec3[] => [
      [0, x, y],
      [x, y, 0],
      [y, 0, x],
    ];
    const signs = [1, -1];
    const icosahedron = signs.flatMap((s) => signs.flatMap((t) => turns(s, t * g)));
    expect(counts(buildHull(icosahedron))).toEqual([12, 30, 20]);
    const dodecahedron = [...CUBE, ...signs.flatMap((s) => signs.flatMap((t) => turns(s / g, t * g)))];
    const hull = buildHull(dodecahedron);
    expect(counts(hull)).toEqual([20, 30, 12]);
    expect(hullMass(hull, 1).mass).toBeCloseTo(((15 + 7 * Math.sqrt(5)) / 4) * (Math.sqrt(5) - 1) ** 3, 12);
  });
});

describe('any placement', () => {
  test('random clouds and points on a sphere', () => {
    const clouds = fc.oneof(
      fc.array(point, { minLength: 8, maxLength: 120 }),
      fc.array(direction, { minLength: 8, maxLength: 120 }),
    );
    fc.assert(
      fc.property(clouds, placement, (cloud, where) => {
        const points = place([...CUBE.slice(0, 5).map((p) => scale(p, 0.3)), ...cloud], where);
        checkHull(buildHull(points), points);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test('cubes with a grid of points on and in them stay cubes; doubles and inner points vanish', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        placement,
        fc.constantFrom(0, 1e-9, 1e-8),
        fc.infiniteStream(unit),
        (n, where, jitter, noise) => {
          const shake = (x: number): number => x + jitter * noise.next().value;
          const grid: Vec3[] = [];
          for (let i = 0; i <= n; i++) {
            for (let j = 0; j <= n; j++) {
              for (let k = 0; k <= n; k++)
                grid.push([shake((2 * i) / n - 1), shake((2 * j) / n - 1), shake((2 * k) / n - 1)]);
            }
          }
          const points = place([...grid, ...grid.slice(0, 9)], where);
          const hull = buildHull(points);
          checkHull(hull, points);
          expect(counts(hull)).toEqual([8, 12, 6]);
          expect(hullMass(hull, 1).mass / where.k ** 3).toBeCloseTo(8, 4);
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  test('cubes with every size of jitter are sound, and cubes up to 1e-7', () => {
    const noise = fc.array(point, { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(noise, jitterSize, placement, (shakes, jitter, where) => {
        const shaken = shakes.map((s, i) => add(CUBE[i % 8], scale(s, jitter)));
        const points = place(shaken, where);
        const hull = buildHull(points);
        checkHull(hull, points);
        if (jitter <= 1e-7) expect(counts(hull)).toEqual([8, 12, 6]);
        expect(Math.abs(hullMass(hull, 1).mass / where.k ** 3 - 8)).toBeLessThan(30 * jitter + 1e-4);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  test('a face a few cells wide, whose plane would cut the body if the grid could tilt it', () => {
    const shakes: Vec3[] = [
      [-1, -0.9747738465666771, -0.999999962747097],
      [-1, -1, -1],
      [-1, -1, -1],
      [-1, -1, -1],
      [-1, -0.8525381311774254, -1],
      [-1, -1, -0.9852426126599312],
      [-1, -1, -1],
      [-0.6639622431248426, 0.6297854408621788, -1],
      [-1, -1, -0.9911902453750372],
      [0.6579381544142962, -0.38903725892305374, -1],
      [-1, -1, -1],
      [-1, -0.6329406183212996, -1],
      [-1, -0.8621614556759596, -1],
      [-0.3361087553203106, -0.873809639364481, -0.06640625],
      [-0.9568841829895973, 0.8452474121004343, -0.12500000558793545],
      [-0.6662992872297764, 0.2763545885682106, -0.4234443139284849],
      [-1, -1, -1],
      [-1, -1, -1],
      [-1, -1, -1],
      [-0.94846404902637, -0.8462119940668344, -1],
      [-1, 0.46218290366232395, -0.08783099800348282],
      [-0.5314976572990417, -1, -1],
      [-1, -1, -1],
      [-1, -1, -1],
    ];
    const where: Placement = {
      q: [-0.5511919168247748, -0.5511919168247748, -0.5511919168247748, -0.29759437575514025],
      k: 398.4199947297062,
      far: [-1, -1, -1],
    };
    const shaken = shakes.map((s, i) => add(CUBE[i % 8], scale(s, 1e-5)));
    const points = place(shaken, where);
    checkHull(buildHull(points), points);
  });

  test('rounded and bevelled corners of every size, plates and needles down to 1e-4', () => {
    const detail = evenly(-8, 0).map((e) => 10 ** e);
    const thin = evenly(-4, 0).map((e) => 10 ** e);
    const knobs = fc.array(direction, { minLength: 40, maxLength: 80 });
    fc.assert(
      fc.property(knobs, detail, thin, thin, placement, (directions, radius, y, z, where) => {
        const stretch = ([a, b, c]: Vec3): Vec3 => [a, b * y, c * z];
        const points = place(
          directions.map((u, i) => stretch(add(CUBE[i % 8], scale(u, radius)))),
          where,
        );
        checkHull(buildHull(points), points);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test('shallow domes, where flat and curved meet', () => {
    fc.assert(
      fc.property(evenly(-7, 0), placement, (e, where) => {
        const dome: Vec3[] = [
          [-6, -5, -6],
          [6, -5, -6],
          [-6, -5, 6],
          [6, -5, 6],
        ];
        for (let i = -5; i <= 5; i++)
          for (let j = -5; j <= 5; j++) dome.push([i, (-(10 ** e) * (i * i + j * j)) / 20, j]);
        const points = place(dome, where);
        checkHull(buildHull(points), points);
      }),
      { numRuns: 80, seed: 1 },
    );
  });
});

test('the same points give the same bits, and hold after a second build', () => {
  fc.assert(
    fc.property(fc.array(direction, { minLength: 10, maxLength: 60 }), (points) => {
      const cloud = [...CUBE, ...points.map((p) => scale(p, 1.5))];
      const once = buildHull(cloud);
      expect(buildHull(cloud)).toEqual(once);
      const vertices = Array.from({ length: once.vertexCount }, (_, v) => vertexOf(once, v));
      expect(counts(buildHull(vertices))).toEqual(counts(once));
    }),
    { numRuns: 50, seed: 1 },
  );
});

describe('errors', () => {
  const failure = (points: readonly Vec3[]): PhysicsError => {
    try {
      buildHull(points);
    } catch (error) {
      if (error instanceof PhysicsError) return error;
      throw error;
    }
    throw new Error('no error');
  };
  const line = (n: number): Vec3[] => Array.from({ length: n }, (_, i) => [0.1 * i, 0.3 * i, -0.7 * i]);

  test('no solid', () => {
    const sheet = Array.from(
      { length: 25 },
      (_, i): Vec3 => rotate(normalizeQuat([1, 2, 3, 4]), [i % 5, 0, Math.floor(i / 5)]),
    );
    const cases: [Vec3[], string][] = [
      [[], '0 points'],
      [CUBE.slice(0, 3), '3 points'],
      [Array(9).fill([1, 2, 3]), 'equal'],
      [line(20), 'line'],
      [CUBE.slice(0, 4), 'plane'],
      [sheet, 'plane'],
      [sheet.map((p, i) => add(p, [0, 1e-6 * (i % 3), 0])), 'plane'],
    ];
    for (const [points, word] of cases) {
      const error = failure(points);
      expect(error.code).toBe('degenerate-shape');
      expect(error.message).toContain(word);
      expect(error.message).toMatch(/\. Give .+\.$/);
    }
  });

  test('not finite, with the point that is to blame', () => {
    const error = failure([...CUBE, [0, Number.NaN, 1]]);
    expect(error.code).toBe('not-finite');
    expect(error.message).toBe('Point 8 of the hull is (0, NaN, 1). Use finite coordinates.');
    expect(error.name).toBe('PhysicsError');
  });

  test('too many vertices', () => {
    const spiral = (n: number): Vec3[] =>
      Array.from({ length: n }, (_, i) => {
        const y = 1 - (2 * i + 1) / n;
        const r = Math.sqrt(1 - y * y);
        return [r * Math.cos(2.4 * i), y, r * Math.sin(2.4 * i)];
      });
    expect(buildHull(spiral(MAX_HULL_VERTICES)).vertexCount).toBe(MAX_HULL_VERTICES);
    for (const n of [MAX_HULL_VERTICES + 1, 20_000]) {
      expect(failure(spiral(n)).code).toBe('too-many');
    }
  });
});
