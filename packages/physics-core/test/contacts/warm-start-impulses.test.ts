import { expect, it } from 'vitest';
import { discardImpulses, scaleAccumulated, zeroImpulses } from '../../src/contacts/warm-start-impulses.js';
import { floatsFrom } from '../../src/math/floats.js';
import { createRandom } from '../determinism/context.js';
import {
  boxPair,
  normalImpulses,
  normalRows,
  type Pair,
  setNormalImpulses,
  setTangentImpulses,
  tangentImpulses,
  tangentRows,
  throwTogether,
} from '../solver/contacts/context.js';
import { expectClose, pushed, velocitiesOf } from '../solver/dense.js';

const NORMAL = [20, 22, 18, 25];
const TANGENT = [3, -2, 0.4, 0.5, -0.3];
const ALL = [...NORMAL, ...TANGENT];

const start = (seed: number): { pair: Pair; v: number[]; rows: number[][] } => {
  const pair = boxPair(seed, 0.001);
  const v = throwTogether(pair, createRandom(seed), 1, 0);
  setNormalImpulses(pair, NORMAL);
  setTangentImpulses(pair, TANGENT);
  return { pair, v, rows: [...normalRows(pair), ...tangentRows(pair)] };
};

const impulses = (pair: Pair): number[] => [...normalImpulses(pair), ...tangentImpulses(pair)];

it('a discarded impulse is taken out of the velocity', () => {
  const { pair, v, rows } = start(2);
  const { world, contact, masses, a, b } = pair;
  discardImpulses(world, contact);
  expectClose(
    velocitiesOf(world, a, b),
    pushed(
      masses,
      a,
      b,
      v,
      rows,
      ALL.map((x) => -x),
    ),
  );
  expect(impulses(pair)).toEqual(ALL.map(() => 0));
});

it('a dropped impulse changes no velocity, and a scaled one is scaled in all its parts', () => {
  const { pair, v } = start(3);
  const { world, contact, a, b } = pair;
  scaleAccumulated(world, contact, floatsFrom([0.5]));
  expectClose(
    impulses(pair),
    ALL.map((x) => 0.5 * x),
  );
  zeroImpulses(world, contact);
  expect(impulses(pair)).toEqual(ALL.map(() => 0));
  expect(velocitiesOf(world, a, b)).toEqual(v);
});
