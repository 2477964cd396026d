import { describe, expect, it } from 'vitest';
import { relaxSinglePoints } from '../../../src/solver/contacts/relax-single-points.js';
import { storeSinglePoints } from '../../../src/solver/contacts/single-point-rows.js';
import { startContacts } from '../../../src/solver/contacts/warm-start.js';
import { FRICTION_TOTAL, POINTS, PT, RECORD } from '../../../src/state/contacts.js';
import { createRandom } from '../../determinism/context.js';
import { dot, expectClose, pushed, responseOf, times, velocitiesOf } from '../dense.js';
import {
  normalImpulses,
  normalRows,
  type Pair,
  setNormalImpulses,
  slide,
  spherePair,
  tangentImpulses,
  tangentRows,
  throwTogether,
} from './context.js';

/**
 * Normal and friction of two spheres on paper. Their lever is along the normal, so the three rows do not
 * disturb each other: the normal has 1/mA + 1/mB, a tangent rA²/IA + rB²/IB more.
 */

const MU = 0.4;
const LOAD = 30;

const relax = ({ world, substep }: Pair): void => {
  startContacts(world, substep);
  relaxSinglePoints(world);
  storeSinglePoints(world);
};

const start = (seed: number, speed: number) => {
  const pair = spherePair(seed, 0.001, { friction: MU });
  const v = slide(pair, throwTogether(pair, createRandom(seed), 0.02, 0.01), speed, 0);
  setNormalImpulses(pair, [LOAD]);
  const rows = [...normalRows(pair), ...tangentRows(pair).slice(0, 2)];
  const mass = rows.map((row) => 1 / dot(row, responseOf(pair.masses, pair.a, pair.b, row)));
  return { pair, v, rows, mass };
};

describe('one sweep without bias over a single point', () => {
  it.each([1, 2, 3])('brings a sticking point to rest, seed %i', (seed) => {
    const { pair, v, rows, mass } = start(seed, 0.01);
    const { world, masses, a, b } = pair;
    const u = times(rows, v);
    relax(pair);
    const lambdas = [...normalImpulses(pair), ...tangentImpulses(pair).slice(0, 2)];
    expectClose(lambdas, [LOAD - mass[0] * u[0], -mass[1] * u[1], -mass[2] * u[2]]);
    const after = velocitiesOf(world, a, b);
    expectClose(times(rows, after), [0, 0, 0]);
    expectClose(after, pushed(masses, a, b, v, rows, [lambdas[0] - LOAD, lambdas[1], lambdas[2]]));
  });

  it.each([4, 5, 6])('lets a sliding point slide: |f| = μ λ, against the slip, seed %i', (seed) => {
    const { pair, v, rows } = start(seed, 3);
    const { world, a, b } = pair;
    const [, slip1, slip2] = times(rows, v);
    relax(pair);
    const [f1, f2] = tangentImpulses(pair);
    const [load] = normalImpulses(pair);
    expect(Math.hypot(f1, f2)).toBeCloseTo(MU * load, 9);
    const speed = Math.hypot(slip1, slip2);
    expectClose([f1, f2], [(-MU * load * slip1) / speed, (-MU * load * slip2) / speed]);
    expect(dot(rows[0], velocitiesOf(world, a, b))).toBeCloseTo(0, 9);
  });

  it('adds up what it did for the read-outs', () => {
    const { pair } = start(7, 0.01);
    relax(pair);
    const { record } = pair.world.contacts;
    const r = pair.contact * RECORD;
    expectClose(
      [record[r + POINTS + PT], record[r + FRICTION_TOTAL], record[r + FRICTION_TOTAL + 1]],
      [...normalImpulses(pair), ...tangentImpulses(pair).slice(0, 2)],
    );
  });
});
