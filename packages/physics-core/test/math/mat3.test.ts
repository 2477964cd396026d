import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addSym3,
  diagonalize,
  invertSym3,
  rotateSym3,
  type Sym3,
  shiftInertia,
} from '../../src/math/mat3.js';
import { normalizeQuat, type Quat, rotate } from '../../src/math/quat.js';
import { cross, dot, type Vec3 } from '../../src/math/vec3.js';

/** Evenly spread, unlike fc.double, whose values are mostly tiny. */
const evenly = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((i) => low + ((high - low) * i) / 2 ** 30);

const number = evenly(-10, 10);
const vector = fc.tuple(number, number, number);
const rotation = fc
  .tuple(number, number, number, number)
  .filter((q) => q.some((x) => Math.abs(x) > 1e-3))
  .map((q): Quat => normalizeQuat(q));

const times = ([xx, xy, xz, yy, yz, zz]: Sym3, [x, y, z]: Vec3): Vec3 => [
  xx * x + xy * y + xz * z,
  xy * x + yy * y + yz * z,
  xz * x + yz * y + zz * z,
];

/** Inertia of point masses by its definition, I v = Σ m r × (v × r): independent of the matrix formulas. */
const pointInertia = (points: readonly Vec3[], v: Vec3): Vec3 =>
  points.reduce(
    (sum, r) => {
      const c = cross(r, cross(v, r));
      return [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]];
    },
    [0, 0, 0] as Vec3,
  );

const expectVector = (got: Vec3, want: Vec3, size: number): void => {
  for (let i = 0; i < 3; i++) expect(Math.abs(got[i] - want[i])).toBeLessThan(1e-12 * (1 + size));
};

const largest = (s: Sym3): number => Math.max(...s.map(Math.abs));

test('shiftInertia is the inertia of a point mass, r × (v × r), with its signs', () => {
  fc.assert(
    fc.property(vector, vector, (r, v) => {
      expectVector(times(shiftInertia([0, 0, 0, 0, 0, 0], 1, r), v), pointInertia([r], v), 1e4);
    }),
    { seed: 1 },
  );
});

test('rotateSym3 turns the points of a body', () => {
  fc.assert(
    fc.property(rotation, vector, vector, vector, (q, r1, r2, v) => {
      const zero: Sym3 = [0, 0, 0, 0, 0, 0];
      const inertia = addSym3(shiftInertia(zero, 1, r1), shiftInertia(zero, 1, r2));
      expectVector(times(rotateSym3(q, inertia), v), pointInertia([rotate(q, r1), rotate(q, r2)], v), 1e4);
    }),
    { seed: 1 },
  );
});

test('invertSym3 times the matrix is one', () => {
  fc.assert(
    fc.property(vector, vector, vector, (a, b, v) => {
      const base: Sym3 = [3, 0, 0, 2, 0, 1];
      const s = shiftInertia(shiftInertia(base, 0.1, a), 0.1, b);
      expectVector(times(invertSym3(s), times(s, v)), v, 1e3);
    }),
    { seed: 1 },
  );
});

describe('diagonalize', () => {
  const check = (s: Sym3): void => {
    const { moments, rotation: q } = diagonalize(s);
    const back = rotateSym3(q, [moments[0], 0, 0, moments[1], 0, moments[2]]);
    for (let i = 0; i < 6; i++) expect(Math.abs(back[i] - s[i])).toBeLessThan(2e-14 * largest(s));
    expect(Math.abs(dot(q as unknown as Vec3, q as unknown as Vec3) + q[3] * q[3] - 1)).toBeLessThan(1e-15);
    expect(q[3]).toBeGreaterThanOrEqual(0);
  };

  test('reconstructs any symmetric matrix', () => {
    fc.assert(
      fc.property(fc.tuple(number, number, number, number, number, number), (s) => {
        fc.pre(largest(s) > 1e-6);
        check(s);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  test('reconstructs rotated inertias with equal and nearly equal moments', () => {
    fc.assert(
      fc.property(rotation, fc.constantFrom(0, 1e-14, 1e-9, 1e-3), (q, e) => {
        check(rotateSym3(q, [1, 0, 0, 1 + e, 0, 1]));
        check(rotateSym3(q, [1, 0, 0, 1 + e, 0, 1e-6]));
      }),
      { seed: 1 },
    );
  });

  test('a diagonal matrix gives itself and exactly the identity', () => {
    expect(diagonalize([3, 0, 0, 1, 0, 2])).toEqual({ moments: [3, 1, 2], rotation: [0, 0, 0, 1] });
    expect(diagonalize([1, 1e-17, -1e-17, 1, 1e-17, 1]).rotation).toEqual([0, 0, 0, 1]);
  });

  test('a turn about each axis comes back with its sign', () => {
    const moments: Sym3 = [5, 0, 0, 3, 0, 1];
    for (let axis = 0; axis < 3; axis++) {
      for (const angle of [0.3, -0.3, 0.7]) {
        const q = [0, 0, 0, Math.cos(angle / 2)];
        q[axis] = Math.sin(angle / 2);
        const got = diagonalize(rotateSym3(q as unknown as Quat, moments));
        q.forEach((x, i) => {
          expect(got.rotation[i]).toBeCloseTo(x, 14);
        });
        expectVector(got.moments, [5, 3, 1], 0);
      }
    }
  });
});
