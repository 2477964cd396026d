import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  ball,
  bodyPosition,
  bodyRotation,
  createJoint,
  type JointHandle,
  jointCoordinate,
  jointError,
  jointImpulses,
  jointReaction,
  type Quat,
  updateJoint,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { jointRows } from '../../../src/inspect.js';
import { length, scale, sub } from '../../../src/math/vec3.js';
import { about } from '../../api/context.js';
import { DT, G, jointWorld, off, run } from '../context.js';
import { addTop, axisOf, DEGREE } from '../swings.js';

/** Angle of a point about the y axis, going on from `last` without a jump. */
const azimuthFrom = (last: number, [x, , z]: Vec3): number => {
  const angle = Math.atan2(-z, x);
  return angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI));
};

describe('a pendulum on a ball joint', () => {
  // The bob is a body with equal moments: turning with the circle it adds nothing to the horizontal angular momentum.
  it.each([0.3, 0.8])('goes round a cone of %s rad with ω² = g / (l cos β)', (beta) => {
    const world = jointWorld();
    const rate = Math.sqrt(G / Math.cos(beta));
    const bob = addTop(world, 1, [0.02, 0.02, 0.02], {
      position: [Math.sin(beta), -Math.cos(beta), 0],
      linearVelocity: [0, 0, -rate * Math.sin(beta)],
      angularVelocity: [0, rate, 0],
    });
    createJoint(world, ball({ bodyB: bob, anchor: [0, 0, 0] }));
    let turned = 0;
    let rise = 0;
    run(world, 10, () => {
      turned = azimuthFrom(turned, bodyPosition(world, bob));
      rise = Math.max(rise, Math.abs(bodyPosition(world, bob)[1] + Math.cos(beta)));
    });
    expect(rise).toBeLessThan(0.003);
    expect(off(turned / 10, rate)).toBeLessThan(1e-3);
  });

  it.each([0.1, 1, 2])('swings %s rad wide with the period of the elliptic integral', (amplitude) => {
    const world = jointWorld();
    const inertia = 0.02;
    const start = Math.PI / 2 - amplitude;
    const bob = addTop(world, 1, [inertia, inertia, inertia], {
      position: [Math.cos(start), -Math.sin(start), 0],
    });
    createJoint(world, ball({ bodyB: bob, anchor: [0, 0, 0] }));
    // T = 4 √(I / m g l) K(sin(amplitude / 2)), K = π / 2 / agm(1, cos(amplitude / 2)).
    let [a, b] = [1, Math.cos(amplitude / 2)];
    for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const period = (2 * Math.PI * Math.sqrt((inertia + 1) / G)) / a;
    const crossings: number[] = [];
    let last = bodyPosition(world, bob)[0];
    run(world, 8, (time) => {
      const [x] = bodyPosition(world, bob);
      if (last > 0 && x <= 0) crossings.push(time - (DT * x) / (x - last));
      last = x;
    });
    expect(crossings.length).toBeGreaterThan(2);
    const measured = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
    expect(off(measured, period)).toBeLessThan(5e-3);
  });
});

it('carries a gyroscope round in 8 s (accuracy d)', () => {
  const world = jointWorld();
  const spin = 2 * Math.PI * 20;
  const precession = (2 * Math.PI) / 8;
  const arm = (precession * 0.05 * spin) / G;
  const disc = addTop(world, 1, [0.05, 0.026, 0.026], {
    position: [arm, 0, 0],
    linearVelocity: [0, 0, -precession * arm],
    angularVelocity: [spin, precession, 0],
  });
  createJoint(world, ball({ bodyB: disc, anchor: [0, 0, 0] }));
  let turned = 0;
  let period = 0;
  let lowest = 0;
  run(world, 16, (time) => {
    const before = turned;
    turned = azimuthFrom(turned, bodyPosition(world, disc));
    const missing = 2 * Math.PI - before;
    if (missing > 0 && turned >= 2 * Math.PI) period = time - DT + (DT * missing) / (turned - before);
    lowest = Math.min(lowest, bodyPosition(world, disc)[1]);
  });
  expect(off(period, 8)).toBeLessThan(5e-3);
  expect(-lowest).toBeLessThan(0.02 * arm);
  expect(off(length(angularVelocity(world, disc)), Math.hypot(spin, precession))).toBeLessThan(1e-4);
});

