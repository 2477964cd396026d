import { bodyMass, box, createBody, createCollider, createWorld } from '@tenon/physics-core';

const world = createWorld();
const oneMetre = { shape: box(0.5, 0.5, 0.5) };

const fromDensity = createBody(world);
createCollider(world, fromDensity, { ...oneMetre, density: 700 });
console.log(bodyMass(world, fromDensity).mass); // 700

const scaled = createBody(world, { mass: 12 });
createCollider(world, scaled, oneMetre);
console.log(bodyMass(world, scaled).inertia); // [ 2, 0, 0, 2, 0, 2 ]

const given = createBody(world, { massProperties: { mass: 1, centre: [0, -0.2, 0], inertia: [1, 2, 3] } });
createCollider(world, given, oneMetre);
console.log(bodyMass(world, given).centre); // [ 0, -0.2, 0 ]
