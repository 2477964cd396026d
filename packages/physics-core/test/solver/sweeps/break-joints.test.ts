import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyForce,
  applyTorque,
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  fixed,
  hinge,
  isJointEnabled,
  type JointBreakEvent,
  type JointHandle,
  jointDef,
  jointReaction,
  linearVelocity,
  rope,
  stepWorld,
  updateJoint,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { jointRows } from '../../../src/inspect.js';
import { length, scale } from '../../../src/math/vec3.js';
import { eventsOf } from '../../api/context.js';
import { addBox, DT, G, jointWorld, off, run } from '../../joints/context.js';
import { addMass, substepOf } from '../../joints/joint-rig.js';

/** Steps with a growing load until the joint breaks; the load and the event of that step. */
const pullUntilBroken = (
  world: World,
  pull: (load: number) => void,
  rate: number,
): { load: number; event: JointBreakEvent } => {
  for (let i = 1; i < 3000; i++) {
    pull(i * rate);
    stepWorld(world, DT);
    const [event] = eventsOf(world, 'joint-break');
    if (event) return { load: i * rate, event };
  }
  throw new Error('It did not break');
};

const hang = (): { world: World; body: BodyHandle; joint: JointHandle } => {
  const world = jointWorld();
  const body = addBox(world, [0, -1, 0], 2);
  const joint = createJoint(world, ball({ bodyB: body, anchor: [0, 0, 0], breakForce: 100, userData: 5 }));
  return { world, body, joint };
};

describe('a joint breaks', () => {
  it('at its break force, and the event carries the load', () => {
    const { world, body, joint } = hang();
    const { load, event } = pullUntilBroken(world, (f) => applyForce(world, body, [0, -f, 0]), 0.1);
    // The joint bears the weight and what pulls: it breaks when the sum passes 100 N.
    expect(off(load + 2 * G, 100)).toBeLessThan(0.01);
    expect(off(length(event.force), 100)).toBeLessThan(0.01);
    expect(event.force[1]).toBeGreaterThan(0);
    expect(length(event.torque)).toBeLessThan(1e-6);
    expect(event).toMatchObject({ joint, userData: 5 });
  });

  it('at its break torque', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const body = addBox(world, [1, 0, 0], 2);
    const joint = createJoint(world, fixed({ bodyB: body, anchor: [0, 0, 0], breakTorque: 20 }));
    const { load, event } = pullUntilBroken(world, (t) => applyTorque(world, body, [0, t, 0]), 0.02);
    expect(off(load, 20)).toBeLessThan(0.01);
    expect(off(length(event.torque), 20)).toBeLessThan(0.01);
    expect(event.torque[1]).toBeLessThan(0);
    expect(isJointEnabled(world, joint)).toBe(false);
  });

  it('by the torque of a force at a lever, about the anchor', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const body = addBox(world, [1.5, 0, 0], 2);
    createJoint(world, fixed({ bodyB: body, anchor: [0, 0, 0], breakTorque: 30 }));
    const { load } = pullUntilBroken(world, (f) => applyForce(world, body, [0, -f, 0]), 0.02);
    expect(off(load * 1.5, 30)).toBeLessThan(0.01);
  });

  it.each<[string, Vec3]>([
    ['along x', [1, 0, 0]],
    ['askew', [0.6, 0, -0.8]],
    ['up', [0, 1, 0]],
  ])('whatever way it is pulled: %s', (_, direction) => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const body = addBox(world, [1, 0, 0], 3);
    createJoint(world, fixed({ bodyB: body, breakForce: 50 }));
    const { load } = pullUntilBroken(world, (f) => applyForce(world, body, scale(direction, f)), 0.05);
    expect(off(load, 50)).toBeLessThan(0.01);
  });

  it('but not below: 99 % hold for ever', () => {
    const { world, body, joint } = hang();
    for (let i = 0; i < 600; i++) {
      const f = (99 - 2 * G) * Math.min(1, i / 300);
      applyForce(world, body, [0, -f, 0]);
      stepWorld(world, DT);
    }
    expect(isJointEnabled(world, joint)).toBe(true);
    expect(off(length(jointReaction(world, joint).force), 99)).toBeLessThan(1e-3);
  });

  it('at a new threshold, and never without one', () => {
    const { world, body, joint } = hang();
    updateJoint(world, joint, { breakForce: Infinity });
    for (let i = 0; i < 300; i++) {
      applyForce(world, body, [0, -10 * i, 0]);
      stepWorld(world, DT);
    }
    expect(isJointEnabled(world, joint)).toBe(true);
    updateJoint(world, joint, { breakForce: 10 });
    stepWorld(world, DT);
    expect(isJointEnabled(world, joint)).toBe(false);
  });

  it('in the first step of its life', () => {
    const world = jointWorld();
    const body = addBox(world, [0, 0, 0], 2);
    const joint = createJoint(world, ball({ bodyB: body, anchor: [0, 0, 0], breakForce: 5 }));
    stepWorld(world, DT);
    expect(eventsOf(world, 'joint-break')).toHaveLength(1);
    expect(isJointEnabled(world, joint)).toBe(false);
  });

  it('only where it bears too much: the others of a chain hold', () => {
    const world = jointWorld();
    const links = Array.from({ length: 4 }, (_, i) => addBox(world, [0, -0.5 - i, 0]));
    const joints = links.map((bodyB, i) => {
      const previous = i === 0 ? {} : { bodyA: links[i - 1] };
      return createJoint(
        world,
        ball({ ...previous, bodyB, anchor: [0, -i, 0], breakForce: i === 2 ? 60 : 1e4 }),
      );
    });
    const { event } = pullUntilBroken(world, (f) => applyForce(world, links[3], [0, -f, 0]), 0.05);
    expect(event.joint).toBe(joints[2]);
    expect(off(length(event.force), 60)).toBeLessThan(0.01);
    run(world, 1);
    expect(joints.map((joint) => isJointEnabled(world, joint))).toEqual([true, true, false, true]);
    expect(off(jointReaction(world, joints[0]).force[1], 2 * G)).toBeLessThan(0.05);
  });

  it('when a rope is jerked', () => {
    const world = jointWorld();
    const body = addBox(world, [0, 0, 0], 2);
    const joint = createJoint(world, rope({ bodyB: body, maxLength: 1, breakForce: 200 }));
    run(world, 0.4);
    expect(isJointEnabled(world, joint)).toBe(true);
    run(world, 0.6);
    expect(isJointEnabled(world, joint)).toBe(false);
    expect(bodyPosition(world, body)[1]).toBeLessThan(-1.5);
  });
});

