import { expect, it } from 'vitest';
import { scaleAccumulated, zeroImpulses } from '../../src/contacts/warm-start-impulses.js';
import { floatsFrom } from '../../src/math/floats.js';
import { createRandom } from '../determinism/context.js';
import {
  boxPair,
  normalImpulses,
  type Pair,
  setNormalImpulses,
  setTangentImpulses,
  tangentImpulses,
  throwTogether,
} from '../solver/contacts/context.js';
import { expectClose, velocitiesOf } from '../solver/dense.js';

const NORMAL = [20, 22, 18, 25];
const TANGENT = [3, -2, 0.4, 0.5, -0.3];
const ALL = [...NORMAL, ...TANGENT];

const start = (seed: number): { pair: Pair; v: number[] } => {
  const pair = boxPair(seed, 0.001);
  const v = throwTogether(pair, createRandom(seed), 1, 0);
  setNormalImpulses(pair, NORMAL);
  setTangentImpulses(pair, TANGENT);
  return { pair, v };
};

const impulses = (pair: Pair): number[] => [...normalImpulses(pair), ...tangentImpulses(pair)];

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
