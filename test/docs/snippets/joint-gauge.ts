import {
  ball,
  createBody,
  createJoint,
  createWorld,
  jointCoordinates,
  sixDof,
  stepWorld,
} from '@tenon/physics-core';

// A ball reads how far the arm swings, but not which way. A disabled six-dof joint with the same frames does.
const world = createWorld();
const arm = createBody(world, {
  position: [0.3, 0, 0],
  massProperties: { mass: 2, inertia: [0.1, 0.1, 0.1] },
});
const frames = { frameA: {}, frameB: { position: [-0.3, 0, 0] } } as const;
// 0.5 rad about the direction (0, 0.6, 0.8).
const motorTarget = [0, 0.6 * Math.sin(0.25), 0.8 * Math.sin(0.25), Math.cos(0.25)] as const;
const shoulder = createJoint(world, ball({ bodyB: arm, ...frames, motorTarget, motorHertz: 0 }));
const gauge = createJoint(world, sixDof({ bodyB: arm, ...frames, enabled: false }));
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinates(world, shoulder).swing.value.toFixed(3)); // 0.500
const { swingY, swingZ } = jointCoordinates(world, gauge);
console.log(swingY.value.toFixed(3), swingZ.value.toFixed(3)); // 0.300 0.400
