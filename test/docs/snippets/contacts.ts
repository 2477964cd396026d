import {
  bodyContacts,
  bodyMass,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  stepWorld,
} from '@tenon/physics-core';

const dt = 1 / 60;
const world = createWorld({ sleeping: false });
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const crate = createBody(world, { position: [0, 0.5, 0] });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
for (let i = 0; i < 120; i++) stepWorld(world, dt);

const [contact] = bodyContacts(world, crate);
console.log(contact.points.length, contact.touching); // 4 true

const force = contact.points.reduce((sum, point) => sum + point.impulse, 0) / dt;
const weight = bodyMass(world, crate).mass * 9.81;
console.log((force / weight).toFixed(3)); // 1.000
