import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  linearVelocity,
  stepWorld,
  type World,
} from '../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../src/inspect.js';

/** What lands on something that stands: all of it is stopped at once, and nothing comes back as a push. */

const STEP = 1 / 60;

const grounded = (): World => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  return world;
};

/** Cubes of 1 m above each other, with gaps. */
const column = (gap: number, densities: readonly number[]): { world: World; bodies: BodyHandle[] } => {
  const world = grounded();
  const bodies = densities.map((density, i) => {
    const body = createBody(world, { position: [0, 0.5 + gap + i * (1 + gap), 0] });
    createCollider(world, body, { shape: box(0.5, 0.5, 0.5), density });
    return body;
  });
  return { world, bodies };
};

const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

/** The most by which the energy rises in a step, J. */
const largestRise = (world: World, steps: number): number => {
  let last = energy(world);
  let rise = 0;
  for (let step = 0; step < steps; step++) {
    stepWorld(world, STEP);
    const now = energy(world);
    rise = Math.max(rise, now - last);
    last = now;
  }
  return rise;
};

describe('four cubes fall on each other without restitution', () => {
  it('do not rebound', () => {
    const { world, bodies } = column(0.5, [1000, 1000, 1000, 1000]);
    for (let step = 0; step < 180; step++) {
      stepWorld(world, STEP);
      for (const body of bodies) expect(linearVelocity(world, body)[1]).toBeLessThan(0.06);
    }
    for (const [i, body] of bodies.entries()) expect(bodyPosition(world, body)[1]).toBeCloseTo(0.5 + i, 2);
  });

  it('keep in line: each is stopped by all points together', () => {
    const { world, bodies } = column(0.5, [1000, 1000, 1000, 1000]);
    for (let step = 0; step < 300; step++) stepWorld(world, STEP);
    for (const body of bodies) {
      const [x, , z] = bodyPosition(world, body);
      expect(Math.hypot(x, z)).toBeLessThan(1e-3);
    }
  });

  // 1 mm of overlap that is pushed out under four cubes is 98 J.
  it.each([0.1, 0.3, 0.5, 1])('their energy does not rise, with gaps of %s m', (gap) => {
    expect(largestRise(column(gap, [1000, 1000, 1000, 1000]).world, 180)).toBeLessThan(30);
  });
});

// 1 mm of overlap that is pushed out under all bricks is 28 J of 63 kJ.
it.each([0, 0.3, 0.5, 0.8])(
  'a wall of bricks that falls with restitution %s gains no energy',
  (restitution) => {
    const world = grounded();
    for (let row = 0; row < 8; row++) {
      for (let k = 0; k < 6; k++) {
        const brick = createBody(world, { position: [k * 0.82 + (row % 2) * 0.41, 0.3 + row * 0.55, 0] });
        createCollider(world, brick, { shape: box(0.4, 0.25, 0.25), density: 300, restitution });
      }
    }
    const start = energy(world);
  expect(largestRise(world, 600)).toBeLessThan(0.002 * start);
  },
);

describe('a heavy cube falls 2 m onto a light one that rests', () => {
  it.each([10, 50, 100, 200])('%i times as heavy: the light one is not run through', (ratio) => {
    const { world, bodies } = column(0, [1000]);
    const heavy = createBody(world, { position: [0, 3.5, 0] });
    createCollider(world, heavy, { shape: box(0.5, 0.5, 0.5), density: 1000 * ratio });
    let lowest = Infinity;
    for (let step = 0; step < 300; step++) {
      stepWorld(world, STEP);
      lowest = Math.min(lowest, bodyPosition(world, heavy)[1]);
    }
    expect(lowest).toBeGreaterThan(1.43);
    for (const light of bodies) expect(bodyPosition(world, light)[1]).toBeCloseTo(0.5, 1);
    expect(bodyPosition(world, heavy)[1]).toBeCloseTo(1.5, 1);
  });
});

it('the floor holds a slab by friction that something lands on aslant', () => {
  const world = grounded();
  const slab = createBody(world, { position: [0, 0.25, 0] });
  createCollider(world, slab, { shape: box(2, 0.25, 2), density: 100 });
  const thrown = createBody(world, { position: [0, 1.1, 0], linearVelocity: [2, -5, 0] });
  createCollider(world, thrown, { shape: box(0.5, 0.5, 0.5) });
  for (let step = 0; step < 30; step++) stepWorld(world, STEP);
  // With μ = 0.6 the floor can take 3 m/s times the cube's mass in the impact itself. Left to the weight, friction
  // would need 0.05 m and more to stop the slab.
  expect(Math.abs(bodyPosition(world, slab)[0])).toBeLessThan(0.01);
});
