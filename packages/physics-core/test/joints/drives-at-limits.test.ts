import { describe, expect, it } from 'vitest';
import {
  ball,
  createJoint,
  hinge,
  type JointHandle,
  type JointSolver,
  jointCoordinates,
  slider,
  swingTwist,
  type Vec3,
  type World,
} from '../../src/index.js';
import { jointRows } from '../../src/inspect.js';
import { about } from '../api/context.js';
import { jointWorld, run } from './context.js';
import { addTop, DEGREE, edgeAt } from './swings.js';

/** Drives about three axes that nothing bounds, against rigid limits: the limits win, and no impulse grows. */

const SWING = 0.5;
const WIDE = 0.8;
const TWIST = 0.7;

type Drive = Pick<
  Parameters<typeof ball>[0],
  'motorVelocity' | 'motorTarget' | 'motorHertz' | 'motorMaxTorque' | 'friction'
>;

const kinds = {
  ball: (drive: Drive) =>
    ball({ swing: { limits: [0, SWING] }, twist: { limits: [-TWIST, TWIST] }, ...drive }),
  'swing-twist': (drive: Drive) =>
    swingTwist({
      swingY: { limits: [-SWING, SWING] },
      swingZ: { limits: [-WIDE, WIDE] },
      twist: { limits: [-TWIST, TWIST] },
      ...drive,
    }),
} as const;

/** Degrees past the limits, 0 within. */
const excess = (world: World, joint: JointHandle): number => {
  const { swing, swingY, swingZ, twist } = jointCoordinates(world, joint);
  const past = swing
    ? swing.value - SWING
    : Math.hypot(swingY.value, swingZ.value) -
      edgeAt([-SWING, SWING], [-WIDE, WIDE], Math.atan2(swingZ.value, swingY.value));
  return Math.max(past, Math.abs(twist.value) - TWIST, 0) / DEGREE;
};

/** A bar that sticks out of its joint, under gravity. Worst excess before and after 2 s, and the largest force at 5 and at 10 s. */
const driven = (jointSolver: JointSolver, kind: keyof typeof kinds, drive: Drive) => {
  const world = jointWorld({ jointSolver });
  const bodyB = addTop(world, 2, [0.02, 0.05, 0.04], { position: [0.4, 0, 0] });
  const joint = createJoint(world, { ...kinds[kind](drive), bodyB, anchor: [0, 0, 0] });
  const strength = (): number => Math.max(...jointRows(world, joint).map(({ lambda }) => Math.abs(lambda)));
  let worst = 0;
  run(world, 2, () => {
    worst = Math.max(worst, excess(world, joint));
  });
  let later = 0;
  run(world, 3, () => {
    later = Math.max(later, excess(world, joint));
  });
  const at5 = strength();
  run(world, 5);
  return { worst, later, at5, at10: strength() };
};

const velocities: readonly Vec3[] = [
  [0, 2, 0],
  [0, 0, 20],
  [3, 0, 0],
  [2, 2, 2],
  [10, -5, 3],
];

describe.each([
  ['ball', 'auto'],
  ['ball', 'sweeps'],
  ['swing-twist', 'auto'],
  ['swing-twist', 'sweeps'],
] as const)('a %s joint with the joint solver %s', (kind, jointSolver) => {
  it.each(velocities)('turned by a motor at %s, %s, %s rad/s stops at its limits', (x, y, z) => {
    const { worst, at5, at10 } = driven(jointSolver, kind, { motorVelocity: [x, y, z] });
    expect(worst).toBeLessThan(0.5);
    expect(at10).toBeLessThan(1.5 * at5);
  });

  it.each([0, 4, 30])(
    'drawn by a servo of %s Hz to an orientation beyond its limits stays within',
    (hertz) => {
      const { later, at5, at10 } = driven(jointSolver, kind, {
        motorTarget: about([0.48, 0.6, 0.64], 2.5),
        motorHertz: hertz,
      });
      expect(later).toBeLessThan(0.5);
      expect(at10).toBeLessThan(1.5 * at5);
    },
  );

  it('held by friction without a bound is still led back from outside', () => {
    const world = jointWorld({ gravity: [0, 0, 0], jointSolver });
    const bodyB = addTop(world, 2, [0.02, 0.05, 0.04], { rotation: about([0, 0.6, 0.8], 1.2) });
    const joint = createJoint(world, {
      ...kinds[kind]({ friction: Infinity }),
      bodyB,
      frameA: {},
      frameB: {},
    });
    run(world, 2);
    expect(excess(world, joint)).toBeLessThan(0.1);
  });
});

describe.each(['auto', 'sweeps'] as const)('%s: a motor of one axis without a bound', (jointSolver) => {
  const LIMITS = [-0.4, 0.6] as const;
  const motors = {
    'speed, up': { speed: 3 },
    'speed, down': { speed: -3 },
    'target above': { target: 2 },
    'target below': { target: -2 },
  } as const;
  it.each(Object.entries(motors))('%s: stops at its own limit and does not press on it', (name, motor) => {
    for (const type of [hinge, slider] as const) {
      const world = jointWorld({ jointSolver, gravity: [0, 0, 0] });
      const bodyB = addTop(world, 2, [0.02, 0.05, 0.04], { position: [0.4, 0, 0] });
      const def = { bodyB, anchor: [0, 0, 0], axis: [0, 0, 1], limits: LIMITS, motor } as const;
      const joint = createJoint(world, type(def));
      const value = (): number => Object.values(jointCoordinates(world, joint))[0].value;
      let beyond = 0;
      run(world, 3, () => {
        beyond = Math.max(beyond, LIMITS[0] - value(), value() - LIMITS[1]);
      });
      expect(beyond).toBeLessThan(1e-3);
      expect(value()).toBeCloseTo(/up|above/.test(name) ? LIMITS[1] : LIMITS[0], 3);
      // Two rows without a bound that want different things would push each other up for ever. The sweeps of a hinge leave 0.03.
      expect(Math.max(...jointRows(world, joint).map(({ lambda }) => Math.abs(lambda)))).toBeLessThan(0.1);
    }
  });
});
