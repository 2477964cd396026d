import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  sixDof,
  stepWorld,
} from '@tenon/physics-core';

// A gantry: x is driven, y hangs on a spring of 2 Hz (g / (4π)² = 0.062 m), the rest is locked.
const world = createWorld();
const head = createBody(world, { massProperties: { mass: 2, inertia: [0.1, 0.1, 0.1] } });
const gantry = createJoint(
  world,
  sixDof({
    bodyB: head,
    x: 'free',
    translationX: { motor: { speed: 0.5 } },
    y: 'free',
    translationY: { spring: { hertz: 2, dampingRatio: 1 } },
  }),
);
for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, gantry, 'translationX').value.toFixed(3)); // 2.000
console.log(jointCoordinate(world, gantry, 'translationY').value.toFixed(3)); // -0.062
