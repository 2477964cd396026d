import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  createJoint,
  hinge,
  type JointHandle,
  jointCoordinate,
  jointImpulses,
  jointReaction,
  type Quat,
  updateBody,
  type World,
} from '../../../src/index.js';
import { length, sub } from '../../../src/math/vec3.js';
import { addBox, DT, G, jointWorld, off, run } from '../context.js';
import { addMass, degrees, expectReaction, substepOf, weightless } from '../joint-rig.js';

/** A bar of 10 kg that lies along x with its centre 0.5 m off a hinge about z. */
const BAR_INERTIA = 0.84 + 10 * 0.5 * 0.5;

const addBar = (world: World, controls: object): JointHandle =>
  createJoint(
    world,
    hinge({
      bodyB: addMass(world, [0.5, 0, 0], 10, [0.1, 0.84, 0.84]),
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      ...controls,
    }),
  );

describe('hinge motor', () => {
  it('spins up with τ / I', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 3, [0.2, 0.3, 0.5]);
    const joint = createJoint(
      world,
      hinge({ bodyB: body, axis: [0, 0, 1], motor: { speed: 100, maxForce: 2 } }),
    );
    run(world, 1, (time) =>
      expect(off(jointCoordinate(world, joint).rate, (2 / 0.5) * time)).toBeLessThan(1e-9),
    );
    expect(jointImpulses(world, joint).angle.motor / substepOf(world)).toBeCloseTo(2, 9);
  });

  it('pushes with its effort', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 3, [0.2, 0.3, 0.5]);
    const joint = createJoint(world, hinge({ bodyB: body, axis: [0, 0, 1], motor: { effort: -2 } }));
    run(world, 1);
    expect(off(jointCoordinate(world, joint).rate, -4)).toBeLessThan(1e-9);
  });

  it('yields to a load above its cap: (30 - 49.05 cos θ) / I', () => {
    const world = jointWorld();
    const joint = addBar(world, { motor: { speed: 2, maxForce: 30 } });
    let before = jointCoordinate(world, joint);
    run(world, 1, () => {
      const now = jointCoordinate(world, joint);
      const acceleration = (now.rate - before.rate) / DT;
      const ideal = (30 - 10 * G * 0.5 * Math.cos((now.value + before.value) / 2)) / BAR_INERTIA;
      expect(Math.abs(acceleration - ideal)).toBeLessThan((0.01 * 10 * G * 0.5) / BAR_INERTIA);
      expect(jointImpulses(world, joint).angle.motor / substepOf(world)).toBeCloseTo(30, 6);
      before = now;
    });
    expect(before.value).toBeLessThan(-1);
  });

  it('keeps 2 rad/s under load to 0.01 %', () => {
    const world = jointWorld();
    const joint = addBar(world, { motor: { speed: 2 } });
    run(world, 10, (time) => {
      if (time > 0.1) expect(off(jointCoordinate(world, joint).rate, 2)).toBeLessThan(1e-4);
    });
    expect(jointCoordinate(world, joint).value).toBeCloseTo(20, 2);
  });

  /** m l² / 12 about its middle, four times as much about its end. */
  const addRod = (world: World, motor: object): JointHandle =>
    createJoint(
      world,
      hinge({
        bodyB: addMass(world, [0.6, 0, 0], 2, [0.01, 0.24, 0.24]),
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        motor: { target: 0.3, ...motor },
      }),
    );

  /** By how much it goes past its target, as a part of the way. */
  const overshoot = (motor: object): number => {
    const world = jointWorld(weightless);
    const joint = addRod(world, motor);
    let most = 0;
    run(world, 3, () => {
      most = Math.max(most, jointCoordinate(world, joint).value);
    });
    return most / 0.3 - 1;
  };

  it('on a rod at its end has half the damping ratio, as its lever makes it four times as heavy', () => {
    // exp(-πζ / √(1 - ζ²)) with ζ = 1/2.
    const ideal = Math.exp(-Math.PI / Math.sqrt(3));
    expect(Math.abs(overshoot({ hertz: 1, dampingRatio: 1 }) - ideal)).toBeLessThan(0.01);
    expect(overshoot({ hertz: 2, dampingRatio: 2 })).toBeLessThan(1e-3);
  });

  it('settles as a servo without overshoot, in the time of the critically damped spring', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 3, [0.2, 0.3, 0.5]);
    const motor = { target: 1, hertz: 2, dampingRatio: 1 };
    const joint = createJoint(world, hinge({ bodyB: body, axis: [0, 0, 1], motor }));
    const omega = 2 * Math.PI * 2;
    run(world, 2, (time) => {
      const ideal = 1 - (1 + omega * time) * Math.exp(-omega * time);
      const { value } = jointCoordinate(world, joint);
      expect(Math.abs(value - ideal)).toBeLessThan(0.02);
      expect(value).toBeLessThan(1 + 1e-6);
    });
    expect(jointCoordinate(world, joint).value).toBeCloseTo(1, 5);
  });

  it('brakes with its friction and no more', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 3, [1, 1, 0.5], { angularVelocity: [0, 0, 3] });
    const joint = createJoint(world, hinge({ bodyB: body, axis: [0, 0, 1], friction: 1 }));
    run(world, 1);
    expect(off(jointCoordinate(world, joint).rate, 3 - 1 / 0.5)).toBeLessThan(1e-9);
    run(world, 1);
    expect(Math.abs(jointCoordinate(world, joint).rate)).toBeLessThan(1e-12);
  });
});

