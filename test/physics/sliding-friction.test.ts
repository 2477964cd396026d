import {
  angularVelocity,
  type BodyDef,
  bodyPosition,
  bodyRotation,
  box,
  createWorld,
  cylinder,
  linearVelocity,
  type Shape,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { addBody, addFloor, DT, G, run, speed as speedOf } from './context.js';

/** Friction is against the slip, whatever way a body answers it along the two tangents. */

const DEGREE = Math.PI / 180;

const floorWorld = (friction: number): World => {
  const world = createWorld();
  addFloor(world, { friction });
  return world;
};

/** Where a body that slides off at an angle comes to rest. */
const slide = (shape: Shape, height: number, friction: number, angle: number, speed: number): Vec3 => {
  const world = floorWorld(friction);
  const linearVelocity: Vec3 = [speed * Math.cos(angle), 0, speed * Math.sin(angle)];
  const body = addBody(world, shape, { position: [0, height, 0], linearVelocity }, { friction });
  run(world, 5);
  expect(speedOf(world, body)).toBeLessThan(1e-3);
  const [x, y, z] = bodyRotation(world, body);
  expect(Math.hypot(x, y, z)).toBeLessThan(1e-3);
  return bodyPosition(world, body);
};

describe('what slides keeps its line and stops after v² / 2 μ g', () => {
  it.each([20, 45, 70])('a plank at %d° to its length', (degrees) => {
    const [x, , z] = slide(box(1, 0.1, 0.1), 0.1, 0.5, degrees * DEGREE, 4);
    expect(Math.atan2(z, x) / DEGREE).toBeCloseTo(degrees, 1);
    // Of the way v h / 2 is missing: friction acts at the beginning of a substep.
    expect(Math.hypot(x, z)).toBeCloseTo(16 / (2 * 0.5 * G) - (4 * DT) / 8, 3);
  });

  it('random flat boxes', () => {
    const random = createRandom(7);
    for (let trial = 0; trial < 12; trial++) {
      const half: Vec3 = [random.between(0.3, 1), random.between(0.02, 0.1), random.between(0.3, 1)];
      const [friction, angle, speed] = [random.between(0.2, 0.7), random.between(0, 6), random.between(2, 6)];
      const [x, , z] = slide(box(...half), half[1], friction, angle, speed);
      const off = Math.atan2(
        z * Math.cos(angle) - x * Math.sin(angle),
        x * Math.cos(angle) + z * Math.sin(angle),
      );
      expect(Math.abs(off) / DEGREE).toBeLessThan(0.1);
      const way = (speed * speed) / (2 * friction * G) - (speed * DT) / 8;
      expect(Math.hypot(x, z) / way).toBeCloseTo(1, 2);
    }
  });
});

it('a wheel that slips sideways gets no force along its way while it rolls', () => {
  const world = floorWorld(0.5);
  const [radius, speed, side] = [0.3, 6, 1];
  const def: BodyDef = {
    position: [0, radius, 0],
    rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    linearVelocity: [speed, 0, side],
    angularVelocity: [0, 0, -speed / radius],
  };
  const body = addBody(world, cylinder(radius, 0.2), def, { friction: 0.5 });
  // Until the slip has stopped: side / (μ g) = 0.2 s.
  for (let i = 0; i < 11; i++) {
    stepWorld(world, DT);
    const [x, , z] = linearVelocity(world, body);
    expect(x).toBeCloseTo(speed, 2);
    expect(z).toBeCloseTo(side - 0.5 * G * DT * (i + 1), 1);
  }
  expect(angularVelocity(world, body)[2]).toBeCloseTo(-speed / radius, 1);
});
