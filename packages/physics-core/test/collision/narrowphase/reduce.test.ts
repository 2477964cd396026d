import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_POINTS } from '../../../src/collision/narrowphase/manifold.js';
import { reducePoints } from '../../../src/collision/narrowphase/reduce.js';
import { floatsFrom } from '../../../src/math/floats.js';
import { DEPTH_TIE } from '../../../src/tuning.js';
import { MARGIN, seeded } from './polyhedron-fixture.js';

type Candidate = readonly [u: number, v: number, w: number];

const reduce = (candidates: readonly Candidate[]): number[] => {
  const kept = new Int32Array(MAX_POINTS);
  const count = reducePoints(floatsFrom(candidates.flat()), candidates.length, floatsFrom([MARGIN]), kept);
  return Array.from(kept.subarray(0, count));
};

/** Area of the convex hull (Andrew's monotone chain). */
const hullArea = (points: readonly Candidate[]): number => {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const chain = (ps: readonly Candidate[]): Candidate[] => {
    const c: Candidate[] = [];
    for (const p of ps) {
      for (; c.length > 1; c.pop()) {
        const [q, r] = [c[c.length - 2], c[c.length - 1]];
        if ((r[0] - q[0]) * (p[1] - q[1]) - (r[1] - q[1]) * (p[0] - q[0]) > 0) break;
      }
      c.push(p);
    }
    return c.slice(0, -1);
  };
  const ring = [...chain(sorted), ...chain([...sorted].reverse())];
  return ring.reduce((sum, p, i) => {
    const q = ring[(i + 1) % ring.length];
    return sum + 0.5 * (p[0] * q[1] - q[0] * p[1]);
  }, 0);
};

describe('reducePoints', () => {
  it('keeps up to four points as they are', () => {
    expect(
      reduce([
        [0, 0, 0],
        [0, 0, 0],
        [1, 0, 0.01],
      ]),
    ).toEqual([0, 1, 2]);
  });

  it('keeps the corners of a square with points on its sides', () => {
    const kept = reduce([
      [0, 0, 0],
      [0.5, 0, 0],
      [1, 0, 0],
      [1, 0.5, 0],
      [1, 1, 0],
      [0, 1, 0],
      [0, 0.4, 0],
    ]);
    expect(kept.sort()).toEqual([0, 2, 4, 5]);
  });

  it('keeps the two ends of a line', () => {
    const kept = reduce([0, 0.1, 0.2, 0.7, 0.9, 1].map((t) => [t, 2 * t, 0] as const));
    expect(kept.sort()).toEqual([0, 5]);
  });

  it('keeps one of coincident points', () => {
    expect(
      reduce([
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
      ]),
    ).toEqual([0]);
  });

  it('of points above each other keeps the lower one', () => {
    const thinPlate: Candidate[] = [];
    // The upper corners stick out a little, as those of a tilted plate do.
    for (const [u, v] of [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ])
      thinPlate.push([1.001 * u, 1.001 * v, 0.01], [u, v, -0.001]);
    expect(reduce(thinPlate).sort()).toEqual([1, 3, 5, 7]);
  });

  const candidates = fc.array(
    fc.tuple(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -0.5, max: MARGIN, noNaN: true }),
    ),
    { minLength: 5, maxLength: 40 },
  );

  it('never drops the deepest, never repeats a point', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const kept = reduce(all);
        const deepest = Math.min(...all.map((p) => p[2]));
        expect(all[kept[0]][2]).toBeLessThanOrEqual(deepest + DEPTH_TIE);
        expect(new Set(kept).size).toBe(kept.length);
        expect(kept.length).toBeGreaterThan(0);
      }),
      { seed: 1 },
    );
  });

  it('four of the equally deep corners of a convex polygon span at least half of it', () => {
    const random = seeded(1);
    for (let i = 0; i < 300; i++) {
      const stretch = 0.2 + random();
      const all = Array.from({ length: 5 + (i % 30) }, (): Candidate => {
        const angle = 2 * Math.PI * random();
        return [Math.cos(angle), stretch * Math.sin(angle), -0.01];
      });
      const kept = reduce(all).map((k) => all[k]);
      expect(hullArea(kept)).toBeGreaterThan(0.5 * hullArea(all));
    }
  });

  it('noise in the depth does not change the choice', () => {
    const random = seeded(2);
    const octagon = Array.from(
      { length: 8 },
      (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)] as const,
    );
    const expected = reduce(octagon.map(([u, v]) => [u, v, -0.003]));
    for (let i = 0; i < 200; i++)
      expect(
        reduce(octagon.map(([u, v]) => [u + 1e-5 * random(), v + 1e-5 * random(), -0.003 + 5e-5 * random()])),
      ).toEqual(expected);
  });
});
