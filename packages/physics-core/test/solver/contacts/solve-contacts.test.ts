import { describe, expect, it } from 'vitest';
import { solveContacts } from '../../../src/solver/contacts/solve-contacts.js';
import { DP, MOTION } from '../../../src/state/bodies.js';
import { APPROACH, RECORD } from '../../../src/state/contacts.js';
import { createRandom } from '../../determinism/context.js';
import {
  denseK,
  dot,
  expectClose,
  type Numbers,
  pushed,
  solveEvenly,
  times,
  velocitiesOf,
} from '../dense.js';
import {
  boxPair,
  frameOf,
  normalImpulses,
  normalRows,
  type Pair,
  setNormalImpulses,
  throwTogether,
} from './context.js';

/** The four normal rows of two boxes, all askew, against a dense solve of the same K and targets. */

/** Ċ that is wanted of each point, with the opposite sign: -s/h of a gap, bias of a penetration. */
const biasOf = ({ substep }: Pair, separations: Numbers): number[] =>
  separations.map((s) =>
    s > 0 ? s / substep.h : Math.max(substep.soft.biasRate * s, -substep.maxDepenetrationSpeed),
  );

/** Solves once and compares velocities with those that the change of λ makes. */
const solveOnce = (pair: Pair, v: Numbers): number[] => {
  const { world, masses, a, b, list, substep } = pair;
  const rows = normalRows(pair);
  const before = normalImpulses(pair);
  solveContacts(world, list, substep);
  const after = normalImpulses(pair);
  const changes = after.map((lambda, i) => lambda - before[i]);
  expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, changes));
  return after;
};

describe('one sweep with bias over four points', () => {
  it.each([1, 2, 3, 4, 5])('that all push is a dense solve, seed %i', (seed) => {
    const random = createRandom(seed);
    const pair = boxPair(seed, 0.004);
    const v = throwTogether(pair, random, 0.05, 1);
    setNormalImpulses(pair, [1, 1.2, 1.1, 0.9]);
    const rows = normalRows(pair);
    const k = denseK(pair.masses, pair.a, pair.b, rows);
    const { massScale, impulseScale } = pair.substep.soft;
    const bias = biasOf(pair, frameOf(pair).separations);
    const wanted = solveEvenly(
      k,
      times(rows, v).map((u, i) => -massScale * (u + bias[i])),
    );
    const old = normalImpulses(pair);
    const found = solveOnce(pair, v);
    expect(Math.min(...found)).toBeGreaterThan(0);
    expectClose(
      found,
      wanted.map((x, i) => (1 - impulseScale) * old[i] + x),
      1e-6,
    );
  });

  it.each([1, 2, 3, 4])('of which some would pull is a projected sweep in their order, seed %i', (seed) => {
    const random = createRandom(seed);
    const pair = boxPair(seed, 0.004);
    const v = throwTogether(pair, random, 2, 0);
    setNormalImpulses(pair, [0.1, 0, 0.3, 0.2]);
    const rows = normalRows(pair);
    const k = denseK(pair.masses, pair.a, pair.b, rows);
    const { massScale, impulseScale } = pair.substep.soft;
    const bias = biasOf(pair, frameOf(pair).separations);
    const lambda = normalImpulses(pair);
    const u = times(rows, v);
    for (let i = 0; i < 4; i++) {
      const next = (1 - impulseScale) * lambda[i] - (massScale * (u[i] + bias[i])) / k[i][i];
      const change = Math.max(next, 0) - lambda[i];
      lambda[i] += change;
      for (let j = 0; j < 4; j++) u[j] += k[j][i] * change;
    }
    const found = solveOnce(pair, v);
    expect(Math.min(...found)).toBe(0);
    expectClose(found, lambda);
  });

  it.each([1, 2, 3])('across a gap closes it within the substep, seed %i', (seed) => {
    const pair = boxPair(seed, -0.001);
    const v = throwTogether(pair, createRandom(seed), 0, 3);
    const found = solveOnce(pair, v);
    expect(Math.min(...found)).toBeGreaterThan(0);
    // With the softness of a penetrating contact: a part `massScale` of the speed is taken.
    const { massScale } = pair.substep.soft;
    const after = velocitiesOf(pair.world, pair.a, pair.b);
    const { separations } = frameOf(pair);
    for (const [i, row] of normalRows(pair).entries()) {
      const closing = -separations[i] / pair.substep.h;
      expect(dot(row, after) - closing).toBeCloseTo((1 - massScale) * (-3 - closing), 9);
    }
    // The read-out for hit events.
    expect(pair.world.contacts.record[pair.contact * RECORD + APPROACH]).toBeCloseTo(3, 9);
  });
});

it('separations follow the motion of the step: once the bodies have left each other nothing is solved', () => {
  const pair = boxPair(7, 0.004);
  const { world, b } = pair;
  const { normal } = frameOf(pair);
  const v = throwTogether(pair, createRandom(7), 0, 1);
  for (let i = 0; i < 3; i++) world.bodies.motion[b * MOTION + DP + i] = 0.5 * normal[i];
  solveContacts(world, pair.list, pair.substep);
  expect(normalImpulses(pair)).toEqual([0, 0, 0, 0]);
  expect(velocitiesOf(world, pair.a, b)).toEqual(v);
});

it('depenetrates no faster than maxDepenetrationSpeed', () => {
  const pair = boxPair(8, 0.02, {}, { maxDepenetrationSpeed: 0.1 });
  for (let i = 0; i < 200; i++) solveContacts(pair.world, pair.list, pair.substep);
  const after = velocitiesOf(pair.world, pair.a, pair.b);
  for (const row of normalRows(pair)) {
    expect(dot(row, after)).toBeGreaterThan(0);
    expect(dot(row, after)).toBeLessThan(0.1 + 1e-9);
  }
});
