import { expect, it } from 'vitest';
import { setFloats } from '../../../src/math/floats.js';
import { startContacts, warmStartContacts } from '../../../src/solver/contacts/warm-start.js';
import { DP, MOTION } from '../../../src/state/bodies.js';
import { createRandom } from '../../determinism/context.js';
import { expectClose, pushed, velocitiesOf } from '../dense.js';
import {
  boxPair,
  normalRows,
  type Pair,
  setNormalImpulses,
  setTangentImpulses,
  spherePair,
  tangentRows,
  throwTogether,
} from './context.js';

/** The warm start on paper: v + M⁻¹ Jᵀ λ with the impulses of the substep before. */

const NORMAL = [20, 22, 18, 25];
const TANGENT = [3, -2, 0.4, 0.5, -0.3];

const start = (pair: Pair, seed: number): number[] => throwTogether(pair, createRandom(seed), 1, 0);

const warmStart = ({ world, substep }: Pair): void => {
  startContacts(world, substep);
  warmStartContacts(world);
};

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 0.5],
])('a manifold starts with M⁻¹ Jᵀ λ, seed %i, after a substep %f times as long', (seed, ratio) => {
  const pair = boxPair(seed, 0.001);
  const { world, masses, a, b, substep } = pair;
  const v = start(pair, seed);
  setNormalImpulses(pair, NORMAL);
  setTangentImpulses(pair, TANGENT);
  world.clock.substep = substep.h * ratio;
  warmStart(pair);
  // λ is force times time.
  const lambdas = [...NORMAL, ...TANGENT].map((lambda) => lambda / ratio);
  const rows = [...normalRows(pair), ...tangentRows(pair)];
  expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, lambdas));
});

it('a single point of spheres starts with M⁻¹ Jᵀ λ', () => {
  const pair = spherePair(5, 0.001);
  const { world, masses, a, b } = pair;
  expect(world.singlePointContacts.count).toBe(1);
  const v = start(pair, 5);
  setNormalImpulses(pair, [7]);
  setTangentImpulses(pair, [2, -1, 0, 0, 0]);
  warmStart(pair);
  const rows = [...normalRows(pair), ...tangentRows(pair).slice(0, 2)];
  expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, [7, 2, -1]));
});

it('what a warm start changes counts as an external force, and what moved by less than is kept keeps its levers', () => {
  const pair = boxPair(7, 0.001);
  const { world, masses, a, b } = pair;
  const { motion, predicted, externalChange } = world.bodies;
  const v = start(pair, 7);
  setFloats(predicted, v.slice(0, 3), a * 3);
  setFloats(predicted, v.slice(6, 9), b * 3);
  setNormalImpulses(pair, NORMAL);
  // A displacement below what recycling allows: the levers are still those of detection.
  motion[b * MOTION + DP] = 0.5 * world.settings.recycleDistance;
  warmStart(pair);
  const wanted = pushed(masses, a, b, v, normalRows(pair), NORMAL);
  expectClose(velocitiesOf(world, a, b), wanted);
  expectClose(
    externalChange.slice(b * 3, b * 3 + 3),
    wanted.slice(6, 9).map((x, i) => x - v[6 + i]),
  );
});
