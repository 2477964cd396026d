import { addEntity, createWorld, type EntityId, type World } from 'bitecs';
import { expect } from 'vitest';
import {
  bodyOf,
  box,
  collider,
  coreWorld,
  createPhysics,
  halfSpace,
  type PhysicsOptions,
  Position,
  position,
  rigidBody,
  stepPhysics,
} from '../src/index.js';

export const DT = 1 / 60;

/** Warnings have a test of their own, and many tests make bodies without a mass. */
export const physicsWorld = (options?: PhysicsOptions): World =>
  createPhysics(createWorld(), { onWarning: () => undefined, ...options });

export const run = (world: World, frames: number, dt = DT): void => {
  for (let i = 0; i < frames; i++) stepPhysics(world, dt);
};

export const addFloor = (world: World): EntityId =>
  addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));

/** A cube of 1 m. */
export const addCrate = (world: World, x: number, y: number, z = 0): EntityId =>
  addEntity(world, position(x, y, z), rigidBody(), collider(box(0.5, 0.5, 0.5)));

export const at = (eid: EntityId): [number, number, number] => [
  Position.x[eid],
  Position.y[eid],
  Position.z[eid],
];

/** The body of an entity that must have one. */
export const mustBody = (world: World, eid: EntityId) => {
  const body = bodyOf(world, eid);
  expect(body, `entity ${eid} has no body`).toBeDefined();
  return body!;
};

export { coreWorld };
