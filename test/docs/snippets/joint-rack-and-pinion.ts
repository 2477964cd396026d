import {
  createBody,
  createJoint,
  createWorld,
  hinge,
  jointCoordinate,
  rackAndPinion,
  slider,
  stepWorld,
} from '@tenon/physics-core';

// A pinion of 0.2 m radius turns half a turn and moves the rack by 0.2 π = 0.628 m.
const world = createWorld();
const rack = createBody(world, { massProperties: { mass: 5, inertia: [1, 1, 1] } });
const pinion = createBody(world, { position: [0, 0.2, 0], massProperties: { mass: 1, inertia: [1, 1, 1] } });
const jointA = createJoint(world, slider({ bodyB: rack, axis: [1, 0, 0] }));
const jointB = createJoint(world, hinge({ bodyB: pinion, motor: { target: Math.PI } }));
createJoint(world, rackAndPinion({ jointA, jointB, ratio: -0.2 }));
for (let i = 0; i < 180; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, jointA).value.toFixed(3)); // 0.628
