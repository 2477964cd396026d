import {
  type BodyDef,
  bodyPosition,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  heightField,
  hull,
  type Shape,
  stepWorld,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { trials } from '../fuzz-scale.js';
import { addBody, DT, weightlessWorld } from './context.js';

/** Half the thickness of rods and plates, m. */
const THIN = 0.02;

const corners = (x: number, y: number, z: number): [number, number, number][] =>
  [-x, x].flatMap((a) => [-y, y].flatMap((b) => [-z, z].map((c): [number, number, number] => [a, b, c])));

const KINDS: Readonly<Record<string, (half: number) => Shape>> = {
  'box rod': (half) => box(half, THIN, THIN),
  'capsule rod': (half) => capsule(THIN, half - THIN),
  'hull rod': (half) => hull(corners(half, THIN, THIN)),
  plate: (half) => box(half, THIN, half),
};

interface Throw {
  readonly shape: Shape;
  /** Half the thickness of the wall that stands with its face at x = 10. */
  readonly wall: number;
  readonly restitution: number;
  readonly friction: number;
  readonly def: BodyDef;
}

/** The most energy seen in 40 steps, as a part of that of the throw. */
const mostEnergy = ({ shape, wall, restitution, friction, def }: Throw): number => {
  const world = weightlessWorld();
  const material = { restitution, friction };
  addBody(world, box(wall, 50, 50), { type: 'static', position: [10 + wall, 0, 0] }, material);
  const rod = addBody(world, shape, { mass: 1, ...def }, material);
  const start = kineticEnergy(world);
  let most = 0;
  for (let step = 0; step < 40; step++) {
    stepWorld(world, DT);
    most = Math.max(most, kineticEnergy(world) / start);
  }
  expect(bodyPosition(world, rod)[0]).toBeLessThan(10);
  return most;
};

// A wall does no work, so energy never rises; 1 % is what depenetration may add.
const MOST = 1.01;
const STARTS = trials('STARTS', 20, 60);
const THROWS = trials('THROWS', 100, 300);

describe.each(Object.keys(KINDS))('%s against a wall', (kind) => {
  it.each([50, 200, 400])(
    `at %d m/s with e = 1 never gains energy and never passes, ${STARTS} starts`,
    (speed) => {
      for (let k = 0; k < STARTS; k++) {
        const def: BodyDef = {
          position: [9 - (0.11 * k * speed) / 200, 0, 0],
          linearVelocity: [speed, 0, 0],
          angularVelocity: [0, k % 2 === 0 ? 0 : 20, 30 + k],
        };
        const thrown = { shape: KINDS[kind](0.3), wall: 0.02, restitution: 1, friction: 0, def };
        expect(mostEnergy(thrown), `start ${k}`).toBeLessThan(MOST);
      }
    },
  );

  it('thrown at random, slow or fast, smooth or rough, never gains energy', () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    const around = (): number => random() - 0.5;
    for (let k = 0; k < THROWS; k++) {
      const half = 0.05 + 0.6 * random();
      const speed = pick([3, 10, 30, 100, 400]) * (0.5 + random());
      const spin = pick([0, 1, 10, 50, 200]);
      const def: BodyDef = {
        position: [9.9 - 1.5 * half - (random() * speed) / 60, 0, 0],
        rotation: [around(), around(), around(), around()],
        linearVelocity: [speed, speed * around(), 0],
        angularVelocity: [spin * around(), spin * around(), spin * around()],
      };
      const wall = pick([0.02, 0.005, 0.5]);
      const thrown = {
        shape: KINDS[kind](half),
        wall,
        restitution: pick([0, 0.5, 1]),
        friction: pick([0, 0.5, 1]),
        def,
      };
      expect(mostEnergy(thrown), `throw ${k}`).toBeLessThan(MOST);
    }
  });
});

// Each spins about its axis at up to hundreds of rad/s. Swept about the fixed axis of its whole rotation it seemed to strike
// the floor in every step, was rolled back and fell again: of 20 the worst gained half of its energy.
it('thin rods with restitution 1 and no friction gain less than 0.5 % energy, also where they spin fast', () => {
  let most = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const random = createRandom(seed);
    const world = createWorld({ sleeping: false });
    const material = { friction: 0, restitution: 1 };
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), ...material });
    const length = random.between(0.5, 2);
    const radius = random.between(0.005, 0.025);
    const q = [0, 1, 2, 3].map(() => random.between(-1, 1));
    const norm = Math.hypot(...q);
    const spin = (): number => random.between(-4, 4);
    const rod = createBody(world, {
      position: [0, length / 2 + random.between(0.5, 2), 0],
      rotation: [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm],
      angularVelocity: [spin(), spin(), spin()],
    });
    createCollider(world, rod, { shape: capsule(radius, length / 2), density: 1000, ...material });
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const start = energy();
    for (let step = 0; step < 900; step++) {
      stepWorld(world, DT);
      most = Math.max(most, energy() / start - 1);
    }
  }
  console.info(`thin rods with e = 1: energy above the start by at most ${(100 * most).toFixed(4)} %`);
  expect(most).toBeLessThan(5e-3);
});

// Slower than what a fast contact is, a needle of 1 mm turns so far in a step that it is a thousand times lighter at its old points.
it('slow needles that fall on a height field never gain energy', () => {
  const heights = Array.from({ length: 1681 }, (_, i) => 0.3 * Math.sin(0.65 * (i % 41)) * Math.cos(i / 91));
  const ground = heightField(41, 41, heights, { spacing: [0.5, 0.5] });
  for (const seed of [1, 21, 24, 64, 71, 95, 135]) {
    const random = createRandom(seed);
    const any = (most: number): number => random.between(-most, most);
    const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
    createCollider(world, createBody(world, { type: 'static' }), { shape: ground, friction: 0.5 });
    for (let i = 0; i < 2; i++) {
      const def: BodyDef = {
        position: [any(0.2), 0.9 + 0.4 * i, any(0.2)],
        rotation: [any(1), any(1), any(1), 1],
        linearVelocity: [any(2), -random.between(1, 8) * (i + 1), any(2)],
        angularVelocity: [any(12), any(12), any(12)],
      };
      createCollider(world, createBody(world, def), { shape: box(0.001, 0.6, 0.001), friction: 0.5 });
    }
    const start = kineticEnergy(world);
    for (let step = 0; step < 60; step++) {
      stepWorld(world, DT);
      expect(kineticEnergy(world) / start, `seed ${seed}`).toBeLessThan(1.001);
    }
  }
});