describe('hinge limits', () => {
  it('stop a 100 kg cube at 9 to 11 rad/s within 0.5°', () => {
    let past = 0;
    for (let k = 0; k <= 40; k++) {
      const speed = (9 + k * 0.05) * (k % 2 === 0 ? 1 : -1);
      const world = jointWorld(weightless);
      const cube = addBox(world, [0.5, 0, 0], 100, [0.5, 0.5, 0.5]);
      updateBody(world, cube, { linearVelocity: [0, 0.5 * speed, 0], angularVelocity: [0, 0, speed] });
      const joint = createJoint(
        world,
        hinge({ bodyB: cube, anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-Math.PI / 4, Math.PI / 4] }),
      );
      run(world, 1, () => {
        past = Math.max(past, degrees(Math.abs(jointCoordinate(world, joint).value)) - 45);
      });
    }
    expect(past).toBeLessThan(0.5);
  });

  it('hold beyond a turn', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 10, [1, 1, 1], { angularVelocity: [0, 0, 20] });
    const limits = [-3 * Math.PI, 5 * Math.PI] as const;
    const joint = createJoint(world, hinge({ bodyB: body, axis: [0, 0, 1], limits, limitRestitution: 1 }));
    let highest = 0;
    let lowest = 0;
    run(world, 4, () => {
      const { value } = jointCoordinate(world, joint);
      highest = Math.max(highest, value);
      lowest = Math.min(lowest, value);
    });
    // Between two looks it goes on by a third of a radian.
    expect(highest).toBeLessThanOrEqual(limits[1] + 1e-9);
    expect(highest).toBeGreaterThan(limits[1] - 20 * DT);
    expect(lowest).toBeGreaterThanOrEqual(limits[0] - 1e-9);
    expect(lowest).toBeLessThan(limits[0] + 20 * DT);
  });

  it('lead back the way the joint came, from any violation', () => {
    for (const start of [-3.14, -3, -2, -1, -0.51, 0.51, 1, 2, 3, 3.14]) {
      const world = jointWorld(weightless);
      const joint = violated(world, start, { limits: [-0.5, 0.5] });
      let before = jointCoordinate(world, joint).value;
      expect(before).toBeCloseTo(start, 9);
      run(world, 2, () => {
        const { value } = jointCoordinate(world, joint);
        expect(Math.sign(start) * (value - before)).toBeLessThan(1e-9);
        before = value;
      });
      expect(before).toBeCloseTo(Math.sign(start) * 0.5, 6);
    }
  });

  it('lead back the way the joint came, also from past half a turn', () => {
    const world = jointWorld(weightless);
    const joint = violated(world, 3, { limits: [-0.5, 0.5], limitSpring: { hertz: 0.5 } }, 12);
    let highest = 0;
    run(world, 4, () => {
      highest = Math.max(highest, jointCoordinate(world, joint).value);
    });
    expect(highest).toBeGreaterThan(Math.PI + 0.5);
    // Not a turn further on, where it would look the same.
    expect(Math.abs(jointCoordinate(world, joint).value)).toBeLessThan(0.51);
  });

  it.each([0, 0.3, 0.7, 1])('give back %f of the speed', (limitRestitution) => {
    for (const speed of [3, 3.1, 4.7, 11]) {
      const world = jointWorld(weightless);
      const body = addMass(world, [0, 0, 0], 10, [1, 1, 1], { angularVelocity: [0, 0, speed] });
      const joint = createJoint(
        world,
        hinge({ bodyB: body, axis: [0, 0, 1], limits: [-100, 1], limitRestitution }),
      );
      run(world, 0.5);
      expect(jointCoordinate(world, joint).rate).toBeCloseTo(-limitRestitution * speed, 6);
    }
  });
});

/** A hinge about x that begins at an angle, turning with a speed. */
const violated = (world: World, angle: number, controls: object, speed = 0): JointHandle => {
  const rotation: Quat = [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)];
  const body = addMass(world, [0, 0, 0], 10, [1, 1, 1], { rotation, angularVelocity: [speed, 0, 0] });
  return createJoint(world, hinge({ bodyB: body, frameA: {}, frameB: {}, ...controls }));
};

describe('hinge at rest', () => {
  it('bears a load beside its axis', () => {
    const world = jointWorld();
    const body = addMass(world, [0, -0.2, 0.5], 10);
    const joint = createJoint(world, hinge({ bodyB: body, anchor: [0, 0, 0], axis: [0, 0, 1] }));
    run(world, 2);
    expectReaction(world, joint, [0, 10 * G, 0], [-0.5 * 10 * G, 0, 0]);
  });

  it('feels the load of a motor that holds it', () => {
    const world = jointWorld();
    const joint = addBar(world, { motor: { speed: 0 } });
    run(world, 2);
    expectReaction(world, joint, [0, 10 * G, 0], [0, 0, 0.5 * 10 * G]);
    expect(off(jointImpulses(world, joint).angle.motor / substepOf(world), 0.5 * 10 * G)).toBeLessThan(1e-3);
  });
});

describe('hinge in motion', () => {
  it('bears a constant load evenly at any speed', () => {
    for (const speed of [1, 10, 100]) {
      const world = jointWorld();
      const body = addMass(world, [0, 0, 0.5], 10, [1, 1, 1], { angularVelocity: [0, 0, speed] });
      const joint = createJoint(world, hinge({ bodyB: body, anchor: [0, 0, 0], axis: [0, 0, 1] }));
      run(world, 1);
      run(world, 10, () => {
        const { force, torque } = jointReaction(world, joint);
        expect(length(sub(force, [0, 10 * G, 0]))).toBeLessThan(1e-3 * 10 * G);
        expect(length(sub(torque, [-5 * G, 0, 0]))).toBeLessThan(1e-3 * 5 * G);
      });
      expect(off(angularVelocity(world, body)[2], speed)).toBeLessThan(1e-6);
    }
  });
});
