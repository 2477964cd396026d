import {
  box,
  Collider,
  collider,
  createPhysics,
  position,
  RigidBody,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addComponents, addEntity, addPrefab, createWorld, IsA } from 'bitecs';

const world = createPhysics(createWorld());
const crate = addPrefab(world);
addComponents(
  world,
  crate,
  rigidBody({ linearDamping: 0.1 }),
  collider(box(0.5, 0.5, 0.5), { friction: 0.9 }),
);

const one = addEntity(world, IsA(crate), position(0, 1, 0));
stepPhysics(world, 1 / 60);
console.log(RigidBody.linearDamping[one], Collider.friction[one]); // 0.1 0.9
