import {
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  motor,
  stepWorld,
  updateJoint,
} from '@tenon/physics-core';

// A drone keeps 2 m above the ground. As a spring of 4 Hz it sags by g / (8π)² = 0.0155 m.
const world = createWorld();
const drone = createBody(world, { massProperties: { mass: 1, inertia: [0.1, 0.1, 0.1] } });
const flight = createJoint(world, motor({ bodyB: drone, offset: [0, 2, 0], maxForce: 30, maxTorque: 5 }));
for (let i = 0; i < 180; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, drone)[1].toFixed(4)); // 1.9845

updateJoint(world, flight, { offset: [3, 2, 0] });
for (let i = 0; i < 180; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, drone)[0].toFixed(3)); // 3.000
