import { describe, expect, it } from 'vitest';
import { createFloats, setFloats } from '../../src/math/floats.js';
import { blockK, invertThree, invertTwo } from '../../src/rows/block-inverse.js';
import { INVERSE, MASS, ROW } from '../../src/state/rows.js';
import { createRandom } from '../determinism/context.js';
import { dot, expectClose, type Numbers, randomNumbers, solveDense } from '../solver/dense.js';

/** K = J Jᵀ of random rows. */
const randomK = (seed: number, count: number): number[][] => {
  const random = createRandom(seed);
  const rows = Array.from({ length: count }, () => randomNumbers(random, 6, 1));
  return rows.map((p) => rows.map((q) => dot(p, q)));
};

/** The block's inverse and its single masses, as the rows get them. */
const invert = (k: readonly Numbers[]): { inverse: number[][]; mass: number[] } => {
  const rows = createFloats(3 * ROW);
  setFloats(blockK, [k[0][0], k[0][1], k[0][2] ?? 0, k[1][1], k[1][2] ?? 0, k[2]?.[2] ?? 0], 0);
  if (k.length === 2) invertTwo(rows, 0);
  else invertThree(rows, 0);
  return {
    inverse: k.map((_, i) => rows.slice(i * ROW + INVERSE, i * ROW + INVERSE + k.length)),
    mass: k.map((_, i) => rows[i * ROW + MASS]),
  };
};

describe.each([2, 3])('a block of %i rows', (count) => {
  it('is inverted as a dense matrix', () => {
    for (let seed = 1; seed < 20; seed++) {
      const k = randomK(seed, count);
      const { inverse, mass } = invert(k);
      const columns = k.map((_, i) =>
        solveDense(
          k,
          k.map((__, m) => (m === i ? 1 : 0)),
        ),
      );
      expectClose(inverse.flat(), columns.flat(), 1e-10);
      expectClose(
        mass,
        k.map((row, i) => 1 / row[i]),
      );
    }
  });

  it('gives a row that repeats another no part', () => {
    const k = randomK(3, count).map((row) => [...row]);
    for (let i = 0; i < count; i++) k[count - 1][i] = k[0][i];
    for (let i = 0; i < count; i++) k[i][count - 1] = k[i][0];
    const { inverse } = invert(k);
    expect(inverse[count - 1]).toEqual(k.map(() => expect.closeTo(0, 12)));
    // The others are solved as if it was not there.
    const rest = k.slice(0, -1).map((row) => row.slice(0, -1));
    const wanted = solveDense(
      rest,
      rest.map((_, i) => (i === 0 ? 1 : 0)),
    );
    expectClose(inverse[0].slice(0, -1), wanted, 1e-10);
  });

  it('gives a row that no body answers to no part', () => {
    const k = randomK(5, count).map((row, i) => row.map((x, m) => (i === 0 || m === 0 ? 0 : x)));
    const { inverse, mass } = invert(k);
    expect(mass[0]).toBe(0);
    expect(inverse[0].map(Math.abs)).toEqual(k.map(() => 0));
    expect(inverse[1][1]).toBeGreaterThan(0);
  });
});

it('of two rows the one nearly along a locked axis comes second, and gets no part when they are one', () => {
  // Both rows turn the body about the same free axis: one in full, the other by 1e-8.
  const small = 1e-8;
  const k = [
    [small * small, small],
    [small, 1],
  ];
  const { inverse } = invert(k);
  expectClose(inverse[1], [0, 1]);
  expect(inverse[0].map(Math.abs)).toEqual([0, 0]);
});
