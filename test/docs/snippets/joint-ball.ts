import { ball, createBody, createJoint, createWorld, jointCoordinate, stepWorld } from '@tenon/physics-core';

// A lamp hangs 1 m below its anchor and swings at 3 m/s; the cone stops it at 0.5 rad.
const world = createWorld({ sleeping: false });
const lamp = createBody(world, {
  position: [0, -1, 0],
  massProperties: { mass: 5, inertia: [1, 1, 1] },
  linearVelocity: [3, 0, 0],
});
const cord = createJoint(
  world,
  ball({ bodyB: lamp, anchor: [0, 0, 0], axis: [0, -1, 0], swing: { limits: [0, 0.5] } }),
);
let widest = 0;
for (let i = 0; i < 120; i++) {
  stepWorld(world, 1 / 60);
  widest = Math.max(widest, jointCoordinate(world, cord, 'swing').value);
}
console.log(widest.toFixed(2)); // 0.50
