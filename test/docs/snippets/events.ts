import {
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  sphere,
  stepWorld,
  type WorldEvent,
  worldEvents,
} from '@tenon/physics-core';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), userData: 1 });
const ball = createBody(world, { position: [0, 2, 0] });
createCollider(world, ball, { shape: sphere(0.5), userData: 2 });

const log: WorldEvent[] = [];
for (let i = 0; i < 120; i++) {
  stepWorld(world, 1 / 60);
  log.push(...worldEvents(world));
}
console.log(log.map((event) => event.kind)); // [ 'begin', 'hit', 'sleep' ]

for (const event of log) {
  if (event.kind !== 'hit') continue;
  const { a, b, speed } = event;
  console.log(a.userData, b.userData, speed.toFixed(1)); // 2 1 5.4
}
