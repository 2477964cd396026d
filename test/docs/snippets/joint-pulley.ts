import { createBody, createJoint, createWorld, linearVelocity, pulley, stepWorld } from '@tenon/physics-core';

// Atwood's machine: 3 kg against 1 kg, the heavy one falls at g (3 - 1) / (3 + 1).
const world = createWorld();
const inertia = [0.1, 0.1, 0.1] as const;
const heavy = createBody(world, { position: [-1, 0, 0], massProperties: { mass: 3, inertia } });
const light = createBody(world, { position: [1, 0, 0], massProperties: { mass: 1, inertia } });
createJoint(world, pulley({ bodyA: heavy, bodyB: light, groundA: [-1, 9, 0], groundB: [1, 9, 0] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(linearVelocity(world, heavy)[1].toFixed(3), linearVelocity(world, light)[1].toFixed(3)); // -4.905 4.905
