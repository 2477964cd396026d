import {
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createJoint,
  destroyJoint,
  distance,
  fixed,
  hashWorld,
  hinge,
  type JointDef,
  type JointHandle,
  jointCoordinate,
  jointError,
  jointReaction,
  pointOnLine,
  pointOnPlane,
  restoreSnapshot,
  rotationLock,
  slider,
  takeSnapshot,
  updateBody,
  updateJoint,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { articulationStats, kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { addBody, awakeWorld, G, run, weightlessWorld } from './context.js';

/** Several joints between the same two bodies. */

const makers: readonly ((bodies: Pair, anchor: Vec3, axis: Vec3) => JointDef)[] = [
  (bodies, anchor) => ball({ ...bodies, anchor }),
  (bodies, anchor, axis) => hinge({ ...bodies, anchor, axis }),
  (bodies, anchor, axis) => slider({ ...bodies, anchor, axis }),
  (bodies, anchor) => fixed({ ...bodies, anchor }),
  (bodies, anchor, axis) => distance({ ...bodies, anchorA: anchor, anchorB: axis }),
  (bodies, anchor, axis) => pointOnLine({ ...bodies, anchor, axis }),
  (bodies, anchor, axis) => pointOnPlane({ ...bodies, anchor, axis }),
  (bodies) => rotationLock(bodies),
];

interface Pair {
  readonly bodyA: BodyHandle;
  readonly bodyB: BodyHandle;
}

const addBox = (world: World, position: Vec3, mass = 1, half: Vec3 = [0.1, 0.1, 0.1]): BodyHandle =>
  addBody(world, box(...half), { position, mass });

it('parallel joints whose anchors are metres away from both bodies neither come apart nor add energy', () => {
  const random = createRandom(7);
  const { between } = random;
  const direction = (): Vec3 => {
    const [x, y, z] = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  };
  for (let i = 0; i < 16; i++) {
    const world = awakeWorld();
    const bodyA = createBody(world, { type: 'static' });
    const size: Vec3 = [between(0.1, 0.5), between(0.1, 0.5), between(0.1, 0.5)];
    const bodyB = addBox(world, [between(0.5, 1.5), between(-0.5, 0.5), 0], between(0.3, 3), size);
    const joints = Array.from({ length: 2 + Math.floor(3 * random.next()) }, () => {
      const make = makers[Math.floor(makers.length * random.next())];
      const [x, y, z] = direction();
      const distance = between(1, 10);
      const anchor: Vec3 = [x * distance, y * distance, z * distance];
      return createJoint(world, make({ bodyA, bodyB }, anchor, direction()));
    });
    const start = kineticEnergy(world) + potentialEnergy(world);
    let fastest = 0;
    let gain = 0;
    run(world, 10, () => {
      const kinetic = kineticEnergy(world);
      fastest = Math.max(fastest, kinetic);
      gain = Math.max(gain, kinetic + potentialEnergy(world) - start);
    });
    // A hundredth is what the steps of a long pendulum make of the energy.
    expect(gain).toBeLessThan(0.01 * fastest + 1e-3);
    for (const joint of joints) expect(jointError(world, joint).linear).toBeLessThan(0.005);
  }
});

describe.each([
  ['ball', (bodyB: BodyHandle, anchor: Vec3) => ball({ bodyB, anchor })],
  ['fixed', (bodyB: BodyHandle, anchor: Vec3) => fixed({ bodyB, anchor })],
  ['hinge', (bodyB: BodyHandle, anchor: Vec3) => hinge({ bodyB, anchor, axis: [1, 0, 0] })],
] as const)('a beam on two %s joints', (_, make) => {
  it('rests on both alike', () => {
    const world = awakeWorld();
    const bodyB = addBox(world, [0, 0, 0], 10, [1, 0.1, 0.1]);
    const joints = [-1, 1].map((x) => createJoint(world, make(bodyB, [x, 0, 0])));
    run(world, 1);
    for (const joint of joints) {
      const { force, torque } = jointReaction(world, joint);
      expect(force[1] / (5 * G)).toBeCloseTo(1, 2);
      expect(Math.abs(torque[2])).toBeLessThan(0.1);
    }
  });
});

it('two parallel joints that name the bodies in different order keep them where they are', () => {
  const world = weightlessWorld();
  const [one, two] = [addBox(world, [0, 0, 0]), addBox(world, [1, 0, 0])];
  createJoint(world, ball({ bodyA: one, bodyB: two, anchor: [0.501, 0, 0] }));
  createJoint(world, fixed({ bodyA: two, bodyB: one, anchor: [0.4, 0, 0] }));
  updateBody(world, two, { position: [1.01, 0, 0] });
  run(world, 1, () => expect(Math.abs(bodyPosition(world, two)[0] - 1)).toBeLessThan(0.02));
});

/** Rows that are left to close after a step. */
const closingRows = (world: World): number => {
  run(world, 1 / 60);
  return articulationStats(world).closingRows;
};

describe('joints on one line stand beside the first of them and need no closing rows', () => {
  it.each([
    [
      'two ball joints',
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      0,
    ],
    [
      'five ball joints on a line',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0.3, 0, 0],
        [-1, 0, 0],
        [0, 0, 0],
      ],
      0,
    ],
    [
      'a third ball joint off the line',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      3,
    ],
  ] as const)('%s', (_, anchors, rows) => {
    const world = awakeWorld();
    const bodyB = addBox(world, [0, -0.5, 0]);
    for (const anchor of anchors) createJoint(world, ball({ bodyB, anchor }));
    expect(closingRows(world)).toBe(rows);
  });

  it.each([
    ['along the axis', [0, 1, 0], [0, 1, 0], 0],
    ['along the axis, the other way round', [0, 1, 0], [0, -1, 0], 0],
    ['off the axis', [0.1, 1, 0], [0, 1, 0], 2],
    ['with another axis', [0, 1, 0], [0.1, 1, 0], 5],
  ] as const)('a second hinge %s', (_, anchor, axis, rows) => {
    const world = awakeWorld();
    const bodyB = addBox(world, [0.5, 0.5, 0]);
    createJoint(
      world,
      hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 1, 0], motor: { mode: 'speed', speed: 1 } }),
    );
    createJoint(world, hinge({ bodyB, anchor, axis }));
    expect(closingRows(world)).toBe(rows);
  });

  it('which the bodies name in different order, and which contradict each other', () => {
    const world = awakeWorld();
    const [one, two] = [addBox(world, [0, 0, 0]), addBox(world, [1, 0, 0])];
    createJoint(world, ball({ bodyA: one, bodyB: two, anchor: [0.5, 0, 0] }));
    const second = createJoint(world, ball({ bodyA: two, bodyB: one, anchor: [0.5, 1, 0] }));
    expect(closingRows(world)).toBe(0);
    updateJoint(world, second, { frameA: { position: [-0.5, 1.01, 0], rotation: [0, 0, 0, 1] } });
    expect(closingRows(world)).toBe(3);
    updateJoint(world, second, { frameA: { position: [-0.5, 1, 0], rotation: [0, 0, 0, 1] } });
    expect(closingRows(world)).toBe(0);
    destroyJoint(world, second);
    createJoint(world, ball({ bodyA: one, bodyB: two, anchor: [0.6, 0, 0] }));
    expect(closingRows(world)).toBe(0);
  });
});

