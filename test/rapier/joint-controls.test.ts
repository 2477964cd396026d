import {
  type BodyHandle,
  box,
  createJoint,
  hinge,
  type Quat,
  sixDof,
  slider,
  swingTwist,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { describe, test } from 'vitest';
import { crossChecks, GRAVITY, inBoth, type Pair, type Readings } from './cross-check.js';
import { each } from './series.js';
import { addBody } from './shapes.js';

const { check } = crossChecks('Joints: limits and motors');

/** Turn about z of a rotation that has no other part. */
const angleOf = ([, , z, w]: Quat): number => 2 * Math.atan2(z, w);

type Controls = Pick<Parameters<typeof hinge>[0], 'limits' | 'motor'>;

const HALF: Vec3 = [0.5, 0.05, 0.05];
const MASS = 10;
/** About an end. */
const MOMENT = MASS * ((HALF[0] ** 2 + HALF[1] ** 2) / 3 + HALF[0] ** 2);
/** Of its weight about the end while it is level, N·m. */
const LOAD = MASS * GRAVITY * HALF[0];

/** A level bar of 10 kg whose one end is hinged to the world about z. */
const barOn = (controls: Controls, gravity = GRAVITY, spin = 0): Pair<BodyHandle> =>
  inBoth({ gravity: [0, -gravity, 0] }, (world) => {
    const bar = addBody(world, box(...HALF), {
      position: [HALF[0], 0, 0],
      linearVelocity: [0, spin * HALF[0], 0],
      angularVelocity: [0, 0, spin],
      mass: MASS,
    });
    createJoint(world, hinge({ bodyB: bar, anchor: [0, 0, 0], axis: [0, 0, 1], ...controls }));
    return bar;
  });

/** A block of 10 kg on a rail along an axis. */
const blockOn = (axis: Vec3, controls: Controls, build?: (world: World) => void): Pair<BodyHandle> =>
  inBoth({}, (world) => {
    const block = addBody(world, box(0.2, 0.2, 0.2), { position: [0, 0, 0], mass: MASS });
    createJoint(world, slider({ bodyB: block, axis, ...controls }));
    build?.(world);
    return block;
  });

const turn = (engine: Readings, bar: BodyHandle): number => angleOf(engine.rotation(bar));

describe('limits', () => {
  const LIMIT = Math.PI / 4;

  test('a falling bar rests on its lower limit of -45°, to 0.01 rad: the limit has the compliance of rigid rows', () => {
    const pair = barOn({ limits: [-LIMIT, LIMIT] });
    pair.run(240);
    check({
      what: 'hinge: angle at rest on its limit, rad',
      ideal: -LIMIT,
      ...each((name) => turn(pair[name], pair.scene)),
      tolerance: 1e-2,
      rapierTolerance: 5e-2,
    });
  });

  test.each([9, 10, 11])(
    'at %d rad/s without gravity it stops at 45°: Tenon solves the limit speculatively and does not violate it, Rapier by a step at most',
    (spin) => {
      const pair = barOn({ limits: [-LIMIT, LIMIT] }, 0, spin);
      const furthest = { tenon: 0, rapier: 0 };
      pair.run(60, () => {
        for (const name of ['tenon', 'rapier'] as const)
          furthest[name] = Math.max(furthest[name], turn(pair[name], pair.scene));
      });
      check({
        what: `hinge: furthest turn at ${spin} rad/s, rad`,
        ideal: LIMIT,
        ...furthest,
        tolerance: 1e-3,
        rapierTolerance: spin / 60,
      });
    },
  );

  test('a block falls down its rail onto the limit and stays there, to 1 mm', () => {
    const pair = blockOn([0, 1, 0], { limits: [-1, 1] });
    pair.run(180);
    check({
      what: 'slider: height at rest on its limit, m',
      ideal: -1,
      ...each((name) => pair[name].position(pair.scene)[1]),
      tolerance: 1e-3,
      rapierTolerance: 5e-3,
    });
  });
});

describe('motors', () => {
  test('a hinge keeps 2 rad/s while it lifts and lowers the bar: Tenon to 1e-4, Rapier, a damper, to 10 %', () => {
    const pair = barOn({ motor: { speed: 2, maxForce: 200 } });
    const worst = { tenon: 2, rapier: 2 };
    pair.run(240, (step) => {
      if (step < 30) return;
      for (const name of ['tenon', 'rapier'] as const) {
        const speed = pair[name].angularVelocity(pair.scene)[2];
        if (Math.abs(speed - 2) > Math.abs(worst[name] - 2)) worst[name] = speed;
      }
    });
    check({
      what: 'hinge motor under load: speed furthest off, rad/s',
      ideal: 2,
      ...worst,
      tolerance: 2e-4,
      rapierTolerance: 0.2,
    });
  });

  test('a motor at its bound of 5 N·m turns the bar up by τ / I a second, to 1e-3: nothing else acts', () => {
    const pair = barOn({ motor: { speed: 100, maxForce: 5 } }, 0);
    pair.run(60);
    const ideal = 5 / MOMENT;
    check({
      what: 'hinge motor at its bound: speed after 1 s, rad/s',
      ideal,
      ...each((name) => pair[name].angularVelocity(pair.scene)[2]),
      tolerance: 1e-3 * ideal,
      rapierTolerance: 2e-2 * ideal,
    });
  });

  test('a motor of 30 N·m is too weak for the load of 49 N·m: after 0.2 s it falls at (M - τ) t / I, to 1 %', () => {
    const pair = barOn({ motor: { speed: 2, maxForce: 30 } });
    pair.run(12);
    const ideal = (-(LOAD - 30) * 0.2) / MOMENT;
    check({
      what: 'stalled hinge motor: speed after 0.2 s, rad/s',
      ideal,
      ...each((name) => pair[name].angularVelocity(pair.scene)[2]),
      tolerance: 1e-2 * Math.abs(ideal),
      rapierTolerance: 2e-2 * Math.abs(ideal),
    });
  });

  test('a slider lifts 10 kg at 1 m/s, to 1e-4 m/s', () => {
    const pair = blockOn([0, 1, 0], { motor: { speed: 1, maxForce: 500 } });
    pair.run(120);
    check({
      what: 'slider motor: speed, m/s',
      ideal: 1,
      ...each((name) => pair[name].linearVelocity(pair.scene)[1]),
      tolerance: 1e-4,
      rapierTolerance: 1e-2,
    });
  });

  test('a position motor of 2 Hz and ζ = 1 brings a block on a level rail to 0.5 m, to 1 mm after 3 s', () => {
    const motor = { mode: 'position', target: 0.5, hertz: 2, dampingRatio: 1 } as const;
    const pair = blockOn([1, 0, 0], { motor });
    pair.run(180);
    check({
      what: 'slider servo: place after 3 s, m',
      ideal: 0.5,
      ...each((name) => pair[name].position(pair.scene)[0]),
      tolerance: 1e-3,
      rapierTolerance: 1e-2,
    });
  });
});

type SixDofControls = Omit<Parameters<typeof sixDof>[0], 'bodyB' | 'anchor' | 'axis'>;

describe('six-dof', () => {
  /** The level bar of above with a generic joint that leaves it its turn about z. */
  const hingedBar = (twist: Controls, gravity = GRAVITY): Pair<BodyHandle> =>
    inBoth({ gravity: [0, -gravity, 0] }, (world) => {
      const bar = addBody(world, box(...HALF), { position: [HALF[0], 0, 0], mass: MASS });
      const place = { bodyB: bar, anchor: [0, 0, 0], axis: [0, 0, 1] } as const;
      createJoint(world, sixDof({ ...place, rotationX: 'free', twist }));
      return bar;
    });

  /** A block that may move in the x-y plane. */
  const blockInPlane = (controls: SixDofControls): Pair<BodyHandle> =>
    inBoth({}, (world) => {
      const block = addBody(world, box(0.2, 0.2, 0.2), { mass: MASS, linearVelocity: [2, 0, 0] });
      createJoint(world, sixDof({ bodyB: block, axis: [1, 0, 0], x: 'free', y: 'free', ...controls }));
      return block;
    });

  test('a bar falls onto the lower limit of its rotation, -45°, to 0.01 rad', () => {
    const limit = Math.PI / 4;
    const pair = hingedBar({ limits: [-limit, limit] });
    pair.run(240);
    check({
      what: 'six-dof: angle at rest on its limit, rad',
      ideal: -limit,
      ...each((name) => turn(pair[name], pair.scene)),
      tolerance: 1e-2,
      rapierTolerance: 5e-2,
    });
  });

  test('a block that slides and falls comes to rest at the limits of both translations, to 1 mm', () => {
    const pair = blockInPlane({ translationX: { limits: [-1, 0.7] }, translationY: { limits: [-0.5, 1] } });
    pair.run(180);
    [0.7, -0.5].forEach((ideal, i) => {
      check({
        what: `six-dof: ${'xy'[i]} at rest on its limits, m`,
        ideal,
        ...each((name) => pair[name].position(pair.scene)[i]),
        tolerance: 1e-3,
        rapierTolerance: 5e-3,
      });
    });
  });

  test('a motor of 30 N·m is too weak for the bar: after 0.2 s it falls at (M - τ) t / I, to 1 %', () => {
    const pair = hingedBar({ motor: { speed: 2, maxForce: 30 } });
    pair.run(12);
    const ideal = (-(LOAD - 30) * 0.2) / MOMENT;
    check({
      what: 'six-dof: stalled motor, speed after 0.2 s, rad/s',
      ideal,
      ...each((name) => pair[name].angularVelocity(pair.scene)[2]),
      tolerance: 1e-2 * Math.abs(ideal),
      rapierTolerance: 2e-2 * Math.abs(ideal),
    });
  });

  test('motors on two axes lift a block at 1 m/s and bring it to 0.5 m along the other, to 1 mm', () => {
    const pair = blockInPlane({
      translationX: { motor: { mode: 'position', target: 0.5, hertz: 2, dampingRatio: 1 } },
      translationY: { motor: { speed: 1, maxForce: 500 } },
    });
    pair.run(180);
    check({
      what: 'six-dof: place of a servo after 3 s, m',
      ideal: 0.5,
      ...each((name) => pair[name].position(pair.scene)[0]),
      tolerance: 1e-3,
      rapierTolerance: 1e-2,
    });
    check({
      what: 'six-dof: speed of a motor under load, m/s',
      ideal: 1,
      ...each((name) => pair[name].linearVelocity(pair.scene)[1]),
      tolerance: 1e-4,
      rapierTolerance: 1e-2,
    });
  });
});

test('swing-twist: a level bar falls onto the limit of its swing, 45°, to 0.01 rad', () => {
  const limit = Math.PI / 4;
  const pair = inBoth({}, (world) => {
    const bar = addBody(world, box(...HALF), { position: [HALF[0], 0, 0], mass: MASS });
    const cone = { swingY: { limits: [-limit, limit] }, swingZ: { limits: [-limit, limit] } } as const;
    createJoint(
      world,
      swingTwist({ bodyB: bar, anchor: [0, 0, 0], axis: [1, 0, 0], ...cone, twist: { limits: [-0.5, 0.5] } }),
    );
    return bar;
  });
  pair.run(240);
  check({
    what: 'swing-twist: angle at rest on its limit, rad',
    ideal: -limit,
    ...each((name) => turn(pair[name], pair.scene)),
    tolerance: 1e-2,
    rapierTolerance: 5e-2,
  });
});
