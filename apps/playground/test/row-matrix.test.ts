import { allBodies, ball, createBody, createJoint, createWorld, hinge, stepWorld } from '@tenon/physics-core';
import { scenes } from '@tenon/scenes';
import { expect, test } from 'vitest';
import { matrixFacts, readRowMatrix } from '../src/row-matrix.js';

const after = (id: string, steps: number, values: Record<string, number> = {}) => {
  const scene = scenes.find((each) => each.id === id)!;
  const world = createWorld(scene.settings);
  const plan = scene.build(world, values);
  for (let i = 0; i < steps; i++) {
    plan.beforeStep?.(world, i / 60);
    stepWorld(world, 1 / 60);
  }
  return world;
};

test.each(['hinge-joint', 'four-bar', 'straight-stairs', 'stack'])(
  '%s: A is symmetric, and its diagonal is one over the effective mass of each row',
  (id) => {
    const world = after(id, 40);
    const { rows, bodies, coupling, jacobian } = readRowMatrix(world, 400);
    const n = rows.length;
    expect(n).toBeGreaterThan(3);
    expect(jacobian.length).toBe(n * 6 * bodies.length);
    const worst: Record<string, number> = {};
    for (const [i, { effectiveMass, role }] of rows.entries()) {
      worst[role] = Math.max(worst[role] ?? 0, Math.abs(coupling[i * n + i] * effectiveMass - 1));
      for (let j = 0; j < i; j++) expect(coupling[i * n + j]).toBe(coupling[j * n + i]);
    }
    // Of what moves bodies have turned since the substep began in which the row got its mass; friction is held in the middle of its points.
    for (const [role, off] of Object.entries(worst))
      expect(off).toBeLessThan(role === 'friction' ? 0.05 : 0.02);
  },
);

test('it has the rows of one island, and the first of many', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  for (let k = 0; k < 3; k++) {
    const body = createBody(world, {
      position: [5 * k, 0, 0],
      massProperties: { mass: 1, inertia: [1, 1, 1] },
    });
    createJoint(world, hinge({ bodyB: body, axis: [0, 1, 0] }));
  }
  stepWorld(world, 1 / 60);
  const [one] = allBodies(world);
  expect(readRowMatrix(world, 100).rows.length).toBe(15);
  expect(readRowMatrix(world, 100, one)).toMatchObject({ bodies: [one], total: 5 });
  expect(readRowMatrix(world, 7)).toMatchObject({ total: 15, rows: { length: 7 } });
});

test('redundant rows are counted', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const door = createBody(world, { massProperties: { mass: 1, inertia: [1, 1, 1] } });
  createJoint(world, ball({ bodyB: door, anchor: [0, 1, 0] }));
  createJoint(world, ball({ bodyB: door, anchor: [0, -1, 0] }));
  stepWorld(world, 1 / 60);
  const { rows, coupling } = readRowMatrix(world, 100);
  expect(rows.length).toBe(6);
  expect(matrixFacts(coupling, 6)).toMatchObject({ redundant: 1 });
});

test('sweeps get slow where a chain bears a heavy load', () => {
  const factor = (ratio: number): number => {
    const { rows, coupling } = readRowMatrix(after('heavy-chain', 60, { links: 10, ratio }), 200);
    return matrixFacts(coupling, rows.length).sweepFactor;
  };
  // Ten links of 1 kg: 98 % of the error is left after a sweep, and under a ton nearly all of it.
  expect(factor(1)).toBeGreaterThan(0.95);
  expect(factor(1)).toBeLessThan(0.985);
  expect(1 - factor(1000)).toBeLessThan((1 - factor(1)) / 100);
});
