import { createBody, createJoint, createWorld, hinge, jointCoordinate, stepWorld } from '@tenon/physics-core';

// A torque of at most 2 N·m spins a wheel of 0.5 kg m² up: 4 rad/s².
const world = createWorld();
const wheel = createBody(world, { massProperties: { mass: 10, inertia: [1, 1, 0.5] } });
const axle = createJoint(
  world,
  hinge({
    bodyB: wheel,
    axis: [0, 0, 1],
    limits: [-3 * Math.PI, 5 * Math.PI],
    motor: { speed: 100, maxForce: 2 },
  }),
);
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, axle).rate.toFixed(3)); // 4.000

// Angles count revolutions: the limit is two and a half of them away.
for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
console.log((jointCoordinate(world, axle).value / Math.PI).toFixed(3)); // 5.000
