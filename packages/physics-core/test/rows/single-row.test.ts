import { expect, it } from 'vitest';
import { createFloats, floatsFrom, setFloats } from '../../src/math/floats.js';
import {
  applyResponse,
  externalRowSpeed,
  hasEffectiveMass,
  isRigidLock,
  writeRowResponse,
} from '../../src/rows/single-row.js';
import { Kind, MASS, ROLE, Role, SPRUNG } from '../../src/state/rows.js';
import { dot, expectClose, randomNumbers, responseOf } from '../solver/dense.js';
import { addBlock, allVelocities, applyTo, randomBodies, rigidBlock } from '../solver/sweeps/context.js';

const start = (seed: number) => {
  const bodies = randomBodies(seed, 2);
  const [a, b] = bodies.slots;
  const row = randomNumbers(bodies.random, 12, 1);
  addBlock(bodies, rigidBlock(a, b, [row], [0], Kind.general));
  return { bodies, world: bodies.world, a, b, row };
};

it.each([1, 2, 3])('the response is M⁻¹ Jᵀ, and Δλ adds so many times of it, seed %i', (seed) => {
  const { bodies, world, a, b, row } = start(seed);
  const out = createFloats(14);
  writeRowResponse(world, 0, out, 2);
  expectClose(out.slice(2), responseOf(bodies.masses, a, b, row));
  const v = allVelocities(bodies);
  applyTo(bodies, v, a, b, row, -0.7);
  applyResponse(world, 0, out, 2, floatsFrom([9, -0.7]), 1);
  expectClose(allVelocities(bodies).flat(), v.flat());
});

it('the speed by external forces is that of the linear parts', () => {
  const { world, a, b, row } = start(4);
  const [dA, dB] = [
    [1, 2, 3],
    [-4, 5, 6],
  ];
  setFloats(world.bodies.externalChange, dA, a * 3);
  setFloats(world.bodies.externalChange, dB, b * 3);
  expect(externalRowSpeed(world, 0)).toBeCloseTo(dot(row.slice(0, 3), dA) + dot(row.slice(6, 9), dB), 12);
});

it('rows are told by what they are', () => {
  const { world } = start(5);
  const { data, index } = world.rows;
  const isLock = (role: number, sprung: number): boolean => {
    index[ROLE] = role;
    index[SPRUNG] = sprung;
    return isRigidLock(world, 0);
  };
  expect(isLock(Role.lock, 0)).toBe(true);
  expect(isLock(Role.coupling, 0)).toBe(true);
  expect(isLock(Role.lock, 1)).toBe(false);
  expect(isLock(Role.limit, 0)).toBe(false);
  expect(isLock(Role.motor, 0)).toBe(false);
  expect(hasEffectiveMass(world, 0)).toBe(true);
  data[MASS] = 0;
  expect(hasEffectiveMass(world, 0)).toBe(false);
});
