import { addEntity, removeEntity } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  collider,
  coordinatesOf,
  hinge,
  NoSleep,
  position,
  reactionOf,
  rigidBody,
  Sensor,
  touchesOf,
} from '../src/index.js';
import { addCrate, addFloor, DT, physicsWorld, run } from './context.js';

it('coordinatesOf and reactionOf read the joint of an entity', () => {
  const world = physicsWorld();
  const motor = { target: 0.5, hertz: 2 };
  const door = addEntity(
    world,
    rigidBody({ mass: 3 }),
    collider(box(0.5, 1, 0.05)),
    hinge({ axis: [0, 1, 0], anchor: [-0.5, 0, 0], motor }),
    NoSleep,
  );
  run(world, 200);
  expect(coordinatesOf(world, door).angle.value).toBeCloseTo(0.5, 3);
  expect(coordinatesOf(world, door).angle.rate).toBeCloseTo(0, 2);
  expect(reactionOf(world, door).force[1]).toBeCloseTo(3 * 9.81, 3);
});

it('touchesOf tells what a body stands on and what stands on it', () => {
  const world = physicsWorld();
  const floor = addFloor(world);
  const lower = addCrate(world, 0, 0.5);
  const upper = addCrate(world, 0.2, 1.5);
  const zone = addEntity(
    world,
    position(0, 1, 0),
    rigidBody({ type: 'static' }),
    collider(box(0.1, 0.1, 0.1)),
    Sensor,
  );
  run(world, 60);
  const touches = touchesOf(world, lower);
  expect(touches.map(({ entity, sensor }) => [entity, sensor]).sort()).toEqual([
    [floor, false],
    [upper, false],
    [zone, true],
  ]);
  for (const { entity, body, normal, points, impulse } of touches.filter((touch) => !touch.sensor)) {
    expect(body).toBe(entity);
    expect(normal[1]).toBeCloseTo(entity === floor ? -1 : 1, 6);
    for (const [, y] of points) expect(y).toBeCloseTo(entity === floor ? 0 : 1, 1);
    expect(impulse / DT / 9810).toBeCloseTo(entity === floor ? 2 : 1, 3);
  }
});

it('they say what is missing', () => {
  const world = physicsWorld();
  const crate = addCrate(world, 0, 5);
  expect(() => touchesOf(world, crate)).toThrow(/Entity 1: RigidBody is not made yet\. Ask after the next/);
  run(world, 1);
  expect(touchesOf(world, crate)).toEqual([]);
  expect(() => coordinatesOf(world, crate)).toThrow(
    /Entity 1: Joint is missing\. Ask for an entity with a Joint/,
  );
  removeEntity(world, crate);
  expect(() => reactionOf(world, crate)).toThrow(/Entity 1.*removed|does not exist/);
});
