import { describe, expect, it } from 'vitest';
import { createFloats } from '../../../src/math/floats.js';
import { STOPPED, stopPoints, TURNS_FAR } from '../../../src/solver/impacts/stop-points.js';
import { arrival, SLOWEST, WHEN } from '../../../src/solver/impacts/time-of-impact.js';
import { FRICTION_TOTAL, POINT, POINTS, PT, RECORD } from '../../../src/state/contacts.js';
import { createRandom } from '../../determinism/context.js';
import {
  boxPair,
  frameOf,
  normalRows,
  type Pair,
  slide,
  spherePair,
  tangentRows,
  throwTogether,
} from '../contacts/context.js';
import { dot, expectClose, type Numbers, pushed, velocitiesOf } from '../dense.js';

const FRICTION = 0.4;

/** B is thrown at A with `speed`, and slides; then the impact at the start of the substep. */
const stop = (
  pair: Pair,
  seed: number,
  speed: number,
): { outcome: number; before: Numbers; after: Numbers } => {
  const { world, contact, substep, a, b } = pair;
  const before = slide(pair, throwTogether(pair, createRandom(seed), 0.3, speed), 2, 0);
  world.scratch.impacts.externalSpin = createFloats(3 * world.bodies.capacity);
  arrival[WHEN] = 0;
  arrival[SLOWEST] = 0.05;
  const outcome = stopPoints(world, contact, substep);
  return { outcome, before, after: velocitiesOf(world, a, b) };
};

/** What the step counts: Σλ of each point, and friction along both tangents. */
const countedOf = ({ world, contact }: Pair): { lambdas: number[]; friction: number[] } => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  return {
    lambdas: Array.from({ length: count[contact] }, (_, i) => record[r + POINTS + i * POINT + PT]),
    friction: [record[r + FRICTION_TOTAL], record[r + FRICTION_TOTAL + 1]],
  };
};

/** Twice the work of the impulse: p·(v⁻ + v⁺) along its rows. */
const workOf = (rows: readonly Numbers[], p: Numbers, before: Numbers, after: Numbers): number =>
  rows.reduce((sum, row, i) => sum + p[i] * (dot(row, before) + dot(row, after)), 0);

describe.each([
  ['boxes', boxPair],
  ['spheres', spherePair],
] as const)('two %s that meet', (_, makePair) => {
  it.each([1, 2, 3, 4, 5, 6])(
    'stop by what is counted, within the cone, and gain no energy, seed %i',
    (seed) => {
      const pair = makePair(seed, 0.001, { friction: FRICTION });
      const { outcome, before, after } = stop(pair, seed, 3);
      expect(outcome).toBe(STOPPED);
      const { lambdas, friction } = countedOf(pair);
      const rows = [...normalRows(pair), ...tangentRows(pair).slice(0, 2)];
      expectClose(after, pushed(pair.masses, pair.a, pair.b, before, rows, [...lambdas, ...friction]));
      for (const lambda of lambdas) expect(lambda).toBeGreaterThanOrEqual(0);
      const load = lambdas.reduce((sum, x) => sum + x, 0);
      expect(load).toBeGreaterThan(0);
      expect(Math.hypot(...friction)).toBeLessThanOrEqual(FRICTION * load * (1 + 1e-12));
      expect(workOf(rows, [...lambdas, ...friction], before, after)).toBeLessThan(0);
    },
  );

  it('with friction, too, points that bear stop, and none approaches: 60 seeds', () => {
    let [bearing, approaching] = [0, 0];
    for (let seed = 100; seed < 160; seed++) {
      const pair = makePair(seed, 0.001, { friction: FRICTION });
      const { outcome, after } = stop(pair, seed, 3);
      if (outcome !== STOPPED) continue;
      const { lambdas } = countedOf(pair);
      const load = lambdas.reduce((sum, x) => sum + x, 0);
      for (const [i, row] of normalRows(pair).entries()) {
        bearing = Math.max(bearing, (lambdas[i] * Math.abs(dot(row, after))) / load);
        approaching = Math.max(approaching, -dot(row, after));
      }
    }
    expect(bearing).toBeLessThan(0.002);
    expect(approaching).toBeLessThan(0.01);
  });

  it('without friction no point approaches any longer', () => {
    const pair = makePair(7, 0.001, { friction: 0 });
    const { after } = stop(pair, 7, 3);
    for (const row of normalRows(pair)) expect(dot(row, after)).toBeGreaterThan(-1e-9);
  });

  it('a gap that is wider than the slop may close by the end of the substep', () => {
    const pair = makePair(8, -0.006, { friction: 0 }, { speculativeMargin: 0.05 });
    const { after } = stop(pair, 8, 6);
    const { separations } = frameOf(pair);
    for (const [i, row] of normalRows(pair).entries())
      expect(separations[i] + pair.substep.h * dot(row, after)).toBeGreaterThan(-1e-9);
  });

  it('what only separates is left alone', () => {
    const pair = makePair(9, 0.001);
    const { outcome, before, after } = stop(pair, 9, -3);
    expect(outcome).not.toBe(STOPPED);
    expect(after).toEqual([...before]);
  });
});

it('a box that would turn far in the substep is left to an impact by true distance', () => {
  const pair = boxPair(10, 0.001);
  const { outcome, before, after } = stop(pair, 10, 900);
  expect(outcome).toBe(TURNS_FAR);
  expect(after).toEqual([...before]);
  expect(countedOf(pair).lambdas).toEqual([0, 0, 0, 0]);
});
