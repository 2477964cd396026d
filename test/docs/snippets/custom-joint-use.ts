import {
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  stepWorld,
} from '@tenon/physics-core';
import { jointRows } from '@tenon/physics-core/inspect';
import { level } from './custom-joint.js';

// A light float beside a heavy one that is thrown up: both keep the same height, and no more than 2 m apart.
const world = createWorld({ sleeping: false });
const inertia = [1, 1, 1] as const;
const linearVelocity = [0, 6, 0] as const;
const heavy = createBody(world, { massProperties: { mass: 5, inertia }, linearVelocity });
const light = createBody(world, { position: [1, 0, 0], massProperties: { mass: 1, inertia } });
const joint = createJoint(
  world,
  level({ bodyA: heavy, bodyB: light, limits: [0.5, 2], motor: { speed: 1.5, maxForce: 20 } }),
);
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(Math.abs(bodyPosition(world, light)[1] - bodyPosition(world, heavy)[1]).toFixed(3)); // 0.000
console.log(jointCoordinate(world, joint).value.toFixed(2)); // 2.00
console.log(jointRows(world, joint).map(({ name }) => name)); // [ 'height', 'distance motor', 'distance limit' ]
