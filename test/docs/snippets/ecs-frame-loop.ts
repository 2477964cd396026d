import { box, collider, createPhysics, position, rigidBody, stepPhysics } from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, position(0, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));

let last: number | undefined;
const frame = (now: number): void => {
  // The browser counts milliseconds, physics counts seconds.
  stepPhysics(world, (now - (last ?? now)) / 1000);
  last = now;
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
