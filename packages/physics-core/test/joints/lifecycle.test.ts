import { describe, expect, it } from 'vitest';
import {
  allBodies,
  allJoints,
  type BodyChanges,
  type BodyHandle,
  ball,
  bodyJoints,
  bodyPosition,
  createBody,
  createCollider,
  createJoint,
  destroyBody,
  destroyJoint,
  distance,
  gear,
  hinge,
  isBodyEnabled,
  isJointEnabled,
  type JointHandle,
  jointCoordinate,
  jointDef,
  jointExists,
  jointReaction,
  linearVelocity,
  PhysicsError,
  restoreSnapshot,
  slider,
  sphere,
  stepWorld,
  takeSnapshot,
  updateBody,
  updateJoint,
  type World,
  worldStats,
} from '../../src/index.js';
import { jointRows } from '../../src/inspect.js';
import { length } from '../../src/math/vec3.js';
import { MOTION } from '../../src/state/bodies.js';
import { eventsOf } from '../api/context.js';
import { createRandom } from '../determinism/context.js';
import { addBox, DT, G, jointWorld, run } from './context.js';
import { slotOf } from './row-math.js';

/** Boxes in a row along x, each on a hinge to the one before, the first on one to the world. */
const addChain = (world: World, count: number): { bodies: BodyHandle[]; joints: JointHandle[] } => {
  const bodies: BodyHandle[] = [];
  const joints: JointHandle[] = [];
  for (let i = 0; i < count; i++) {
    bodies.push(addBox(world, [i + 0.5, 0, 0]));
    const previous = i === 0 ? {} : { bodyA: bodies[i - 1] };
    const def = hinge({ ...previous, bodyB: bodies[i], anchor: [i, 0, 0], userData: 10 + i });
    joints.push(createJoint(world, def));
  }
  return { bodies, joints };
};

const removedBy = (world: World, action: () => void): { joint: JointHandle; userData: number }[] => {
  action();
  stepWorld(world, DT);
  return eventsOf(world, 'joint-removed').map(({ joint, userData }) => ({ joint, userData }));
};

describe('a joint goes', () => {
  it('with either of its bodies, and says so', () => {
    const world = jointWorld();
    const { bodies, joints } = addChain(world, 4);
    run(world, 0.1);
    const removed = removedBy(world, () => destroyBody(world, bodies[1]));
    expect(removed).toHaveLength(2);
    expect(removed).toEqual(
      expect.arrayContaining([
        { joint: joints[1], userData: 11 },
        { joint: joints[2], userData: 12 },
      ]),
    );
    expect(joints.map((joint) => jointExists(world, joint))).toEqual([true, false, false, true]);
    expect(allJoints(world)).toEqual([joints[0], joints[3]]);
    expect(bodyJoints(world, bodies[0])).toEqual([joints[0]]);
    expect(bodyJoints(world, bodies[2])).toEqual([joints[3]]);
    expect(() => jointDef(world, joints[1])).toThrow(/does not exist any more/);
    run(world, 1);
    expect(eventsOf(world, 'joint-removed')).toEqual([]);
  });

  it('when it is destroyed, without an event, and the body falls', () => {
    const world = jointWorld();
    const { bodies, joints } = addChain(world, 1);
    run(world, 0.5);
    const [vx, vy] = linearVelocity(world, bodies[0]);
    const removed = removedBy(world, () => destroyJoint(world, joints[0]));
    expect(removed).toEqual([]);
    expect(worldStats(world)).toMatchObject({ joints: 0, jointRows: 0 });
    expect(linearVelocity(world, bodies[0])[0]).toBeCloseTo(vx, 12);
    expect(linearVelocity(world, bodies[0])[1]).toBeCloseTo(vy - G * DT, 12);
  });

  it('with a joint that it couples, and with that joint’s body', () => {
    const world = jointWorld();
    const wheels = [0, 1, 2].map((i) => addBox(world, [2 * i, 0, 0]));
    const axles = wheels.map((bodyB) => createJoint(world, hinge({ bodyB, userData: 1 })));
    const first = createJoint(world, gear({ jointA: axles[0], jointB: axles[1], userData: 2 }));
    const second = createJoint(world, gear({ jointA: axles[1], jointB: axles[2], userData: 3 }));
    stepWorld(world, DT);
    expect(removedBy(world, () => destroyJoint(world, axles[0]))).toEqual([{ joint: first, userData: 2 }]);
    const removed = removedBy(world, () => destroyBody(world, wheels[1]));
    expect(removed).toHaveLength(2);
    expect(removed).toEqual(
      expect.arrayContaining([
        { joint: second, userData: 3 },
        { joint: axles[1], userData: 1 },
      ]),
    );
    expect(allJoints(world)).toEqual([axles[2]]);
    run(world, 0.2);
  });

  it('and nothing dangles: the destroyed body is in no list', () => {
    const world = jointWorld();
    const { bodies } = addChain(world, 3);
    run(world, 0.1);
    destroyBody(world, bodies[2]);
    destroyBody(world, bodies[0]);
    expect(worldStats(world)).toMatchObject({ bodies: 1, awakeBodies: 1, joints: 0 });
    const next = createBody(world);
    expect(bodyJoints(world, next)).toEqual([]);
    stepWorld(world, DT);
    expect(worldStats(world)).toMatchObject({ bodies: 2, awakeBodies: 2, joints: 0 });
  });
});

