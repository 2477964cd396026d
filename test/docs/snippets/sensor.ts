import {
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  sphere,
  stepWorld,
  worldEvents,
} from '@tenon/physics-core';

const world = createWorld();
const gate = createBody(world, { type: 'static' });
createCollider(world, gate, { shape: box(1, 0.5, 1), sensor: true });
const ball = createBody(world, { position: [0, 2, 0] });
createCollider(world, ball, { shape: sphere(0.1) });

const kinds: string[] = [];
for (let i = 0; i < 60; i++) {
  stepWorld(world, 1 / 60);
  kinds.push(...worldEvents(world).map((event) => event.kind));
}
console.log(kinds); // [ 'begin', 'end' ]
console.log(bodyPosition(world, ball)[1].toFixed(3)); // -2.905
