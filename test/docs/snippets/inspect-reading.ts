import { createBody, createJoint, createWorld, hinge, stepWorld } from '@tenon/physics-core';
import { createReading, RowRecord, readRows, substepLength } from '@tenon/physics-core/inspect';

const world = createWorld({ sleeping: false });
for (let i = 0; i < 100; i++) {
  const door = createBody(world, {
    position: [0.5, i, 0],
    massProperties: { mass: 20, inertia: [7, 2, 5] },
  });
  createJoint(world, hinge({ bodyB: door, anchor: [0, i, 0], axis: [0, 1, 0] }));
}
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);

// Every frame, without garbage: the largest force along any row of any joint.
const rows = createReading();
readRows(world, rows);
let largest = 0;
for (let k = 0; k < rows.count; k++) {
  const lambda = rows.floats[k * RowRecord.size + RowRecord.lambda];
  largest = Math.max(largest, Math.abs(lambda) / substepLength(world));
}
console.log(rows.count, largest.toFixed(0)); // 500 196
