import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  slider,
  stepWorld,
} from '@tenon/physics-core';

// A sledge on a slope of 30° reaches g sin 30° in a second, and stops at the end of the slope.
const world = createWorld();
const sledge = createBody(world, { massProperties: { mass: 30, inertia: [2, 2, 2] } });
const downhill = [Math.cos(Math.PI / 6), -0.5, 0] as const;
const slope = createJoint(world, slider({ bodyB: sledge, axis: downhill, limits: [0, 4] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, slope).rate.toFixed(3)); // 4.905
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(jointCoordinate(world, slope).value.toFixed(3)); // 4.000
