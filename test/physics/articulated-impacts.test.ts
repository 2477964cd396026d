import {
  ball,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  hinge,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom, findScene, startScene } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';

/** Impacts with restitution between links of articulations. */

const DT = 1 / 60;
const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

describe("Newton's cradle on articulations", () => {
  const cradle = findScene('newtons-cradle');
  if (!cradle) throw new Error('There is no cradle');

  // All balls but the first are at rest when it strikes: one law for all contacts at once shared its momentum among
  // them and lost 80 % of the energy in the first impact.
  it.each([0.2, Math.PI / 6, 1])('passes the impact on, at %f rad', (angle) => {
    const { world } = startScene(cradle, { angle }, { jointSolver: 'articulations' });
    const hanging = 5 * 9.81 * 5;
    const whole = energy(world) + hanging;
    for (let i = 0; i < 600; i++) stepWorld(world, DT);
    expect(Math.abs((energy(world) + hanging) / whole - 1)).toBeLessThan(1e-4);
  });
});

/** Trees of one to six links that fall on a floor and on each other. */
const heap = (seed: number, restitution: number): World => {
  const random = createRandom(seed);
  const world = createWorld({ sleeping: false, jointSolver: 'articulations' });
  const surface = { restitution, friction: 0 };
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), ...surface });
  const between = (size: number): number => random.between(-size, size);
  const shapes: (() => Shape)[] = [
    () => sphere(random.between(0.12, 0.2)),
    () => box(random.between(0.1, 0.18), random.between(0.1, 0.18), random.between(0.1, 0.18)),
    () => capsule(0.1, 0.12),
  ];
  for (let tree = 0; tree < 3; tree++) {
    const links: { body: ReturnType<typeof createBody>; place: Vec3 }[] = [];
    const count = 1 + Math.floor(random.between(0, 6));
    for (let i = 0; i < count; i++) {
      const parent = links[Math.floor(random.between(0, i))];
      const place: Vec3 =
        i === 0
          ? [between(1), 1.5 + 4 * tree, between(1)]
          : [parent.place[0] + between(0.3), parent.place[1] + 0.55, parent.place[2] + between(0.3)];
      const body = createBody(world, {
        position: place,
        linearVelocity: [between(1), between(1), between(1)],
      });
      const shape = shapes[Math.floor(random.between(0, 3))]();
      createCollider(world, body, { shape, density: random.between(300, 1800), ...surface });
      if (i > 0) {
        const anchor: Vec3 = [0, 1, 2].map((k) => (place[k] + parent.place[k]) / 2) as never;
        const ends = { bodyA: parent.body, bodyB: body, anchor };
        createJoint(world, i % 2 ? ball(ends) : hinge({ ...ends, axis: [between(1), between(1), 1.1] }));
      }
      links.push({ body, place });
    }
  }
  return world;
};

// The law for all contacts at once multiplied the energy by up to 120 in a step where links were struck from two sides.
it('heaps of articulations with restitution hardly gain energy in a step', () => {
  let worst = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const world = heap(seed, [0.3, 0.6, 0.9, 1][seed % 4]);
    const whole = energy(world);
    let before = whole;
    for (let i = 0; i < 150; i++) {
      stepWorld(world, DT);
      const now = energy(world);
      worst = Math.max(worst, (now - before) / whole);
      before = now;
    }
    expect(before).toBeLessThan(1.01 * whole);
  }
  console.info(`12 heaps: at most ${(100 * worst).toFixed(2)} % more in a step`);
  expect(worst).toBeLessThan(0.015);
});
