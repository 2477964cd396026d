import { expect, it } from 'vitest';
import {
  bodyPosition,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  moveCharacter,
  overlapShapeAny,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
} from '../../../src/index.js';
import { random, terrain } from './terrain.js';

/**
 * A program that makes no hull has no code to build one, but triangles are hulls to sweeps, casts and distances: a fast box that
 * struck a mesh made the step throw. Runs alone, before anything has made a hull.
 */
const SHAPES: readonly Shape[] = [box(0.2, 0.03, 0.1), capsule(0.05, 0.3), sphere(0.1)];
const DT = 1 / 60;

const ground = terrain(20, 20, 1, (x, z) => 0.3 * Math.sin(2 * x) * Math.cos(3 * z), 0.3);

it('fast bodies of every basic shape strike a mesh in a program without hulls', () => {
  const next = random(3);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const direction = (size: number): Vec3 => [
    between(-size, size),
    between(-size, size),
    between(-size, size),
  ];
  for (let trial = 0; trial < 40; trial++) {
    const world = createWorld();
    createCollider(world, createBody(world, { type: 'static', position: [-10, 0, 0] }), { shape: ground });
    const bodies = SHAPES.map((shape) => {
      const [x, y, z] = direction(1);
      const body = createBody(world, {
        position: [between(-5, 5), 3, between(-5, 5)],
        rotation: [x, y, z, 1],
        linearVelocity: [between(-50, 50), -between(20, 300), between(-50, 50)],
        angularVelocity: direction(50),
      });
      createCollider(world, body, { shape });
      return body;
    });
    for (let i = 0; i < 30; i++) stepWorld(world, DT);
    for (const body of bodies) {
      const [x, y, z] = bodyPosition(world, body);
      if (Math.max(Math.abs(x), Math.abs(z)) < 9.5) expect(y).toBeGreaterThan(-0.5);
    }
  }
});

it('boxes overlap a mesh, and a character in it comes out', () => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static', position: [-10, 0, 0] }), { shape: ground });
  const man = createBody(world, { type: 'kinematic', position: [0.3, 0.5, 0.2] });
  createCollider(world, man, { shape: box(0.3, 0.6, 0.3) });
  expect(
    overlapShapeAny(world, { shape: box(0.3, 0.6, 0.3), position: [0.3, 0.2, 0.2] }, { exclude: man }),
  ).toBe(true);
  for (let i = 0; i < 30; i++) {
    moveCharacter(world, man, [0, -1, 0], DT);
    stepWorld(world, DT);
  }
  expect(
    overlapShapeAny(
      world,
      { shape: box(0.3, 0.6, 0.3), position: bodyPosition(world, man) },
      { exclude: man },
    ),
  ).toBe(false);
});
