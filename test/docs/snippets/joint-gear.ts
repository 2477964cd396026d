import {
  createBody,
  createJoint,
  createWorld,
  gear,
  hinge,
  jointCoordinate,
  stepWorld,
} from '@tenon/physics-core';

// 12 teeth drive 36: three turns for one, in the opposite sense.
const world = createWorld();
const inertia = [0.1, 0.1, 0.1] as const;
const small = createBody(world, { massProperties: { mass: 1, inertia } });
const large = createBody(world, { position: [4, 0, 0], massProperties: { mass: 9, inertia: [1, 1, 1] } });
const jointA = createJoint(world, hinge({ bodyB: small, motor: { speed: 6 } }));
const jointB = createJoint(world, hinge({ bodyB: large }));
createJoint(world, gear({ jointA, jointB, ratio: 36 / 12 }));
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, jointA).value.toFixed(3), jointCoordinate(world, jointB).value.toFixed(3)); // 12.000 -4.000
