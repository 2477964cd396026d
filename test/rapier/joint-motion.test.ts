import {
  allJoints,
  type BodyHandle,
  ball,
  box,
  createJoint,
  fixed,
  hinge,
  sixDof,
  slider,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { heavyPendulum } from '@tenon/scenes';
import { describe, expect, test } from 'vitest';
import { rotate, separation } from '../shared/joint-error.js';
import { swingFactor } from '../swings.js';
import { crossChecks, DT, GRAVITY, inBoth, type Readings } from './cross-check.js';
import { invariants, lengthOf } from './invariants.js';
import { each, largest, periodOf, record } from './series.js';
import { addBody } from './shapes.js';

const { check } = crossChecks('Joints: error, period, free axes');

/** Half extents of a bar along y, and its moment about an end, per kilogram. */
const BAR: Vec3 = [0.05, 0.5, 0.05];
const END_MOMENT = (BAR[0] ** 2 + BAR[1] ** 2) / 3 + BAR[1] ** 2;
const PERIOD = 2 * Math.PI * Math.sqrt(END_MOMENT / (GRAVITY * BAR[1]));

/** A bar that hangs from the origin, turned by an angle about z. */
const addBar = (world: World, angle: number): BodyHandle =>
  addBody(world, box(...BAR), {
    position: [BAR[1] * Math.sin(angle), -BAR[1] * Math.cos(angle), 0],
    rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    mass: 2,
  });

const PENDULUMS: readonly (readonly [string, (world: World, bar: BodyHandle) => void])[] = [
  ['ball', (world, bodyB) => createJoint(world, ball({ bodyB, anchor: [0, 0, 0] }))],
  ['hinge', (world, bodyB) => createJoint(world, hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 0, 1] }))],
  [
    'six-dof as hinge',
    (world, bodyB) =>
      createJoint(world, sixDof({ bodyB, anchor: [0, 0, 0], axis: [0, 0, 1], rotationX: 'free' })),
  ],
];

describe.each(PENDULUMS)('a bar on a joint to the world: %s', (name, hang) => {
  test.each([
    [0.1, 0.002, 0.01],
    [1.5, 0.005, 0.05],
  ])(
    'swings %d rad wide with the period of the elliptic integral: to 0.2 or 0.5 %, as little as it loses of its swing; Rapier loses more',
    (angle, part, rapierPart) => {
      const pair = inBoth({}, (world) => {
        const bar = addBar(world, angle);
        hang(world, bar);
        return bar;
      });
      const swing = record(pair, 600, (engine) => engine.position(pair.scene)[0]);
      const ideal = PERIOD * swingFactor(angle);
      check({
        what: `${name}, ${angle} rad: period, s`,
        ideal,
        ...each((engine) => periodOf(swing[engine])),
        tolerance: part * ideal,
        rapierTolerance: rapierPart * ideal,
      });
    },
  );

  test('stays on its pivot, to 1 mm: the stretch of a joint of 60 Hz under the weight and the swing', () => {
    const pair = inBoth({}, (world) => {
      const bar = addBar(world, 1.5);
      hang(world, bar);
      return bar;
    });
    const apart = separation(pair.world, allJoints(pair.world));
    const gaps = record(pair, 300, apart);
    check({
      what: `${name}: largest joint error, m`,
      ideal: 0,
      ...each((engine) => largest(gaps[engine])),
      tolerance: 1e-3,
      rapierTolerance: 5e-3,
    });
  });
});

test('five bars on ball joints, released level: no joint apart by 15 mm, the pull of the fall over m ω² of a light end at 60 Hz', () => {
  const pair = inBoth({}, (world) => {
    let above: { bodyA?: BodyHandle } = {};
    for (let i = 0; i < 5; i++) {
      const bodyB = addBody(
        world,
        box(0.25, 0.05, 0.05),
        { position: [0.5 * i + 0.25, 0, 0], mass: 1 },
        { mask: 0 },
      );
      createJoint(world, ball({ ...above, bodyB, anchor: [0.5 * i, 0, 0] }));
      above = { bodyA: bodyB };
    }
  });
  const gaps = record(pair, 300, separation(pair.world, allJoints(pair.world)));
  const found = each((engine) => largest(gaps[engine]));
  check({
    what: 'chain of five: largest joint error, m',
    ideal: 0,
    ...found,
    tolerance: 1.5e-2,
    rapierTolerance: 5e-2,
  });
});

test('a hinge bears a load beside it without tilting, to 1 mrad: its axis rows have the compliance of its point', () => {
  const pair = inBoth({}, (world) => {
    const arm = addBody(world, box(0.05, 0.05, 0.5), { position: [0, 0, 0.5], mass: 2 });
    createJoint(world, hinge({ bodyB: arm, anchor: [0, 0, 0], axis: [0, 0, 1] }));
    return arm;
  });
  const tilts = record(pair, 180, (engine) => rotate(engine.rotation(pair.scene), [0, 0, 1])[1]);
  check({
    what: 'hinge: tilt under a load beside it, rad',
    ideal: 0,
    ...each((engine) => largest(tilts[engine])),
    tolerance: 1e-3,
    rapierTolerance: 5e-2,
  });
});

