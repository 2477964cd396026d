import { box, capsule, type Shape, sphere, type Vec3, type World } from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { addBody, addFloor, awakeWorld, run, weightlessWorld } from './context.js';

/** Fully elastic bodies: what they lose or gain is the engine's error. */

const ELASTIC = { restitution: 1, friction: 0 } as const;
const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

/** Six walls around a room of 3 m. */
const addRoom = (world: World): void => {
  for (const side of [-2, 2]) {
    addBody(world, box(0.5, 9, 9), { type: 'static', position: [side, 0, 0] }, ELASTIC);
    addBody(world, box(9, 0.5, 9), { type: 'static', position: [0, side, 0] }, ELASTIC);
    addBody(world, box(9, 9, 0.5), { type: 'static', position: [0, 0, side] }, ELASTIC);
  }
};

describe('balls that fill the space between two walls (Kleppmann 2007, Fig. 3.7)', () => {
  // The impulse runs to and fro for ever, in no time: no substep holds all of its impacts.
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('%i balls keep their energy to 1e-12 over 2,400 substeps', (n) => {
    const world = weightlessWorld();
    for (const x of [-0.5, n + 0.5])
      addBody(world, box(0.5, 5, 5), { type: 'static', position: [x, 0, 0] }, ELASTIC);
    for (let i = 0; i < n; i++) {
      const linearVelocity: Vec3 = [i === 0 ? 1.37 : 0, 0, 0];
      addBody(world, sphere(0.5), { position: [i + 0.5, 0, 0], mass: 1, linearVelocity }, ELASTIC);
    }
    const start = energy(world);
    let worst = 0;
    run(world, 10, () => {
      worst = Math.max(worst, Math.abs(energy(world) / start - 1));
    });
    expect(worst).toBeLessThan(1e-12);
  });
});

describe('a ball that bounces on a floor', () => {
  // 1 mm: the flight takes six substeps.
  it.each([
    [1, 1e-6],
    [0.1, 1e-5],
    [0.01, 1e-4],
    [0.001, 0.01],
  ])('from %s m it comes back to this height', (height, error) => {
    const world = awakeWorld();
    addFloor(world, ELASTIC);
    addBody(world, sphere(0.2), { position: [0, 0.2 + height, 0], mass: 1 }, ELASTIC);
    const zero = 0.2 * 9.81;
    const start = energy(world) - zero;
    run(world, 10);
    expect(Math.abs((energy(world) - zero) / start - 1)).toBeLessThan(error);
  });

  it.each([0.3, 0.5, 0.9])('with e = %s it comes to rest', (restitution) => {
    const world = awakeWorld();
    addFloor(world, { restitution });
    addBody(world, sphere(0.2), { position: [0, 1, 0], mass: 1 }, { restitution });
    run(world, 8);
    expect(kineticEnergy(world)).toBeLessThan(1e-12);
  });
});

const TUMBLING: Readonly<Record<string, Shape>> = {
  cube: box(0.3, 0.3, 0.3),
  brick: box(0.4, 0.2, 0.1),
  capsule: capsule(0.3, 0.15),
};

describe.each(Object.keys(TUMBLING))('a %s that tumbles in a room', (name) => {
  // With the planes of the step's start alone a cube kept between 14 and 100 % of its energy.
  it('keeps its energy to 0.1 % for 20 s', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const random = createRandom(seed);
      const around = (size: number): Vec3 => [
        random.between(-size, size),
        random.between(-size, size),
        random.between(-size, size),
      ];
      const world = weightlessWorld();
      addRoom(world);
      addBody(
        world,
        TUMBLING[name],
        { mass: 1, rotation: random.rotation(), linearVelocity: around(2), angularVelocity: around(4) },
        ELASTIC,
      );
      const start = energy(world);
      run(world, 20);
      expect(Math.abs(energy(world) / start - 1), `seed ${seed}`).toBeLessThan(1e-3);
    }
  });
});

describe('random piles of bodies of 2 cm to 5 m and 10 to 20,000 kg/m³', () => {
  it.each([0, 0.5, 1])('with e = %s the energy never rises above that of the start', (restitution) => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = createRandom(100 * restitution + seed);
      const world = awakeWorld();
      const friction = random.next();
      addFloor(world, { restitution, friction });
      let y = 0;
      for (let i = 0; i < 15; i++) {
        const half = 0.01 * 250 ** random.next();
        const shapes = [sphere(half), box(half, 0.7 * half, 0.5 * half), capsule(0.5 * half, 0.5 * half)];
        y += 1.8 * half + 0.01;
        const position: Vec3 = [random.between(-1, 1), y, random.between(-1, 1)];
        const material = { density: 10 * 2000 ** random.next(), restitution, friction };
        addBody(world, shapes[i % 3], { position, rotation: random.rotation() }, material);
        y += 1.8 * half + 0.01;
      }
      const start = energy(world);
      let most = start;
      run(world, 3, () => {
        most = Math.max(most, energy(world));
      });
      expect(most, `seed ${seed}`).toBeLessThan((1 + 1e-4) * start);
    }
  });
});
