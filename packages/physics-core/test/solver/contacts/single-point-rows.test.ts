import { expect, it } from 'vitest';
import {
  loadSinglePoints,
  storeSinglePoints,
  warmStartSinglePoints,
} from '../../../src/solver/contacts/single-point-rows.js';
import { createRandom } from '../../determinism/context.js';
import { expectClose, pushed, velocitiesOf } from '../dense.js';
import {
  normalImpulses,
  normalRows,
  setNormalImpulses,
  setTangentImpulses,
  spherePair,
  tangentImpulses,
  tangentRows,
  throwTogether,
} from './context.js';

it('a warm start from the rows adds M⁻¹ Jᵀ λ, and storing gives λ back to the records', () => {
  const pair = spherePair(1, 0.001);
  const { world, masses, a, b } = pair;
  const v = throwTogether(pair, createRandom(1), 1, 0);
  setNormalImpulses(pair, [8]);
  setTangentImpulses(pair, [2, -3, 0, 0, 0]);
  loadSinglePoints(world);
  warmStartSinglePoints(world);
  const rows = [...normalRows(pair), ...tangentRows(pair).slice(0, 2)];
  expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, [8, 2, -3]));
  setNormalImpulses(pair, [0]);
  setTangentImpulses(pair, [0, 0, 0, 0, 0]);
  storeSinglePoints(world);
  expect(normalImpulses(pair)).toEqual([8]);
  expect(tangentImpulses(pair).slice(0, 2)).toEqual([2, -3]);
});
