import { expect } from 'vitest';
import type { World } from '../../src/index.js';
import { setFloats } from '../../src/math/floats.js';
import { MOTION } from '../../src/state/bodies.js';
import type { Random } from '../determinism/context.js';
import { type Masses, respond } from '../joints/row-math.js';

/**
 * Slow and simple linear algebra to check the kernels with. A row is the Jacobian on two bodies: 12 numbers in
 * the order vA, ωA, vB, ωB. Masses are those that a user reads.
 */

export type Numbers = readonly number[];

export const dot = (a: Numbers, b: Numbers): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

export const times = (matrix: readonly Numbers[], x: Numbers): number[] => matrix.map((row) => dot(row, x));

/** Solves A x = b by elimination with pivoting. */
export const solveDense = (a: readonly Numbers[], b: Numbers): number[] => {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[best][k])) best = i;
    [m[k], m[best]] = [m[best], m[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= factor * m[k][j];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
};

/** The most even of the solutions of K x = b: four points on a face share a load in many ways. */
export const solveEvenly = (k: readonly Numbers[], b: Numbers): number[] => {
  const trace = k.reduce((sum, row, i) => sum + row[i], 0);
  return solveDense(
    k.map((row, i) => row.map((x, j) => (i === j ? x + 1e-10 * trace : x))),
    b,
  );
};

/** vA, ωA, vB, ωB. */
export const velocitiesOf = ({ bodies }: World, a: number, b: number): number[] => [
  ...bodies.motion.slice(a * MOTION, a * MOTION + 6),
  ...bodies.motion.slice(b * MOTION, b * MOTION + 6),
];

export const setVelocities = ({ bodies }: World, a: number, b: number, v: Numbers): void => {
  setFloats(bodies.motion, v.slice(0, 6), a * MOTION);
  setFloats(bodies.motion, v.slice(6), b * MOTION);
};

export const randomNumbers = (random: Random, count: number, size: number): number[] =>
  Array.from({ length: count }, () => size * (2 * random() - 1));

/** M⁻¹ Jᵀ of a row on bodies a and b. */
export const responseOf = (masses: Masses, a: number, b: number, row: Numbers): number[] => [
  ...respond(masses, a, row.slice(0, 6)),
  ...respond(masses, b, row.slice(6)),
];

/** K = J M⁻¹ Jᵀ. */
export const denseK = (masses: Masses, a: number, b: number, rows: readonly Numbers[]): number[][] =>
  rows.map((p) => rows.map((q) => dot(p, responseOf(masses, a, b, q))));

/** v + M⁻¹ Jᵀ λ. */
export const pushed = (
  masses: Masses,
  a: number,
  b: number,
  v: Numbers,
  rows: readonly Numbers[],
  lambdas: Numbers,
): number[] => {
  const responses = rows.map((row) => responseOf(masses, a, b, row));
  return v.map((x, i) => x + responses.reduce((sum, r, k) => sum + r[i] * lambdas[k], 0));
};

/** Equal up to roundings: to 1e-9 of the largest of the numbers, or of 1 if that is larger. */
export const expectClose = (found: Numbers, wanted: Numbers, tolerance = 1e-9): void => {
  expect(found).toHaveLength(wanted.length);
  const size = Math.max(1, ...wanted.map(Math.abs));
  const off = Math.max(...found.map((x, i) => Math.abs(x - wanted[i])));
  expect(off / size, `${found.join(' ')} instead of ${wanted.join(' ')}`).toBeLessThan(tolerance);
};
