import {
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  mouse,
  stepWorld,
  updateJoint,
} from '@tenon/physics-core';

// A hand of at most 200 N takes a crate of 10 kg by its middle and carries it 3 m to the side.
const world = createWorld();
const crate = createBody(world, { massProperties: { mass: 10, inertia: [1, 1, 1] } });
const hand = createJoint(world, mouse({ bodyB: crate, maxForce: 200 }));
for (let i = 1; i <= 180; i++) {
  updateJoint(world, hand, { target: [Math.min(i / 30, 3), 0, 0] });
  stepWorld(world, 1 / 60);
}
console.log(bodyPosition(world, crate)[0].toFixed(3)); // 3.000
