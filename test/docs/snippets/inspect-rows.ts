import { box, createBody, createCollider, createWorld, halfSpace, stepWorld } from '@tenon/physics-core';
import { contactRows } from '@tenon/physics-core/inspect';

const world = createWorld({ sleeping: false });
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const crate = createBody(world, { position: [0, 0.5, 0], mass: 100 });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);

const rows = contactRows(world, crate);
console.log(rows.map((row) => row.role).join(' ')); // contact contact contact contact friction friction twist rolling rolling

// λ is the impulse of the last substep; divided by its length it is a force.
const h = 1 / 60 / 4;
const carried = rows.filter((row) => row.role === 'contact').reduce((sum, row) => sum + row.lambda, 0);
console.log((carried / h).toFixed(1)); // 981.0