describe('the world as a body', () => {
  it('is in no list and no count, whether joints hang on it or not', () => {
    const world = jointWorld();
    const { bodies, joints } = addChain(world, 2);
    expect(allBodies(world)).toEqual(bodies);
    expect(worldStats(world)).toMatchObject({ bodies: 2, awakeBodies: 2, joints: 2 });
    expect(jointDef(world, joints[0])).not.toHaveProperty('bodyA');
    destroyJoint(world, joints[0]);
    expect(worldStats(world)).toMatchObject({ bodies: 2, joints: 1 });
    const copy = jointWorld();
    restoreSnapshot(copy, takeSnapshot(world));
    expect(worldStats(copy).bodies).toBe(2);
    expect(allBodies(copy)).toHaveLength(2);
  });
});

describe('enabling and disabling', () => {
  it('a disabled joint does nothing and is still there', () => {
    const world = jointWorld();
    const { bodies, joints } = addChain(world, 1);
    updateJoint(world, joints[0], { enabled: false });
    expect(isJointEnabled(world, joints[0])).toBe(false);
    run(world, 0.5);
    expect(bodyPosition(world, bodies[0])[0]).toBeCloseTo(0.5, 12);
    expect(linearVelocity(world, bodies[0])[1]).toBeCloseTo(-G * 0.5, 9);
    expect(jointRows(world, joints[0])).toEqual([]);
    expect(jointReaction(world, joints[0])).toEqual({ force: [0, 0, 0], torque: [0, 0, 0] });
  });

  it('enabled again it begins without the impulses of the time before', () => {
    const world = jointWorld();
    const bodyB = addBox(world, [0, 0, 0], 5);
    const joint = createJoint(world, slider({ bodyB, hertz: 3, axis: [1, 0, 0] }));
    run(world, 3);
    expect(jointReaction(world, joint).force[1]).toBeCloseTo(5 * G, 3);
    updateJoint(world, joint, { enabled: false });
    updateBody(world, bodyB, { position: [0, 0, 0], linearVelocity: [0, 0, 0], gravityScale: 0 });
    stepWorld(world, DT);
    updateJoint(world, joint, { enabled: true });
    run(world, 0.2);
    // The spring is at its length: what it bore before would push the body up.
    expect(Math.abs(bodyPosition(world, bodyB)[1])).toBeLessThan(1e-12);
  });

  it.each<[string, BodyChanges, BodyChanges]>([
    ['disabled', { enabled: false }, { enabled: true }],
    ['static', { type: 'static' }, { type: 'dynamic' }],
  ])('nor do those whose bodies were %s in between push with what they bore', (_, away, back) => {
    const world = jointWorld();
    const bodies = [0, 1, 2].map((i) => addBox(world, [0, -i, 0]));
    const joints = bodies.map((bodyB, i) =>
      createJoint(
        world,
        ball({ ...(i > 0 ? { bodyA: bodies[i - 1] } : {}), bodyB, anchor: [0, 0.5 - i, 0] }),
      ),
    );
    run(world, 3);
    expect(jointReaction(world, joints[0]).force[1]).toBeCloseTo(3 * G, 3);
    for (const body of bodies) updateBody(world, body, away);
    // A change in between must not make it remember.
    updateJoint(world, joints[1], { friction: 1 });
    stepWorld(world, DT);
    for (const body of bodies) updateBody(world, body, back);
    for (const [i, body] of bodies.entries()) {
      updateBody(world, body, { position: [0, -i, 0], linearVelocity: [0, 0, 0], gravityScale: 0 });
    }
    updateJoint(world, joints[0], { enabled: false });
    stepWorld(world, DT);
    for (const body of bodies) expect(length(linearVelocity(world, body))).toBeLessThan(1e-6);
  });

  it('a joint with a disabled body rests until the body comes back', () => {
    const world = jointWorld();
    const { bodies, joints } = addChain(world, 2);
    run(world, 0.1);
    updateBody(world, bodies[0], { enabled: false });
    run(world, 0.2);
    expect([jointRows(world, joints[0]), jointRows(world, joints[1])]).toEqual([[], []]);
    updateBody(world, bodies[0], { enabled: true });
    run(world, 2);
    expect(jointRows(world, joints[1])).toHaveLength(5);
    expect(Math.hypot(...bodyPosition(world, bodies[0]))).toBeCloseTo(0.5, 2);
  });

  it('a joint between bodies that cannot move is not solved', () => {
    const world = jointWorld();
    const a = createBody(world, { type: 'static' });
    const b = createBody(world, { type: 'kinematic', linearVelocity: [1, 0, 0] });
    const joint = createJoint(world, ball({ bodyA: a, bodyB: b }));
    run(world, 0.1);
    expect(jointRows(world, joint)).toEqual([]);
    updateBody(world, b, { type: 'dynamic', mass: 1 });
    createCollider(world, b, { shape: sphere(0.1) });
    run(world, 0.1);
    expect(jointRows(world, joint)).toHaveLength(3);
  });
});

