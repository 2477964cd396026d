import {
  applyImpulse,
  box,
  collider,
  createPhysics,
  halfSpace,
  Position,
  position,
  restoreSnapshot,
  rigidBody,
  stepPhysics,
  takeSnapshot,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld, removeEntity } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 2, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
const run = (frames: number): number => {
  for (let i = 0; i < frames; i++) stepPhysics(world, 1 / 60);
  return Position.x[crate];
};

run(20);
const saved = takeSnapshot(world);
const predicted = run(60);

// A message from the past: go back, apply it, and catch up.
restoreSnapshot(world, saved);
applyImpulse(world, crate, [3000, 0, 0]);
console.log(run(60) > predicted); // true

// A removed entity comes back under its id.
removeEntity(world, crate);
restoreSnapshot(world, saved);
console.log(run(60) === predicted); // true
