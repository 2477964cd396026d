import { describe, expect, it } from 'vitest';
import { setFloats } from '../../../src/math/floats.js';
import {
  factoriseEnvelope,
  layOutRows,
  setRowCount,
  solveEnvelope,
} from '../../../src/solver/articulations/envelope.js';
import { createEnvelope, type Envelope } from '../../../src/state/articulations.js';
import { createRandom } from '../../determinism/context.js';

/** Random symmetric positive K whose row i begins at a column within `width` before it, and as a full matrix. */
const randomSystem = (
  random: () => number,
  count: number,
  width: number,
): { system: Envelope; full: number[][] } => {
  const system = createEnvelope();
  setRowCount(system, count);
  const full = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  for (let i = 0; i < count; i++) system.starts[i] = Math.max(0, i - Math.floor(width * random()));
  layOutRows(system);
  for (let i = 0; i < count; i++) {
    for (let k = system.starts[i]; k <= i; k++) {
      const value = i === k ? 2 * width * (1 + random()) : 2 * random() - 1;
      full[i][k] = value;
      full[k][i] = value;
      system.matrix[system.offsets[i] + k] = value;
    }
    system.isActive[i] = 1;
  }
  return { system, full };
};

/** K x for the rows that take part, less b: the largest. */
const residual = (system: Envelope, full: number[][], b: readonly number[]): number =>
  Math.max(
    ...full.map((row, i) =>
      system.isActive[i] === 0
        ? Math.abs(system.vector[i])
        : Math.abs(row.reduce((sum, value, k) => sum + value * system.vector[k], 0) - b[i]),
    ),
  );

describe('envelopes', () => {
  it('solve what is in them, for all rows and for any of them, whichever changed since the last time', () => {
    const random = createRandom(5);
    for (let trial = 0; trial < 50; trial++) {
      const count = 2 + Math.floor(60 * random());
      const { system, full } = randomSystem(random, count, 1 + Math.floor(12 * random()));
      let first = 0;
      for (let round = 0; round < 6; round++) {
        const b = full.map(() => 2 * random() - 1);
        b.forEach((value, i) => {
          system.vector[i] = system.isActive[i] * value;
        });
        factoriseEnvelope(system, first);
        solveEnvelope(system);
        expect(residual(system, full, b)).toBeLessThan(1e-12);
        first = Math.floor(count * random());
        for (let i = first; i < count; i++) system.isActive[i] = random() < 0.3 ? 0 : 1;
      }
    }
  });

  it('give rows that say what others say no part', () => {
    const system = createEnvelope();
    setRowCount(system, 3);
    layOutRows(system);
    // The second row is twice the first.
    setFloats(system.matrix, [1, 2, 4, 0, 0, 3], 0);
    system.isActive.fill(1);
    setFloats(system.vector, [1, 2, 6], 0);
    factoriseEnvelope(system, 0);
    solveEnvelope(system);
    expect([...system.vector.slice(0, 3)]).toEqual([1, 0, 2]);
  });

  it('grow', () => {
    const system = createEnvelope();
    for (const count of [10, 700, 20]) {
      setRowCount(system, count);
      system.starts.fill(0);
      layOutRows(system);
      for (let i = 0; i < count; i++) {
        for (let k = 0; k <= i; k++) system.matrix[system.offsets[i] + k] = i === k ? 2 : 0;
        system.isActive[i] = 1;
        system.vector[i] = i;
      }
      factoriseEnvelope(system, 0);
      solveEnvelope(system);
      expect(system.vector[count - 1]).toBe((count - 1) / 2);
    }
  });
});