it('user data can be given, changed and read', () => {
  const world = jointWorld();
  const bodyB = addBox(world, [0, 0, 0]);
  const joint = createJoint(world, hinge({ bodyB }));
  expect(jointDef(world, joint).userData).toBe(0);
  updateJoint(world, joint, { userData: 77.5 });
  expect(jointDef(world, joint).userData).toBe(77.5);
  updateJoint(world, joint, { friction: 1 });
  expect(jointDef(world, joint).userData).toBe(77.5);
});

describe('bodies that leave the finite numbers', () => {
  it('take their joints with them only until they come back', () => {
    const world = jointWorld();
    const { bodies, joints } = addChain(world, 2);
    const other = addBox(world, [0, 0, 5]);
    const safe = createJoint(world, hinge({ bodyB: other, anchor: [-0.5, 0, 5] }));
    run(world, 0.1);
    world.bodies.motion[slotOf(bodies[1]) * MOTION] = Number.NaN;
    expect(() => stepWorld(world, DT)).toThrow(PhysicsError);
    expect(isBodyEnabled(world, bodies[1])).toBe(false);
    run(world, 1);
    expect(bodyPosition(world, other).every(Number.isFinite)).toBe(true);
    expect(Number.isFinite(jointCoordinate(world, safe).value)).toBe(true);
    for (const [i, body] of bodies.entries()) {
      updateBody(world, body, {
        enabled: true,
        position: [i + 0.5, 0, 0],
        rotation: [0, 0, 0, 1],
        linearVelocity: [0, 0, 0],
        angularVelocity: [0, 0, 0],
      });
    }
    run(world, 2);
    for (const joint of joints) {
      expect(Number.isFinite(jointCoordinate(world, joint).value)).toBe(true);
      expect(jointReaction(world, joint).force.every(Number.isFinite)).toBe(true);
    }
    expect(Math.hypot(...bodyPosition(world, bodies[0]))).toBeCloseTo(0.5, 2);
  });
});