it('two ball joints move a body as a hinge does, and bear together what it bears', () => {
  const random = createRandom(11);
  for (let i = 0; i < 10; i++) {
    const [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const build = (isHinge: boolean): { world: World; bodies: BodyHandle[]; last: JointHandle[] } => {
      const world = awakeWorld();
      const bodies = [
        addBox(world, [0.4, -0.3, 0.2], 2, [0.3, 0.1, 0.2]),
        addBox(world, [1.3, -0.6, 0], 5, [0.2, 0.3, 0.1]),
      ];
      const last: JointHandle[] = [];
      bodies.forEach((bodyB, k) => {
        const pair = k === 0 ? { bodyB } : { bodyA: bodies[0], bodyB };
        const at: Vec3 = [0.8 * k, -0.2 * k, 0];
        if (isHinge) last[0] = createJoint(world, hinge({ ...pair, anchor: at, axis: [x, y, z] }));
        else
          [0, 0.7].forEach((s, n) => {
            last[n] = createJoint(
              world,
              ball({ ...pair, anchor: [at[0] + s * x, at[1] + s * y, at[2] + s * z] }),
            );
          });
      });
      return { world, bodies, last };
    };
    const one = build(true);
    const two = build(false);
    for (const { world } of [one, two]) run(world, 2);
    for (const [k, body] of one.bodies.entries()) {
      const wanted = bodyPosition(one.world, body);
      const reached = bodyPosition(two.world, two.bodies[k]);
      for (let m = 0; m < 3; m++) expect(reached[m]).toBeCloseTo(wanted[m], 5);
    }
    const force = (world: World, joints: readonly JointHandle[], m: number): number =>
      joints.reduce((sum, joint) => sum + jointReaction(world, joint).force[m], 0);
    for (let m = 0; m < 3; m++)
      expect(force(two.world, two.last, m)).toBeCloseTo(force(one.world, one.last, m), 2);
  }
});

/** Planks that two ball joints each hold to the next and to both posts, bent by `slack`. */
const addBridge = (world: World, planks: number, slack: number, mass: number): JointHandle[] => {
  const length = 0.5;
  const span = planks * length * (1 - slack);
  const height = 0.5 * Math.sqrt((planks * length) ** 2 - span ** 2);
  const end = (k: number): Vec3 => {
    const part = k / planks;
    return [span * part, -2 * height * Math.min(part, 1 - part), 0];
  };
  const posts = [end(0), end(planks)].map((position) => createBody(world, { type: 'static', position }));
  const joints: JointHandle[] = [];
  let bodyA = posts[0];
  const hold = (bodyB: BodyHandle, [x, y]: Vec3): void => {
    for (const z of [-0.5, 0.5]) joints.push(createJoint(world, ball({ bodyA, bodyB, anchor: [x, y, z] })));
    bodyA = bodyB;
  };
  for (let k = 0; k < planks; k++) {
    const [from, to] = [end(k), end(k + 1)];
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const plank = addBox(world, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0], mass, [0.22, 0.04, 0.6]);
    updateBody(world, plank, { rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] });
    hold(plank, from);
  }
  hold(posts[1], end(planks));
  return joints;
};

