import { createBody, createJoint, createWorld, stepWorld, swingTwist } from '@tenon/physics-core';
import { limitShapes } from '@tenon/physics-core/inspect';

const world = createWorld({ sleeping: false });
const arm = createBody(world, {
  position: [0.5, 0, 0],
  massProperties: { mass: 2, inertia: [0.1, 0.1, 0.1] },
});
const shoulder = createJoint(
  world,
  swingTwist({
    bodyB: arm,
    anchor: [0, 0, 0],
    swingY: { limits: [-0.5, 0.5] },
    swingZ: { limits: [-0.8, 0.3] },
    twist: { limits: [-1, 1] },
  }),
);
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);

const [twist, swing] = limitShapes(world, shoulder);
console.log(twist.kind, twist.coordinates, twist.active); // sector [ 'twist' ] false
console.log(swing.kind, swing.coordinates, swing.active); // swing [ 'swingY', 'swingZ' ] true

// The arm hangs at its lower limit, 0.8 rad below the horizon; the edge goes on all around.
if (swing.kind === 'swing') {
  console.log(swing.angle.toFixed(2), Math.abs(swing.distance) < 0.001); // 0.80 true
  const [x, y] = swing.boundary(Math.PI / 2);
  console.log(Math.atan2(y, x).toFixed(2)); // 0.30
}
