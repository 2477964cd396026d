import { addEntity, removeEntity, type World } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  castShapeAny,
  closestPoint,
  collider,
  containsPoint,
  containsPointAny,
  EntityError,
  overlapBox,
  overlapBoxAny,
  overlapShape,
  overlapShapeAny,
  Position,
  position,
  rigidBody,
  Sensor,
  sphere,
} from '../src/index.js';
import { addCrate, physicsWorld, run } from './context.js';

const still = { gravity: [0, 0, 0] } as const;
const makeWorld = (): World => physicsWorld(still);

it('names the entity of the collider and that of its body', () => {
  const world = makeWorld();
  const crate = addCrate(world, 0, 0);
  const arm = addEntity(world, collider(sphere(0.2), { body: crate, position: [2, 0, 0] }));
  run(world, 1);
  const ray = castRay(world, [2, 5, 0], [0, -1, 0]);
  expect(ray).toMatchObject({ entity: arm, body: crate, distance: 4.8, normal: [0, 1, 0], triangle: -1 });
  expect(castRayAll(world, [5, 0, 0], [-1, 0, 0]).map((hit) => hit.entity)).toEqual([arm, crate]);
  expect(castRayAny(world, [5, 1, 0], [-1, 0, 0])).toBe(false);
  const ball = { shape: sphere(0.5), position: [0, 5, 0] } as const;
  expect(castShape(world, ball, [0, -5, 0])).toMatchObject({ entity: crate, body: crate });
  expect(castShapeAll(world, ball, [0, -5, 0])).toHaveLength(1);
  expect(castShapeAny(world, ball, [0, 5, 0])).toBe(false);
  expect(overlapShape(world, { shape: box(3, 1, 1), position: [0, 0, 0] })).toEqual([
    { entity: crate, body: crate },
    { entity: arm, body: crate },
  ]);
  expect(overlapShapeAny(world, ball)).toBe(false);
  expect(overlapBox(world, [1, -1, -1], [3, 1, 1])).toEqual([{ entity: arm, body: crate }]);
  expect(overlapBoxAny(world, [5, 5, 5], [6, 6, 6])).toBe(false);
  expect(containsPoint(world, [2.1, 0, 0])).toEqual([{ entity: arm, body: crate }]);
  expect(containsPointAny(world, [1, 0, 0])).toBe(false);
  expect(closestPoint(world, [0, 2, 0])).toMatchObject({ entity: crate, point: [0, 0.5, 0], distance: 1.5 });
  expect(closestPoint(world, [0, 2, 0], 1)).toBeUndefined();
});

it('filters by entities', () => {
  const world = makeWorld();
  const [low, high] = [addCrate(world, 0, 0), addCrate(world, 0, 2)];
  const zone = addEntity(world, position(0, 4, 0), rigidBody(), collider(sphere(0.5)), Sensor);
  run(world, 1);
  const first = (filter: Parameters<typeof castRay>[4]) =>
    castRay(world, [0, 9, 0], [0, -1, 0], 20, filter)?.entity;
  expect(first({})).toBe(high);
  expect(first({ sensors: true })).toBe(zone);
  expect(first({ exclude: high })).toBe(low);
  expect(first({ exclude: [high, low] })).toBeUndefined();
  expect(first({ predicate: (entity, body) => entity === low && body === low })).toBe(low);
  expect(first({ mask: 2 })).toBeUndefined();
  expect(() => first({ exclude: addEntity(world) })).toThrow(EntityError);
  expect(() => first({ masks: 1 } as never)).toThrow(/masks/);
  expect(() => first({ predicate: 1 } as never)).toThrow(/predicate/);
});

it('sees what the last systems left', () => {
  const world = makeWorld();
  const crate = addCrate(world, 0, 0);
  const hit = () => castRay(world, [0, 9, 0], [0, -1, 0])?.entity;
  expect(hit()).toBeUndefined();
  run(world, 1);
  expect(hit()).toBe(crate);
  Position.x[crate] = 5;
  run(world, 1);
  expect(hit()).toBeUndefined();
  Position.x[crate] = 0;
  run(world, 1);
  removeEntity(world, crate);
  run(world, 1);
  expect(hit()).toBeUndefined();
});
