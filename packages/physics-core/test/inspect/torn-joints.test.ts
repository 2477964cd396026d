import { expect, it } from 'vitest';
import {
  angularVelocity,
  ball,
  createBody,
  createJoint,
  createWorld,
  type JointDef,
  motor,
  pointOnLine,
  stepWorld,
  type Vec3,
} from '../../src/index.js';
import { jointRows } from '../../src/inspect.js';
import { add, cross, length, scale, sub } from '../../src/math/vec3.js';

/** What docs/inspect.md says of differences of C while a joint is apart and its bodies turn. */

/** s. */
const SHORT = 1e-6;

/** Two bodies that fly and turn, their anchors metres apart, on a joint too soft to matter in so short a time. */
const tear = (make: (ends: JointDef) => JointDef) => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const bodyA = createBody(world, {
    linearVelocity: [1, -2, 0.5],
    angularVelocity: [3, 1, -2],
    massProperties: { mass: 2, inertia: [0.5, 0.5, 0.5] },
  });
  const bodyB = createBody(world, {
    position: [2, 1, -1],
    linearVelocity: [-1, 1, 2],
    angularVelocity: [-1, 4, 2],
    massProperties: { mass: 1, inertia: [0.2, 0.2, 0.2] },
  });
  const ends = {
    type: '',
    bodyA,
    bodyB,
    anchorA: [0.3, 0, 0.2],
    anchorB: [0, -0.4, 0],
    hertz: 1e-3,
  } as const;
  const joint = createJoint(world, make(ends));
  stepWorld(world, SHORT);
  const before = jointRows(world, joint).map(({ error }) => error);
  stepWorld(world, SHORT);
  const rows = jointRows(world, joint);
  const change = rows.map(({ error }, i) => (error - before[i]) / SHORT);
  return { rows, change, spinA: angularVelocity(world, bodyA), spinB: angularVelocity(world, bodyB) };
};

it('dC/dt of a point is J v and what its axes turn: (a ωA + b ωB) × d', () => {
  const { rows, change, spinA, spinB } = tear((ends) => ball(ends));
  const d = rows.map(({ error }) => error) as unknown as Vec3;
  const speed = rows.map((row) => row.speed) as unknown as Vec3;
  // t = tr I⁻¹ is 6 for A and 15 for B, so a = 15 / 21.
  const turn = add(scale(spinA, 15 / 21), scale(spinB, 6 / 21));
  expect(length(d)).toBeGreaterThan(1);
  expect(length(cross(turn, d))).toBeGreaterThan(1);
  expect(length(sub(change as unknown as Vec3, add(speed, cross(turn, d))))).toBeLessThan(1e-4);
});

it.each([
  ['a line', (ends: JointDef) => pointOnLine(ends)],
  ['an offset and a rotation', (ends: JointDef) => motor({ ...ends, angularHertz: 1e-3 })],
])('dC/dt of %s is J v, however far apart it is', (_, make) => {
  const { rows, change } = tear(make);
  expect(Math.max(...rows.map(({ error }) => Math.abs(error)))).toBeGreaterThan(1);
  for (const [i, { speed, name }] of rows.entries()) {
    expect(Math.abs(speed), name).toBeGreaterThan(0.1);
    expect(Math.abs(change[i] - speed), name).toBeLessThan(1e-4);
  }
});
