import { expect, it } from 'vitest';
import { box, createBody, createWorld, sphere, stepWorld, updateBody, type Vec3 } from '../../src/index.js';
import { kineticEnergy, momentum, potentialEnergy } from '../../src/inspect.js';
import { addBody, DT } from '../determinism/context.js';

const expectVector = (found: Vec3, expected: Vec3): void => {
  for (let i = 0; i < 3; i++) expect(found[i]).toBeCloseTo(expected[i], 9);
};

it('a flying and spinning box: ½ m v² + ½ I ω², m v, and r × p + I ω', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  // 1 × 2 × 3 m of 100 kg: I = m/12 (a² + b²).
  addBody(
    world,
    { position: [1, 2, 3], linearVelocity: [4, 0, 0], angularVelocity: [0, 5, 0], mass: 100 },
    box(0.5, 1, 1.5),
  );
  const iy = (100 / 12) * (1 * 1 + 3 * 3);
  expect(kineticEnergy(world)).toBeCloseTo(0.5 * 100 * 16 + 0.5 * iy * 25, 8);
  const { linear, angular } = momentum(world);
  expectVector(linear, [400, 0, 0]);
  // (1, 2, 3) × (400, 0, 0) = (0, 1200, -800).
  expectVector(angular, [0, 1200 + 5 * iy, -800]);
});

it('a turned box spins about a world axis with the moment of the body axis that lies there', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const quarter = Math.sqrt(0.5);
  addBody(
    world,
    { rotation: [0, 0, quarter, quarter], angularVelocity: [2, 0, 0], mass: 12 },
    box(0.5, 1, 1.5),
  );
  // A quarter turn about z takes the body's y axis to -x.
  const iy = 1 * 1 + 3 * 3;
  expect(kineticEnergy(world)).toBeCloseTo(0.5 * iy * 4, 9);
  expectVector(momentum(world).angular, [2 * iy, 0, 0]);
});

it('potential energy is -m g·x of the centre of mass, with the gravity scale of the body', () => {
  const world = createWorld({ gravity: [0, -10, 0] });
  const body = addBody(world, { position: [0, 3, 0], mass: 2 }, sphere(0.5), { position: [0, 1, 0] });
  expect(potentialEnergy(world)).toBeCloseTo(2 * 10 * 4, 9);
  updateBody(world, body, { gravityScale: 0.5 });
  expect(potentialEnergy(world)).toBeCloseTo(2 * 5 * 4, 9);
});

it('static and kinematic bodies have neither', () => {
  const world = createWorld();
  addBody(world, { type: 'kinematic', position: [0, 5, 0], linearVelocity: [3, 0, 0] }, sphere(1));
  addBody(world, { type: 'static', position: [0, 9, 0] }, box(1, 1, 1));
  createBody(world, { type: 'static' });
  expect([kineticEnergy(world), potentialEnergy(world)]).toEqual([0, 0]);
  expect(momentum(world)).toEqual({ linear: [0, 0, 0], angular: [0, 0, 0] });
});

it('a free fall turns one into the other exactly', () => {
  const world = createWorld();
  addBody(world, { position: [0, 100, 0], linearVelocity: [3, 0, 0], mass: 7 }, sphere(0.5));
  const start = kineticEnergy(world) + potentialEnergy(world);
  for (let i = 0; i < 120; i++) stepWorld(world, DT);
  expect(kineticEnergy(world)).toBeGreaterThan(1000);
  expect((kineticEnergy(world) + potentialEnergy(world)) / start).toBeCloseTo(1, 12);
});
