import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  createJoint,
  type JointHandle,
  jointCoordinate,
  jointError,
  jointImpulses,
  screw,
} from '../../../src/index.js';
import { jointRows } from '../../../src/inspect.js';
import { G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, substepOf, weightless } from '../joint-rig.js';

describe('screw', () => {
  it.each([0.5, -0.2])('moves by its pitch of %f m a turn', (pitch) => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 2, [0.1, 0.1, 0.1]);
    const joint = createJoint(world, screw({ bodyB: body, axis: [1, 0, 0], pitch, motor: { speed: 5 } }));
    run(world, 8);
    const { value } = jointCoordinate(world, joint);
    expect(value).toBeGreaterThan(6 * 2 * Math.PI);
    expect(off(bodyPosition(world, body)[0], (pitch * value) / (2 * Math.PI))).toBeLessThan(1e-6);
  });

  it('keeps its pitch under load: a nut runs down with g / (1 + (2π/p)² I/m)', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10, [0.1, 0.1, 0.1]);
    const pitch = 0.3;
    const joint = createJoint(world, screw({ bodyB: body, axis: [0, 1, 0], pitch }));
    const acceleration = G / (1 + ((2 * Math.PI) / pitch) ** 2 * (0.1 / 10));
    run(world, 8, (time) => {
      const { value, rate } = jointCoordinate(world, joint);
      expect(off((rate * pitch) / (2 * Math.PI), -acceleration * time)).toBeLessThan(1e-3);
      expect(Math.abs(bodyPosition(world, body)[1] - (value * pitch) / (2 * Math.PI))).toBeLessThan(1e-3);
    });
    expect(jointCoordinate(world, joint).value).toBeLessThan(-1000);
  });

  it('turns into a push: m g p / 2π holds a weight', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const joint = createJoint(
      world,
      screw({ bodyB: body, axis: [0, 1, 0], pitch: 0.2, motor: { speed: 0, maxForce: 100 } }),
    );
    run(world, 2);
    const torque = jointImpulses(world, joint).angle.motor / substepOf(world);
    expect(off(torque, (10 * G * 0.2) / (2 * Math.PI))).toBeLessThan(1e-3);
    expectReaction(world, joint, [0, 10 * G, 0], [0, 0, 0]);
    const thread = jointRows(world, joint).find(({ role }) => role === 'coupling');
    expect(off((thread?.lambda ?? 0) / substepOf(world), 10 * G)).toBeLessThan(1e-3);
  });

  it('bears force and torque across its axis', () => {
    const world = jointWorld();
    const body = addMass(world, [0.5, 0, 0], 10);
    const joint = createJoint(world, screw({ bodyB: body, anchor: [0, 0, 0], axis: [1, 0, 0], pitch: 0.1 }));
    run(world, 2);
    expectReaction(world, joint, [0, 10 * G, 0], [0, 0, 0.5 * 10 * G]);
    expect(jointError(world, joint).linear).toBeLessThan(1e-3);
  });

  it('is held by friction in the thread', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const joint = createJoint(world, screw({ bodyB: body, axis: [0, 1, 0], pitch: 0.2, friction: 4 }));
    run(world, 2);
    expect(Math.abs(jointCoordinate(world, joint).rate)).toBeLessThan(1e-6);
  });

  // In the tour, the thread was off by 10 mm.
  it('keeps its thread to 0.1 mm between links that swing', () => {
    const world = jointWorld();
    const joints: JointHandle[] = [];
    let bodyA: BodyHandle | undefined;
    for (let i = 0; i < 6; i++) {
      const bodyB = addMass(world, [0.3 * i + 0.15, 0.05 * i, 0.1], 1 + 4 * (i % 3), [0.02, 0.03, 0.04]);
      const ends = { ...(bodyA === undefined ? {} : { bodyA }), bodyB, anchor: [0.3 * i, 0, 0] as const };
      if (i % 2 === 0)
        joints.push(createJoint(world, screw({ ...ends, axis: [1, 2, i], pitch: 0.02 + 0.1 * i })));
      else createJoint(world, ball(ends));
      bodyA = bodyB;
    }
    let apart = 0;
    run(world, 4, () => {
      for (const joint of joints) apart = Math.max(apart, jointError(world, joint).linear);
    });
    expect(apart).toBeLessThan(1e-4);
  });
});
