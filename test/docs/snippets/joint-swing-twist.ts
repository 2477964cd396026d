import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  stepWorld,
  swingTwist,
} from '@tenon/physics-core';

// An arm along x sinks about z to -0.6 rad; up it could go 1.2 rad.
const world = createWorld({ sleeping: false });
const massProperties = { mass: 3, inertia: [0.01, 0.1, 0.1] } as const;
const arm = createBody(world, { position: [0.3, 0, 0], massProperties });
const shoulder = createJoint(
  world,
  swingTwist({
    bodyB: arm,
    anchor: [0, 0, 0],
    swingY: { limits: [-0.8, 0.8] },
    swingZ: { limits: [-0.6, 1.2] },
    twist: { limits: [-0.5, 0.5] },
  }),
);
for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, shoulder, 'swingZ').value.toFixed(3)); // -0.600
