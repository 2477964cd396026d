import { expect } from 'vitest';
import {
  type BodyDef,
  type BodyHandle,
  bodyPosition,
  box,
  type ColliderDef,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  type Shape,
  stepWorld,
  type Vec3,
  type World,
  type WorldEvent,
  type WorldSettings,
  worldEvents,
} from '../../src/index.js';

/** The small vocabulary in which the tests of the API are written. */

export const DT = 1 / 60;
export const G = 9.81;

/** A world without gravity, so that only what the test does moves anything. */
export const weightless = (settings: Partial<WorldSettings> = {}): World =>
  createWorld({ gravity: [0, 0, 0], ...settings });

export const run = (world: World, steps: number, each: (step: number) => void = () => {}): void => {
  for (let i = 0; i < steps; i++) {
    stepWorld(world, DT);
    each(i);
  }
};

/** A body with one collider. Density 1, so that a unit cube weighs 1 kg. */
export const add = (
  world: World,
  shape: Shape,
  def: BodyDef = {},
  collider: Partial<ColliderDef> = {},
): BodyHandle => {
  const body = createBody(world, def);
  createCollider(world, body, { density: 1, ...collider, shape });
  return body;
};

export const unitBox = box(0.5, 0.5, 0.5);

/** The ground: everything below y = 0. */
export const addFloor = (world: World, collider: Partial<ColliderDef> = {}): BodyHandle =>
  add(world, halfSpace(), { type: 'static' }, collider);

/** Unit boxes on top of each other, the lowest standing on y = 0. */
export const addStack = (world: World, height: number, x = 0): BodyHandle[] =>
  Array.from({ length: height }, (_, i) => add(world, unitBox, { position: [x, 0.5 + i, 0] }));

export const eventsOf = <K extends WorldEvent['kind']>(
  world: World,
  kind: K,
): Extract<WorldEvent, { kind: K }>[] =>
  worldEvents(world).filter((event): event is Extract<WorldEvent, { kind: K }> => event.kind === kind);

/** The kinds of the last step's touch events, in order. */
export const touches = (world: World): string[] =>
  worldEvents(world)
    .map((event) => event.kind)
    .filter((kind) => kind === 'begin' || kind === 'end');

export const height = (world: World, body: BodyHandle): number => bodyPosition(world, body)[1];

export const expectVector = (
  actual: readonly number[],
  expected: readonly number[],
  tolerance = 1e-12,
): void => {
  const worst = Math.max(...expected.map((x, i) => Math.abs(x - actual[i])));
  expect(worst, `${actual} is not ${expected}`).toBeLessThanOrEqual(tolerance);
};

/** A rotation by an angle about an axis of length 1, as a quaternion. */
export const about = ([x, y, z]: Vec3, angle: number): [number, number, number, number] => {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
};
