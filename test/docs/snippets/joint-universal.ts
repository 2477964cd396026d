import {
  createBody,
  createJoint,
  createWorld,
  hinge,
  jointCoordinate,
  stepWorld,
  universal,
} from '@tenon/physics-core';

// A shaft along x drives one that bends away by 30°: its speed swings between cos 30° and 1 / cos 30°.
const world = createWorld();
const out = [Math.cos(Math.PI / 6), 0.5, 0] as const;
const driving = createBody(world, { type: 'kinematic', angularVelocity: [Math.PI / 2, 0, 0] });
const driven = createBody(world, { massProperties: { mass: 1, inertia: [0.1, 0.1, 0.1] } });
const bearing = createJoint(world, hinge({ bodyB: driven, axis: out }));
// The pins: one across each shaft, at right angles.
const pins = { axis: [0, 0, 1], secondAxis: [-0.5, Math.cos(Math.PI / 6), 0] } as const;
createJoint(world, universal({ bodyA: driving, bodyB: driven, ...pins }));
const ratio = (): string => (jointCoordinate(world, bearing).rate / (Math.PI / 2)).toFixed(3);
for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
console.log(ratio()); // 0.866
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(ratio()); // 1.155
