import { bodyOf } from '@tenon/ecs-plugin';
import { bodyPosition, hashWorld, jointCoordinate, linearVelocity, type Vec3 } from '@tenon/physics-core';
import { expect, test } from 'vitest';
import type { Control, Wish } from '../src/control.js';
import { findScene, startRunner } from '../src/scene-list.js';
import { createSimulation, type Simulation, seekStep, stepSimulation } from '../src/simulation.js';

const still: Wish = { forward: 0, right: 0, jump: false, shoot: false, heading: [1, 0] };

const open = (id: string, values = {}): { simulation: Simulation; control: Control } => {
  const scene = findScene(id);
  return { simulation: createSimulation(startRunner(scene, values, {})), control: scene.control! };
};

const placeOf = ({ world, content }: Simulation, name: string): Vec3 =>
  bodyPosition(world, content.bodies![name]);

/** Half of the capsule and its skin. */
const STANDING = 0.91;

const forward = { forward: 1 };

/** Walks until something is so; says where it got stuck. */
const walker = ({ simulation, control }: ReturnType<typeof open>) => {
  const player = (): Vec3 => placeOf(simulation, 'player0');
  const go = (wish: Partial<Wish>, until: () => boolean): void => {
    const end = simulation.stepCount + 1200;
    while (!until() && simulation.stepCount < end) {
      control.steer(simulation, { ...still, ...wish });
      stepSimulation(simulation);
    }
    expect(simulation.failure).toBeUndefined();
    expect(until(), `stuck at ${player()}`).toBe(true);
  };
  return { simulation, player, go };
};

test('one walks over stairs, bridge and ramp, and through the crates', () => {
  const { simulation, player, go } = walker(open('walk'));
  go(forward, () => player()[0] > 5);
  expect(player()[1]).toBeCloseTo(1 + STANDING, 2);
  const before = placeOf(simulation, 'plank4')[1];
  go(forward, () => player()[0] > 8.7);
  expect(player()[1]).toBeLessThan(0.95 + STANDING);
  // It gives way under the weight.
  expect(placeOf(simulation, 'plank4')[1]).toBeLessThan(before);
  go(forward, () => player()[0] > 12.3);
  expect(player()[1]).toBeCloseTo(1 + STANDING, 2);
  go(forward, () => player()[0] > 16.5);
  expect(player()[1]).toBeCloseTo(STANDING, 2);
  go(forward, () => player()[0] > 19.5);
  const moved = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => placeOf(simulation, `crate${i}`)[0] - 18.5);
  expect(Math.max(...moved)).toBeGreaterThan(0.3);
});

test('one rides the lift up to the deck', () => {
  // Without crates, of which one may lie on the lift.
  const { simulation, player, go } = walker(open('walk', { crates: 0 }));
  const lift = (): number => placeOf(simulation, 'lift0')[1];
  go(forward, () => player()[0] > 20.4);
  go({}, () => lift() > 1);
  go({}, () => lift() < 0.11);
  go(forward, () => player()[0] > 22);
  expect(player()[1]).toBeCloseTo(0.2 + STANDING, 1);
  go({}, () => lift() > 2.09);
  expect(player()[1]).toBeCloseTo(lift() + 0.1 + STANDING, 1);
  go(forward, () => player()[0] > 24);
  expect(player()[1]).toBeCloseTo(2.2 + STANDING, 2);
});

test('one jumps, once for each time on the ground, and going back repeats it', () => {
  const { simulation, control } = open('walk');
  const heights: number[] = [];
  for (let i = 0; i < 50; i++) {
    control.steer(simulation, { ...still, right: 1, jump: i > 5 && i < 40 });
    stepSimulation(simulation);
    heights.push(placeOf(simulation, 'player0')[1]);
  }
  // v² / 2g is 1.03 m.
  expect(Math.max(...heights) - STANDING).toBeGreaterThan(1);
  expect(Math.max(...heights) - STANDING).toBeLessThan(1.1);
  expect(placeOf(simulation, 'player0')[2]).toBeGreaterThan(2);
  const { world, stepCount } = simulation;
  const hash = hashWorld(world);
  seekStep(simulation, 3);
  expect(placeOf(simulation, 'player0')[1]).toBeCloseTo(STANDING, 3);
  seekStep(simulation, stepCount);
  expect(hashWorld(world)).toBe(hash);
  expect(bodyOf(simulation.runner.entities, simulation.runner.player!)).toBeDefined();
});

test('one drives the car: forward, a curve to the right, and to a stop', () => {
  const { simulation, control } = open('car', { logs: 0, speed: 0, steer: 0 });
  const velocity = (): Vec3 => linearVelocity(simulation.world, simulation.content.bodies!.chassis);
  const drive = (wish: Partial<Wish>, steps: number): void => {
    for (let i = 0; i < steps; i++) {
      control.steer(simulation, { ...still, ...wish });
      stepSimulation(simulation);
    }
  };
  drive({ forward: 1 }, 240);
  expect(velocity()[0]).toBeGreaterThan(6);
  expect(Math.abs(velocity()[2])).toBeLessThan(0.2);
  drive({ forward: 1, right: 1 }, 30);
  expect(velocity()[2]).toBeGreaterThan(1);
  drive({}, 300);
  expect(Math.hypot(...velocity())).toBeLessThan(0.5);
});

test('the level: the door opens and shuts, the lift carries up, and the guard falls when shot', () => {
  const { simulation, player, go } = walker(open('level'));
  const angle = (): number => jointCoordinate(simulation.world, simulation.content.joints!.hinge0).value;
  go(forward, () => player()[0] > 4.6);
  expect(angle()).toBeLessThan(0.05);
  go(forward, () => player()[0] > 7);
  expect(angle()).toBeGreaterThan(1);
  go(forward, () => player()[0] > 10);
  go({}, () => player()[1] > 3 + STANDING - 0.02);
  expect(angle()).toBeLessThan(0.2);
  const head = (): number => placeOf(simulation, 'guard2')[1];
  go(forward, () => player()[0] > 12);
  expect(head()).toBeGreaterThan(4.3);
  // The door has pushed the player aside a little: aim at the chest.
  const [x, , z] = placeOf(simulation, 'guard1').map((at, i) => at - player()[i]);
  const heading = [x / Math.hypot(x, z), z / Math.hypot(x, z)] as const;
  const stepBefore = simulation.stepCount;
  go({ shoot: true, heading }, () => head() < 3.6);
  const { world, stepCount } = simulation;
  const hash = hashWorld(world);
  seekStep(simulation, stepBefore);
  seekStep(simulation, stepCount);
  expect(hashWorld(world)).toBe(hash);
});
