import { describe, expect, it } from 'vitest';
import type { Floats } from '../../../src/math/floats.js';
import { createImpact, type Impact, solveImpact } from '../../../src/solver/impacts/law.js';
import { between, createRandom, type Random, randomVector } from '../../determinism/context.js';

/** Speeds n, t1, t2 and turns about t1, t2: the five rows of a contact's impact. */
const ROWS = 5;

/** K = J M⁻¹ Jᵀ of one free body with the lever r and diagonal inertia, in the frame n = z, t1 = x, t2 = y. */
const writeK = (random: Random, out: Floats): void => {
  const inverse = [0, 1, 2].map(() => between(random, 0.5, 5));
  const [x, y, z] = randomVector(random, 1);
  // r × n, r × t1, r × t2, t1, t2.
  const turns = [
    [y, -x, 0],
    [0, z, -y],
    [-z, 0, x],
    [1, 0, 0],
    [0, 1, 0],
  ] as const;
  for (let i = 0; i < ROWS; i++) {
    for (let j = 0; j < ROWS; j++) {
      let sum = i === j && i < 3 ? 1 : 0;
      for (let k = 0; k < 3; k++) sum += turns[i][k] * inverse[k] * turns[j][k];
      out[i * ROWS + j] = sum;
    }
  }
};

const randomBlow = (random: Random, points: number, e: number): Impact => {
  const impact = createImpact();
  writeK(random, impact.k);
  for (let i = 0; i < 25; i++) impact.unjointedK[i] = impact.k[i];
  for (let k = 0; k < ROWS; k++) impact.speeds[k] = between(random, -5, 5);
  impact.friction[0] = between(random, 0, 1);
  for (let i = 0; i < points; i++) {
    impact.present[i] = 1;
    impact.x[i] = between(random, -0.5, 0.5);
    impact.y[i] = between(random, -0.5, 0.5);
    impact.target[i] = -e * speedAt(impact, impact.speeds, i);
  }
  return impact;
};

const speedAt = ({ x, y }: Impact, s: ArrayLike<number>, i: number): number =>
  s[0] + y[i] * s[3] - x[i] * s[4];

/** p and s⁺ = s + K p from the result alone, not from what the solver thinks it did. */
const outcome = (impact: Impact): { p: number[]; after: number[]; load: number } => {
  const { lambda, frictionImpulse, x, y, k, speeds } = impact;
  const p = [0, frictionImpulse[0], frictionImpulse[1], 0, 0];
  for (let i = 0; i < 4; i++) {
    p[0] += lambda[i];
    p[3] += y[i] * lambda[i];
    p[4] -= x[i] * lambda[i];
  }
  const after = Array.from(speeds, (s, i) => p.reduce((sum, q, j) => sum + k[i * ROWS + j] * q, s));
  return { p, after, load: p[0] };
};

describe.each([
  [1, 0],
  [1, 0.5],
  [1, 1],
])('impacts at %i point off the centre with e = %f', (points, e) => {
  it('never create energy, reach their targets and keep friction in its cone', () => {
    const random = createRandom(17);
    for (let n = 0; n < 2000; n++) {
      const impact = randomBlow(random, points, e);
      solveImpact(impact);
      const { p, after, load } = outcome(impact);
      const gain = p.reduce((sum, q, i) => sum + q * (impact.speeds[i] + after[i]), 0) / 2;
      expect(gain, `energy of impact ${n}`).toBeLessThan(1e-6 * (1 + load));
      expect(Math.hypot(p[1], p[2])).toBeLessThanOrEqual(impact.friction[0] * load * (1 + 1e-9) + 1e-12);
      for (let i = 0; i < points; i++) {
        const miss = speedAt(impact, after, i) - impact.target[i];
        expect(impact.lambda[i]).toBeGreaterThanOrEqual(0);
        const slack = 1e-3;
        if (impact.lambda[i] > 0) expect(Math.abs(miss), `target of impact ${n}`).toBeLessThan(slack);
        else expect(miss).toBeGreaterThan(-slack);
      }
    }
  });
});

it('friction stops the slip of what can move along one oblique direction alone', () => {
  const impact = createImpact();
  const [c, d, answer] = [0.6, -0.8, 3];
  impact.k[0] = 1;
  impact.k[6] = answer * c * c;
  impact.k[7] = answer * c * d;
  impact.k[11] = answer * c * d;
  impact.k[12] = answer * d * d;
  for (let i = 0; i < 25; i++) impact.unjointedK[i] = impact.k[i];
  impact.speeds[0] = -2;
  impact.speeds[1] = 0.3 * c;
  impact.speeds[2] = 0.3 * d;
  impact.present[0] = 1;
  impact.friction[0] = 1;
  solveImpact(impact);
  expect(impact.frictionImpulse[0]).toBeCloseTo((-0.3 / answer) * c, 12);
  expect(impact.frictionImpulse[1]).toBeCloseTo((-0.3 / answer) * d, 12);
});
