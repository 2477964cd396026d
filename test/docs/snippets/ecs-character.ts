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
const ledge = addEntity(world, rigidBody({ type: 'static' }), position(3, 0.5, 0), collider(box(1, 0.5, 1)));
const player = addEntity(
  world,
  position(0, 1, 0),
  rigidBody({ type: 'kinematic' }),
  collider(capsule(0.3, 0.6)),
  character({ stepHeight: 0.25 }),
);

for (let frame = 0; frame < 120; frame++) {
  Character.x[player] = 2;
  // It jumps where the ledge is in its way.
  if (Character.grounded[player] && Character.wall[player]) Character.rise[player] = 5;
  stepPhysics(world, 1 / 60);
}
console.log(Character.ground[player] === ledge, Position.y[player].toFixed(1)); // true 1.9