describe('the three-axis motor', () => {
  const wanted: Vec3 = [1, 2, -2];

  it('spins up with α = τ / I and keeps the velocity it was told', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.2, 0.2, 0.2]);
    const joint = createJoint(world, ball({ bodyB: top, motorVelocity: wanted, motorMaxTorque: 0.5 }));
    run(world, 0.5);
    expect(off(length(angularVelocity(world, top)), (0.5 / 0.2) * 0.5)).toBeLessThan(1e-9);
    expect(off(length(jointReaction(world, joint).torque), 0.5)).toBeLessThan(1e-9);
    run(world, 1);
    expect(length(sub(angularVelocity(world, top), wanted))).toBeLessThan(1e-9);
  });

  it('turns in the axes of A, against a load, to 0.03 %', () => {
    const world = jointWorld();
    const bar = addTop(world, 10, [0.05, 0.9, 0.9], { position: [0, 0.5, 0] });
    const joint = createJoint(
      world,
      ball({
        bodyB: bar,
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        motorVelocity: [2, 0, 0],
        motorMaxTorque: 200,
      }),
    );
    let worst = 0;
    run(world, 6, (time) => {
      if (time > 1) worst = Math.max(worst, length(sub(angularVelocity(world, bar), [0, 0, 2])));
    });
    expect(worst).toBeLessThan(2 * 3e-4);
    expect(jointError(world, joint).linear).toBeLessThan(0.002);
  });

  it('gives no more than its torque when it stalls', () => {
    const world = jointWorld();
    const bar = addTop(world, 10, [0.05, 0.9, 0.9], { position: [0.5, 0, 0] });
    const joint = createJoint(
      world,
      ball({ bodyB: bar, anchor: [0, 0, 0], motorVelocity: [0, 0, 2], motorMaxTorque: 30 }),
    );
    // α = (τ - m g l cos θ) / (I + m l²), nearly constant at the beginning.
    run(world, 0.1);
    expect(off(angularVelocity(world, bar)[2], (0.1 * (30 - 10 * G * 0.5)) / (0.9 + 2.5))).toBeLessThan(0.01);
    expect(off(length(jointReaction(world, joint).torque), 30)).toBeLessThan(0.01);
  });

  const directions: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0.6, 0.48, 0.64],
  ];
  it.each(directions.flatMap((axis) => [0.5, 1].map((ratio) => [axis, ratio] as const)))(
    'goes to an orientation 170° away about %j with damping ratio %s as an oscillator does',
    (axis, ratio) => {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 1, [0.2, 0.2, 0.2]);
      const angle = 170 * DEGREE;
      createJoint(
        world,
        ball({ bodyB: top, motorTarget: about(axis, angle), motorHertz: 1, motorDampingRatio: ratio }),
      );
      const omega = 2 * Math.PI;
      const damped = omega * Math.sqrt(1 - ratio * ratio);
      const left = (t: number): number =>
        ratio === 1
          ? (1 + omega * t) * Math.exp(-omega * t)
          : Math.exp(-ratio * omega * t) *
            (Math.cos(damped * t) + ((ratio * omega) / damped) * Math.sin(damped * t));
      let worst = 0;
      run(world, 3, (time) => {
        const [x, y, z, w] = bodyRotation(world, top);
        const turned = 2 * Math.atan2(x * axis[0] + y * axis[1] + z * axis[2], w);
        worst = Math.max(worst, Math.abs(turned - angle * (1 - left(time))));
      });
      expect(worst).toBeLessThan(0.012 * angle);
    },
  );

  it('settles a body of unequal moments whichever way it is turned, within its torque', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.1, 0.2, 0.25], { angularVelocity: [3, -2, 4] });
    const target = about([-0.48, 0.6, 0.64], 2.9);
    const joint = createJoint(
      world,
      ball({ bodyB: top, axis: [1, 2, 2], motorTarget: target, motorHertz: 2, motorMaxTorque: 3 }),
    );
    let most = 0;
    run(world, 6, () => {
      most = Math.max(most, length(jointReaction(world, joint).torque));
    });
    expect(off(most, 3)).toBeLessThan(0.02);
    const servo = jointRows(world, joint).filter(({ name }) => name.startsWith('servo'));
    expect(servo).toHaveLength(3);
    for (const { error } of servo) expect(Math.abs(error)).toBeLessThan(1e-4);
    expect(length(angularVelocity(world, top))).toBeLessThan(1e-3);
  });

  it('can be switched while it runs', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.2, 0.2, 0.2]);
    const joint = createJoint(world, ball({ bodyB: top, motorVelocity: wanted }));
    run(world, 0.2);
    updateJoint(world, joint, { motorMode: 'orientation', motorTarget: [0, 0, 0, 1] as Quat });
    run(world, 2);
    expect(length(bodyRotation(world, top).slice(0, 3) as unknown as Vec3)).toBeLessThan(1e-4);
    updateJoint(world, joint, { motorMode: 'off' });
    expect(jointRows(world, joint).length).toBeGreaterThan(3);
    run(world, DT);
    expect(jointRows(world, joint)).toHaveLength(3);
  });

  it('brakes with constant torque, then holds', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.05, 0.05, 0.05], { angularVelocity: [3, -2, 6] });
    const joint = createJoint(world, ball({ bodyB: top, friction: 0.1 }));
    run(world, 1);
    expect(off(length(angularVelocity(world, top)), 7 - 0.1 / 0.05)).toBeLessThan(1e-9);
    run(world, 3);
    const before = bodyRotation(world, top);
    run(world, 1, () => applyTorque(world, top, [0.03, -0.06, 0.06]));
    expect(bodyRotation(world, top)).toEqual(before);
    const { torque } = jointReaction(world, joint);
    expect(length(sub(torque, [-0.03, 0.06, -0.06]))).toBeLessThan(1e-9);
  });
});

