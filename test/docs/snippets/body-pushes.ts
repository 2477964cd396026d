import {
  angularVelocity,
  applyForce,
  applyImpulse,
  applyTorque,
  createBody,
  createWorld,
  linearVelocity,
  stepWorld,
  velocityAt,
} from '@tenon/physics-core';

const world = createWorld({ gravity: [0, 0, 0] });
const body = createBody(world, { massProperties: { mass: 2, inertia: [1, 1, 1] } });

applyImpulse(world, body, [6, 0, 0]);
console.log(linearVelocity(world, body)); // [ 3, 0, 0 ]

applyImpulse(world, body, [0, 1, 0], [0.5, 0, 0]);
console.log(angularVelocity(world, body)); // [ 0, 0, 0.5 ]
console.log(velocityAt(world, body, [1, 0, 0])); // [ 3, 1, 0 ]

for (let i = 0; i < 60; i++) {
  applyForce(world, body, [-3, 0, 0]);
  applyTorque(world, body, [0, 0, -0.5]);
  stepWorld(world, 1 / 60);
}
console.log(linearVelocity(world, body)[0].toFixed(6)); // 1.500000
