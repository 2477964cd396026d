import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyDef,
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  isBodyAwake,
  linearVelocity,
  sphere,
  stepWorld,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../../src/inspect.js';
import { createRandom, randomVector } from '../../determinism/context.js';

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
    for (let step = 0; step < 300; step++) {
      stepWorld(world, STEP);
      // Nothing in this scene tells left from right.
      for (const body of bodies) {
        const [x, , z] = bodyPosition(world, body);
        expect(Math.hypot(x, z)).toBeLessThan(1e-6);
        expect(Math.hypot(...angularVelocity(world, body))).toBeLessThan(1e-6);
      }
    }
  });

  // 1 mm of overlap that is pushed out under each of the four cubes is 98 J.
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

describe('a thin rod that is thrown at a wall, end on, turns far within the step of its impact', () => {
  it.each<[string, BodyDef]>([
    [
      'aslant at 140 m/s',
      { position: [7.19, 0, 0], rotation: [-0.36, 0.34, 0.36, 0.46], linearVelocity: [138, 59.1, 0] },
    ],
    [
      'at 420 m/s',
      { position: [2.29, 0, 0], rotation: [0.4, -0.41, 0.42, 0.39], linearVelocity: [421.9, 185.1, 0] },
    ],
    [
      'at 53 m/s and spinning',
      {
        position: [8.78, 0, 0],
        rotation: [-0.2, -0.4, 0.36, -0.41],
        linearVelocity: [52.8, -21.9, 0],
        angularVelocity: [78, -7, -40],
      },
    ],
  ])('%s: it gains no energy', (_, def) => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const wall = createBody(world, { type: 'static', position: [10.5, 0, 0] });
    createCollider(world, wall, { shape: box(0.5, 50, 50), friction: 1 });
    const rod = createBody(world, { mass: 1, ...def });
    createCollider(world, rod, { shape: box(0.63, 0.02, 0.02), friction: 1 });
    const start = kineticEnergy(world);
    expect(largestRise(world, 40)).toBeLessThan(1e-9 * start);
    // It did strike.
    expect(kineticEnergy(world)).toBeLessThan(0.9 * start);
  });
});

// Unpressed, the slab was thrown up by 81 mm, and pressed by two sweeps alone by 250 mm.
it.each([16, 100])('a slab that falls 2 m on %i balls is not thrown up', (balls) => {
  const n = Math.sqrt(balls);
  const world = grounded();
  for (let i = 0; i < n * n; i++) {
    const ball = createBody(world, { position: [0.2 * (i % n), 0.1, 0.2 * Math.floor(i / n)] });
    createCollider(world, ball, { shape: sphere(0.1) });
  }
  const middle = 0.1 * (n - 1);
  const slab = createBody(world, { position: [middle, 2.5, middle] });
  createCollider(world, slab, { shape: box(0.1 * n, 0.3, 0.1 * n) });
  for (let step = 0; step < 120; step++) {
    stepWorld(world, STEP);
    expect(linearVelocity(world, slab)[1]).toBeLessThan(0.2);
  }
});

it('what is leaving at the later moment is not pulled back', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    const world = createWorld({ gravity: [0, 0, 0], substeps: 2 });
    for (let i = 0; i < 16; i++) {
      const body = createBody(world, {
        position: [1.1 * (i % 4), 1.1 * Math.floor(i / 4), 0.5 * random()],
        linearVelocity: randomVector(random, 60),
        angularVelocity: randomVector(random, 30),
      });
      createCollider(world, body, { shape: sphere(0.4) });
    }
    const start = energy(world);
    expect(largestRise(world, 20), `seed ${seed}`).toBeLessThan(0.001 * start);
  }
});

it('shock propagation leaves a sleeping body alone that is not reached yet', () => {
  for (let k = 0; k < 20; k++) {
    const world = createWorld({ gravity: [0, 0, 0] });
    const sleeper = createBody(world, { position: [0, 0, 0] });
    createCollider(world, sleeper, { shape: box(0.5, 0.5, 2) });
    for (let step = 0; step < 60; step++) stepWorld(world, STEP);
    expect(isBodyAwake(world, sleeper)).toBe(false);
    // Slides along the sleeper at a small distance, until something strikes it from the side.
    const gap = 0.006 + 0.003 * (k % 10);
    const between = createBody(world, { position: [1 + gap, 0, -1], linearVelocity: [0, 0, 4] });
    createCollider(world, between, { shape: box(0.5, 0.5, 0.5), density: 200, friction: 0 });
    const striker = createBody(world, {
      position: [2.3 + gap + 0.02 * k, 0, -0.9],
      linearVelocity: [-20, 0, 4],
    });
    createCollider(world, striker, { shape: box(0.4, 0.4, 0.4), density: 500, friction: 0 });
    for (let step = 0; step < 30; step++) {
      stepWorld(world, STEP);
      if (!isBodyAwake(world, sleeper)) expect(linearVelocity(world, sleeper)).toEqual([0, 0, 0]);
    }
    expect(isBodyAwake(world, sleeper)).toBe(true);
  }
});
