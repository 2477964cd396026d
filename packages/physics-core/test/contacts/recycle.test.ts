import { expect, it } from 'vitest';
import {
  type BodyDef,
  type BodyHandle,
  bodyContacts,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  stepWorld,
  type Vec3,
  type World,
  worldSettings,
} from '../../src/index.js';

/** Points of bodies that creep are kept for a while, but never so long that they lie where the bodies are not. */

const STEP = 1 / 60;

/** A box that glides without friction on the top of another, which is at height 0. */
const glide = (table: Vec3, half: Vec3, def: BodyDef): { world: World; body: BodyHandle } => {
  const world = createWorld({ sleeping: false });
  const below = createBody(world, { type: 'static', position: [0, -table[1], 0] });
  createCollider(world, below, { shape: box(...table), friction: 0 });
  const body = createBody(world, def);
  createCollider(world, body, { shape: box(...half), friction: 0 });
  return { world, body };
};

const pointsOf = (world: World, body: BodyHandle): Vec3[] =>
  bodyContacts(world, body).flatMap(({ points }) => points.map(({ position }) => position));

it('a box creeps over an edge: its points stay on the table', () => {
  const SPEED = 0.05;
  const { world, body } = glide([0.5, 0.5, 0.5], [0.2, 0.2, 0.2], {
    position: [0.3, 0.2, 0],
    linearVelocity: [SPEED, 0, 0],
  });
  // The points of a step's start, which are as old as they may be, have gone on with the box for a step.
  const most = worldSettings(world).recycleDistance + SPEED * STEP;
  for (let step = 0; step < 180; step++) {
    stepWorld(world, STEP);
    const xs = pointsOf(world, body).map(([x]) => x);
    expect(xs.length).toBeGreaterThan(1);
    expect(Math.max(...xs)).toBeLessThan(0.5 + most);
  }
  expect(bodyPosition(world, body)[0]).toBeCloseTo(0.45, 6);
});

it('a die turns slowly on a table: its points stay at its corners', () => {
  const SPIN = 0.2;
  const HALF = 0.02;
  const { world, body } = glide([1, 0.5, 1], [HALF, HALF, HALF], {
    position: [0, HALF, 0],
    angularVelocity: [0, SPIN, 0],
  });
  const most = (worldSettings(world).recycleAngle + SPIN * STEP) * Math.SQRT2 * HALF;
  for (let step = 1; step <= 420; step++) {
    stepWorld(world, STEP);
    const [c, s] = [Math.cos(SPIN * step * STEP), Math.sin(SPIN * step * STEP)];
    const points = pointsOf(world, body);
    expect(points).toHaveLength(4);
    for (const [x, , z] of points) {
      const alongX = Math.abs(c * x - s * z);
      const alongZ = Math.abs(s * x + c * z);
      expect(Math.hypot(alongX - HALF, alongZ - HALF)).toBeLessThan(most);
    }
  }
});

it('a small die creeps: its points are kept for a part of its own size, not for 5 mm', () => {
  const SPEED = 0.005;
  const HALF = 0.02;
  const { world, body } = glide([0.5, 0.5, 0.5], [HALF, HALF, HALF], {
    position: [0, HALF, 0],
    linearVelocity: [SPEED, 0, 0],
  });
  const most = 0.01 * Math.sqrt(3) * HALF + SPEED * STEP;
  for (let step = 0; step < 90; step++) {
    stepWorld(world, STEP);
    const [x] = bodyPosition(world, body);
    for (const [px] of pointsOf(world, body)) expect(Math.abs(Math.abs(px - x) - HALF)).toBeLessThan(most);
  }
});
