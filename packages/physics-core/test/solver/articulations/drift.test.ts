import { expect, it } from 'vitest';
import {
  angularVelocity,
  ball,
  bodyPosition,
  bodyRotation,
  createJoint,
  linearVelocity,
  stepWorld,
} from '../../../src/index.js';
import { createFloats } from '../../../src/math/floats.js';
import {
  addMotion,
  correctDrift,
  countMotion,
  driftLinks,
  moveLinks,
  saveLinks,
} from '../../../src/solver/articulations/drift.js';
import { DV, LINK, RC, V0, V1 } from '../../../src/state/articulations.js';
import { DP, DR, MOTION, W } from '../../../src/state/bodies.js';
import { createRandom } from '../../determinism/context.js';
import { DT, jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows } from '../../joints/row-math.js';
import { randomNumbers } from '../dense.js';
import { cross, largest } from './context.js';

const start = () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const velocity = { linearVelocity: [1, -2, 0.5], angularVelocity: [3, 1, -2] } as const;
  const body = addMass(world, [1, 2, 3], 2, [0.1, 0.2, 0.15], velocity);
  createJoint(world, ball({ bodyB: body, anchor: [0.5, 1.8, 3.1] }));
  placeRows(world);
  return { world, body };
};

const one = createFloats(1);
one[0] = 1;
const none = createFloats(1);
const time = createFloats(1);
time[0] = DT;

it('a drift from the saved pose is the free flight of the body, and can be repeated', () => {
  const { world, body } = start();
  const alone = jointWorld({ gravity: [0, 0, 0], substeps: 1 });
  const velocity = { linearVelocity: [1, -2, 0.5], angularVelocity: [3, 1, -2] } as const;
  const free = addMass(alone, [1, 2, 3], 2, [0.1, 0.2, 0.15], velocity);
  stepWorld(alone, DT);
  saveLinks(world, 0, 1, none);
  for (let i = 0; i < 2; i++) {
    driftLinks(world, 0, 1, V0, time);
    const { centre, rotation } = world.bodies;
    const slot = world.articulations.linkInts[0];
    const off = [
      ...bodyPosition(alone, free).map((x, m) => x - centre[slot * 3 + m]),
      ...bodyRotation(alone, free).map((x, m) => x - rotation[slot * 4 + m]),
    ];
    expect(largest(off)).toBeLessThan(1e-15);
  }
  expect(body).toBeDefined();
});

it('a motion of the reference point moves the centre by u + ω × (centre - reference point)', () => {
  const { world, body } = start();
  const { links } = world.articulations;
  const dv = randomNumbers(createRandom(4), 6, 1);
  dv.forEach((x, m) => {
    links[DV + m] = x;
  });
  const lever = links.slice(RC, RC + 3).map((x) => -x);
  const wanted = cross(dv.slice(0, 3), lever).map((x, m) => x + dv[3 + m]);
  const [v, w] = [linearVelocity(world, body), angularVelocity(world, body)];
  addMotion(world, 0, 1, one);
  expect(largest(linearVelocity(world, body).map((x, m) => x - v[m] - wanted[m]))).toBeLessThan(1e-14);
  expect(largest(angularVelocity(world, body).map((x, m) => x - w[m] - dv[m]))).toBeLessThan(1e-14);
  const slot = world.articulations.linkInts[LINK * 0];
  const before = world.bodies.centre.slice(slot * 3, slot * 3 + 3);
  moveLinks(world, 0, 1);
  const moved = world.bodies.centre.slice(slot * 3, slot * 3 + 3);
  expect(largest(moved.map((x, m) => x - before[m] - wanted[m]))).toBeLessThan(1e-14);
});

it('a corrected drift is that with the corrected velocity to second order, and spins as that does', () => {
  const random = createRandom(9);
  for (const size of [1e-2, 1e-3]) {
    const { world } = start();
    const { links, linkInts } = world.articulations;
    const { motion, rotation, centre } = world.bodies;
    const slot = linkInts[0];
    randomNumbers(random, 6, size).forEach((x, m) => {
      links[DV + m] = x;
    });
    saveLinks(world, 0, 1, none);
    driftLinks(world, 0, 1, V1, time);
    correctDrift(world, 0, 1, time);
    const corrected = [...centre.slice(slot * 3, slot * 3 + 3), ...rotation.slice(slot * 4, slot * 4 + 4)];
    const spin = motion.slice(slot * MOTION + W, slot * MOTION + W + 3);
    driftLinks(world, 0, 1, V1, time);
    const drifted = [...centre.slice(slot * 3, slot * 3 + 3), ...rotation.slice(slot * 4, slot * 4 + 4)];
    // In DT the body turns by a = 0.06 rad, and in that time dv changes by a of itself: h dv a is what may be left.
    expect(largest(drifted.map((x, m) => x - corrected[m]))).toBeLessThan(DT * size * 0.06);
    expect(largest(spin.map((x, m) => x - motion[slot * MOTION + W + m]))).toBeLessThan(size * 0.01);
  }
});

it('the motion since the step began is the way from the saved pose, and of fast bodies h ω', () => {
  for (const spin of [1, 100]) {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const body = addMass(world, [0, 0, 0], 1, [0.1, 0.1, 0.1], {
      angularVelocity: [0, spin, 0],
      linearVelocity: [1, 0, 0],
    });
    createJoint(world, ball({ bodyB: body, anchor: [0, 0, 0] }));
    placeRows(world);
    saveLinks(world, 0, 1, none);
    driftLinks(world, 0, 1, V0, time);
    countMotion(world, 0, 1, time);
    const m = world.articulations.linkInts[0] * MOTION;
    expect(world.bodies.motion[m + DP]).toBeCloseTo(DT, 15);
    expect(world.bodies.motion[m + DR + 1]).toBeCloseTo(DT * spin, 12);
  }
});
