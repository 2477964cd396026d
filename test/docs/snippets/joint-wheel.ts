import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinates,
  stepWorld,
  wheel,
} from '@tenon/physics-core';

// A wheel hangs on a spring of 1.5 Hz, which it stretches by g / (3π)² = 0.110 m. It is steered, and spins up.
const world = createWorld();
const rim = createBody(world, { massProperties: { mass: 20, inertia: [0.5, 0.5, 1] } });
const axle = createJoint(
  world,
  wheel({
    bodyB: rim,
    secondAxis: [0, 0, 1],
    steeringLocked: false,
    suspension: { spring: { hertz: 1.5, dampingRatio: 0.7 }, limits: [-0.3, 0.1] },
    steering: { motor: { target: 0.3 } },
    spin: { motor: { speed: 20, maxForce: 50 } },
  }),
);
for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
const { suspension, steering, spin } = jointCoordinates(world, axle);
console.log(suspension.value.toFixed(3), steering.value.toFixed(3), spin.rate.toFixed(2)); // -0.110 0.300 20.00
