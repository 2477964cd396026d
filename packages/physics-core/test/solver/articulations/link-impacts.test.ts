import { describe, expect, it } from 'vitest';
import {
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  distance,
  hinge,
  linearVelocity,
  sphere,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../../src/inspect.js';
import { jointWorld, run } from '../../joints/context.js';

/** Impacts of links with restitution 1, in the impact stage. */

const elastic = { restitution: 1, friction: 0 };

const addWalls = (world: World, at: number): void => {
  for (const side of [-1, 1]) {
    const wall = createBody(world, { type: 'static', position: [side * at, 0, 0] });
    createCollider(world, wall, { shape: box(0.1, 3, 3), ...elastic });
  }
};

const pendulums: Record<string, (world: World) => void> = {
  hinge: (world) => {
    const bodyB = createBody(world, {
      position: [0, -1, 0],
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 0, 3],
    });
    createCollider(world, bodyB, { shape: sphere(0.1), ...elastic });
    createJoint(world, hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  },
  ball: (world) => {
    const bodyB = createBody(world, {
      position: [0, -1, 0],
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 0, 3],
    });
    createCollider(world, bodyB, { shape: box(0.1, 0.2, 0.1), ...elastic });
    createJoint(world, ball({ bodyB, anchor: [0, 0, 0] }));
  },
  'rod of two links': (world) => {
    const first = createBody(world, { position: [0, -0.5, 0], linearVelocity: [1, 0, 0] });
    createCollider(world, first, { shape: sphere(0.05), ...elastic });
    createJoint(world, distance({ bodyB: first, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 0.5 }));
    const bodyB = createBody(world, { position: [0, -1, 0], linearVelocity: [2, 0, 0] });
    createCollider(world, bodyB, { shape: sphere(0.1), ...elastic });
    createJoint(
      world,
      distance({ bodyA: first, bodyB, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 0.5 }),
    );
  },
};

describe.each(Object.keys(pendulums))('a pendulum on a %s between two walls', (name) => {
  it('keeps its energy to 2 % for 10 s', () => {
    const world = jointWorld();
    pendulums[name](world);
    addWalls(world, 0.6);
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const start = energy();
    const scale = kineticEnergy(world);
    run(world, 10, () => expect(energy() - start).toBeLessThan(0.006 * scale));
    expect(energy() - start).toBeGreaterThan(-0.02 * scale);
  });
});

it("passes an impulse through five balls on joints: Newton's cradle", () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const balls = [0, 1, 2, 3, 4].map((i) => {
    const bodyB = createBody(world, { position: [0.2 * i, -1, 0] });
    createCollider(world, bodyB, { shape: sphere(0.1), ...elastic });
    return bodyB;
  });
  const bob = createBody(world, { position: [-0.5, -1, 0], linearVelocity: [2, 0, 0] });
  createCollider(world, bob, { shape: sphere(0.1), ...elastic });
  for (const bodyB of balls) createJoint(world, ball({ bodyB, anchor: [0, 5, 0] }));
  run(world, 0.3);
  const speeds = [bob, ...balls].map((body) => linearVelocity(world, body)[0]);
  // The balls hang 6 m below their pivots: as heavy as free ones but for 0.1 %.
  for (const speed of speeds.slice(0, 5)) expect(Math.abs(speed)).toBeLessThan(0.02);
  expect(speeds[5]).toBeCloseTo(2, 1);
});
