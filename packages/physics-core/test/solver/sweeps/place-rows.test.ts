import { expect, it } from 'vitest';
import {
  allBodies,
  allJoints,
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  type CommonJointDef,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyJoint,
  fixed,
  hashWorld,
  hinge,
  type JointDef,
  jointCoordinates,
  jointDef,
  loadClassicMethods,
  PhysicsError,
  restoreSnapshot,
  sleep,
  sphere,
  stepWorld,
  swingTwist,
  takeSnapshot,
  updateBody,
  updateJoint,
  updateSettings,
  type Vec3,
  type World,
  type WorldSettings,
} from '../../../src/index.js';
import { add } from '../../../src/math/vec3.js';
import { createRandom, DT, type Random, randomVector } from '../../determinism/context.js';

loadClassicMethods();

/** Joints that have the same rows as in the last step are not placed again. Their motion is the same to the last bit. */

const kinds: readonly ((ends: CommonJointDef) => JointDef)[] = [
  ball,
  (ends) => hinge({ ...ends, axis: [0, 0, 1], limits: [-0.3, 0.2] }),
  ball,
  (ends) => fixed({ ...ends, angularHertz: 5 }),
  (ends) => hinge({ ...ends, axis: [0, 1, 0], motor: { speed: 2, maxForce: 50 } }),
  (ends) => swingTwist({ ...ends, swingY: { limits: [-0.2, 0.4] }, swingZ: { limits: [-0.3, 0.3] } }),
  (ends) => hinge({ ...ends, axis: [1, 0, 0], limits: [-1, 1], limitRestitution: 0.5 }),
  ball,
];

const net = (settings: Partial<WorldSettings>): World => {
  const world = createWorld(settings);
  let last = createBody(world, { type: 'static', position: [0, 5, 0] });
  createCollider(world, createBody(world, { type: 'static', position: [0, 2, 0] }), {
    shape: box(9, 0.1, 9),
  });
  for (const [i, kind] of kinds.entries()) {
    const body = createBody(world, { position: [i + 1, 5, 0], angularVelocity: [0, 0, i] });
    createCollider(world, body, { shape: i % 3 === 0 ? sphere(0.2) : box(0.2, 0.1, 0.3) });
    createJoint(world, kind({ bodyA: last, bodyB: body, anchor: [i + 0.5, 5, 0] }));
    last = body;
  }
  return world;
};

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];

const near = (world: World, body: BodyHandle, random: Random): Vec3 =>
  add(bodyPosition(world, body), randomVector(random, 0.5));

/** What can happen to a world between two steps and concerns its points. */
const changes: readonly ((world: World, random: Random) => void)[] = [
  (world, random) => updateBody(world, pick(random, allBodies(world)), { mass: 20 + 20 * random() }),
  (world, random) => updateBody(world, pick(random, allBodies(world)), { position: randomVector(random, 6) }),
  (world, random) =>
    updateBody(world, pick(random, allBodies(world)), { rotation: [...randomVector(random, 1), 1] }),
  (world, random) => {
    const { colliders } = world;
    const body = pick(random, allBodies(world));
    if (colliders.live < 20) createCollider(world, body, { shape: sphere(0.1), position: [0.2, 0, 0] });
  },
  (world, random) => updateBody(world, pick(random, allBodies(world)), { locks: ['rotationX'] }),
  (world, random) => {
    const type = pick(random, ['dynamic', 'kinematic'] as const);
    updateBody(world, pick(random, allBodies(world).slice(2)), { type });
  },
  (world, random) => sleep(world, pick(random, allBodies(world).slice(2))),
  (world, random) => updateSettings(world, { substeps: pick(random, [2, 4, 5]) }),
  (world, random) => updateSettings(world, { jointHertz: pick(random, [30, 60]) }),
  (world, random) => updateSettings(world, { jointCorrectionSpeed: pick(random, [3, 5]) }),
  (world, random) => updateSettings(world, { method: pick(random, ['soft-step', 'baumgarte'] as const) }),
  (world, random) => updateJoint(world, pick(random, allJoints(world)), { enabled: random() < 0.7 }),
  (world, random) =>
    updateJoint(world, pick(random, allJoints(world)), { hertz: pick(random, [0, 8]), dampingRatio: 1 }),
  (world, random) => {
    const joint = pick(random, allJoints(world));
    const { bodyB } = jointDef(world, joint);
    if (bodyB !== undefined) updateJoint(world, joint, { anchor: near(world, bodyB, random) });
  },
  (world, random) => {
    const [bodyA, bodyB] = [pick(random, allBodies(world)), pick(random, allBodies(world).slice(2))];
    const joint = pick(random, allJoints(world));
    if (bodyA === bodyB) return;
    destroyJoint(world, joint);
    createJoint(world, ball({ bodyA, bodyB, anchor: near(world, bodyB, random), breakForce: 5000 }));
  },
];

/** What is torn about like this may leave the finite numbers and is then taken out, in both worlds alike. */
const advance = (world: World, dt: number): void => {
  try {
    stepWorld(world, dt);
  } catch (error) {
    if (!(error instanceof PhysicsError && error.code === 'not-finite')) throw error;
  }
};

/** The other world is restored in every step, so that all its joints are placed in every step. */
it.each([
  ['auto', 1],
  ['auto', 2],
  // A joint to a body with locked axes, a joint that breaks, a body that becomes the heaviest, one that is lost.
  ['auto', 12],
  ['auto', 21],
  ['auto', 25],
  ['auto', 43],
  ['auto', 234],
  ['auto', 295],
] as const)(
  'joints whose rows persist move as those placed in every step, %s, run %i',
  (jointSolver, seed) => {
    const persistent = net({ jointSolver });
    const placed = createWorld();
    const random = createRandom(seed);
    const apart: number[] = [];
    for (let step = 0; step < 150; step++) {
      restoreSnapshot(placed, takeSnapshot(persistent));
      if (step % 3 === 0) {
        const change = pick(random, changes);
        const own = Math.floor(1e6 * random());
        change(persistent, createRandom(own));
        change(placed, createRandom(own));
      }
      const dt = random() < 0.1 ? DT / 2 : DT;
      advance(persistent, dt);
      advance(placed, dt);
      if (hashWorld(persistent) !== hashWorld(placed)) apart.push(step);
    }
    expect(apart).toEqual([]);
  },
);

/** Revolutions of a ball joint are counted now and then; a teleport must not lose one. */
it('counts the revolutions of a ball joint about its twist axis, also across a teleport', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const body = createBody(world, { angularVelocity: [0.4, 0, 0] });
  createCollider(world, body, { shape: sphere(0.5) });
  const joint = createJoint(world, ball({ bodyB: body, anchor: [0, 0, 0], axis: [1, 0, 0] }));
  for (let step = 0; step < 1200; step++) {
    stepWorld(world, DT);
    const twist = jointCoordinates(world, joint).twist.value;
    expect(Math.abs(twist - 0.4 * DT * (step + 1))).toBeLessThan(1e-6);
  }
  const angle = 8 + 0.95 * Math.PI;
  updateBody(world, body, { rotation: [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)] });
  expect(jointCoordinates(world, joint).twist.value).toBeCloseTo(angle, 9);
});
