import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  rope,
  spring,
  stepWorld,
} from '@tenon/physics-core';

// A load falls into a rope of 2 m; a scale hangs on a spring of 1 Hz, which it stretches by g / (2π)² = 0.248 m.
const world = createWorld();
const massProperties = { mass: 4, inertia: [1, 1, 1] } as const;
const load = createBody(world, { position: [0, -1, 0], massProperties });
const tether = createJoint(world, rope({ bodyB: load, maxLength: 2 }));
const scale = createBody(world, { position: [5, -1, 0], massProperties });
const coil = createJoint(world, spring({ bodyB: scale, anchorA: [5, 0, 0], hertz: 1, dampingRatio: 0.5 }));
for (let i = 0; i < 300; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, tether).value.toFixed(3)); // 2.000
console.log(jointCoordinate(world, coil).value.toFixed(3)); // 1.248
