import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  box,
  linearVelocity,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { addBody, run, weightlessWorld } from './context.js';

/**
 * Thin plates that are struck or thrown at each other, without `bullet`. They move further in a substep than they are
 * thick, so impacts must be found in the order of their times.
 */

const SEEDS = 40;
const DENSITY = 1000;

/** The place of a body as another sees it. */
const seenFrom = (world: World, body: BodyHandle, other: BodyHandle): Vec3 => {
  const [qx, qy, qz, w] = bodyRotation(world, body);
  const from = bodyPosition(world, body);
  const to = bodyPosition(world, other);
  const d = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  // Rᵀ d = d - 2 w (q × d) + 2 q × (q × d).
  const c = [qy * d[2] - qz * d[1], qz * d[0] - qx * d[2], qx * d[1] - qy * d[0]];
  return [
    d[0] - 2 * w * c[0] + 2 * (qy * c[2] - qz * c[1]),
    d[1] - 2 * w * c[1] + 2 * (qz * c[0] - qx * c[2]),
    d[2] - 2 * w * c[2] + 2 * (qx * c[1] - qy * c[0]),
  ];
};

/** Whether the centre of one of two neighbours ever passes through the middle of the other, which is thin along x. */
const anyPassed = (world: World, plates: readonly BodyHandle[], seconds: number): boolean => {
  const pairs = plates.slice(1).flatMap((plate, i) => [
    [plates[i], plate],
    [plate, plates[i]],
  ]);
  const places = pairs.map(([a, b]) => seenFrom(world, a, b));
  let passed = false;
  run(world, seconds, () => {
    pairs.forEach(([a, b], k) => {
      const before = places[k];
      const now = seenFrom(world, a, b);
      const aside = Math.max(...[before[1], before[2], now[1], now[2]].map(Math.abs));
      if (before[0] * now[0] < 0 && aside < 0.25) passed = true;
      places[k] = now;
    });
  });
  return passed;
};

const passedOf = (build: (world: World, seed: number) => BodyHandle[]): number => {
  let passed = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const world = weightlessWorld();
    const plates = build(world, seed);
    const before = linearVelocity(world, plates[0]);
    if (anyPassed(world, plates, 0.4)) passed++;
    // It has been struck.
    expect(linearVelocity(world, plates[0])).not.toEqual(before);
  }
  return passed;
};

const plate = (half: number) => box(half, 0.5, 0.5);

describe.each([0, 0.5, 1])('with e = %s', (restitution) => {
  it('no plate that a ball throws passes the one behind it', () => {
    const passed = passedOf((world, seed) => {
      const random = createRandom(300 + seed);
      const material = { restitution, friction: 0.3, density: DENSITY };
      const half = random.between(0.005, 0.015);
      const gap = random.between(0.002, 0.05);
      const speed = random.between(5, 30);
      const near = addBody(world, plate(half), {}, material);
      const far = addBody(world, plate(half), { position: [2 * half + gap, 0, 0] }, material);
      const away = 0.3 + half + random.between(0, speed / 60);
      const linearVelocity: Vec3 = [speed, 0, 0];
      addBody(world, sphere(0.3), { position: [-away, 0, 0], linearVelocity }, material);
      return [near, far];
    });
    expect(passed).toBe(0);
  });

  it('no plates that spin and fly at each other at 5 to 60 m/s pass', () => {
    const passed = passedOf((world, seed) => {
      const random = createRandom(600 + seed);
      const material = { restitution, friction: 0.3, density: DENSITY };
      const half = random.between(0.005, 0.015);
      const gap = random.between(0.1, 1);
      const speed = random.between(2.5, 30);
      const spin = (): Vec3 => [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)];
      return [1, -1].map((side) =>
        addBody(
          world,
          plate(half),
          {
            position: [side > 0 ? 0 : 2 * half + gap, 0, 0],
            linearVelocity: [side * speed, 0, 0],
            angularVelocity: spin(),
          },
          material,
        ),
      );
    });
    expect(passed).toBe(0);
  });

  // Not yet solved: what is stopped without restitution is stopped body by body, and a few neighbours still pass.
  it('hardly any of the rows of six plates that a box strikes have neighbours that pass', () => {
    const passed = passedOf((world, seed) => {
      const random = createRandom(900 + seed);
      const material = { restitution, friction: 0.3, density: DENSITY };
      const half = random.between(0.005, 0.015);
      const gap = random.between(0.002, 0.05);
      const speed = random.between(5, 30);
      const plates = [0, 1, 2, 3, 4, 5].map((i) =>
        addBody(world, plate(half), { position: [i * (2 * half + gap), 0, 0] }, material),
      );
      const away = 0.3 + half + random.between(0, speed / 60);
      const linearVelocity: Vec3 = [speed, 0, 0];
      addBody(world, box(0.3, 0.3, 0.3), { position: [-away, 0, 0], linearVelocity }, material);
      return plates;
    });
    expect(passed).toBeLessThanOrEqual(restitution === 0 ? 2 : 1);
  });
});