it.each([
  [6, 0.08, 1],
  [13, 0.05, 2],
  [24, 0.08, 3],
  [24, 0, 4],
  [40, 0.1, 5],
])(
  'a bridge of %i planks with %f slack holds what falls on it, and goes on from a snapshot',
  (planks, slack, seed) => {
    const random = createRandom(seed);
    const world = awakeWorld();
    const joints = addBridge(world, planks, slack, random.between(2, 15));
    for (let i = 0; i < 3; i++)
      addBox(
        world,
        [random.between(0.2, 0.8) * 0.5 * planks, 1 + i, 0],
        random.between(20, 400),
        [0.3, 0.3, 0.3],
      );
    let apart = 0;
    run(world, 3, () => {
      for (const joint of joints) apart = Math.max(apart, jointError(world, joint).linear);
    });
    expect(apart).toBeLessThan(1e-3);
    expect(articulationStats(world).closingRows).toBe(6);
    const bytes = takeSnapshot(world);
    run(world, 0.5);
    const wanted = hashWorld(world);
    restoreSnapshot(world, bytes);
    run(world, 0.5);
    expect(hashWorld(world)).toBe(wanted);
  },
);

it('a bridge of twenty planks on pairs of ropes with some slack holds, and goes on from a snapshot', () => {
  const world = awakeWorld();
  const planks = Array.from({ length: 20 }, (_, i) =>
    addBox(world, [0.35 + 0.6 * i, 0, 0], 8, [0.25, 0.05, 0.6]),
  );
  const posts = [-0.25, 12.35].map((x) => createBody(world, { type: 'static', position: [x, 0, 0] }));
  const row = [posts[0], ...planks, posts[1]];
  const ropes = row.slice(1).flatMap((bodyB, i) =>
    [-0.5, 0.5].map((z) =>
      createJoint(
        world,
        distance({
          bodyA: row[i],
          bodyB,
          anchorA: [0.25, 0, z],
          anchorB: [-0.25, 0, z],
          mode: 'rope',
          length: 0.12,
        }),
      ),
    ),
  );
  addBox(world, [6, 0.6, 0], 100, [0.3, 0.3, 0.3]);
  let longest = 0;
  run(world, 3, () => {
    for (const rope of ropes) longest = Math.max(longest, jointCoordinate(world, rope, 'length').value);
  });
  expect(longest).toBeLessThan(0.122);
  expect(articulationStats(world).closingRows).toBe(42);
  const bytes = takeSnapshot(world);
  run(world, 0.5);
  const wanted = hashWorld(world);
  restoreSnapshot(world, bytes);
  run(world, 0.5);
  expect(hashWorld(world)).toBe(wanted);
});
