import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import {
  boxMass,
  capsuleMass,
  combineMass,
  hullMass,
  type MassProperties,
  sphereMass,
  transformMass,
  withMass,
} from '../../../src/collision/shapes/mass-properties.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { rotateSym3, type Sym3 } from '../../../src/math/mat3.js';
import { normalizeQuat, type Quat, rotate } from '../../../src/math/quat.js';
import { add, type Vec3 } from '../../../src/math/vec3.js';

const TURN: Quat = normalizeQuat([0.3, -0.5, 0.2, 0.8]);

const expectClose = (got: MassProperties, want: MassProperties, tolerance: number, size: number): void => {
  expect(Math.abs(got.mass / want.mass - 1)).toBeLessThan(tolerance);
  for (let i = 0; i < 3; i++) expect(Math.abs(got.centre[i] - want.centre[i])).toBeLessThan(tolerance * size);
  const scale = want.inertia[0] + want.inertia[3] + want.inertia[5];
  for (let i = 0; i < 6; i++) {
    expect(Math.abs(got.inertia[i] - want.inertia[i])).toBeLessThan(tolerance * scale);
  }
};

/** Mass properties by the midpoint rule over n³ cells of a cube: knows nothing of the formulas under test. */
const integrate = (
  inside: (p: Vec3) => boolean,
  half: number,
  density: number,
  n: number,
): MassProperties => {
  const step = (2 * half) / n;
  const at = (i: number): number => (i + 0.5) * step - half;
  let mass = 0;
  const first = [0, 0, 0];
  const s = [0, 0, 0, 0, 0, 0];
  const dm = density * step ** 3;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) {
        const p: Vec3 = [at(i), at(j), at(k)];
        if (!inside(p)) continue;
        mass += dm;
        p.forEach((x, axis) => {
          first[axis] += x * dm;
        });
        [p[0] * p[0], p[0] * p[1], p[0] * p[2], p[1] * p[1], p[1] * p[2], p[2] * p[2]].forEach((x, e) => {
          s[e] += x * dm;
        });
      }
    }
  }
  const c: Vec3 = [first[0] / mass, first[1] / mass, first[2] / mass];
  [c[0] * c[0], c[0] * c[1], c[0] * c[2], c[1] * c[1], c[1] * c[2], c[2] * c[2]].forEach((x, e) => {
    s[e] -= mass * x;
  });
  return { mass, centre: c, inertia: [s[3] + s[5], -s[1], -s[2], s[0] + s[5], -s[4], s[0] + s[3]] };
};

describe('closed forms', () => {
  test('sphere: 4/3 π r³, 2/5 m r²', () => {
    const { mass, inertia } = sphereMass(2, 3);
    expect(mass).toBeCloseTo(32 * Math.PI, 12);
    expect(inertia[0]).toBeCloseTo(0.4 * 32 * Math.PI * 4, 10);
    expect(inertia).toEqual([inertia[0], 0, 0, inertia[0], 0, inertia[0]]);
  });

  test('box: m/12 of the squared full sides', () => {
    const { mass, inertia } = boxMass(1, 2, 3, 0.5);
    expect(mass).toBe(24);
    expect(inertia).toEqual([2 * (16 + 36), 0, 0, 2 * (4 + 36), 0, 2 * (4 + 16)]);
  });

  test('capsule: a sphere when it has no length, and the integral otherwise', () => {
    expectClose(capsuleMass(0.7, 0, 2), sphereMass(0.7, 2), 1e-14, 1);
    const inside = ([x, y, z]: Vec3): boolean => {
      const dy = Math.max(0, Math.abs(y) - 0.6);
      return x * x + dy * dy + z * z < 0.16;
    };
    expectClose(capsuleMass(0.4, 0.6, 2), integrate(inside, 1, 2, 120), 4e-3, 1);
  });

  test('corner tetrahedron: V = 1/6, centre 1/4, products of inertia with a plus sign', () => {
    const hull = buildHull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    const { mass, centre, inertia } = hullMass(hull, 6);
    expect(mass).toBeCloseTo(1, 14);
    for (const x of centre) expect(x).toBeCloseTo(0.25, 14);
    // ∫x² = 1/60, ∫xy = 1/120 for V = 1/6; about the centre: 1/10 - 1/16 and 1/20 - 1/16 per unit mass.
    for (const i of [0, 3, 5]) expect(inertia[i]).toBeCloseTo(2 * (1 / 10 - 1 / 16), 14);
    for (const i of [1, 2, 4]) expect(inertia[i]).toBeCloseTo(-(1 / 20 - 1 / 16), 14);
  });

  test('a box as a hull equals the box', () => {
    expectClose(hullMass(boxHull(0.3, 1.7, 0.05), 7), boxMass(0.3, 1.7, 0.05, 7), 1e-14, 1);
  });
});

