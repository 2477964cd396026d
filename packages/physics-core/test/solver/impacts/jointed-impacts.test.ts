// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyDef,
  type BodyHandle,
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  distance,
  fixed,
  gear,
  halfSpace,
  hinge,
  type JointDef,
  linearVelocity,
  type Shape,
  slider,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, momentum, potentialEnergy } from '../../../src/inspect.js';
import { add as add3, cross, dot, length, scale, sub } from '../../../src/math/vec3.js';
import { eventsOf } from '../../api/context.js';
import { seeded } from '../../collision/narrowphase/polyhedron-fixture.js';
import { DT, G, jointWorld, off, run } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';

/** Contacts that strike a body which joints hold: the joints bear their part in the same moment. */

const weightless = (): World => jointWorld({ gravity: [0, 0, 0] });

const add = (world: World, shape: Shape, def: BodyDef, restitution = 1, friction = 0): BodyHandle => {
  const body = createBody(world, def);
  createCollider(world, body, { shape, restitution, friction });
  return body;
};

/** Two walls, their faces at ±x. */
const addWalls = (world: World, x: number): void => {
  for (const side of [-1, 1])
    add(world, box(0.5, 5, 5), { type: 'static', position: [side * (x + 0.5), 0, 0] });
};

const energyOf = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

const SWING: BodyDef = {
  position: [0, -1, 0],
  mass: 1,
  linearVelocity: [3, 0, 0],
  angularVelocity: [0, 0, 3],
};

