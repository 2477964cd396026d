import {
  applyImpulse,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  isBodyAwake,
  sleep,
  stepWorld,
  wake,
} from '@tenon/physics-core';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const crate = createBody(world, { position: [0, 0.5, 0] });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });

for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(isBodyAwake(world, crate)); // false

applyImpulse(world, crate, [0, 100, 0]);
console.log(isBodyAwake(world, crate)); // true

sleep(world, crate);
wake(world, crate);