describe('a broken joint', () => {
  it('is disabled, does nothing, and keeps its definition', () => {
    const { world, body, joint } = hang();
    const before = jointDef(world, joint);
    pullUntilBroken(world, (f) => applyForce(world, body, [0, -f, 0]), 1);
    expect(isJointEnabled(world, joint)).toBe(false);
    expect(jointRows(world, joint)).toEqual([]);
    expect(jointDef(world, joint)).toEqual({ ...before, enabled: false });
    const [, v] = linearVelocity(world, body);
    stepWorld(world, DT);
    expect(linearVelocity(world, body)[1]).toBeCloseTo(v - G * DT, 12);
    expect(eventsOf(world, 'joint-break')).toEqual([]);
  });

  it('lets a body that whirls go along the tangent, in the middle of a step', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const SPIN = 10;
    const body = addMass(world, [1, 0, 0], 1, [1, 1, 1], {
      linearVelocity: [0, SPIN, 0],
      angularVelocity: [0, 0, SPIN],
    });
    // It pulls with m ω² r = 100 N from the first substep on.
    createJoint(world, ball({ bodyB: body, anchor: [0, 0, 0], breakForce: 50 }));
    stepWorld(world, DT);
    expect(eventsOf(world, 'joint-break')).toHaveLength(1);
    const [x, y, z] = linearVelocity(world, body);
    expect(Math.atan2(-x, y)).toBeCloseTo(SPIN * substepOf(world), 3);
    expect(off(Math.hypot(x, y, z), SPIN)).toBeLessThan(1e-3);
    expect(off(angularVelocity(world, body)[2], SPIN)).toBeLessThan(1e-3);
  });

  it('can be enabled again, and bears again', () => {
    const { world, body, joint } = hang();
    pullUntilBroken(world, (f) => applyForce(world, body, [0, -f, 0]), 1);
    updateJoint(world, joint, { enabled: true, breakForce: 1000 });
    run(world, 2);
    expect(isJointEnabled(world, joint)).toBe(true);
    expect(length(bodyPosition(world, body))).toBeCloseTo(1, 2);
    updateJoint(world, joint, { breakForce: 100 });
    const { event } = pullUntilBroken(world, (f) => applyForce(world, body, [0, -f, 0]), 0.5);
    expect(off(length(event.force), 100)).toBeLessThan(0.01);
  });

  it('breaks once when force and torque are both too much', () => {
    const world = jointWorld();
    const body = addBox(world, [1, 0, 0], 50);
    createJoint(
      world,
      hinge({ bodyB: body, anchor: [0, 0, 0], axis: [0, 1, 0], breakForce: 10, breakTorque: 10 }),
    );
    stepWorld(world, DT);
    expect(eventsOf(world, 'joint-break')).toHaveLength(1);
  });
});

describe('a door that strikes its stop', () => {
  const MASS = 12;
  const HALF = 0.5;
  const SPIN = 8;

  /** A door of 1 m that turns about y at one edge and is a quarter of a substep before its stop. */
  const swing = (breakForce: number): World => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const door = createBody(world, {
      position: [HALF, 0, 0],
      mass: MASS,
      linearVelocity: [0, 0, -SPIN * HALF],
      angularVelocity: [0, SPIN, 0],
    });
    createCollider(world, door, { shape: box(HALF, 1, 0.02) });
    createJoint(
      world,
      hinge({
        bodyB: door,
        anchor: [0, 0, 0],
        axis: [0, 1, 0],
        limits: [-3, (SPIN * DT) / 16],
        breakForce,
      }),
    );
    return world;
  };

  it('pulls at its hinge with the impulse that stops its middle', () => {
    const world = swing(1000);
    stepWorld(world, DT);
    const [event] = eventsOf(world, 'joint-break');
    // The stop is a torque; that the middle stops is the hinge's work: m ω l in one substep.
    expect(off(length(event.force), (MASS * SPIN * HALF) / (DT / 4))).toBeLessThan(0.02);
  });
});