const PENDULUMS: Readonly<Record<string, (world: World) => void>> = {
  'an arm on a hinge': (world) => {
    const bodyB = add(world, box(0.05, 1, 0.05), SWING);
    createJoint(world, hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  },
  'a bob on a ball joint': (world) => {
    const bodyB = add(world, sphere(0.1), SWING);
    createJoint(world, ball({ bodyB, anchor: [0, 0, 0] }));
  },
  'a box on a ball joint': (world) => {
    const bodyB = add(world, box(0.1, 0.2, 0.1), SWING);
    createJoint(world, ball({ bodyB, anchor: [0, 0, 0] }));
  },
  'a bob on a rod': (world) => {
    const bodyB = add(world, sphere(0.1), { ...SWING, angularVelocity: [0, 0, 0] });
    createJoint(world, distance({ bodyB, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 1 }));
  },
};

describe.each(Object.keys(PENDULUMS))('%s between two walls', (name) => {
  it('with e = 1 keeps its energy to 1 % for 10 s', () => {
    const world = weightless();
    PENDULUMS[name](world);
    addWalls(world, 0.6);
    stepWorld(world, DT);
    const start = energyOf(world);
    run(world, 10, () => {
      expect(energyOf(world)).toBeGreaterThan(0.99 * start);
      expect(energyOf(world)).toBeLessThan(1.001 * start);
    });
  });

  it('under gravity its energy does not rise, and less than 2 % is lost in 10 s', () => {
    const world = jointWorld();
    PENDULUMS[name](world);
    addWalls(world, 0.4);
    stepWorld(world, DT);
    // From the lowest point, 1 m below the joint.
    const above = (): number => energyOf(world) + G;
    const start = above();
    run(world, 10, () => {
      // Without walls it swings by 0.6 % to both sides, as a step of this length does.
      expect(above()).toBeLessThan(1.006 * start);
      expect(above()).toBeGreaterThan(0.98 * start);
    });
  });
});

describe('an arm that turns about its end and strikes a post', () => {
  const MASS = 3;
  const LENGTH = 2;
  const SPIN = 5;
  /** About the hinge. */
  const INERTIA = (MASS * LENGTH * LENGTH) / 3 + (MASS * 0.1 * 0.1) / 12;

  /** The post stands so that the arm reaches it within the first step. */
  const strike = (
    at: number,
    restitution: number,
    breakForce = Infinity,
  ): { world: World; arm: BodyHandle } => {
    const world = weightless();
    add(world, sphere(0.1), { type: 'static', position: [at, -0.17, 0] }, restitution);
    const arm = add(
      world,
      box(LENGTH / 2, 0.05, 0.05),
      {
        position: [LENGTH / 2, 0, 0],
        mass: MASS,
        linearVelocity: [0, (-SPIN * LENGTH) / 2, 0],
        angularVelocity: [0, 0, -SPIN],
      },
      restitution,
    );
    createJoint(world, hinge({ bodyB: arm, anchor: [0, 0, 0], axis: [0, 0, 1], breakForce }));
    return { world, arm };
  };

  it.each([1, 0.7, 0.3])('turns back at e = %f times its speed, wherever the post stands', (e) => {
    for (const at of [0.5, 1, 4 / 3, 1.9]) {
      const { world, arm } = strike(at, e);
      run(world, 0.2);
      expect(off(angularVelocity(world, arm)[2], e * SPIN)).toBeLessThan(0.01);
    }
  });

  // The post gives I ω (1 + e) / d, the middle takes m ω (1 + e) l / 2, the hinge bears the difference.
  const borne = (at: number): number => (Math.abs(INERTIA / at - (MASS * LENGTH) / 2) * SPIN * 2) / (DT / 4);

  it.each([0.8, 1.9])('pulls at its hinge as the impulse says, at %f m', (at) => {
    const { world } = strike(at, 1, 0.7 * borne(at));
    let force = 0;
    run(world, 0.1, () => {
      for (const event of eventsOf(world, 'joint-break')) force = length(event.force);
    });
    expect(off(force, borne(at))).toBeLessThan(0.05);
  });

  it('at its centre of percussion the hinge feels next to nothing', () => {
    // Its own rotation asks for m ω² l / 2 all the time.
    const { world } = strike(INERTIA / ((MASS * LENGTH) / 2), 1, 2 * MASS * SPIN * SPIN);
    run(world, 0.2, () => expect(eventsOf(world, 'joint-break')).toEqual([]));
  });
});

it.each([1, 0.5])('what strikes an arm in gear with a wheel bounces off both, e = %f', (e) => {
  const INERTIA = 3;
  const SPEED = 5;
  const WHEEL = 2;
  const world = weightless();
  const massProperties = { mass: 1, inertia: [1, 1, INERTIA] } as const;
  const arm = add(world, box(1.2, 0.1, 0.1), { massProperties }, e);
  const wheel = addMass(world, [0, 0, 5], 1, [WHEEL, WHEEL, WHEEL]);
  const [jointA, jointB] = [arm, wheel].map((bodyB) => createJoint(world, hinge({ bodyB, axis: [0, 0, 1] })));
  createJoint(world, gear({ jointA, jointB, ratio: 1 }));
  const striker = add(
    world,
    sphere(0.1),
    { position: [1, 1, 0], linearVelocity: [0, -SPEED, 0], mass: 1 },
    e,
  );
  run(world, 0.5);
  // At 1 m from its hinge the arm, which takes the wheel along, is as heavy as a body of so many kg.
  const felt = INERTIA + WHEEL;
  const impulse = ((1 + e) * SPEED * felt) / (1 + felt);
  // The gear closes a loop, and closing rows yield by some 1e-9 of what they bear.
  expect(off(linearVelocity(world, striker)[1], impulse - SPEED)).toBeLessThan(1e-8);
  expect(off(angularVelocity(world, arm)[2], -impulse / felt)).toBeLessThan(1e-8);
  expect(angularVelocity(world, wheel)[2]).toBeCloseTo(-angularVelocity(world, arm)[2], 9);
});

describe('a double pendulum between two walls', () => {
  it.each([0.3, 0.6])('faces at %f m: its energy never rises', (x) => {
    const world = weightless();
    const upper = createBody(world, { position: [0, -0.5, 0], mass: 1 });
    createCollider(world, upper, { shape: box(0.03, 0.5, 0.03), mask: 0 });
    const lower = add(world, box(0.03, 0.5, 0.03), {
      position: [0, -1.5, 0],
      mass: 1,
      linearVelocity: [1.5, 0, 0],
      angularVelocity: [0, 0, 3],
    });
    createJoint(world, hinge({ bodyB: upper, anchor: [0, 0, 0], axis: [0, 0, 1] }));
    createJoint(world, hinge({ bodyA: upper, bodyB: lower, anchor: [0, -1, 0], axis: [0, 0, 1] }));
    addWalls(world, x);
    let last = energyOf(world);
    run(world, 10, () => {
      expect(energyOf(world)).toBeLessThan(1.002 * last);
      last = Math.min(last, energyOf(world));
    });
  });
});

describe('pairs on a joint that meet in space', () => {
  const joints = {
    ball: (bodyA: BodyHandle, bodyB: BodyHandle, anchor: Vec3) => ball({ bodyA, bodyB, anchor }),
    hinge: (bodyA: BodyHandle, bodyB: BodyHandle, anchor: Vec3) =>
      hinge({ bodyA, bodyB, anchor, axis: [0, 0, 1] }),
    slider: (bodyA: BodyHandle, bodyB: BodyHandle, anchor: Vec3) =>
      slider({ bodyA, bodyB, anchor, axis: [0, 0, 1] }),
    fixed: (bodyA: BodyHandle, bodyB: BodyHandle, anchor: Vec3) => fixed({ bodyA, bodyB, anchor }),
  };
  const cases = (Object.keys(joints) as (keyof typeof joints)[]).flatMap((name) =>
    [1, 0.5, 0].flatMap((e) => [0, 0.5].map((mu) => [name, e, mu] as const)),
  );

  it.each(cases)('%s, e = %f, μ = %f: momentum stays, energy does not rise', (name, e, mu) => {
    const random = seeded(9);
    const part = (): number => 0.4 * (random() - 0.5);
    for (let trial = 0; trial < 20; trial++) {
      const world = weightless();
      const shape = trial % 2 === 0 ? box(0.2, 0.25, 0.15) : sphere(0.25);
      for (const side of [-1, 1]) {
        const [a, b] = [0, 1].map((k) =>
          add(
            world,
            shape,
            {
              position: [1.2 * side, 0.6 * k, 0.2 * side],
              linearVelocity: [-3 * side, part(), part()],
              mass: 1 + k,
            },
            e,
            mu,
          ),
        );
        createJoint(world, joints[name](a, b, [1.2 * side, 0.3, 0.2 * side]));
      }
      const before = momentum(world);
      const start = kineticEnergy(world);
      run(world, 1.5, () => expect(kineticEnergy(world)).toBeLessThan(1.001 * start));
      const after = momentum(world);
      expect(length(sub(after.linear, before.linear))).toBeLessThan(1e-12 * 18);
      // Contacts that slide, and joints that come apart by a millimetre, shift what turns.
      expect(length(sub(after.angular, before.angular))).toBeLessThan(0.02 * length(before.angular));
    }
  });
});

describe('a bob that its joint pulls towards a slanted wall', () => {
  it.each([
    [0.7, 1, 3],
    [2, 0.5, 5],
  ])('tilt %f, lever %f m, %f m/s: no hit is missed, from a hundred distances', (tilt, lever, speed) => {
    for (let k = 0; k < 100; k++) {
      const world = weightless();
      const bob = add(
        world,
        sphere(0.1),
        {
          position: [lever, 0, 0],
          linearVelocity: [0, speed, 0],
          angularVelocity: [0, 0, speed / lever],
          mass: 1,
        },
        1,
        0,
      );
      createJoint(world, hinge({ bodyB: bob, anchor: [0, 0, 0], axis: [0, 0, 1] }));
      const size = Math.sqrt(tilt * tilt + 1);
      const [x, y] = [tilt / size, -1 / size];
      const wall = createBody(world, { type: 'static' });
      const shape = halfSpace([x, y, 0], x * lever + y * (0.2 + 0.001 * k) - 0.1);
      createCollider(world, wall, { shape, restitution: 1, friction: 0 });
      const start = kineticEnergy(world);
      let least = Infinity;
      run(world, 0.25, () => {
        least = Math.min(least, angularVelocity(world, bob)[2]);
      });
      expect(least).toBeLessThan(0);
      expect(kineticEnergy(world)).toBeGreaterThan(0.98 * start);
    }
  });

  it('a small ball on a lever of 20 m bounces in every direction', () => {
    for (const along of [[1, 0, 0] as const, [1, 1, 0] as const, [1, 1, 1] as const]) {
      const world = weightless();
      const size = length(along);
      const at = (x: number): Vec3 => [(along[0] * x) / size, (along[1] * x) / size, (along[2] * x) / size];
      const side = cross(at(1), [0, 0.6, 0.8]);
      const across = scale(side, 1 / length(side));
      const axis = cross(at(1), across);
      const bob = add(
        world,
        sphere(0.01),
        { position: at(20), linearVelocity: scale(across, 3), angularVelocity: scale(axis, 3 / 20), mass: 1 },
        1,
        0,
      );
      createJoint(world, hinge({ bodyB: bob, anchor: [0, 0, 0], axis }));
      const n = scale(across, -1);
      const wall = createBody(world, { type: 'static', position: add3(at(20), scale(across, 0.3)) });
      createCollider(world, wall, { shape: halfSpace(n, 0), restitution: 1, friction: 0 });
      const start = kineticEnergy(world);
      run(world, 0.5);
      expect(dot(linearVelocity(world, bob), across)).toBeLessThan(-2.9);
      expect(kineticEnergy(world) / start).toBeGreaterThan(0.99);
    }
  });
});

describe('a body that joints hold wholly', () => {
  const welds: readonly [name: string, hold: (bodyB: BodyHandle, anchor: Vec3) => JointDef][] = [
    ['weld', (bodyB, anchor) => fixed({ bodyB, anchor })],
    ['slider across the blow', (bodyB, anchor) => slider({ bodyB, anchor, axis: [1, 0, 0] })],
  ];
  it.each(welds)('struck by what nothing stops moves no faster than that: %s', (_, hold) => {
    const random = seeded(5);
    const between = (low: number, high: number): number => low + (high - low) * random();
    for (let i = 0; i < 40; i++) {
      const world = jointWorld({});
      const struck = add(world, box(between(0.1, 0.4), 0.2, 0.3), { position: [0, 0.5, 0] }, 0.5);
      createJoint(world, hold(struck, [between(-1, 1), between(-1, 1), between(-1, 1)]));
      const position: Vec3 = [between(-0.2, 0.2), 1.2, between(-0.2, 0.2)];
      add(world, box(0.3, 0.2, 0.3), { type: 'kinematic', position, linearVelocity: [0, -5, 0] }, 0.5);
      let fastest = 0;
      run(world, 8 * DT, () => {
        fastest = Math.max(fastest, length(linearVelocity(world, struck)));
      });
      // The lift has 5 m/s, and 7.5 m/s is what it would give a free body. The rest is what turns about the joint.
      expect(fastest).toBeLessThan(20);
    }
  });
});
