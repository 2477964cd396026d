import { describe, expect, it } from 'vitest';
import { createBody, createWorld, type World } from '../../src/index.js';
import { rotateBody } from '../../src/solver/rotation-step.js';
import { BodyFlag, II, MOTION, W } from '../../src/state/bodies.js';
import { seeded } from '../narrowphase/polyhedron-fixture.js';

/** s. Long enough for angles beyond the range of the series, too. */
const TIMES = [1 / 240, 1 / 20];

const SPIN = 12;

const makeBody = (inertia: readonly [number, number, number], random: () => number): World => {
  const world = createWorld();
  const part = (): number => 2 * random() - 1;
  createBody(world, {
    massProperties: { mass: 2, inertia, centre: [0, 0, 0] },
    rotation: [part(), part(), part(), part()],
    angularVelocity: [SPIN * part(), SPIN * part(), SPIN * part()],
  });
  return world;
};

/** The body's slot: the first is the hidden ground. */
const bodyOf = (world: World): number => world.bodies.used - 1;

/** Rotation, angular velocity and inverse inertia after a step. */
const stepped = (world: World, time: number): number[] => {
  const body = bodyOf(world);
  const { bodies } = world;
  rotateBody(bodies, body, Float64Array.of(time));
  const m = body * MOTION;
  return [
    ...bodies.rotation.subarray(body * 4, body * 4 + 4),
    ...bodies.motion.subarray(m + W, m + W + 3),
    ...bodies.motion.subarray(m + II, m + II + 6),
  ];
};

/** The general step takes every body whose principal axes are said to be tilted; here the tilt is none. */
const takeGeneralStep = (world: World): void => {
  world.bodies.flags[bodyOf(world)] |= BodyFlag.tilted;
};

describe.each([0, 1, 2])('a body with two equal moments about its axis %i', (axis) => {
  it.each(TIMES)('steps of %f s are those of the general step', (time) => {
    const random = seeded(5 + axis);
    for (let i = 0; i < 200; i++) {
      const across = 0.5 + random();
      const inertia: [number, number, number] = [across, across, across];
      inertia[axis] = (0.2 + 1.7 * random()) * across;
      const seed = random();
      const quick = makeBody(inertia, seeded(seed * 1e9));
      const general = makeBody(inertia, seeded(seed * 1e9));
      takeGeneralStep(general);
      const expected = stepped(general, time);
      for (const [k, value] of stepped(quick, time).entries()) expect(value).toBeCloseTo(expected[k], 12);
    }
  });
});
