import {
  box,
  collider,
  coreWorld,
  createPhysics,
  halfSpace,
  LinearVelocity,
  linearVelocity,
  position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { setHooks } from '@tenon/physics-core';
import { addComponent, addEntity, createWorld, hasComponent } from 'bitecs';

const Icy = {};
const world = createPhysics(createWorld());
const floor = addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
addComponent(world, floor, Icy);
const crate = addEntity(
  world,
  position(0, 0.5, 0),
  linearVelocity(3, 0, 0),
  rigidBody(),
  collider(box(0.5, 0.5, 0.5)),
);

setHooks(coreWorld(world), {
  modifyContact: (contact) => {
    const { userDataA, userDataB } = contact; // the entities
    if (hasComponent(world, userDataA, Icy) || hasComponent(world, userDataB, Icy)) contact.friction = 0;
  },
});
for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60);
console.log(LinearVelocity.x[crate].toFixed(2)); // 3.00
