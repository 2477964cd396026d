import { describe, expect, it } from 'vitest';
import { sweepRange, sweepRows, warmStartRows } from '../../../src/solver/sweeps/solve-rows.js';
import { BLOCK, COUPLED, Kind, LAMBDA, MASS, ROW, ROW_INTS } from '../../../src/state/rows.js';
import { between } from '../../determinism/context.js';
import { denseK, dot, expectClose, type Numbers, randomNumbers, responseOf, solveDense } from '../dense.js';
import {
  addBlock,
  allVelocities,
  applyTo,
  type BlockDef,
  type Bodies,
  randomBodies,
  rigidBlock,
  speedOf,
} from './context.js';

/** One sweep over random rows against a plain Gauss-Seidel: every block in turn, by a dense solve. */

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

const solvePlainly = (bodies: Bodies, blocks: readonly BlockDef[], biased: boolean) => {
  const v = allVelocities(bodies);
  const lambdas = blocks.map(({ a, b, rows, low, high, relax, lambda, sprung, ...def }) => {
    if (sprung !== 0 && !biased) return lambda;
    const k = denseK(bodies.masses, a, b, rows);
    const s = rows.map((row) => speedOf(bodies, v, a, b, row));
    const keep = biased ? 1 - def.impulseScale : 1;
    const scale = biased ? def.massScale : 1;
    /** λ that brings all speeds to their targets. */
    const reach = (target: Numbers): number[] =>
      solveDense(
        k,
        s.map((speed, i) => speed - target[i]),
      ).map((x, i) => keep * lambda[i] - scale * x);
    let next: number[];
    if (rows.length === 1) {
      const [fromLow] = reach(biased ? low : relax);
      const [fromHigh] = reach(biased ? high : relax);
      next = [clamp(Math.max(fromLow, 0) + Math.min(fromHigh, 0), def.lower, def.upper)];
    } else {
      next = reach(biased ? low : relax);
      const length = Math.hypot(...next);
      if (length > def.upper) next = next.map((x) => (x * def.upper) / length);
    }
    for (const [i, row] of rows.entries()) applyTo(bodies, v, a, b, row, next[i] - lambda[i]);
    return next;
  });
  return { v, lambdas: lambdas.flat() };
};

const lambdasOf = ({ world: { rows } }: Bodies): number[] =>
  Array.from({ length: rows.count }, (_, row) => rows.data[row * ROW + LAMBDA]);

/** Random blocks of one to three rows, with windows, bounds, softness and springs, on a ring of bodies. */
const fill = (seed: number): { bodies: Bodies; blocks: BlockDef[] } => {
  const bodies = randomBodies(seed, 5);
  const { random, slots } = bodies;
  const blocks = Array.from({ length: 15 }, (_, i): BlockDef => {
    const count = (i % 3) + 1;
    const kind = i % 2 === 0 ? Kind.general : Kind.angular;
    const rows = Array.from({ length: count }, () => {
      const g = randomNumbers(random, 3, 1);
      return kind === Kind.angular
        ? [0, 0, 0, ...g.map((x) => -x), 0, 0, 0, ...g]
        : randomNumbers(random, 12, 1);
    });
    const low = randomNumbers(random, count, 1);
    const isBounded = i % 4 === 1;
    return {
      ...rigidBlock(slots[i % 5], slots[(i + 1 + (i % 2)) % 5], rows, low, kind),
      // Every other single row is a window.
      high: count === 1 && i % 2 === 0 ? low.map((x) => x + between(random, 0.1, 3)) : low,
      relax: randomNumbers(random, count, 0.5),
      lower: isBounded ? -0.1 : -Infinity,
      upper: isBounded ? 0.1 : Infinity,
      massScale: i % 5 === 0 ? between(random, 0.3, 0.9) : 1,
      impulseScale: i % 5 === 0 ? between(random, 0.1, 0.5) : 0,
      sprung: i % 5 === 0 ? 1 : 0,
      lambda: randomNumbers(random, count, isBounded ? 0.05 : 0.5),
    };
  });
  for (const block of blocks) addBlock(bodies, block);
  return { bodies, blocks };
};

describe.each([1, 2, 3, 4])('one sweep over random rows, seed %i', (seed) => {
  it.each([true, false])('is a plain Gauss-Seidel sweep (with bias: %s)', (biased) => {
    const { bodies, blocks } = fill(seed);
    const wanted = solvePlainly(bodies, blocks, biased);
    sweepRows(bodies.world, biased);
    expectClose(lambdasOf(bodies), wanted.lambdas);
    expectClose(allVelocities(bodies).flat(), wanted.v.flat());
  });

  it('for springs only leaves all other rows alone', () => {
    const { bodies, blocks } = fill(seed);
    const before = lambdasOf(bodies);
    sweepRange(bodies.world, 0, bodies.world.rows.count, true, true);
    const sprung = blocks.flatMap((block) => block.rows.map(() => block.sprung));
    for (const [row, lambda] of lambdasOf(bodies).entries())
      if (sprung[row] === 0) expect(lambda).toBe(before[row]);
      else expect(lambda).not.toBe(before[row]);
  });

  it('the warm start adds M⁻¹ Jᵀ λ', () => {
    const { bodies, blocks } = fill(seed);
    const v = allVelocities(bodies);
    for (const { a, b, rows, lambda } of blocks)
      for (const [i, row] of rows.entries()) applyTo(bodies, v, a, b, row, lambda[i]);
    warmStartRows(bodies.world);
    expectClose(allVelocities(bodies).flat(), v.flat());
  });
});

it('two rows that share one λ reach the target of their sum', () => {
  const bodies = randomBodies(9, 4);
  const { world, random, slots, masses } = bodies;
  const rows = [randomNumbers(random, 12, 1), randomNumbers(random, 12, 1)];
  const pairs = [
    [slots[0], slots[1]],
    [slots[2], slots[3]],
  ];
  for (const [i, [a, b]] of pairs.entries())
    addBlock(bodies, rigidBlock(a, b, [rows[i]], [0.7], Kind.general));
  const k = rows.reduce(
    (sum, row, i) => sum + dot(row, responseOf(masses, pairs[i][0], pairs[i][1], row)),
    0,
  );
  world.rows.index[BLOCK] = COUPLED;
  world.rows.index[ROW_INTS + BLOCK] = 0;
  for (const row of [0, 1]) world.rows.data[row * ROW + MASS] = 1 / k;
  sweepRows(world, true);
  const [first, second] = lambdasOf(bodies);
  expect(first).toBe(second);
  const v = allVelocities(bodies);
  const speed = rows.reduce((sum, row, i) => sum + speedOf(bodies, v, pairs[i][0], pairs[i][1], row), 0);
  expect(speed).toBeCloseTo(0.7, 9);
});