/** Everything that links joints and bodies agrees with everything else. */
const expectConsistent = (world: World): void => {
  const joints = allJoints(world);
  const bodies = allBodies(world);
  const existing = new Set(joints);
  expect(worldStats(world)).toMatchObject({ joints: joints.length, bodies: bodies.length });
  const linked = new Map(bodies.map((body) => [body, bodyJoints(world, body)]));
  const wrong: string[] = [];
  for (const [body, own] of linked) {
    for (const joint of own) {
      const { bodyA, bodyB, jointA, jointB } = jointDef(world, joint);
      const isRight =
        jointA === undefined || jointB === undefined
          ? body === bodyA || body === bodyB
          : existing.has(jointA) && existing.has(jointB);
      if (!isRight) wrong.push(`body ${body} has joint ${joint}`);
    }
  }
  for (const joint of joints) {
    const { bodyA, bodyB, jointA } = jointDef(world, joint);
    if (jointA !== undefined) continue;
    for (const body of bodyA === undefined ? [bodyB] : [bodyA, bodyB])
      if (body === undefined || !linked.get(body)?.includes(joint))
        wrong.push(`body ${body} lacks joint ${joint}`);
  }
  expect(wrong).toEqual([]);
};

it('any order of creating and destroying leaves nothing behind', () => {
  const random = createRandom(21);
  const world = jointWorld({ sleeping: true, timeToSleep: 0.05 });
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const actions: (() => void)[] = [
    () => void addBox(world, [4 * random(), 4 * random(), 4 * random()]),
    () => void addBox(world, [4 * random(), 4 * random(), 4 * random()]),
    () => {
      const bodies = allBodies(world);
      const [bodyA, bodyB] = [pick(bodies), pick(bodies)];
      if (bodyB === undefined) return;
      const ends = bodyA === bodyB ? { bodyB } : { bodyA, bodyB };
      createJoint(world, pick([hinge, slider, ball, distance])(ends));
    },
    () => {
      const joints = allJoints(world).filter((joint) =>
        ['hinge', 'slider'].includes(jointDef(world, joint).type),
      );
      const [jointA, jointB] = [pick(joints), pick(joints)];
      if (jointA !== jointB) createJoint(world, gear({ jointA, jointB }));
    },
    () => {
      const joint = pick(allJoints(world));
      if (joint !== undefined && random() < 0.7) destroyJoint(world, joint);
    },
    () => {
      const body = pick(allBodies(world));
      if (body !== undefined && random() < 0.5) destroyBody(world, body);
    },
    () => {
      const body = pick(allBodies(world));
      if (body !== undefined) updateBody(world, body, { enabled: !isBodyEnabled(world, body) });
    },
    () => {
      const joint = pick(allJoints(world));
      if (joint !== undefined) updateJoint(world, joint, { enabled: !isJointEnabled(world, joint) });
    },
    () => stepWorld(world, DT),
  ];
  for (let i = 0; i < 1500; i++) {
    pick(actions)();
    if (i % 10 === 0) expectConsistent(world);
  }
  const used = world.jointFloats.used;
  for (const body of allBodies(world)) destroyBody(world, body);
  stepWorld(world, DT);
  expect(worldStats(world)).toMatchObject({ joints: 0, bodies: 0, awakeBodies: 0, jointRows: 0, pairs: 0 });
  const bodyB = addBox(world, [0, 0, 0]);
  for (let i = 0; i < 5; i++) destroyJoint(world, createJoint(world, hinge({ bodyB })));
  expect(world.jointFloats.used).toBe(used);
});
