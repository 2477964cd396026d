import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  pointOnLine,
  stepWorld,
} from '@tenon/physics-core';

// A bead on a wire that falls 3 m for 4 m across: after a second it has the speed 3/5 g.
const world = createWorld();
const bead = createBody(world, { massProperties: { mass: 0.1, inertia: [1e-4, 1e-4, 1e-4] } });
const wire = createJoint(world, pointOnLine({ bodyB: bead, axis: [4, -3, 0] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, wire).rate.toFixed(3)); // 5.886