test('a slider on a rail of 30° gains g sin 30° a second, to 1e-3: nothing but its rail acts on it', () => {
  const axis: Vec3 = [Math.cos(Math.PI / 6), -0.5, 0];
  const pair = inBoth({}, (world) => {
    const bodyB = addBody(world, box(0.2, 0.2, 0.2), { position: [0, 0, 0], mass: 3 });
    createJoint(world, slider({ bodyB, axis }));
    return bodyB;
  });
  pair.run(60);
  const speeds = each((name) => lengthOf(pair[name].linearVelocity(pair.scene)));
  check({
    what: 'slider: speed after 1 s, m/s',
    ideal: GRAVITY / 2,
    ...speeds,
    tolerance: 1e-3 * GRAVITY,
    rapierTolerance: 1e-2 * GRAVITY,
  });
  const off = (engine: Readings): number => {
    const [x, y, z] = engine.position(pair.scene);
    return Math.hypot(x * axis[1] - y * axis[0], z);
  };
  check({
    what: 'slider: way off the rail, m',
    ideal: 0,
    ...each((name) => off(pair[name])),
    tolerance: 1e-3,
    rapierTolerance: 5e-3,
  });
});

describe('fixed', () => {
  test('a load on an arm sags no more than the compliance of point and lock at 60 Hz allows: F / (m ω²) with m = 1 / (1/M + L²/I), and L M g L / (I ω²)', () => {
    const [mass, half, arm] = [5, 0.2, 0.5];
    const pair = inBoth({}, (world) => {
      const load = addBody(world, box(half, half, half), { position: [arm, 0, 0], mass });
      createJoint(world, fixed({ bodyB: load, anchor: [0, 0, 0] }));
      return load;
    });
    pair.run(180);
    const moment = (2 / 3) * mass * half * half;
    const sag = (mass * GRAVITY * (1 / mass + (2 * arm * arm) / moment)) / (2 * Math.PI * 60) ** 2;
    check({
      what: 'fixed: sag of an arm, m',
      ideal: 0,
      ...each((name) => pair[name].position(pair.scene)[1]),
      tolerance: 1.01 * sag,
      rapierTolerance: 2e-2,
    });
  });

  test('two bodies that spin about each other keep their angular momentum: Tenon to 1e-6, as its levers meet in one point', () => {
    const pair = inBoth({ gravity: [0, 0, 0] }, (world) => {
      const bodies = [-0.4, 0.4].map((x) =>
        addBody(world, box(0.3, 0.2, 0.1), {
          position: [x, 0, 0],
          linearVelocity: [0, 8 * x, 0],
          angularVelocity: [0, 0, 8],
          mass: 2,
        }),
      );
      createJoint(world, fixed({ bodyA: bodies[0], bodyB: bodies[1], anchor: [0, 0, 0] }));
      return bodies;
    });
    const momentum = (engine: Readings): number =>
      lengthOf(invariants(pair.world, pair.scene, engine).angularMomentum);
    const ideal = momentum(pair.tenon);
    pair.run(180);
    check({
      what: 'fixed: angular momentum after 3 s, kg m²/s',
      ideal,
      ...each((name) => momentum(pair[name])),
      tolerance: 1e-6 * ideal,
      // Its impulses act in two points while the joint is apart, and a fifth is lost.
      rapierTolerance: 0.25 * ideal,
    });
  });
});

test('six-dof with two free translations: a body falls freely in its plane and keeps out of the third, to 1 mm', () => {
  const pair = inBoth({}, (world) => {
    const bodyB = addBody(world, box(0.2, 0.2, 0.2), { position: [0, 0, 0], linearVelocity: [2, 0, 1] });
    createJoint(world, sixDof({ bodyB, x: 'free', y: 'free', axis: [1, 0, 0] }));
    return bodyB;
  });
  pair.run(60);
  const [x, y, z] = [0, 1, 2].map((i) => each((name) => pair[name].position(pair.scene)[i]));
  check({ what: 'six-dof: way along x, m', ideal: 2, ...x, tolerance: 1e-3, rapierTolerance: 1e-2 });
  check({
    what: 'six-dof: fall, m',
    ideal: -GRAVITY / 2,
    ...y,
    tolerance: (GRAVITY * DT) / 4,
    rapierTolerance: (GRAVITY * DT) / 2,
  });
  check({ what: 'six-dof: way along z, m', ideal: 0, ...z, tolerance: 1e-3, rapierTolerance: 5e-3 });
});

test('fifty links with fifty tons: joints stay within 0.1 mm for 4 s, those of Rapier part by more than 2 m', () => {
  const pair = inBoth(heavyPendulum.settings ?? {}, (world) => heavyPendulum.build(world));
  const gap = separation(pair.world, allJoints(pair.world));
  const worst = { tenon: 0, rapier: 0 };
  pair.run(240, () => {
    worst.tenon = Math.max(worst.tenon, gap(pair.tenon));
    worst.rapier = Math.max(worst.rapier, gap(pair.rapier));
  });
  expect(worst.tenon).toBeLessThan(1e-4);
  expect(worst.rapier).toBeGreaterThan(2);
});
