import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  type BodyHandle,
  bodyRotation,
  createJoint,
  jointDef,
  jointReaction,
  type Quat,
  upright,
  type World,
} from '../../../src/index.js';
import { momentum } from '../../../src/inspect.js';
import { rotate } from '../../../src/math/quat.js';
import { length } from '../../../src/math/vec3.js';
import { DT, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, weightless } from '../joint-rig.js';

/** Angle of the body's y axis from up. */
const tilt = (world: World, body: BodyHandle): number => {
  const [x, y, z] = rotate(bodyRotation(world, body), [0, 1, 0]);
  return Math.atan2(Math.hypot(x, z), y);
};

const tilted = (angle: number): Quat => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
const UP: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
/** Frames whose x axis is the y axis of their body. */
const frames = { frameA: { rotation: UP }, frameB: { rotation: UP } };

describe('upright', () => {
  it('is soft by default', () => {
    const world = jointWorld();
    const joint = createJoint(world, upright({ bodyB: addMass(world, [0, 0, 0], 1) }));
    expect(jointDef(world, joint).hertz).toBeGreaterThan(0);
  });

  it.each([0.3, 1.5, 3])('rights a body that is tilted by %f', (angle) => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 2, [0.3, 0.1, 0.2], { rotation: tilted(angle) });
    createJoint(world, upright({ bodyB: body, ...frames }));
    run(world, 4);
    expect(tilt(world, body)).toBeLessThan(1e-3);
  });

  it('returns as the critically damped spring', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 2, [0.2, 0.2, 0.2], { rotation: tilted(0.1) });
    createJoint(world, upright({ bodyB: body, ...frames, hertz: 1, dampingRatio: 1 }));
    const omega = 2 * Math.PI;
    run(world, 1, (time) => {
      const ideal = 0.1 * (1 + omega * time) * Math.exp(-omega * time);
      expect(Math.abs(tilt(world, body) - ideal)).toBeLessThan(0.02 * 0.1);
    });
  });

  it('leaves the turn about the axis and the fall alone', () => {
    const world = jointWorld();
    const body = addMass(world, [0, 0, 0], 2, [0.2, 0.2, 0.2], {
      rotation: tilted(0.5),
      angularVelocity: [0, 7, 0],
      linearVelocity: [3, 0, 0],
    });
    const joint = createJoint(world, upright({ bodyB: body, ...frames }));
    run(world, 3);
    expect(tilt(world, body)).toBeLessThan(1e-3);
    expect(angularVelocity(world, body)[1]).toBeGreaterThan(5);
    expect(length(jointReaction(world, joint).force)).toBe(0);
  });

  it('tilts under a torque by τ / (I ω²) and bears all of it', () => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 2, [0.5, 0.5, 0.5]);
    const joint = createJoint(world, upright({ bodyB: body, hertz: 2 }));
    runPushed(world, 4, () => applyTorque(world, body, [0, 0, 6]));
    // C = 2 sin(α/2) with the lever cos(α/2): τ / I = 2 ω² tan(α/2).
    expect(off(2 * Math.tan(tilt(world, body) / 2), 6 / (0.5 * (4 * Math.PI) ** 2))).toBeLessThan(1e-3);
    expectReaction(world, joint, [0, 0, 0], [0, 0, -6]);
  });

  it.each([1, 2.5, 3.1])('pushes with maxTorque and no harder while it is tilted by %f', (angle) => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 2, [0.5, 0.5, 0.5], { rotation: tilted(angle) });
    createJoint(world, upright({ bodyB: body, ...frames, hertz: 5, maxTorque: 2 }));
    let before = 0;
    run(world, 0.2, () => {
      const speed = angularVelocity(world, body)[2];
      expect(off((0.5 * (before - speed)) / DT, 2)).toBeLessThan(1e-9);
      before = speed;
    });
  });

  it('shares the tilt of two bodies by their inertia', () => {
    const world = jointWorld(weightless);
    const a = addMass(world, [0, 0, 0], 2, [0.5, 0.5, 0.5], { angularVelocity: [0, 0, 1] });
    const b = addMass(world, [3, 0, 0], 1, [0.2, 0.2, 0.2]);
    createJoint(world, upright({ bodyA: a, bodyB: b, ...frames, hertz: 4 }));
    const before = momentum(world);
    run(world, 3);
    expect(off(angularVelocity(world, a)[2], 0.5 / 0.7)).toBeLessThan(1e-3);
    expect(off(angularVelocity(world, b)[2], 0.5 / 0.7)).toBeLessThan(1e-3);
    expect(momentum(world).angular[2]).toBeCloseTo(before.angular[2], 9);
  });
});
