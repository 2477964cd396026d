import {
  applyImpulse,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  jointError,
  rotationLock,
  stepWorld,
} from '@tenon/physics-core';

// A push beside the centre moves a tray but does not turn it.
const world = createWorld({ gravity: [0, 0, 0] });
const tray = createBody(world, { massProperties: { mass: 2, inertia: [0.1, 0.1, 0.1] } });
const level = createJoint(world, rotationLock({ bodyB: tray }));
applyImpulse(world, tray, [0, 4, 0], [0.3, 0, 0]);
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, tray)[1].toFixed(3), jointError(world, level).angular < 1e-6); // 2.000 true
