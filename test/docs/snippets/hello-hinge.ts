import { createBody, createJoint, createWorld, hinge, jointCoordinate, stepWorld } from '@tenon/physics-core';

const world = createWorld();
const door = createBody(world, {
  position: [0.5, 1, 0],
  massProperties: { mass: 20, inertia: [7, 2, 5] },
});
const joint = createJoint(
  world,
  hinge({
    bodyB: door,
    anchor: [0, 1, 0],
    axis: [0, 1, 0],
    limits: [0, 1.5],
    motor: { speed: 1, maxForce: 50 },
  }),
);
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, joint).value.toFixed(2)); // 1.50
