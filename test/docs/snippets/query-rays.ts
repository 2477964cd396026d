import {
  box,
  castRay,
  castRayAll,
  castRayAny,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  sphere,
} from '@tenon/physics-core';

const world = createWorld();
const floor = createBody(world, { type: 'static' });
createCollider(world, floor, { shape: halfSpace() });
const crate = createBody(world, { position: [0, 0.5, 0] });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
const player = createBody(world, { position: [-5, 0.5, 0] });
createCollider(world, player, { shape: sphere(0.5) });

const hit = castRay(world, [-5, 0.5, 0], [1, 0, 0], 100, { exclude: player });
console.log(hit?.body === crate, hit?.distance); // true 4.5
console.log(hit?.point, hit?.normal); // [ -0.5, 0.5, 0 ] [ -1, 0, 0 ]

const down = castRayAll(world, [0, 5, 0], [0, -1, 0]);
console.log(down.map(({ distance }) => distance)); // [ 4, 5 ]

const canSee = !castRayAny(world, [-5, 2, 0], [1, 0, 0], 10);
console.log(canSee); // true
