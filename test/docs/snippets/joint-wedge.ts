import { createBody, createJoint, createWorld, jointCoordinate, stepWorld, wedge } from '@tenon/physics-core';

// A turret turns about y; its barrel, along x, stays within 0.3 rad to the left and 1 rad to the right.
const world = createWorld({ gravity: [0, 0, 0] });
const turret = createBody(world, {
  massProperties: { mass: 50, inertia: [4, 4, 4] },
  angularVelocity: [0, 0, 3],
});
const range = createJoint(
  world,
  wedge({ bodyB: turret, axis: [1, 0, 0], secondAxis: [0, 1, 0], limits: [-0.3, 1] }),
);
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, range).value.toFixed(3)); // 1.000
