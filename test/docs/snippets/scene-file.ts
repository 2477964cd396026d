import {
  box,
  createBody,
  createCollider,
  createWorld,
  hashWorld,
  sceneToWorld,
  worldToScene,
} from '@tenon/physics-core';

const world = createWorld();
const crate = createBody(world, { position: [0, 2, 0] });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });

const text = JSON.stringify(worldToScene(world, { bodies: { crate } }));
const again = sceneToWorld(JSON.parse(text));
console.log(hashWorld(again.world) === hashWorld(world)); // true
console.log(again.bodyNames.has('crate')); // true
