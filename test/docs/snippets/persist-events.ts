import {
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  stepWorld,
  worldEvents,
} from '@tenon/physics-core';

// A scale: what lies on the plate is the mean force of its persist events.
const dt = 1 / 60;
const PLATE = 1;
// Bodies that sleep give none.
const world = createWorld({ sleeping: false });
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const plate = createBody(world, { type: 'static', position: [0, 0.1, 0] });
createCollider(world, plate, { shape: box(1, 0.1, 1), userData: PLATE, persistEvents: true });
for (const y of [0.7, 1.8]) {
  const crate = createBody(world, { position: [0, y, 0], massProperties: { mass: 10, inertia: [1, 1, 1] } });
  createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
}

let weight = 0;
for (let i = 0; i < 60; i++) {
  stepWorld(world, dt);
  weight = 0;
  for (const event of worldEvents(world)) {
    if (event.kind !== 'persist') continue;
    const side = event.b.userData === PLATE ? 1 : -1;
    weight -= (side * event.impulse[1]) / dt;
  }
}
console.log(weight.toFixed(0)); // 196
