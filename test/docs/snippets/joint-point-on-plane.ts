import {
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  jointCoordinates,
  pointOnPlane,
  stepWorld,
} from '@tenon/physics-core';

// A magnet on a board in the x-y plane: it goes sideways and falls, and does not leave the board.
const world = createWorld();
const massProperties = { mass: 0.1, inertia: [1e-4, 1e-4, 1e-4] } as const;
const magnet = createBody(world, { massProperties, linearVelocity: [1, 0, 0.5] });
const board = createJoint(world, pointOnPlane({ bodyB: magnet, axis: [0, 0, 1], secondAxis: [1, 0, 0] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
const { y, z } = jointCoordinates(world, board);
console.log(y.value.toFixed(3), z.rate.toFixed(3), bodyPosition(world, magnet)[2].toFixed(4)); // 1.000 -9.810 0.0000
