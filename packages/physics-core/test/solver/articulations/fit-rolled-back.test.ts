import { expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  stepWorld,
  type Vec3,
  type World,
} from '../../../src/index.js';

const HALF = 0.2;
const WALL = 2;

/** Rods in a row on ball joints that turn as a whole and fly at a thin wall. */
const throwRods = (speed: number, spin: number, gap: number) => {
  const world = createWorld({ sleeping: false, gravity: [0, 0, 0] });
  const wall = createBody(world, { type: 'static', position: [WALL, 0, 0] });
  createCollider(world, wall, { shape: box(0.01, 5, 5) });
  const rods: BodyHandle[] = [];
  for (let i = 0; i < 4; i++) {
    const y = 2 * HALF * (i - 1.5);
    const rod = createBody(world, {
      position: [-gap, y, 0],
      // As one rigid body about the middle.
      linearVelocity: [speed - spin * y, 0, 0],
      angularVelocity: [0, 0, spin],
    });
    createCollider(world, rod, { shape: capsule(0.04, HALF - 0.04) });
    rods.push(rod);
  }
  for (const [i, bodyB] of rods.slice(1).entries())
    createJoint(world, ball({ bodyA: rods[i], bodyB, anchor: [-gap, 2 * HALF * (i - 1), 0] }));
  return { world, rods };
};

/** An end of a rod: at ±HALF along its y axis. */
const endOf = (world: World, rod: BodyHandle, along: number): Vec3 => {
  const [px, py, pz] = bodyPosition(world, rod);
  const [x, y, z, w] = bodyRotation(world, rod);
  return [
    px + along * 2 * (x * y - w * z),
    py + along * (1 - 2 * (x * x + z * z)),
    pz + along * 2 * (y * z + w * x),
  ];
};

it.each([
  [20, 10],
  [60, 25],
  [120, 5],
])('rods at %d m/s and %d rad/s that a wall rolls back stay on their joints within 0.1 mm', (speed, spin) => {
  let worst = 0;
  let rolledBack = 0;
  for (let gap = 0; gap < 1.5; gap += 0.1) {
    const { world, rods } = throwRods(speed, spin, gap);
    for (let step = 0; step < 30; step++) {
      const before = bodyPosition(world, rods[0])[0];
      stepWorld(world, 1 / 60);
      if (step < 6 && bodyPosition(world, rods[0])[0] - before < 0.6 * (speed / 60)) rolledBack++;
      for (const rod of rods) expect(bodyPosition(world, rod)[0]).toBeLessThan(WALL);
      for (let i = 0; i < 3; i++) {
        const a = endOf(world, rods[i], HALF);
        const b = endOf(world, rods[i + 1], -HALF);
        worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      }
    }
  }
  expect(rolledBack).toBeGreaterThan(2);
  expect(worst).toBeLessThan(1e-4);
});
