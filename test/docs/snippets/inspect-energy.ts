import { createBody, createCollider, createWorld, sphere, stepWorld } from '@tenon/physics-core';
import { kineticEnergy, momentum, potentialEnergy } from '@tenon/physics-core/inspect';

const world = createWorld();
const ball = createBody(world, { position: [0, 100, 0], linearVelocity: [3, 0, 0], mass: 7 });
createCollider(world, ball, { shape: sphere(0.5) });

const start = kineticEnergy(world) + potentialEnergy(world);
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
const end = kineticEnergy(world) + potentialEnergy(world);
console.log((end / start).toFixed(9)); // 1.000000000
console.log(momentum(world).linear[0].toFixed(6)); // 21.000000