/** Evenly spread, unlike fc.double, whose values are mostly tiny. */
const evenly = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((i) => low + ((high - low) * i) / 2 ** 30);

const cloud = fc.array(fc.tuple(...Array(3).fill(evenly(-1, 1))), {
  minLength: 8,
  maxLength: 30,
});

describe('hulls', () => {
  const points: Vec3[] = [
    [0.9, 0.1, 0.2],
    [-0.7, 0.8, 0],
    [0.1, -0.9, 0.3],
    [0.2, 0.3, -0.95],
    [-0.5, -0.4, 0.9],
    [0.6, 0.7, 0.6],
  ];

  test('the integral over an irregular hull', () => {
    const hull = buildHull(points);
    const inside = (p: Vec3): boolean => {
      for (let f = 0; f < hull.planes.length; f += 4) {
        if (
          hull.planes[f] * p[0] + hull.planes[f + 1] * p[1] + hull.planes[f + 2] * p[2] >
          hull.planes[f + 3]
        )
          return false;
      }
      return true;
    };
    const props = hullMass(hull, 2);
    expectClose(props, integrate(inside, 1, 2, 100), 5e-3, 1);
    for (let i = 0; i < 3; i++) expect(hull.centre[i]).toBeCloseTo(props.centre[i], 14);
  });

  test('moving the points is moving the mass properties', () => {
    fc.assert(
      fc.property(cloud, (raw) => {
        const base = [...points, ...(raw as unknown as Vec3[])];
        const position: Vec3 = [3, -20, 50];
        const moved = base.map((p) => add(position, rotate(TURN, p)));
        const want = transformMass(hullMass(buildHull(base), 3), position, TURN);
        // Both hulls may leave out other points within the flatness of 2e-6.
        expectClose(hullMass(buildHull(moved), 3), want, 2e-5, 1);
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});

describe('combineMass', () => {
  test('two halves of a box are the box, also when it is turned', () => {
    const half = boxMass(0.5, 1, 2, 3);
    const whole = transformMass(boxMass(1, 1, 2, 3), [4, 5, 6], TURN);
    const parts = [0.5, -0.5].map((x) => transformMass(half, add([4, 5, 6], rotate(TURN, [x, 0, 0])), TURN));
    expectClose(combineMass(parts), whole, 1e-14, 10);
  });

  test('a dumbbell off the axes: m l² and its products of inertia', () => {
    const ball = sphereMass(0.01, 1);
    const at = (centre: Vec3): MassProperties => withMass({ ...ball, centre }, 1);
    const own = withMass(ball, 1).inertia[0];
    const { mass, centre, inertia } = combineMass([at([1, 2, 0]), at([3, 4, 0])]);
    expect(mass).toBe(2);
    expect(centre).toEqual([2, 3, 0]);
    const want: Sym3 = [2 + 2 * own, -2, 0, 2 + 2 * own, 0, 4 + 2 * own];
    inertia.forEach((x, i) => {
      expect(x).toBeCloseTo(want[i], 12);
    });
  });

  test('nothing weighs nothing', () => {
    expect(combineMass([])).toEqual({ mass: 0, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] });
  });
});

test('withMass scales the inertia with the mass', () => {
  const { mass, inertia } = withMass(boxMass(1, 2, 3, 1), 96);
  expect(mass).toBe(96);
  expect(inertia).toEqual(boxMass(1, 2, 3, 2).inertia);
});

test('transformMass turns the inertia the way it turns the points', () => {
  const quarter: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
  const rod: Sym3 = [0.1, 0, 0, 2, 0, 3];
  const { centre, inertia } = transformMass({ mass: 1, centre: [1, 0, 0], inertia: rod }, [0, 0, 5], quarter);
  expect(centre[1]).toBeCloseTo(1, 15);
  expect(inertia[3]).toBeCloseTo(0.1, 15);
  expect(inertia).toEqual(rotateSym3(quarter, rod));
});
