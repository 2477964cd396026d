import {
  box,
  Character,
  capsule,
  character,
  collider,
  createPhysics,
  halfSpace,
  Position,
  position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
for (let i = 1; i <= 4; i++) {
  addEntity(
    world,
    position(1 + 0.5 * i, 0.1 * i, 0),
    rigidBody({ type: 'static' }),
    collider(box(0.25, 0.1 * i, 1)),
  );
}

const player = addEntity(
  world,
  position(0, 0.91, 0),
  rigidBody({ type: 'kinematic' }),
  collider(capsule(0.3, 0.6)),
  character({ stepHeight: 0.25 }),
);
const run = (seconds: number): string => {
  for (let i = 0; i < seconds * 60; i++) stepPhysics(world, 1 / 60);
  return `${Position.x[player].toFixed(1)} ${(Position.y[player] - 0.9).toFixed(1)}`;
};

// What the player wants, from the keys, in m/s. It holds until something else is written.
Character.x[player] = 1.5;
console.log('on the stairs at', run(2)); // on the stairs at 2.9 0.8
Character.x[player] = 0;
// A jump is a speed upwards, where there is ground to push off from. Gravity does the rest.
if (Character.grounded[player]) Character.rise[player] = 5;
console.log('in the air at', run(0.5)); // in the air at 2.9 2.1
