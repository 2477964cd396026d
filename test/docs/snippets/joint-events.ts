import {
  createBody,
  createJoint,
  createWorld,
  destroyBody,
  jointExists,
  rod,
  stepWorld,
  worldEvents,
} from '@tenon/physics-core';

// A bob of 1 kg begins to swing from the side. The rod bears 3 g at the bottom, and breaks before.
const world = createWorld();
const bob = createBody(world, { position: [1, 0, 0], massProperties: { mass: 1, inertia: [0.1, 0.1, 0.1] } });
const thread = createJoint(world, rod({ bodyB: bob, breakForce: 20, userData: 7 }));
for (let i = 0; i < 60; i++) {
  stepWorld(world, 1 / 60);
  for (const event of worldEvents(world)) {
    if (event.kind !== 'joint-break') continue;
    console.log(event.joint === thread, event.userData, Math.hypot(...event.force).toFixed(0)); // true 7 20
  }
}

destroyBody(world, bob);
stepWorld(world, 1 / 60);
console.log(worldEvents(world).map(({ kind }) => kind)); // [ 'joint-removed' ]
console.log(jointExists(world, thread)); // false
