import { expect, it } from 'vitest';
import { setFloats } from '../../../src/math/floats.js';
import { applyAngular, changes, solveTwoAngular } from '../../../src/solver/sweeps/solve-angular-rows.js';
import { MOTION } from '../../../src/state/bodies.js';
import { Kind, LAMBDA, LOW, RELAX_LOW, ROW } from '../../../src/state/rows.js';
import { denseK, expectClose, randomNumbers, solveDense } from '../dense.js';
import {
  addBlock,
  allVelocities,
  applyTo,
  type Bodies,
  randomBodies,
  rigidBlock,
  speedOf,
} from './context.js';

/** Angular rows, Ċ = g·(ωB - ωA), against dense solves of K = gᵀ (IA⁻¹ + IB⁻¹) g. */

const start = (seed: number, count: number) => {
  const bodies = randomBodies(seed, 2);
  const [a, b] = bodies.slots;
  const rows = Array.from({ length: count }, () => {
    const g = randomNumbers(bodies.random, 3, 1);
    return [0, 0, 0, ...g.map((x) => -x), 0, 0, 0, ...g];
  });
  return { bodies, a, b, rows };
};

const solve = ({ world: { rows, bodies }, slots: [a, b] }: Bodies, low: number): void =>
  solveTwoAngular(rows.data, bodies.motion, 0, a * MOTION, b * MOTION, low);

it.each([1, 2, 3])('two rows reach their targets at once, seed %i', (seed) => {
  const { bodies, a, b, rows } = start(seed, 2);
  addBlock(bodies, rigidBlock(a, b, rows, [0.4, -0.3], Kind.angular));
  solve(bodies, LOW);
  const v = allVelocities(bodies);
  expectClose(
    rows.map((row) => speedOf(bodies, v, a, b, row)),
    [0.4, -0.3],
  );
  solve(bodies, RELAX_LOW);
  const relaxed = allVelocities(bodies);
  expectClose(
    rows.map((row) => speedOf(bodies, relaxed, a, b, row)),
    [0, 0],
  );
});

it.each([1, 2, 3])(
  'two soft rows with a bound on |λ| are a dense solve, cut to its length, seed %i',
  (seed) => {
    const { bodies, a, b, rows } = start(seed, 2);
    const def = { massScale: 0.7, impulseScale: 0.2, lambda: [0.3, -0.1], upper: 0.25, lower: -0.25 };
    addBlock(bodies, { ...rigidBlock(a, b, rows, [4, -3], Kind.angular), ...def });
    const v = allVelocities(bodies);
    const k = denseK(bodies.masses, a, b, rows);
    const x = solveDense(
      k,
      rows.map((row, i) => speedOf(bodies, v, a, b, row) - [4, -3][i]),
    );
    const free = x.map((change, i) => 0.8 * def.lambda[i] - 0.7 * change);
    const length = Math.hypot(...free);
    expect(length).toBeGreaterThan(0.25);
    const wanted = free.map((lambda) => (lambda * 0.25) / length);
    for (const [i, row] of rows.entries()) applyTo(bodies, v, a, b, row, wanted[i] - def.lambda[i]);
    solve(bodies, LOW);
    expectClose([bodies.world.rows.data[LAMBDA], bodies.world.rows.data[ROW + LAMBDA]], wanted);
    expectClose(allVelocities(bodies).flat(), v.flat());
  },
);

it('three changes of λ act as the torque Σ g Δλ on B, and its opposite on A', () => {
  const { bodies, a, b, rows } = start(4, 3);
  addBlock(bodies, rigidBlock(a, b, rows, [0, 0, 0], Kind.angular));
  const v = allVelocities(bodies);
  setFloats(changes, [0.5, -0.4, 0.3], 0);
  for (const [i, row] of rows.entries()) applyTo(bodies, v, a, b, row, changes[i]);
  applyAngular(bodies.world.rows.data, bodies.world.bodies.motion, 0, a * MOTION, b * MOTION, 3);
  expectClose(allVelocities(bodies).flat(), v.flat());
});
