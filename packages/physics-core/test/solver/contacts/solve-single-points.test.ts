import { describe, expect, it } from 'vitest';
import { storeSinglePoints } from '../../../src/solver/contacts/single-point-rows.js';
import { solveSinglePoints } from '../../../src/solver/contacts/solve-single-points.js';
import { startContacts } from '../../../src/solver/contacts/warm-start.js';
import { createRandom } from '../../determinism/context.js';
import { dot, expectClose, pushed, responseOf, velocitiesOf } from '../dense.js';
import {
  frameOf,
  normalImpulses,
  normalRows,
  type Pair,
  setNormalImpulses,
  spherePair,
  throwTogether,
} from './context.js';

/** One normal row between two spheres on paper: m = 1 / (1/mA + 1/mB). */

const solve = ({ world, substep }: Pair): void => {
  startContacts(world, substep);
  solveSinglePoints(world, substep);
  storeSinglePoints(world);
};

describe('one sweep with bias over a single point', () => {
  it.each([1, 2, 3])('that penetrates is the soft step, seed %i', (seed) => {
    const pair = spherePair(seed, 0.003);
    const { world, substep, masses, a, b } = pair;
    const { biasRate, massScale, impulseScale } = substep.soft;
    const v = throwTogether(pair, createRandom(seed), 1, 1.5);
    setNormalImpulses(pair, [4]);
    const [row] = normalRows(pair);
    const mass = 1 / dot(row, responseOf(masses, a, b, row));
    const [separation] = frameOf(pair).separations;
    expect(separation).toBeCloseTo(-0.003, 9);
    const lambda = (1 - impulseScale) * 4 - massScale * mass * (dot(row, v) + biasRate * separation);
    solve(pair);
    expect(lambda).toBeGreaterThan(0);
    expectClose(normalImpulses(pair), [lambda]);
    expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, [row], [lambda - 4]));
  });

  it('across a gap closes it in the substep', () => {
    const pair = spherePair(4, -0.002);
    const { world, substep, a, b } = pair;
    const v = throwTogether(pair, createRandom(4), 1, 5);
    const [row] = normalRows(pair);
    expect(dot(row, v)).toBeLessThan(-0.002 / substep.h);
    solve(pair);
    expect(dot(row, velocitiesOf(world, a, b))).toBeCloseTo(-0.002 / substep.h, 9);
  });

  it('does not pull what leaves', () => {
    const pair = spherePair(5, 0.001);
    const { world, a, b } = pair;
    const v = throwTogether(pair, createRandom(5), 1, -5);
    solve(pair);
    expect(normalImpulses(pair)).toEqual([0]);
    expect(velocitiesOf(world, a, b)).toEqual(v);
  });
});
