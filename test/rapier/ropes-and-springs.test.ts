import { type BodyHandle, createJoint, rope, sphere, spring, type Vec3 } from '@tenon/physics-core';
import { describe, test } from 'vitest';
import { swingFactor } from '../swings.js';
import { crossChecks, DT, GRAVITY, inBoth, type Pair } from './cross-check.js';
import { each, largest, periodOf, record } from './series.js';
import { addBody } from './shapes.js';

const { check } = crossChecks('Ropes and springs');

describe('rope of 2 m', () => {
  /** A ball that begins this far below the nail. */
  const onRope = (position: Vec3): Pair<BodyHandle> =>
    inBoth({}, (world) => {
      const bob = addBody(world, sphere(0.1), { position, mass: 1 });
      createJoint(world, rope({ bodyB: bob, anchorA: [0, 0, 0], anchorB: [0, 0, 0], maxLength: 2 }));
      return bob;
    });

  test('slack it does nothing: free fall over 1 m, to one substep of the speed', () => {
    const pair = onRope([0, -0.5, 0]);
    const steps = 26;
    pair.run(steps);
    const ideal = -0.5 - (GRAVITY * (steps * DT) ** 2) / 2;
    const tolerance = (GRAVITY * steps * DT * DT) / 4;
    check({
      what: 'rope: height while slack, m',
      ideal,
      ...each((name) => pair[name].position(pair.scene)[1]),
      tolerance,
      rapierTolerance: tolerance,
    });
  });

  test('taut it keeps its length, to 1 mm once the impact is over', () => {
    const pair = onRope([0, -0.5, 0]);
    pair.run(300);
    check({
      what: 'rope: length at rest, m',
      ideal: 2,
      ...each((name) => -pair[name].position(pair.scene)[1]),
      tolerance: 1e-3,
      rapierTolerance: 1e-2,
    });
  });

  test('a ball on it swings as a pendulum of 2 m, to 0.2 %', () => {
    const angle = 0.2;
    const pair = onRope([2 * Math.sin(angle), -2 * Math.cos(angle), 0]);
    const swing = record(pair, 900, (engine) => engine.position(pair.scene)[0]);
    // The rope pulls at the centre of the ball, which therefore does not turn.
    const ideal = 2 * Math.PI * Math.sqrt(2 / GRAVITY) * swingFactor(angle);
    check({
      what: 'rope: period, s',
      ideal,
      ...each((name) => periodOf(swing[name])),
      tolerance: 2e-3 * ideal,
      rapierTolerance: 1e-2 * ideal,
    });
  });
});

describe('spring of 1 Hz', () => {
  const onSpring = (dampingRatio: number): Pair<BodyHandle> =>
    inBoth({}, (world) => {
      const bob = addBody(world, sphere(0.1), { position: [0, -1, 0], mass: 3 });
      const ends = { anchorA: [0, 0, 0], anchorB: [0, 0, 0] } as const;
      createJoint(world, spring({ bodyB: bob, ...ends, length: 1, hertz: 1, dampingRatio }));
      return bob;
    });
  const STRETCH = GRAVITY / (2 * Math.PI) ** 2;

  test('with ζ = 1 it rests g / ω² longer, to 1e-3 of it: rest is exact in both', () => {
    const pair = onSpring(1);
    pair.run(600);
    check({
      what: 'spring: stretch at rest, m',
      ideal: STRETCH,
      ...each((name) => -1 - pair[name].position(pair.scene)[1]),
      tolerance: 1e-3 * STRETCH,
      rapierTolerance: 1e-2 * STRETCH,
    });
  });

  test('without damping it swings once a second, to 0.5 %, and after 10 s as far as at first, to 5 %', () => {
    const pair = onSpring(0);
    const swing = record(pair, 600, (engine) => engine.position(pair.scene)[1] + 1 + STRETCH);
    check({
      what: 'spring, ζ = 0: period, s',
      ideal: 1,
      ...each((name) => periodOf(swing[name])),
      tolerance: 5e-3,
      rapierTolerance: 1e-2,
    });
    check({
      what: 'spring, ζ = 0: swing in the last second, m',
      ideal: STRETCH,
      ...each((name) => largest(swing[name].slice(-60))),
      tolerance: 5e-2 * STRETCH,
      // Rapier's implicit spring damps by ωh/2 on its own: exp(-ω² h t / 2) is left after t.
      rapierTolerance: STRETCH,
    });
  });
});
