import {
  beforeStep,
  bodyOf,
  box,
  capsule,
  collider,
  coreWorld,
  createPhysics,
  halfSpace,
  Position,
  position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { moveCharacter } from '@tenon/physics-core';
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
);
// What the player wants, from the keys. The character walks once a fixed step; gravity is part of its velocity.
const input = { walk: 0, jump: false };
let rise = 0;
beforeStep(world, (_, dt) => {
  const { ground, ceiling } = moveCharacter(
    coreWorld(world),
    bodyOf(world, player)!,
    [input.walk, rise, 0],
    dt,
  );
  if (ground) rise = input.jump ? 5 : 0;
  else rise = (ceiling ? Math.min(rise, 0) : rise) - 9.81 * dt;
});

input.walk = 1.5;
const run = (seconds: number): string => {
  for (let i = 0; i < seconds * 60; i++) stepPhysics(world, 1 / 60);
  return `${Position.x[player].toFixed(1)} ${(Position.y[player] - 0.9).toFixed(1)}`;
};
console.log('on the stairs at', run(2)); // on the stairs at 2.9 0.8
input.walk = 0;
input.jump = true;
console.log('in the air at', run(0.5)); // in the air at 2.9 2.1
