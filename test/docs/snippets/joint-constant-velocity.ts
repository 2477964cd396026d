import {
  constantVelocity,
  createBody,
  createJoint,
  createWorld,
  hinge,
  jointCoordinate,
  stepWorld,
} from '@tenon/physics-core';

// The two shafts of the universal joint, joined by their axes: the driven one turns as fast at any time.
const world = createWorld();
const driving = createBody(world, { type: 'kinematic', angularVelocity: [Math.PI / 2, 0, 0] });
const driven = createBody(world, { massProperties: { mass: 1, inertia: [0.1, 0.1, 0.1] } });
const bearing = createJoint(world, hinge({ bodyB: driven, axis: [Math.cos(Math.PI / 6), 0.5, 0] }));
const rotation = [0, 0, Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)] as const;
createJoint(world, constantVelocity({ bodyA: driving, bodyB: driven, frameA: {}, frameB: { rotation } }));
for (let i = 0; i < 300; i++) stepWorld(world, 1 / 60);
console.log((jointCoordinate(world, bearing).rate / (Math.PI / 2)).toFixed(3)); // 1.000
