import {
  createBody,
  createJoint,
  createWorld,
  hinge,
  jointCoordinate,
  jointCoordinates,
  jointError,
  jointImpulses,
  jointReaction,
  stepWorld,
} from '@tenon/physics-core';

// A beam of 10 kg, its centre 0.5 m from the hinge, held level by a motor.
const world = createWorld({ sleeping: false });
const beam = createBody(world, { position: [0.5, 0, 0], massProperties: { mass: 10, inertia: [0.1, 1, 1] } });
const joint = createJoint(
  world,
  hinge({ bodyB: beam, anchor: [0, 0, 0], motor: { speed: 0, maxForce: 80 } }),
);
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);

console.log(Object.keys(jointCoordinates(world, joint))); // [ 'angle' ]
console.log(Math.abs(jointCoordinate(world, joint, 'angle').value) < 0.001); // true
const { force, torque } = jointReaction(world, joint);
console.log(force[1].toFixed(2), torque[2].toFixed(2)); // 98.10 49.05

const h = 1 / 60 / 4;
console.log((jointImpulses(world, joint).angle.motor / h).toFixed(2)); // 49.05
console.log(jointReaction(world, joint, 'motor').torque[2].toFixed(2)); // 49.05
console.log(jointError(world, joint).linear < 0.0005); // true
