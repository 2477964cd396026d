import { describe, expect, it } from 'vitest';
import { trials } from '../../../../../test/fuzz-scale.js';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  centreOfMass,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  fixed,
  hinge,
  hull,
  linearVelocity,
  mesh,
  type Shape,
  setNextPose,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { rotate } from '../../../src/math/quat.js';
import { length, sub } from '../../../src/math/vec3.js';
import { DT } from '../../determinism/context.js';
import { createRandom, randomVec } from '../narrowphase/core-fixture.js';

/** Fast bodies that are no bullets against kinematic ones, and bullets on joints. */
const TRIALS = trials('TRIALS', 30, 1000);

const random = createRandom(31);
const between = (low: number, high: number): number => low + (high - low) * random();

const shapes = (): Shape[] => [
  sphere(between(0.03, 0.13)),
  box(between(0.02, 0.1), between(0.05, 0.15), between(0.05, 0.15)),
  capsule(between(0.02, 0.07), between(0.1, 0.3)),
  box(0.01, 0.4, 0.01),
  hull(Array.from({ length: 10 }, () => randomVec(random, 0.15))),
];

/** Among the shapes: it has hardly any inertia about its axis, and joints cannot hold what hangs on it at such speeds. */
const ROD = 3;

/** A plate of 1 to 5 cm, thin along x: a box, or a mesh of two sides. */
const plateShape = (): Shape => {
  if (random() < 0.7) return box(between(0.005, 0.025), 2, 2);
  return mesh([0, -2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2], [0, 1, 2, 0, 2, 3], { twoSided: true });
};

interface Trial {
  /** Of the plate. */
  readonly velocity?: () => Vec3;
  readonly spin?: () => Vec3;
  readonly type?: 'kinematic' | 'static' | 'dynamic';
  /** Moves the plate by setNextPose instead of by its velocity. */
  readonly byPose?: boolean;
  /** Of the bodies along x. */
  readonly speed?: () => number;
  readonly bullet?: boolean;
  readonly noRods?: boolean;
  readonly build?: (world: World, body: BodyHandle) => void;
}

/** Side of the plate on which the body's middle is, or 0 where it is beside the plate. */
const sideOf = (world: World, plate: BodyHandle, body: BodyHandle): number => {
  const [x, y, z, w] = bodyRotation(world, plate);
  const at = rotate([-x, -y, -z, w], sub(centreOfMass(world, body), bodyPosition(world, plate)));
  return Math.abs(at[1]) > 1.7 || Math.abs(at[2]) > 1.7 ? 0 : at[0] < 0 ? -1 : 1;
};

const getsThrough = (shape: Shape, trial: Trial): boolean => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const velocity = trial.velocity?.() ?? [0, 0, 0];
  const type = trial.type ?? 'kinematic';
  const start: Vec3 = [0, 0, 0];
  const plate = createBody(world, {
    type,
    position: start,
    ...(type === 'dynamic' ? { mass: 50 } : {}),
    ...(trial.byPose ? {} : { linearVelocity: velocity }),
    angularVelocity: trial.spin?.() ?? [0, 0, 0],
  });
  createCollider(world, plate, { shape: type === 'dynamic' ? box(0.02, 2, 2) : plateShape() });
  const body = createBody(world, {
    position: [-between(2, 6), between(-0.5, 0.5), between(-0.5, 0.5)],
    linearVelocity: [trial.speed?.() ?? between(50, 500), 0, 0],
    angularVelocity: randomVec(random, trial.speed ? 1 : 50),
    bullet: trial.bullet ?? false,
    mass: between(1, 2),
  });
  createCollider(world, body, { shape });
  trial.build?.(world, body);
  for (let i = 1; i <= 30; i++) {
    if (trial.byPose)
      setNextPose(world, plate, [velocity[0] * i * DT, velocity[1] * i * DT, velocity[2] * i * DT]);
    stepWorld(world, DT);
    const side = sideOf(world, plate, body);
    if (side === 0) return false;
    if (side > 0) return true;
    if (linearVelocity(world, body)[0] < linearVelocity(world, plate)[0] - 1) return false;
  }
  return false;
};

const through = (trial: Trial): number => {
  let count = 0;
  for (let k = 0; k < TRIALS; k++) {
    const list = shapes().filter((_, i) => i !== ROD || trial.noRods !== true);
    if (getsThrough(list[k % list.length], trial)) count++;
  }
  return count;
};

