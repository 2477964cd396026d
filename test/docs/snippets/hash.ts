import {
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hashWorld,
  stepWorld,
  type World,
} from '@tenon/physics-core';

const play = (): World => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  for (let i = 0; i < 5; i++) {
    const crate = createBody(world, { position: [0.1 * i, 1 + 1.5 * i, 0], angularVelocity: [0, 0, i] });
    createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
  }
  for (let i = 0; i < 200; i++) stepWorld(world, 1 / 60);
  return world;
};

const here = hashWorld(play());
const there = hashWorld(play());
console.log(here === there); // true
console.log(here.length); // 16
