import { bodyPosition, createBody, createJoint, createWorld, screw, stepWorld } from '@tenon/physics-core';

// A jack of 6 mm pitch lifts 500 kg: two seconds at one turn a second.
const world = createWorld();
const load = createBody(world, { massProperties: { mass: 500, inertia: [20, 20, 20] } });
createJoint(world, screw({ bodyB: load, axis: [0, 1, 0], pitch: 0.006, motor: { speed: 2 * Math.PI } }));
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, load)[1].toFixed(3)); // 0.012
