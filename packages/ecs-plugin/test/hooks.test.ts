import { setHooks } from '@tenon/physics-core';
import { expect, it } from 'vitest';
import { coreWorld, LinearVelocity, restoreSnapshot, takeSnapshot } from '../src/index.js';
import { addCrate, addFloor, physicsWorld, run } from './context.js';

it('hooks of the core see entities as user data, and stay when a snapshot is restored', () => {
  const world = physicsWorld();
  const floor = addFloor(world);
  const crate = addCrate(world, 0, 0.5);
  LinearVelocity.x[crate] = 3;
  const seen = new Set<string>();
  setHooks(coreWorld(world), {
    filterPair: ({ userDataA, userDataB }) => userDataA === crate && userDataB === floor,
    modifyContact: (contact) => {
      seen.add(`${contact.userDataA} ${contact.userDataB}`);
      contact.friction = 0;
    },
  });
  run(world, 10);
  const bytes = takeSnapshot(world);
  run(world, 30);
  restoreSnapshot(world, bytes);
  run(world, 30);
  expect(LinearVelocity.x[crate]).toBeCloseTo(3, 6);
  expect([...seen]).toEqual([`${crate} ${floor}`]);
});
