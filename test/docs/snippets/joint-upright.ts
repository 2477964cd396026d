import {
  applyAngularImpulse,
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  stepWorld,
  upright,
} from '@tenon/physics-core';

// A buoy is pushed over and stands up again; about its own axis it may turn.
const world = createWorld({ gravity: [0, 0, 0] });
const buoy = createBody(world, { massProperties: { mass: 10, inertia: [2, 1, 2] } });
createJoint(world, upright({ bodyB: buoy, hertz: 1, dampingRatio: 0.5 }));
applyAngularImpulse(world, buoy, [8, 0, 0]);
/** Angle between the buoy's y axis and the vertical. */
const tilt = (): string => (2 * Math.asin(Math.hypot(bodyRotation(world, buoy)[0]))).toFixed(2);
for (let i = 0; i < 10; i++) stepWorld(world, 1 / 60);
console.log(tilt()); // 0.34
for (let i = 0; i < 180; i++) stepWorld(world, 1 / 60);
console.log(tilt()); // 0.00
