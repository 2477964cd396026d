import {
  box,
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
const crate = addEntity(world, position(0, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
console.log(Position.y[crate].toFixed(2)); // 0.50
