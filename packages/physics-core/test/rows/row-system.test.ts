import { expect, it } from 'vitest';
import {
  applySystem,
  chooseRow,
  createRowSystem,
  dropRow,
  solveSystem,
  writeK,
} from '../../src/rows/row-system.js';
import { Kind, LAMBDA, ROW } from '../../src/state/rows.js';
import { denseK, expectClose, randomNumbers } from '../solver/dense.js';
import { addBlock, allVelocities, randomBodies, rigidBlock, speedOf } from '../solver/sweeps/context.js';

const TARGETS = [0.5, -0.3, 0.2, 0.7];

it.each([1, 2, 3])('rows that are chosen reach their targets all at once, seed %i', (seed) => {
  const bodies = randomBodies(seed, 2);
  const { world, random } = bodies;
  const [a, b] = bodies.slots;
  const rows = [0, 1, 2, 3, 4].map(() => randomNumbers(random, 12, 1));
  for (const row of rows) addBlock(bodies, rigidBlock(a, b, [row], [0], Kind.general));
  const system = createRowSystem(6);
  for (let i = 0; i < 5; i++) chooseRow(world, system, i);
  // Row 1 is left out again.
  dropRow(system, 1);
  const chosen = [0, 2, 3, 4];
  expect([...system.chosen.slice(0, system.count)]).toEqual(chosen);
  writeK(world, system);
  const k = denseK(
    bodies.masses,
    a,
    b,
    chosen.map((i) => rows[i]),
  );
  for (const [i, row] of k.entries())
    expectClose(system.matrix.slice(i * 6, i * 6 + i + 1), row.slice(0, i + 1));
  const v = allVelocities(bodies);
  for (const [i, row] of chosen.entries())
    system.vector[i] = TARGETS[i] - speedOf(bodies, v, a, b, rows[row]);
  solveSystem(system);
  applySystem(world, system);
  const after = allVelocities(bodies);
  expectClose(
    chosen.map((row) => speedOf(bodies, after, a, b, rows[row])),
    TARGETS,
  );
  for (const [i, row] of chosen.entries()) expect(world.rows.data[row * ROW + LAMBDA]).toBe(system.vector[i]);
});
