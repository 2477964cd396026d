import { describe, expect, it } from 'vitest';
import {
  applyTorque,
  bodyPosition,
  createJoint,
  jointCoordinate,
  jointError,
  jointImpulses,
  slider,
} from '../../../src/index.js';
import { DT, G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, substepOf, weightless } from '../joint-rig.js';

describe('slider motor', () => {
  it('lifts 10 kg at 1 m/s with at most 500 N', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const joint = createJoint(
      world,
      slider({ bodyB: body, axis: [0, 1, 0], motor: { speed: 1, maxForce: 500 } }),
    );
    const force = (): number => jointImpulses(world, joint).translation.motor / substepOf(world);
    run(world, 1 / 60);
    expect(force()).toBeCloseTo(500, 6);
    expect(off(jointCoordinate(world, joint).rate, (500 / 10 - G) / 60)).toBeLessThan(1e-9);
    run(world, 1 / 30);
    run(world, 1, () => {
      expect(off(jointCoordinate(world, joint).rate, 1)).toBeLessThan(1e-6);
      expect(off(force(), 10 * G)).toBeLessThan(1e-6);
    });
  });

  it('settles as a servo without overshoot, in the time of the critically damped spring', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 10);
    const motor = { target: 1, hertz: 2, dampingRatio: 1 };
    const joint = createJoint(world, slider({ bodyB: body, axis: [0, 1, 0], motor }));
    const omega = 2 * Math.PI * 2;
    run(world, 2, (time) => {
      const ideal = 1 - (1 + omega * time) * Math.exp(-omega * time);
      const { value } = jointCoordinate(world, joint);
      expect(Math.abs(value - ideal)).toBeLessThan(0.02);
      expect(value).toBeLessThan(1 + 1e-6);
    });
    expect(jointCoordinate(world, joint).value).toBeCloseTo(1, 5);
  });

  it.each([
    [1, 0.1],
    [3, 0.5],
    [0.5, 0],
  ])('swings on a spring of %f Hz and damping ratio %f as the damped oscillator', (hertz, dampingRatio) => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 10);
    const spring = { hertz, dampingRatio, rest: 1 };
    const joint = createJoint(world, slider({ bodyB: body, axis: [1, 0, 0], spring }));
    const omega = 2 * Math.PI * hertz;
    const damped = omega * Math.sqrt(1 - dampingRatio ** 2);
    const decay = dampingRatio * omega;
    run(world, 2, (time) => {
      const wave = Math.cos(damped * time) + (decay / damped) * Math.sin(damped * time);
      const ideal = 1 - Math.exp(-decay * time) * wave;
      expect(Math.abs(jointCoordinate(world, joint).value - ideal)).toBeLessThan(0.03);
    });
  });
});

describe('slider limits', () => {
  it('stop a fall under gravity, and bear the weight', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const joint = createJoint(world, slider({ bodyB: body, axis: [0, 1, 0], limits: [-2, 1] }));
    run(world, 0.5, (time) => {
      const fallen = 0.5 * G * time * time;
      expect(off(jointCoordinate(world, joint).value, -fallen)).toBeLessThan(1e-9);
    });
    let lowest = 0;
    run(world, 2, () => {
      lowest = Math.min(lowest, jointCoordinate(world, joint).value);
    });
    expect(lowest).toBeGreaterThan(-2.001);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(-2, 3);
    expect(Math.abs(jointCoordinate(world, joint).rate)).toBeLessThan(1e-6);
    expect(off(jointImpulses(world, joint).translation.limit / substepOf(world), 10 * G)).toBeLessThan(1e-3);
    expectReaction(world, joint, [0, 10 * G, 0], [0, 0, 0]);
  });

  it.each([0.5, 0.8, 1])('throw a body back up by their restitution, %f', (limitRestitution) => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const joint = createJoint(
      world,
      slider({ bodyB: body, axis: [0, 1, 0], limits: [-1, 5], limitRestitution }),
    );
    const fall = Math.sqrt(2 / G);
    const speed = limitRestitution * G * fall;
    // It falls for whole substeps and rises for whole ones: each may miss the speed by g h, and the height by as much as that is of it.
    const missed = (1 + limitRestitution) * G * substepOf(world);
    let highest = -1;
    run(world, fall * (1 + 2 * limitRestitution) - 2 * DT, (time) => {
      const { value, rate } = jointCoordinate(world, joint);
      if (time < fall + DT) return;
      expect(Math.abs(rate - (speed - G * (time - fall)))).toBeLessThan(missed);
      highest = Math.max(highest, value);
    });
    const ideal = limitRestitution ** 2 - 1;
    expect(Math.abs(highest - ideal)).toBeLessThan((missed * speed) / G);
  });

  it('stretch as a spring: m g / (m ω²)', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10);
    const limitSpring = { hertz: 2, dampingRatio: 1 };
    const joint = createJoint(world, slider({ bodyB: body, axis: [0, 1, 0], limits: [0, 1], limitSpring }));
    run(world, 4);
    expect(off(jointCoordinate(world, joint).value, -G / (4 * Math.PI) ** 2)).toBeLessThan(1e-6);
  });
});

describe('slider at rest', () => {
  it('bears force and torque across its axis', () => {
    const world = jointWorld();
    const body = addMass(world, [0.5, 0, 0.3], 10);
    const joint = createJoint(world, slider({ bodyB: body, anchor: [0, 0, 0], axis: [1, 0, 0] }));
    runPushed(world, 2, () => applyTorque(world, body, [7, 0, 0]));
    // (0.5, 0, 0.3) × (0, -mg, 0) = (0.3 mg, 0, -0.5 mg), and the 7 N·m about the axis.
    expectReaction(world, joint, [0, 10 * G, 0], [-0.3 * 10 * G - 7, 0, 0.5 * 10 * G]);
  });

  it('stays on its line while it flies along it', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 10, [1, 2, 3], {
      linearVelocity: [5, 0, 0],
      angularVelocity: [1, 2, 3],
    });
    const joint = createJoint(world, slider({ bodyB: body, axis: [1, 0, 0] }));
    run(world, 2);
    const [x, y, z] = bodyPosition(world, body);
    expect(x).toBeCloseTo(10, 6);
    expect(Math.hypot(y, z)).toBeLessThan(1e-3);
    expect(jointError(world, joint).angular).toBeLessThan(1e-3);
  });
});
