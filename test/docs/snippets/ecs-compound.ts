import {
  AngularVelocity,
  box,
  collider,
  createPhysics,
  position,
  rigidBody,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld, removeEntity } from 'bitecs';

const world = createPhysics(createWorld(), { gravity: [0, 0, 0] });
const hammer = addEntity(world, position(0, 2, 0), rigidBody(), collider(box(0.05, 0.5, 0.05)));
const head = addEntity(world, collider(sphere(0.2), { body: hammer, position: [0, 0.6, 0] }));
stepPhysics(world, 1 / 60);

AngularVelocity.z[hammer] = 1;
stepPhysics(world, 1 / 60);
removeEntity(world, head);
stepPhysics(world, 1 / 60);
console.log(AngularVelocity.z[hammer].toFixed(2)); // 1.00
