import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  createJoint,
  cylindrical,
  destroyJoint,
  gear,
  hinge,
  jointCoordinate,
  jointDef,
  jointError,
  jointExists,
  jointImpulses,
  PhysicsError,
  updateJoint,
  type Vec3,
  type World,
  worldEvents,
} from '../../../src/index.js';
import { jointRows, momentum } from '../../../src/inspect.js';
import { DT, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, substepOf, weightless } from '../joint-rig.js';

const addWheel = (world: World, position: Vec3, inertia: number, controls: object = {}) => {
  const body = addMass(world, position, 2, [inertia, inertia, inertia]);
  return { body, bearing: createJoint(world, hinge({ bodyB: body, axis: [0, 0, 1], ...controls })) };
};

describe('gear', () => {
  it.each([1, 3, -0.5])('accelerates both wheels through a ratio of %f', (ratio) => {
    const world = jointWorld(weightless);
    const a = addWheel(world, [0, 0, 0], 0.3, { motor: { effort: 2 } });
    const b = addWheel(world, [1, 0, 0], 0.7);
    const joint = createJoint(world, gear({ jointA: a.bearing, jointB: b.bearing, ratio }));
    run(world, 1);
    // qA = -ratio qB: B's inertia counts 1 / ratio² on A's side.
    const ideal = 2 / (0.3 + 0.7 / ratio ** 2);
    expect(off(jointCoordinate(world, a.bearing).rate, ideal)).toBeLessThan(1e-6);
    expect(off(jointCoordinate(world, b.bearing).rate, -ideal / ratio)).toBeLessThan(1e-6);
    expect(jointError(world, joint).angular).toBeLessThan(1e-4);
  });

  it('keeps its ratio under load over hundreds of turns', () => {
    const world = jointWorld(weightless);
    const a = addWheel(world, [0, 0, 0], 0.3, { motor: { speed: 200 } });
    const b = addWheel(world, [1, 0, 0], 0.7, { friction: 3 });
    createJoint(world, gear({ jointA: a.bearing, jointB: b.bearing, ratio: 2 }));
    run(world, 10);
    const [qA, qB] = [jointCoordinate(world, a.bearing), jointCoordinate(world, b.bearing)];
    expect(qA.value).toBeGreaterThan(300 * 2 * Math.PI);
    expect(Math.abs(qA.value + 2 * qB.value)).toBeLessThan(1e-3);
    expect(off(qB.rate, -100)).toBeLessThan(1e-6);
  });

  it('bears a torque on one wheel with the other', () => {
    const world = jointWorld(weightless);
    const a = addWheel(world, [0, 0, 0], 0.3);
    const b = addWheel(world, [1, 0, 0], 0.7, { motor: { speed: 0 } });
    const joint = createJoint(world, gear({ jointA: a.bearing, jointB: b.bearing, ratio: 3 }));
    runPushed(world, 2, () => applyTorque(world, a.body, [0, 0, 5]));
    expect(jointImpulses(world, b.bearing).angle.motor / substepOf(world)).toBeCloseTo(15, 6);
    expectReaction(world, joint, [0, 0, 0], [0, 0, -15]);
  });

  it('conserves momentum on a carrier that moves', () => {
    const world = jointWorld(weightless);
    const carrier = addMass(world, [0, 0, 0], 5, [1, 1, 1], {
      linearVelocity: [0.3, 0, 0],
      angularVelocity: [0, 0, 0.5],
    });
    const on = { bodyA: carrier, axis: [0, 0, 1] } as const;
    const velocity = (x: number): Vec3 => [0.3, 0.5 * x, 0];
    const a = addMass(world, [-0.5, 0, 0], 1, [0.1, 0.1, 0.2], { linearVelocity: velocity(-0.5) });
    const b = addMass(world, [0.5, 0, 0], 1, [0.1, 0.1, 0.1], { linearVelocity: velocity(0.5) });
    const first = createJoint(world, hinge({ ...on, bodyB: a, motor: { effort: 0.1 } }));
    const second = createJoint(world, hinge({ ...on, bodyB: b }));
    const joint = createJoint(world, gear({ jointA: first, jointB: second, ratio: 2 }));
    const before = momentum(world);
    run(world, 5, () => expect(jointError(world, joint).angular).toBeLessThan(1e-3));
    const after = momentum(world);
    for (let i = 0; i < 3; i++) {
      expect(after.linear[i]).toBeCloseTo(before.linear[i], 9);
      expect(after.angular[i]).toBeCloseTo(before.angular[i], 9);
    }
    const [qA, qB] = [jointCoordinate(world, first), jointCoordinate(world, second)];
    expect(qA.value).toBeGreaterThan(Math.PI);
    expect(Math.abs(qA.value + 2 * qB.value)).toBeLessThan(1e-3);
    // Wheels that share a body: its three angular velocities differ by the two rates.
    const [w0, w1, w2] = [carrier, a, b].map((body) => angularVelocity(world, body)[2]);
    expect(w1 - w0).toBeCloseTo(qA.rate, 6);
    expect(w2 - w0).toBeCloseTo(qB.rate, 6);
  });

  it('couples any coordinate and refuses one that a joint does not have', () => {
    const world = jointWorld(weightless);
    const a = addWheel(world, [0, 0, 0], 0.3, { motor: { speed: 2 } });
    const body = addMass(world, [1, 0, 0], 1, [1, 1, 1]);
    const rod = createJoint(world, cylindrical({ bodyB: body, axis: [0, 0, 1] }));
    const couple = { jointA: a.bearing, jointB: rod, ratio: 4 };
    createJoint(world, gear({ ...couple, coordinateB: 1 }));
    run(world, 1);
    expect(jointCoordinate(world, rod, 'angle').rate).toBeCloseTo(-0.5, 6);
    expect(jointCoordinate(world, rod, 'translation').rate).toBeCloseTo(0, 9);
    expect(() => createJoint(world, gear({ ...couple, coordinateB: 2 }))).toThrow(PhysicsError);
    expect(() => createJoint(world, gear({ ...couple, coordinateA: 0.5 }))).toThrow(PhysicsError);
  });

  it('begins with the angles it finds, and may be given others', () => {
    const world = jointWorld(weightless);
    const a = addWheel(world, [0, 0, 0], 0.3, { motor: { speed: 1 } });
    const b = addWheel(world, [1, 0, 0], 0.7);
    run(world, 1);
    const joint = createJoint(world, gear({ jointA: a.bearing, jointB: b.bearing, ratio: 2 }));
    expect(jointDef(world, joint).offset).toBeCloseTo(1, 6);
    run(world, 1);
    expect(jointError(world, joint).angular).toBeLessThan(1e-6);
    updateJoint(world, joint, { offset: 1.5 });
    run(world, 2);
    const sum = jointCoordinate(world, a.bearing).value + 2 * jointCoordinate(world, b.bearing).value;
    expect(sum).toBeCloseTo(1.5, 6);
  });

  it('lets go while one of its joints is disabled, and goes with it', () => {
    const world = jointWorld(weightless);
    const a = addWheel(world, [0, 0, 0], 0.3, { motor: { speed: 1 } });
    const b = addWheel(world, [1, 0, 0], 0.7);
    const joint = createJoint(world, gear({ jointA: a.bearing, jointB: b.bearing }));
    updateJoint(world, b.bearing, { enabled: false });
    run(world, DT);
    expect(jointRows(world, joint)).toEqual([]);
    updateJoint(world, b.bearing, { enabled: true });
    run(world, DT);
    expect(jointRows(world, joint)).toHaveLength(2);
    destroyJoint(world, b.bearing);
    expect(jointExists(world, joint)).toBe(false);
    run(world, DT);
    expect(worldEvents(world).some(({ kind }) => kind === 'joint-removed')).toBe(true);
  });
});
