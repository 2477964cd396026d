import { createBody, createJoint, createWorld, hinge, stepWorld } from '@tenon/physics-core';
import { parseRecording, recordWorld } from '@tenon/physics-core/inspect';

const world = createWorld();
const bob = createBody(world, { position: [1, 0, 0], massProperties: { mass: 1, inertia: [0.1, 0.1, 0.1] } });
const arm = createJoint(world, hinge({ bodyB: bob, anchor: [0, 0, 0] }));
const recording = recordWorld(world, { bodies: { bob }, joints: { arm }, energy: true });
for (let i = 0; i < 60; i++) {
  stepWorld(world, 1 / 60);
  recording.sample();
}

const { columns, rows } = parseRecording(recording.toCsv());
console.log(rows.length, columns.length); // 60 32
console.log(columns.filter((name) => name.startsWith('arm')).join(' ')); // arm.angle arm.angle.rate arm.error.linear arm.error.angular arm.force.x arm.force.y arm.force.z arm.torque.x arm.torque.y arm.torque.z
const angles = rows.map((row) => row[columns.indexOf('arm.angle')]);
console.log(Math.min(...angles).toFixed(2)); // -2.88
