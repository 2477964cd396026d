import { createBody, createJoint, createWorld, fixed, jointReaction, stepWorld } from '@tenon/physics-core';

// A shelf of 8 kg whose centre is 0.5 m from the wall: the wall bears its weight and the torque of its lever.
const world = createWorld({ sleeping: false });
const shelf = createBody(world, {
  position: [0.5, 2, 0],
  massProperties: { mass: 8, inertia: [0.2, 1, 1] },
});
const wall = createJoint(world, fixed({ bodyB: shelf, anchor: [0, 2, 0] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
const { force, torque } = jointReaction(world, wall);
console.log(force[1].toFixed(2), torque[2].toFixed(2)); // 78.48 39.24
