import {
  box,
  createBody,
  createCollider,
  createWorld,
  linearVelocity,
  stepWorld,
  updateCollider,
} from '@tenon/physics-core';

const world = createWorld();
const belt = createBody(world, { type: 'static' });
const surface = createCollider(world, belt, {
  shape: box(20, 0.5, 1),
  friction: 0.8,
  frictionRule: 'minimum',
  surfaceVelocity: [2, 0, 0],
});
const parcel = createBody(world, { position: [0, 0.75, 0] });
createCollider(world, parcel, { shape: box(0.25, 0.25, 0.25), friction: 0.6 });

for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(linearVelocity(world, parcel)[0].toFixed(2)); // 2.00

updateCollider(world, surface, { surfaceVelocity: [0, 0, 0] });
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
console.log(linearVelocity(world, parcel)[0].toFixed(2)); // 0.00
