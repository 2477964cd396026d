import { createBody, createJoint, createWorld, hinge, stepWorld } from '@tenon/physics-core';
import { allJointRows, jointRows } from '@tenon/physics-core/inspect';

const world = createWorld({ sleeping: false });
const door = createBody(world, { position: [0.5, 0, 0], massProperties: { mass: 20, inertia: [7, 2, 5] } });
const joint = createJoint(world, hinge({ bodyB: door, anchor: [0, 0, 0], axis: [0, 1, 0], limits: [-1, 1] }));
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);

const rows = jointRows(world, joint);
console.log(rows.map(({ name }) => name)); // [ 'point x', 'point y', 'point z', 'axis y', 'axis z', 'angle limit' ]
console.log(allJointRows(world).length === rows.length); // true

// The row along y bears the weight.
const h = 1 / 60 / 4;
const { linearB, lambda, block } = rows[1];
console.log(linearB, (lambda / h).toFixed(1), block); // [ 0, 1, 0 ] 196.2 0

// The limit looks ahead: within one substep the angle may change by as much as the gaps.
const { window } = rows[5];
console.log(window.map((speed) => (speed * h).toFixed(3))); // [ '-1.000', '1.000' ]
