import {
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  stepWorld,
} from '@tenon/physics-core';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const crate = createBody(world, { position: [0, 3, 0] });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, crate)[1].toFixed(2)); // 0.50