describe(`of ${TRIALS} fast bodies that are no bullets none gets through`, () => {
  const plates: Record<string, Trial> = {
    'kinematic plates at rest': {},
    'kinematic plates that move': { velocity: () => [between(-20, 10), between(-1, 1), between(-1, 1)] },
    'kinematic plates that spin': { spin: () => [between(-5, 5), between(-5, 5), between(-10, 10)] },
    'kinematic plates with a next pose': { byPose: true, velocity: () => [between(-30, 10), 0, 0] },
  };
  it.each(Object.entries(plates))('%s', (_, trial) => expect(through(trial)).toBe(0));
});

describe(`of ${TRIALS} slow bodies none gets through`, () => {
  const plates: Record<string, Trial> = {
    'plates of 50 to 500 m/s': { velocity: () => [-between(50, 500), 0, 0], speed: () => between(-1, 1) },
    'plates with next poses as far': {
      byPose: true,
      velocity: () => [-between(50, 500), 0, 0],
      speed: () => between(-1, 1),
    },
  };
  it.each(Object.entries(plates))('%s', (_, trial) => expect(through(trial)).toBe(0));
});

describe(`of ${TRIALS} bullets on joints none gets through`, () => {
  /** Another body behind the bullet, with the same velocity. */
  const follower = (world: World, body: BodyHandle, away: number, up = 0): BodyHandle => {
    const [x, y, z] = bodyPosition(world, body);
    const other = createBody(world, {
      position: [x - away, y + up, z],
      linearVelocity: linearVelocity(world, body),
    });
    createCollider(world, other, { shape: sphere(0.1), density: 200 });
    return other;
  };
  const chain = (world: World, body: BodyHandle): void => {
    let last = body;
    for (let i = 0; i < 4; i++) {
      const next = follower(world, last, 0.5);
      createJoint(world, ball({ bodyA: last, bodyB: next, anchor: bodyPosition(world, next) }));
      last = next;
    }
  };
  /** A triangle of three bodies: a loop, which is no tree. */
  const loop = (world: World, body: BodyHandle): void => {
    const [one, two] = [0.3, -0.3].map((up) => follower(world, body, 0.5, up));
    const axis: Vec3 = [0, 0, 1];
    createJoint(world, hinge({ bodyA: body, bodyB: one, anchor: bodyPosition(world, one), axis }));
    createJoint(world, hinge({ bodyA: one, bodyB: two, anchor: bodyPosition(world, two), axis }));
    createJoint(world, ball({ bodyA: body, bodyB: two, anchor: bodyPosition(world, body) }));
  };
  const trials: Record<string, Trial> = {
    'static plates, in a chain': { type: 'static', build: chain },
    'dynamic plates, in a chain': { type: 'dynamic', build: chain },
    'kinematic plates, in a chain': { velocity: () => [between(-20, 10), 0, 0], build: chain },
    'static plates, in a loop': { type: 'static', build: loop, speed: () => between(50, 200) },
    'kinematic plates, in a loop': { build: loop, speed: () => between(50, 200), noRods: true },
  };
  it.each(Object.entries(trials))('%s', (_, trial) =>
    expect(through({ ...trial, bullet: true, noRods: true })).toBe(0),
  );
});

it('the sweep of one body stretches no joint: all that hangs together is rolled back', () => {
  let worst = 0;
  for (let k = 0; k < 20; k++) {
    const world = createWorld({ gravity: [0, 0, 0] });
    createCollider(world, createBody(world, { type: 'kinematic' }), { shape: box(0.01, 3, 3) });
    const speed = between(50, 300);
    const parts = [0, 0.4, 0.8].map((x) => {
      const body = createBody(world, {
        position: [-4 - 0.07 * k - x, 0, 0],
        linearVelocity: [speed, 0, 0],
        bullet: true,
      });
      createCollider(world, body, { shape: sphere(0.15) });
      return body;
    });
    for (const i of [0, 1])
      createJoint(
        world,
        fixed({ bodyA: parts[i], bodyB: parts[i + 1], anchor: bodyPosition(world, parts[i]) }),
      );
    for (let i = 0; i < 12; i++) {
      stepWorld(world, DT);
      // Until the impact, which is solved in the step after the rollback.
      if (parts.some((body) => Math.abs(linearVelocity(world, body)[0] - speed) > 1e-6)) break;
      const [a, b, c] = parts.map((body) => bodyPosition(world, body));
      worst = Math.max(worst, Math.abs(length(sub(a, b)) - 0.4), Math.abs(length(sub(b, c)) - 0.4));
    }
    for (const body of parts) expect(bodyPosition(world, body)[0]).toBeLessThan(0);
  }
  expect(worst).toBeLessThan(1e-6);
});
