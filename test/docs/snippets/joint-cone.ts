import { cone, createBody, createJoint, createWorld, jointCoordinate, stepWorld } from '@tenon/physics-core';

// A free body turns about z until its axis is 0.4 rad from where it was; it moves as it likes.
const world = createWorld({ gravity: [0, 0, 0] });
const body = createBody(world, {
  massProperties: { mass: 1, inertia: [1, 1, 1] },
  linearVelocity: [1, 0, 0],
  angularVelocity: [0, 0, 2],
});
const limit = createJoint(world, cone({ bodyB: body, axis: [1, 0, 0], limits: [0, 0.4] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, limit).value.toFixed(3)); // 0.400
