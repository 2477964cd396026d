import { expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  createJoint,
  hinge,
  linearVelocity,
  stepWorld,
  updateBody,
  type Vec3,
} from '../../../src/index.js';
import { momentum } from '../../../src/inspect.js';
import {
  keepAngularMomentum,
  restoreAngularMomentum,
} from '../../../src/solver/articulations/conservation/momentum.js';
import { IMPLICIT_STEPS } from '../../../src/state/articulations.js';
import { createRandom, randomVector } from '../../determinism/context.js';
import { DT, jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows } from '../../joints/row-math.js';
import { cross, largest } from './context.js';

/** A chain of bodies in space that spins, some of them on long levers, with these masses at its ends. */
const start = (first: number, last: number) => {
  const random = createRandom(12);
  const world = jointWorld({ gravity: [0, 0, 0] });
  const bodies: BodyHandle[] = [];
  for (let i = 0; i < 5; i++) {
    const position: Vec3 = [i, 0.3 * (i % 2), 0];
    const velocity = { linearVelocity: randomVector(random, 30), angularVelocity: randomVector(random, 30) };
    const bodyB = addMass(world, position, [first, 1, 1, 1, last][i], [0.004, 0.003, 0.005], velocity);
    const place = { bodyB, anchor: [i - 0.5, 0, 0] as Vec3, axis: [0, 0, 1] as Vec3 };
    if (i > 0) createJoint(world, (i % 2 ? ball : hinge)({ ...place, bodyA: bodies[i - 1] }));
    bodies.push(bodyB);
  }
  return { world, bodies, random };
};

it('a turn of the whole brings the angular momentum back, and no relative velocity changes', () => {
  const { world, bodies, random } = start(1, 100);
  placeRows(world);
  const before = momentum(world);
  keepAngularMomentum(world, 0, bodies.length);
  for (const body of bodies) updateBody(world, body, { angularVelocity: randomVector(random, 3) });
  const velocities = bodies.map((body) => linearVelocity(world, body));
  restoreAngularMomentum(world, 0, bodies.length);
  const after = momentum(world);
  const off = [0, 1, 2].flatMap((m) => [
    after.linear[m] - before.linear[m],
    after.angular[m] - before.angular[m],
  ]);
  expect(largest(off)).toBeLessThan(1e-10);
  // A rigid turn: what two bodies gain in speed relative to each other is across the line between them.
  const gains = bodies.map((body, i) => linearVelocity(world, body).map((x, m) => x - velocities[i][m]));
  for (let i = 1; i < bodies.length; i++) {
    const way = bodyPosition(world, bodies[i]).map((x, m) => x - bodyPosition(world, bodies[0])[m]);
    const gain = gains[i].map((x, m) => x - gains[0][m]);
    expect(Math.abs(gain.reduce((sum, x, m) => sum + x * way[m], 0))).toBeLessThan(1e-12);
    expect(largest(cross(gain, way))).toBeGreaterThan(1e-3);
  }
});

it('implicit substeps of a free chain keep momentum and angular momentum to 1e-12', () => {
  const { world } = start(300, 1000);
  const before = momentum(world);
  let implicit = 0;
  for (let step = 0; step < 120; step++) {
    stepWorld(world, DT);
    implicit += world.articulations.treeInts[IMPLICIT_STEPS];
  }
  const after = momentum(world);
  expect(implicit).toBeGreaterThan(20);
  const size = Math.max(largest(before.linear), largest(before.angular));
  for (let m = 0; m < 3; m++) {
    expect(Math.abs(after.linear[m] - before.linear[m]) / size).toBeLessThan(1e-12);
    expect(Math.abs(after.angular[m] - before.angular[m]) / size).toBeLessThan(1e-12);
  }
});
