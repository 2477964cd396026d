import {
  createBody,
  createJoint,
  createWorld,
  cylindrical,
  jointCoordinates,
  stepWorld,
} from '@tenon/physics-core';

// A bolt falls down its bore to the end and goes on spinning.
const world = createWorld();
const bolt = createBody(world, {
  massProperties: { mass: 0.5, inertia: [0.01, 0.001, 0.01] },
  angularVelocity: [0, 10, 0],
});
const bore = createJoint(
  world,
  cylindrical({ bodyB: bolt, axis: [0, 1, 0], translation: { limits: [-2, 0] } }),
);
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
const { translation, angle } = jointCoordinates(world, bore);
console.log(translation.value.toFixed(3), angle.value.toFixed(3)); // -2.000 10.000
