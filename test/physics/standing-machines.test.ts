import {
  angularVelocity,
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  cylinder,
  hinge,
  linearVelocity,
  type Shape,
  sphere,
  stepWorld,
  swingTwist,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { expect, it } from 'vitest';
import { addBody, addFloor, DT, G, run, size } from './context.js';

/** Machines that stand on the floor with a part that swings or spins, at default settings: nothing but friction may slow them. */

const floorWorld = (): World => {
  const world = createWorld();
  addFloor(world);
  return world;
};

const add = (world: World, position: Vec3, mass: number, shape: Shape, spin: Vec3 = [0, 0, 0]): BodyHandle =>
  addBody(world, shape, { position, mass, angularVelocity: spin });

it.each([
  ['flywheel in a frame', 0.5, 0.3, [0, 0, 1], 20],
  ['fidget spinner on a table', 0.05, 0.04, [0, 1, 0], 30],
] as const)('a %s keeps its spin', (_, half, radius, axis, speed) => {
  const world = floorWorld();
  const frame = add(world, [0, half, 0], 20 * half, box(half, half, half));
  const anchor: Vec3 = [0, 2 * half + radius, 0];
  const spin = axis.map((x) => speed * x) as unknown as Vec3;
  const wheel = add(world, anchor, 2 * half, sphere(radius), spin);
  createJoint(world, hinge({ bodyA: frame, bodyB: wheel, anchor, axis }));
  run(world, 10);
  const about = angularVelocity(world, wheel).reduce((sum, w, k) => sum + w * axis[k], 0);
  expect(about / speed).toBeCloseTo(1, 6);
});

it.each([
  ['a hinge', 50, false],
  ['a ball-like joint', 50, true],
  ['a hinge on a light stand', 8, false],
])('a pendulum on a stand swings on: %s, %d kg', (_, mass, isBall) => {
  const world = floorWorld();
  const stand = add(world, [0, 0.6, 0], mass, box(0.6, 0.6, 0.6));
  const bob = add(world, [0.8, 1.4, 0], 1, sphere(0.1));
  const ends = { bodyA: stand, bodyB: bob, anchor: [0, 1.4, 0] as Vec3 };
  createJoint(world, isBall ? swingTwist({ ...ends, axis: [0, 0, 1] }) : hinge({ ...ends, axis: [0, 0, 1] }));
  const energy = (): number => {
    return 0.5 * size(linearVelocity(world, bob)) ** 2 + G * (bodyPosition(world, bob)[1] - 0.6);
  };
  const start = energy();
  const best: number[] = [];
  for (let second = 0; second < 20; second++) {
    let most = 0;
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      most = Math.max(most, energy());
    }
    best.push(most / start);
  }
  expect(Math.max(...best)).toBeLessThan(1.05);
  expect(Math.min(...best)).toBeGreaterThan(0.9);
});

it.each([0.18, 3])('a car with free wheels coasts at %d m/s', (speed) => {
  const world = floorWorld();
  const velocity: Vec3 = [speed, 0, 0];
  const chassis = addBody(world, box(1, 0.1, 0.4), {
    position: [0, 0.6, 0],
    mass: 20,
    linearVelocity: velocity,
  });
  for (const [x, z] of [
    [-0.8, 0.6],
    [0.8, 0.6],
    [-0.8, -0.6],
    [0.8, -0.6],
  ]) {
    const anchor: Vec3 = [x, 0.3, z];
    const wheel = addBody(world, cylinder(0.3, 0.1), {
      position: anchor,
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      mass: 2,
      linearVelocity: velocity,
      angularVelocity: [0, 0, -speed / 0.3],
    });
    createJoint(world, hinge({ bodyA: chassis, bodyB: wheel, anchor, axis: [0, 0, 1] }));
  }
  run(world, 10);
  expect(linearVelocity(world, chassis)[0] / speed).toBeGreaterThan(0.998);
  expect(linearVelocity(world, chassis)[0] / speed).toBeLessThan(1.002);
});

/** Speeds at which a wheel turns that stands on a chain of boxes, which hangs on the platform that it lies on. */
const onPlatform = (linearVelocity: Vec3): number[] => {
  const world = createWorld();
  const platform = createBody(world, { type: 'kinematic', linearVelocity });
  createCollider(world, platform, { shape: box(10, 1, 10), position: [0, -0.5, 0] });
  let last = platform;
  for (let i = 0; i < 5; i++) {
    const part = createBody(world, { position: [0.5 * i, 0.15, 0], linearVelocity });
    createCollider(world, part, { shape: box(0.4, 0.3, 0.3) });
    createJoint(world, ball({ bodyA: last, bodyB: part, anchor: [0.5 * i - 0.25, 0.15, 0] }));
    last = part;
  }
  const wheel = createBody(world, {
    position: [2, 0.6, 0],
    linearVelocity,
    angularVelocity: [0, 1, 0],
    massProperties: { mass: 1, inertia: [0.02, 0.02, 0.02] },
  });
  createJoint(world, hinge({ bodyA: last, bodyB: wheel, anchor: [2, 0.6, 0], axis: [0, 1, 0] }));
  return Array.from({ length: 180 }, () => {
    stepWorld(world, DT);
    return Math.hypot(...angularVelocity(world, wheel));
  });
};

it.each([[[0, 0, 0]], [[5, 0, 0]], [[0, 0.1, 0]]] as const)(
  'what lies on a platform of the velocity %j comes to rest on it',
  (velocity) => {
    // Fading was against the world: at 5 m/s nothing faded, and a slow lift shook what lay on it.
    for (const speed of onPlatform(velocity).slice(150)) expect(speed).toBeLessThan(0.1);
  },
);
