import { expect, it } from 'vitest';
import { rowSpeed, speeds, writeAngularSpeeds } from '../../src/rows/row-speed.js';
import { MOTION } from '../../src/state/bodies.js';
import { Kind } from '../../src/state/rows.js';
import { dot, expectClose, randomNumbers, velocitiesOf } from '../solver/dense.js';
import { addBlock, randomBodies, rigidBlock } from '../solver/sweeps/context.js';

it.each([1, 2, 3])('Ċ of a row is J v, of an angular one g·(ωB - ωA), seed %i', (seed) => {
  const bodies = randomBodies(seed, 3);
  const { world, random, slots } = bodies;
  const [, a, b] = slots;
  const general = randomNumbers(random, 12, 1);
  const turns = [0, 1, 2].map(() => {
    const g = randomNumbers(random, 3, 1);
    return [0, 0, 0, ...g.map((x) => -x), 0, 0, 0, ...g];
  });
  addBlock(bodies, rigidBlock(a, b, [general], [0], Kind.general));
  addBlock(bodies, rigidBlock(b, a, turns, [0, 0, 0], Kind.angular));
  expect(rowSpeed(world, 0)).toBeCloseTo(dot(general, velocitiesOf(world, a, b)), 12);
  const wanted = turns.map((row) => dot(row, velocitiesOf(world, b, a)));
  expect(rowSpeed(world, 1)).toBeCloseTo(wanted[0], 12);
  writeAngularSpeeds(world.rows.data, world.bodies.motion, 40, b * MOTION, a * MOTION, 3);
  expectClose(speeds.slice(0, 3), wanted, 1e-12);
});
