import { describe, expect, it } from 'vitest';
import {
  bodyPosition,
  createJoint,
  jointCoordinates,
  jointReaction,
  linearVelocity,
  pulley,
  stepWorld,
  updateBody,
  updateJoint,
  type World,
} from '../../../src/index.js';
import { jointRows } from '../../../src/inspect.js';
import { length } from '../../../src/math/vec3.js';
import { addBox, DT, G, jointWorld, off, run } from '../context.js';

/** Two loads three metres below their pulleys. */
const hang = (world: World, massA: number, massB: number, ratio: number, mode: 'rope' | 'rod' = 'rope') => {
  const bodyA = addBox(world, [-1, -3, 0], massA);
  const bodyB = addBox(world, [1, -3, 0], massB);
  const joint = createJoint(
    world,
    pulley({ bodyA, bodyB, groundA: [-1, 0, 0], groundB: [1, 0, 0], ratio, mode }),
  );
  return { bodyA, bodyB, joint };
};

describe('unequal loads fall as on Atwood’s machine', () => {
  const cases = [1, 2, 0.5].flatMap((ratio) =>
    [
      [1, 3],
      [5, 2],
      [10, 0.1],
    ].map(([a, b]) => [ratio, a, b] as const),
  );
  it.each(cases)('ratio %f, %f kg against %f kg', (ratio, massA, massB) => {
    const world = jointWorld();
    const { joint } = hang(world, massA, massB, ratio);
    // T on A and ratio · T on B, with ratio · aB = -aA.
    const a = (G * (massB - ratio * massA)) / (massB + ratio * ratio * massA);
    const onB = massB * (G - a);
    run(world, 0.4);
    const { lengthA, lengthB } = jointCoordinates(world, joint);
    expect(off(lengthB.rate, a * 0.4)).toBeLessThan(1e-6);
    expect(off(lengthA.rate, -ratio * a * 0.4)).toBeLessThan(1e-6);
    expect(lengthA.value + ratio * lengthB.value).toBeCloseTo(3 + 3 * ratio, 3);
    expect(off(jointReaction(world, joint).force[1], onB)).toBeLessThan(1e-3);
  });
});

it('balances loads as one to the ratio, with the weight as reaction and no torque', () => {
  const world = jointWorld();
  const { bodyB, joint } = hang(world, 2, 6, 3);
  run(world, 2);
  expect(length(linearVelocity(world, bodyB))).toBeLessThan(1e-9);
  const { force, torque } = jointReaction(world, joint);
  expect(off(force[1], 6 * G)).toBeLessThan(1e-3);
  expect(length(torque)).toBeLessThan(1e-9);
});

it('only pulls: a load that is lifted by hand leaves the other falling', () => {
  const world = jointWorld();
  const { bodyA, bodyB, joint } = hang(world, 2, 2, 1);
  updateBody(world, bodyA, { linearVelocity: [0, 3, 0] });
  stepWorld(world, DT);
  expect(length(jointReaction(world, joint).force)).toBe(0);
  expect(linearVelocity(world, bodyA)[1]).toBeCloseTo(3 - G * DT, 10);
  expect(linearVelocity(world, bodyB)[1]).toBeCloseTo(-G * DT, 10);
  let longest = 0;
  run(world, 1.5, () => {
    const { lengthA, lengthB } = jointCoordinates(world, joint);
    longest = Math.max(longest, lengthA.value + lengthB.value);
  });
  // lA + lB = 6 - 3t + g t²: taut again at 3/g, when A has come to rest and B falls with 3 m/s. The jerk gives half of that to each.
  expect(longest).toBeLessThan(6.001);
  expect(linearVelocity(world, bodyA)[1]).toBeCloseTo(1.5, 6);
  expect(linearVelocity(world, bodyB)[1]).toBeCloseTo(-1.5, 6);
});

it('as a rod pushes too', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const { bodyA, bodyB } = hang(world, 2, 2, 1, 'rod');
  updateBody(world, bodyA, { linearVelocity: [0, 2, 0] });
  stepWorld(world, DT);
  expect(linearVelocity(world, bodyA)[1]).toBeCloseTo(1, 10);
  expect(linearVelocity(world, bodyB)[1]).toBeCloseTo(-1, 10);
});

it('lifts when the rope is shortened, and stops at a limit of one end', () => {
  const world = jointWorld();
  const { bodyB, joint } = hang(world, 3, 2, 1);
  updateJoint(world, joint, { length: 5, lengthB: { limits: [1, 4] } });
  run(world, 3);
  // A, the heavier one, sinks until B reaches the limit at 1 m and then hangs on the rest of the rope.
  const { lengthA, lengthB } = jointCoordinates(world, joint);
  expect(lengthB.value).toBeCloseTo(1, 2);
  expect(lengthA.value).toBeCloseTo(4, 2);
  expect(bodyPosition(world, bodyB)[1]).toBeCloseTo(-1, 2);
});

it('has no limit in a lower limit of 0', () => {
  const world = jointWorld();
  const { joint } = hang(world, 3, 3, 1);
  updateJoint(world, joint, { lengthA: { limits: [0, Infinity] }, lengthB: { limits: [0, 9] } });
  stepWorld(world, DT);
  expect(jointRows(world, joint).map(({ name }) => name)).toEqual(['rope', 'lengthB limit']);
});

it('swings and slides at the side of a body: an end off the centre turns it', () => {
  const world = jointWorld();
  const bodyA = addBox(world, [-1, -2, 0], 4);
  const bodyB = addBox(world, [1.1, -2, 0], 4);
  const joint = createJoint(
    world,
    pulley({ bodyA, bodyB, anchorB: [-0.1, 0.1, 0], groundA: [-1, 0, 0], groundB: [1, 0, 0] }),
  );
  let worst = 0;
  run(world, 5, () => {
    const { lengthA, lengthB } = jointCoordinates(world, joint);
    worst = Math.max(worst, lengthA.value + lengthB.value - 3.9);
  });
  expect(worst).toBeLessThan(1e-3);
});
