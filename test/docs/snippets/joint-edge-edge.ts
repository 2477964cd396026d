import {
  createBody,
  createJoint,
  createWorld,
  edgeEdge,
  frameAlong,
  jointCoordinate,
  jointReaction,
  stepWorld,
} from '@tenon/physics-core';

// A rod along z lies on a rail along x, 0.1 m above it: it slides along and comes no closer.
const world = createWorld({ sleeping: false });
const rod = createBody(world, {
  position: [0, 0.1, 0],
  massProperties: { mass: 2, inertia: [0.2, 0.2, 0.01] },
  linearVelocity: [1, 0, 0],
});
const frameA = frameAlong([0, 0, 0], [1, 0, 0]);
const frameB = frameAlong([0, 0, 0], [0, 0, 1]);
const rail = createJoint(world, edgeEdge({ bodyB: rod, frameA, frameB, mode: 'atLeast', distance: 0.1 }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, rail).value.toFixed(3)); // 0.100
console.log(jointReaction(world, rail).force[1].toFixed(2)); // 19.62
