import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  ball,
  createJoint,
  jointCoordinate,
  jointReaction,
  linearVelocity,
  type Vec3,
  wedge,
} from '../../../src/index.js';
import { length, scale, sub } from '../../../src/math/vec3.js';
import { between, createRandom, randomVector } from '../../determinism/context.js';
import { G, jointWorld, off, run } from '../context.js';
import { addTop, axisOf, DEGREE, pointTo, pushTip, type Range } from '../swings.js';

/** The angle from a direction to the nearest point of the lune between two azimuths. */
const outside = ([x, y, z]: Vec3, [lower, upper]: Range): number => {
  const middle = (lower + upper) / 2;
  const raw = Math.atan2(y, x);
  const azimuth = raw + 2 * Math.PI * Math.round((middle - raw) / (2 * Math.PI));
  const gap = Math.min(azimuth - lower, upper - azimuth);
  if (gap >= 0) return 0;
  const s = Math.hypot(x, y);
  return gap > -Math.PI / 2 ? Math.asin(Math.min(1, s * Math.sin(-gap))) : Math.atan2(s, Math.abs(z));
};

const lunes: readonly Range[] = [
  [-0.4, 0.3],
  [-1.2, 1.4],
  [2, 4],
  [-2.5, 2.8],
];

describe('a wedge alone', () => {
  it('leaves everything else free', () => {
    const world = jointWorld();
    const top = addTop(world, 1, [0.05, 0.05, 0.05], { linearVelocity: [1, 2, 3] });
    const joint = createJoint(world, wedge({ bodyB: top, frameA: {}, frameB: {}, limits: [-0.1, 0.1] }));
    // The torque works from the second step on.
    run(world, 0.5, () => applyTorque(world, top, [0.2, -0.1, 0]));
    expect(length(sub(linearVelocity(world, top), [1, 2 - 0.5 * G, 3]))).toBeLessThan(1e-9);
    expect(off(angularVelocity(world, top)[0], (0.2 / 0.05) * (29 / 60))).toBeLessThan(1e-9);
    expect(Math.abs(jointCoordinate(world, joint).value)).toBeLessThan(0.1 + 0.5 * DEGREE);
  });

  it.each(lunes)('holds an axis between the azimuths %s and %s at every latitude', (lower, upper) => {
    const random = createRandom(31);
    let beyond = 0;
    let short = 0;
    for (let i = 0; i < 20; i++) {
      const side = i % 2;
      const end = side === 0 ? lower : upper;
      const latitude = between(random, -1.2, 1.2);
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 1, [0.02, 0.03, 0.04], {
        rotation: pointTo(end + (side === 0 ? 0.05 : -0.05), latitude),
      });
      const joint = createJoint(
        world,
        wedge({ bodyB: top, frameA: {}, frameB: {}, limits: [lower, upper], friction: 0.01 }),
      );
      // Across the edge: the edge's normal, which lies in the x-y plane.
      const push = scale([-Math.sin(end), Math.cos(end), 0], side === 0 ? -1 : 1);
      run(world, 1, () => {
        pushTip(world, top, push);
        beyond = Math.max(beyond, outside(axisOf(world, top), [lower, upper]));
      });
      short = Math.max(short, Math.abs(jointCoordinate(world, joint).value - end));
    }
    // The row looks ahead to the edge, so it stops there and not behind it.
    expect(beyond / DEGREE).toBeLessThan(1e-6);
    expect(short / DEGREE).toBeLessThan(1e-6);
  });

  it.each(lunes)('keeps what is thrown about between %s and %s', (lower, upper) => {
    const random = createRandom(32);
    let beyond = 0;
    for (let i = 0; i < 20; i++) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 1, [0.02, 0.03, 0.04], {
        rotation: pointTo(between(random, lower, upper), between(random, -1.5, 1.5)),
        angularVelocity: randomVector(random, 4),
      });
      createJoint(world, wedge({ bodyB: top, frameA: {}, frameB: {}, limits: [lower, upper] }));
      run(world, 1, () => {
        beyond = Math.max(beyond, outside(axisOf(world, top), [lower, upper]));
      });
    }
    // Within a substep of 4 rad/s along the edge its normal turns by a degree, and a row sees the one that was. The
    // corner of two edges at the pole, struck while the axis turns about itself, is worst.
    expect(beyond / DEGREE).toBeLessThan(0.03);
  });

  it('rests in its corner, at the pole', () => {
    for (const [lower, upper] of [
      [-0.4, 0.4],
      [-1.2, 1.2],
    ]) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 1, [0.02, 0.03, 0.04], { rotation: pointTo(0.1, 1.3), angularDamping: 4 });
      createJoint(world, wedge({ bodyB: top, frameA: {}, frameB: {}, limits: [lower, upper] }));
      run(world, 4, () => pushTip(world, top, [-0.5, 0, 0]));
      expect(Math.acos(axisOf(world, top)[2]) / DEGREE).toBeLessThan(0.5);
      expect(length(angularVelocity(world, top))).toBeLessThan(0.01);
    }
  });

  it.each(lunes)('takes back what was put outside %s to %s', (lower, upper) => {
    const random = createRandom(33);
    for (let i = 0; i < 20; i++) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const rotation = pointTo(between(random, upper, lower + 2 * Math.PI), between(random, -1.5, 1.5));
      const top = addTop(world, 1, [0.03, 0.03, 0.03], { rotation });
      createJoint(world, wedge({ bodyB: top, frameA: {}, frameB: {}, limits: [lower, upper] }));
      const start = axisOf(world, top);
      const distance = outside(start, [lower, upper]);
      run(world, 1.5);
      const end = axisOf(world, top);
      expect(outside(end, [lower, upper]) / DEGREE).toBeLessThan(1e-3);
      // By the shortest way, and hardly further.
      const way = Math.acos(Math.min(1, start[0] * end[0] + start[1] * end[1] + start[2] * end[2]));
      expect((way - distance) / DEGREE).toBeLessThan(2);
      expect(length(angularVelocity(world, top))).toBeLessThan(0.05);
    }
  });

  it('may have one edge only, or run round the back', () => {
    for (const limits of [
      [-Infinity, 0.5],
      [2.5, 3.8],
    ] as const) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const start = limits[1] - 0.3;
      const top = addTop(world, 1, [0.03, 0.03, 0.03], {
        rotation: pointTo(start, 0),
        angularVelocity: [0, 0, 2],
      });
      const joint = createJoint(world, wedge({ bodyB: top, frameA: {}, frameB: {}, limits }));
      expect(jointCoordinate(world, joint).value).toBeCloseTo(start, 12);
      run(world, 1);
      expect(Math.abs(jointCoordinate(world, joint).value - limits[1]) / DEGREE).toBeLessThan(1e-3);
      expect(length(angularVelocity(world, top))).toBeLessThan(1e-9);
    }
  });

  it('bounces with its restitution and sags when it is soft', () => {
    const bouncing = jointWorld({ gravity: [0, 0, 0] });
    const ballTop = addTop(bouncing, 1, [0.05, 0.05, 0.05], { angularVelocity: [0, 0, 3] });
    createJoint(bouncing, wedge({ bodyB: ballTop, limits: [-0.4, 0.4], limitRestitution: 0.6 }));
    run(bouncing, 0.4 / 3 + 0.05);
    expect(length(sub(angularVelocity(bouncing, ballTop), [0, 0, -1.8]))).toBeLessThan(1e-9);

    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.05, 0.05, 0.05]);
    const joint = createJoint(world, wedge({ bodyB: top, limits: [-0.4, 0.4], limitSpring: { hertz: 4 } }));
    run(world, 3, () => applyTorque(world, top, [0, 0, -0.7]));
    const sag = 0.7 / (0.05 * (2 * Math.PI * 4) ** 2);
    expect(off(-jointCoordinate(world, joint).value - 0.4, sag)).toBeLessThan(1e-3);
  });
});

it('bears a bar that a ball joint carries, with the torque that statics want', () => {
  const world = jointWorld();
  const bar = addTop(world, 2, [0.02, 0.05, 0.05], { position: [0.5, 0, 0] });
  createJoint(world, ball({ bodyB: bar, anchor: [0, 0, 0] }));
  const joint = createJoint(
    world,
    wedge({ bodyB: bar, axis: [1, 0, 0], secondAxis: [0, 1, 0], limits: [-0.4, 0.7] }),
  );
  run(world, 4);
  const torque = 2 * G * 0.5 * Math.cos(0.4);
  const reaction = jointReaction(world, joint);
  expect(length(reaction.force)).toBe(0);
  expect(length(sub(reaction.torque, [0, 0, torque]))).toBeLessThan(1e-3 * torque);
});
