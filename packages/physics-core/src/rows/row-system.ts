import { DEPENDENT, factorise, solveFactorised } from '../math/dense-factor.js';
import { createFloats, type Floats } from '../math/floats.js';
import { LAMBDA, ROW } from '../state/rows.js';
import type { World } from '../state/world.js';
import { applyResponse, writeRowResponse } from './single-row.js';
import { writeProduct } from './write-rows.js';

/**
 * A dense system of a few rows between the same two bodies: choose rows one by one, write K, fill the right
 * side in `vector`, solve in place, apply Δλ to λ and velocities.
 */
export interface RowSystem {
  /** Capacity in rows, and how many are chosen. */
  readonly most: number;
  count: number;
  readonly chosen: Int32Array;
  /** R = M⁻¹ Jᵀ of the chosen rows, 12 floats each. */
  readonly responses: Floats;
  /** K, then its factors. */
  readonly matrix: Floats;
  /** The right side, then Δλ. */
  readonly vector: Floats;
}

export const createRowSystem = (most: number): RowSystem => ({
  most,
  count: 0,
  chosen: new Int32Array(most),
  responses: createFloats(most * 12),
  matrix: createFloats(most * most),
  vector: createFloats(most),
});

export const chooseRow = (world: World, system: RowSystem, row: number): void => {
  writeRowResponse(world, row, system.responses, system.count * 12);
  system.chosen[system.count++] = row;
};

/** Removes the chosen row i. */
export const dropRow = (system: RowSystem, i: number): void => {
  const { count, chosen, responses } = system;
  chosen.copyWithin(i, i + 1, count);
  responses.copyWithin(i * 12, (i + 1) * 12, count * 12);
  system.count--;
};

export const writeK = ({ rows: { data } }: World, system: RowSystem): void => {
  const { most, count, chosen, responses, matrix } = system;
  for (let i = 0; i < count; i++)
    for (let k = 0; k <= i; k++) writeProduct(data, chosen[i] * ROW, responses, k * 12, matrix, i * most + k);
};

/** Solves the matrix, as the caller has changed it, for the right side: Δλ in `vector`. */
export const solveSystem = ({ matrix, most, count, vector }: RowSystem): void => {
  factorise(matrix, most, count, DEPENDENT);
  solveFactorised(matrix, most, count, vector, 0);
};

/** λ ← λ + Δλ and v ← v + R Δλ. */
export const applySystem = (world: World, { count, chosen, responses, vector }: RowSystem): void => {
  const { data } = world.rows;
  for (let i = 0; i < count; i++) {
    data[chosen[i] * ROW + LAMBDA] += vector[i];
    applyResponse(world, chosen[i], responses, i * 12, vector, i);
  }
};
