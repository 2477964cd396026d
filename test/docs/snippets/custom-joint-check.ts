import { createBody, createJoint, createWorld, stepWorld, updateBody, type Vec3 } from '@tenon/physics-core';
import { jointRows } from '@tenon/physics-core/inspect';
import { level } from './custom-joint.js';

// Sweeps leave an error where it is in so short a step; articulations would close it at once.
const world = createWorld({ gravity: [0, 0, 0], jointSolver: 'sweeps' });
const massProperties = { mass: 1, inertia: [1, 2, 3] } as const;
const bodyA = createBody(world, { position: [-1, 0.2, 0.3], massProperties });
const bodyB = createBody(world, { massProperties });
const joint = createJoint(
  world,
  level({ bodyA, bodyB, anchorA: [0.1, 0.2, 0.3], anchorB: [0.4, -0.5, 0.6] }),
);

/** The row with B shifted and turned a little, after a step in which nothing has time to happen. */
const rowAt = (shift: Vec3, turn: Vec3) => {
  const [x, y, z] = turn;
  updateBody(world, bodyB, {
    position: shift,
    rotation: [x / 2, y / 2, z / 2, 1],
    linearVelocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
  });
  stepWorld(world, 1e-9);
  return jointRows(world, joint)[0];
};

const none: Vec3 = [0, 0, 0];
const { linearB, angularB } = rowAt(none, none);
const EPSILON = 1e-4;
let worst = 0;
for (const [axis, there, back] of [
  [0, [EPSILON, 0, 0], [-EPSILON, 0, 0]],
  [1, [0, EPSILON, 0], [0, -EPSILON, 0]],
  [2, [0, 0, EPSILON], [0, 0, -EPSILON]],
] as const) {
  const shifted = (rowAt(there, none).error - rowAt(back, none).error) / (2 * EPSILON);
  const turned = (rowAt(none, there).error - rowAt(none, back).error) / (2 * EPSILON);
  worst = Math.max(worst, Math.abs(shifted - linearB[axis]), Math.abs(turned - angularB[axis]));
}
console.log(worst < 1e-6); // true
