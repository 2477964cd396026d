import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  ball,
  cone,
  createJoint,
  jointCoordinate,
  jointImpulses,
  jointReaction,
  linearVelocity,
  type Vec3,
} from '../../../src/index.js';
import { cross, dot, length, scale, sub } from '../../../src/math/vec3.js';
import { about } from '../../api/context.js';
import { between, createRandom } from '../../determinism/context.js';
import { DT, G, jointWorld, off, run } from '../context.js';
import { addTop, axisOf, DEGREE, pushTip, swingBy } from '../swings.js';

describe('a cone alone', () => {
  it('leaves everything else free', () => {
    const world = jointWorld();
    const top = addTop(world, 1, [0.05, 0.05, 0.05], {
      linearVelocity: [1, 2, 3],
      angularVelocity: [4, 0, 0],
    });
    const joint = createJoint(world, cone({ bodyB: top, axis: [1, 0, 0], limits: [0, 0.5] }));
    run(world, 1);
    expect(length(sub(linearVelocity(world, top), [1, 2 - G, 3]))).toBeLessThan(1e-9);
    expect(length(sub(angularVelocity(world, top), [4, 0, 0]))).toBeLessThan(1e-9);
    expect(jointCoordinate(world, joint).value).toBeLessThan(1e-9);
  });

  it.each([0.4, Math.PI / 2, 170 * DEGREE])('holds an axis within %s rad in every direction', (limit) => {
    const random = createRandom(21);
    let beyond = 0;
    let short = 0;
    for (let i = 0; i < 30; i++) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const phi = between(random, -Math.PI, Math.PI);
      const top = addTop(world, 1, [0.02, 0.03, 0.04], {
        rotation: swingBy(phi, 0.95 * limit),
        angularDamping: 2,
      });
      const joint = createJoint(world, cone({ bodyB: top, frameA: {}, frameB: {}, limits: [0, limit] }));
      run(world, 1, () => {
        // Outwards along the great circle.
        const u = axisOf(world, top);
        const outward = cross([1, 0, 0], u);
        applyTorque(world, top, scale(outward, 2 / length(outward)));
        beyond = Math.max(beyond, jointCoordinate(world, joint).value - limit);
      });
      short = Math.max(short, limit - jointCoordinate(world, joint).value);
    }
    expect(beyond / DEGREE).toBeLessThan(0.5);
    expect(short / DEGREE).toBeLessThan(0.5);
  });

  it('acts equally on both bodies', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const inertia: Vec3 = [0.05, 0.05, 0.05];
    const a = addTop(world, 1, inertia, { position: [0, 0, 1], angularVelocity: [0, 1, -2] });
    const b = addTop(world, 1, inertia, { angularVelocity: [0, 2, 3] });
    const joint = createJoint(world, cone({ bodyA: a, bodyB: b, axis: [1, 0, 0], limits: [0, 0.3] }));
    run(world, 2);
    expect(jointCoordinate(world, joint).value / DEGREE).toBeLessThan(0.3 / DEGREE + 0.5);
    const sum = [0, 1, 2].map((i) => angularVelocity(world, a)[i] + angularVelocity(world, b)[i]);
    expect(length(sub(sum as unknown as Vec3, [0, 3, 1]))).toBeLessThan(1e-9);
  });

  it('lets the axis slide round its edge', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.03, 0.03, 0.03], { rotation: about([0, 1, 0], 0.45) });
    const joint = createJoint(
      world,
      cone({ bodyB: top, frameA: {}, frameB: {}, limits: [0, 0.5], friction: 0.01 }),
    );
    let beyond = 0;
    run(world, 6, () => {
      pushTip(world, top, scale([-1, 1, 0], 0.5));
      beyond = Math.max(beyond, jointCoordinate(world, joint).value - 0.5);
    });
    expect(beyond / DEGREE).toBeLessThan(0.5);
    expect(axisOf(world, top)[0]).toBeLessThan(Math.cos(0.4));
  });

  it('returns from a violation by the shortest way, without speed', () => {
    for (const start of [0.7, 1.6, 3.1]) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 1, [0.03, 0.03, 0.03], { rotation: swingBy(2.2, start) });
      const joint = createJoint(world, cone({ bodyB: top, frameA: {}, frameB: {}, limits: [0, 0.5] }));
      run(world, 2);
      expect(Math.abs(jointCoordinate(world, joint).value - 0.5) / DEGREE).toBeLessThan(1e-3);
      expect(length(angularVelocity(world, top))).toBeLessThan(1e-6);
      // The axis stayed in the plane of the swing.
      expect(Math.abs(dot(axisOf(world, top), [0, Math.cos(2.2), Math.sin(2.2)]))).toBeLessThan(1e-6);
    }
  });

  it('bounces with its restitution', () => {
    for (const restitution of [0, 0.3, 0.8, 1]) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 2, [0.05, 0.05, 0.05], { angularVelocity: [0, 3, 4] });
      createJoint(world, cone({ bodyB: top, limits: [0, 0.6], limitRestitution: restitution }));
      run(world, 0.6 / 5 + 0.04);
      expect(length(sub(angularVelocity(world, top), scale([0, -3, -4], restitution)))).toBeLessThan(1e-9);
    }
  });

  it('sags by τ / (ω² I) when it is soft', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 2, [0.05, 0.05, 0.05]);
    const joint = createJoint(world, cone({ bodyB: top, limits: [0, 0.4], limitSpring: { hertz: 4 } }));
    run(world, 3, () => applyTorque(world, top, [0, 0, 0.7]));
    const sag = 0.7 / (0.05 * (2 * Math.PI * 4) ** 2);
    expect(off(jointCoordinate(world, joint).value - 0.4, sag)).toBeLessThan(1e-3);
  });
});

it('bears a bar that a ball joint carries, with the torque that statics want', () => {
  const world = jointWorld();
  const bar = addTop(world, 2, [0.02, 0.05, 0.05], { position: [0.5, 0, 0] });
  createJoint(world, ball({ bodyB: bar, anchor: [0, 0, 0] }));
  const joint = createJoint(world, cone({ bodyB: bar, axis: [1, 0, 0], limits: [0, 0.4] }));
  run(world, 4);
  const torque = 2 * G * 0.5 * Math.cos(0.4);
  const reaction = jointReaction(world, joint);
  expect(length(reaction.force)).toBe(0);
  expect(length(sub(reaction.torque, [0, 0, torque]))).toBeLessThan(1e-3 * torque);
  expect(off(-jointImpulses(world, joint).angle.limit / (DT / 4), torque)).toBeLessThan(1e-3);
});
