import {
  createBody,
  createJoint,
  createWorld,
  isJointEnabled,
  jointCoordinate,
  jointDef,
  rope,
  stepWorld,
  updateJoint,
} from '@tenon/physics-core';

const world = createWorld();
const load = createBody(world, { position: [0, -2, 0], massProperties: { mass: 5, inertia: [1, 1, 1] } });
const winch = createJoint(world, rope({ bodyB: load, maxLength: 2 }));
for (let i = 1; i <= 60; i++) {
  updateJoint(world, winch, { length: 2 - i / 60 });
  stepWorld(world, 1 / 60);
}
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, winch).value.toFixed(2), jointDef(world, winch).mode); // 1.00 rope

updateJoint(world, winch, { enabled: false });
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(isJointEnabled(world, winch), jointCoordinate(world, winch).value > 5); // false true
