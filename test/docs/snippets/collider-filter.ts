import {
  bodyPosition,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  sphere,
  stepWorld,
} from '@tenon/physics-core';

const SOLID = 1;
const GHOST = 2;

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });

const ball = createBody(world, { position: [0, 1, 0] });
createCollider(world, ball, { shape: sphere(0.5), layer: SOLID });
const ghost = createBody(world, { position: [0, 3, 0] });
createCollider(world, ghost, { shape: sphere(0.5), layer: GHOST, mask: GHOST });

for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, ball)[1].toFixed(2)); // 0.50
console.log(bodyPosition(world, ghost)[1] < -10); // true