const largestSwing = (world: World, joint: JointHandle, seconds: number): number => {
  let largest = 0;
  run(world, seconds, () => {
    largest = Math.max(largest, jointCoordinate(world, joint, 'swing').value);
  });
  return largest;
};

describe('the cone of a ball joint', () => {
  it('bears a load at its edge, and says what it bears', () => {
    const world = jointWorld();
    const bar = addTop(world, 2, [0.02, 0.05, 0.05], { position: [0.5, 0, 0] });
    const joint = createJoint(
      world,
      ball({ bodyB: bar, anchor: [0, 0, 0], axis: [1, 0, 0], swing: { limits: [0, 0.4] } }),
    );
    expect(largestSwing(world, joint, 4)).toBeLessThan(0.4 + 0.5 * DEGREE);
    const torque = 2 * G * 0.5 * Math.cos(0.4);
    const reaction = jointReaction(world, joint);
    expect(length(sub(reaction.force, [0, 2 * G, 0]))).toBeLessThan(1e-3 * 2 * G);
    expect(length(sub(reaction.torque, [0, 0, torque]))).toBeLessThan(1e-3 * torque);
    expect(off(-jointImpulses(world, joint).swing.limit / (DT / 4), torque)).toBeLessThan(1e-3);
  });

  it.each([9, 9.7, 10.3, 11])('stops 100 kg at %s rad/s within 0.5°', (speed) => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const box = addTop(world, 100, [50 / 3, 50 / 3, 50 / 3], {
      position: [0.5, 0, 0],
      linearVelocity: [0, 0.3 * speed, -0.4 * speed],
      angularVelocity: [0, 0.8 * speed, 0.6 * speed],
    });
    const joint = createJoint(
      world,
      ball({ bodyB: box, anchor: [0, 0, 0], axis: [1, 0, 0], swing: { limits: [0, Math.PI / 4] } }),
    );
    expect(largestSwing(world, joint, 1)).toBeLessThan(Math.PI / 4 + 0.5 * DEGREE);
  });

  it('lets pass what swings through its middle', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.05, 0.05, 0.05], { rotation: about([0, 0, 1], -0.3) });
    const joint = createJoint(
      world,
      ball({
        bodyB: top,
        frameA: {},
        frameB: {},
        swing: { limits: [0, 0.5] },
        motorVelocity: [0, 0, 3.1],
        motorMaxTorque: 10,
      }),
    );
    run(world, 0.05);
    updateJoint(world, joint, { motorMode: 'off' });
    run(world, 0.15);
    expect(off(angularVelocity(world, top)[2], 3.1)).toBeLessThan(1e-9);
    expect(axisOf(world, top)[1]).toBeGreaterThan(0.25);
  });

  it('may be closed in the middle', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.05, 0.05, 0.05], {
      rotation: about([0, 0, 1], -0.4),
      angularVelocity: [0, 0, 2],
    });
    const joint = createJoint(
      world,
      ball({ bodyB: top, frameA: {}, frameB: {}, swing: { limits: [0.2, 0.5] } }),
    );
    run(world, 1);
    expect(off(jointCoordinate(world, joint, 'swing').value, 0.2)).toBeLessThan(1e-3);
  });

  it('sags by τ / (ω² I) when it is soft', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 2, [0.05, 0.05, 0.05]);
    const joint = createJoint(
      world,
      ball({ bodyB: top, swing: { limits: [0, 0.4], limitSpring: { hertz: 3, dampingRatio: 1 } } }),
    );
    run(world, 4, () => applyTorque(world, top, [0, 0.3, 0.4]));
    const sag = 0.5 / (0.05 * (2 * Math.PI * 3) ** 2);
    expect(off(jointCoordinate(world, joint, 'swing').value - 0.4, sag)).toBeLessThan(1e-3);
  });

  it.each([0, 0.5, 1])('gives back %s of the speed', (restitution) => {
    for (const speed of [2.3, 3.7, 7.1]) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const start = scale([0, 0.6, 0.8], speed);
      const top = addTop(world, 2, [0.05, 0.05, 0.05], { angularVelocity: start });
      createJoint(world, ball({ bodyB: top, swing: { limits: [0, 0.4], limitRestitution: restitution } }));
      run(world, 0.4 / speed + 0.03);
      expect(length(sub(angularVelocity(world, top), scale(start, -restitution)))).toBeLessThan(1e-9);
    }
  });
});

it('counts the turns of its twist', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const top = addTop(world, 1, [0.05, 0.05, 0.05], { angularVelocity: [5, 0, 0] });
  const joint = createJoint(world, ball({ bodyB: top, twist: { limits: [-Math.PI, 3 * Math.PI] } }));
  run(world, 3);
  expect(off(jointCoordinate(world, joint, 'twist').value, 3 * Math.PI)).toBeLessThan(1e-3);
});

it('hangs a load without torque', () => {
  const world = jointWorld();
  const bob = addTop(world, 3, [0.1, 0.2, 0.25], { position: [0, -0.7, 0] });
  const joint = createJoint(world, ball({ bodyB: bob, anchor: [0, 0, 0] }));
  run(world, 2);
  const { force, torque } = jointReaction(world, joint);
  expect(length(sub(force, [0, 3 * G, 0]))).toBeLessThan(1e-3 * 3 * G);
  expect(length(torque)).toBeLessThan(1e-6);
});
