import { expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  bodyMass,
  bodyPosition,
  bodyRotation,
  createBody,
  createJoint,
  jointReaction,
  linearVelocity,
  motor,
  type Quat,
  updateBody,
  updateJoint,
  type Vec3,
} from '../../../src/index.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import { add, cross, length, scale, sub } from '../../../src/math/vec3.js';
import { addBox, DT, G, jointWorld, off, run } from '../context.js';

const turn = (axis: Vec3, angle: number): Quat => [
  ...scale(axis, Math.sin(angle / 2) / length(axis)),
  Math.cos(angle / 2),
];

/** Angle between two orientations. */
const between = (a: Quat, b: Quat): number => {
  const [x, y, z] = multiply([-a[0], -a[1], -a[2], a[3]], b);
  return 2 * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z)));
};

it('goes to an offset and a rotation in the frame of A', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const pose = turn([1, 2, 3], 0.8);
  const a = createBody(world, { type: 'static', position: [1, 2, 3], rotation: pose });
  const b = addBox(world, [0, 0, 0], 2);
  const wanted = turn([0, 1, 1], 2.5);
  const joint = createJoint(
    world,
    motor({ bodyA: a, bodyB: b, frameA: {}, frameB: {}, offset: [0.5, 0, -0.5], rotation: wanted }),
  );
  run(world, 3);
  const goal = add([1, 2, 3], rotate(pose, [0.5, 0, -0.5]));
  expect(length(sub(bodyPosition(world, b), goal))).toBeLessThan(1e-6);
  expect(between(bodyRotation(world, b), multiply(pose, wanted))).toBeLessThan(1e-6);
  updateJoint(world, joint, { offset: [0, 0, 0], rotation: [0, 0, 0, 1] });
  run(world, 3);
  expect(length(sub(bodyPosition(world, b), [1, 2, 3]))).toBeLessThan(1e-6);
  expect(between(bodyRotation(world, b), pose)).toBeLessThan(1e-6);
});

it('answers a step of its rotation as a damped oscillator', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const b = addBox(world, [0, 0, 0], 2, [0.3, 0.2, 0.1]);
  createJoint(
    world,
    motor({ bodyB: b, rotation: turn([0, 0, 1], 2), angularHertz: 1, angularDampingRatio: 0.5 }),
  );
  const omega = 2 * Math.PI;
  const damped = omega * Math.sqrt(0.75);
  let worst = 0;
  run(world, 2, (t) => {
    const x =
      Math.exp(-omega * 0.5 * t) * (Math.cos(damped * t) + ((0.5 * omega) / damped) * Math.sin(damped * t));
    worst = Math.max(worst, Math.abs(2 * Math.asin(bodyRotation(world, b)[2]) - 2 * (1 - x)));
  });
  expect(worst).toBeLessThan(2 * 0.8 * omega * (DT / 4));
});

it('follows a body that moves and turns evenly without a lag', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const a = createBody(world, {
    type: 'kinematic',
    linearVelocity: [0.5, 0, 0],
    angularVelocity: [0, 0.4, 0],
  });
  const b = addBox(world, [0, 0, 0], 2);
  createJoint(world, motor({ bodyA: a, bodyB: b, hertz: 4, dampingRatio: 1 }));
  run(world, 3);
  // The damper acts on the relative motion too, so in the steady state nothing pulls.
  expect(length(sub(bodyPosition(world, a), bodyPosition(world, b)))).toBeLessThan(1e-6);
  expect(linearVelocity(world, b)[0]).toBeCloseTo(0.5, 6);
  expect(angularVelocity(world, b)[1]).toBeCloseTo(0.4, 6);
});

it('holds a load: sags by g/ω² and carries weight and torque', () => {
  const world = jointWorld();
  const b = addBox(world, [0, 3, 0], 4);
  const joint = createJoint(world, motor({ bodyB: b, hertz: 3, angularHertz: 2 }));
  run(world, 4, () => applyTorque(world, b, [0, 0, 0.5]));
  expect(off(3 - bodyPosition(world, b)[1], G / (6 * Math.PI) ** 2)).toBeLessThan(1e-3);
  const { force, torque } = jointReaction(world, joint);
  expect(off(force[1], 4 * G)).toBeLessThan(1e-3);
  expect(off(torque[2], -0.5)).toBeLessThan(1e-3);
});

it('rigid, clamps a load that sticks out: weight, and weight times arm', () => {
  const world = jointWorld();
  const a = createBody(world, { type: 'static', position: [0, 2, 0] });
  const b = addBox(world, [0.5, 2, 0], 4, [0.5, 0.1, 0.1]);
  const joint = createJoint(
    world,
    motor({ bodyA: a, bodyB: b, anchor: [0, 2, 0], hertz: 0, angularHertz: 0 }),
  );
  run(world, 3);
  const { force, torque } = jointReaction(world, joint);
  expect(off(force[1], 4 * G)).toBeLessThan(1e-3);
  expect(off(torque[2], 4 * G * 0.5)).toBeLessThan(1e-3);
});

it('keeps to its largest force and torque', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const b = addBox(world, [0, 0, 0], 4);
  createJoint(
    world,
    motor({ bodyB: b, offset: [100, 0, 0], rotation: turn([0, 1, 0], 3), maxForce: 8, maxTorque: 0.01 }),
  );
  run(world, 1);
  expect(off(linearVelocity(world, b)[0], 8 / 4)).toBeLessThan(1e-9);
  const inertia = bodyMass(world, b).inertia[3];
  expect(off(angularVelocity(world, b)[1], 0.01 / inertia)).toBeLessThan(1e-6);
});

it('keeps to its largest torque while B is thrown across its way', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const b = addBox(world, [0, 0, 0], 4);
  updateBody(world, b, { angularVelocity: [0, 0, 5] });
  const joint = createJoint(world, motor({ bodyB: b, rotation: turn([0, 1, 0], 2.8), maxTorque: 0.02 }));
  run(world, 1, () => expect(off(length(jointReaction(world, joint).torque), 0.02)).toBeLessThan(0.01));
});

it('keeps the momenta of two bodies that are far from their places', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const a = addBox(world, [0, 0, 0], 3);
  const b = addBox(world, [1, 0.5, 0], 2);
  updateBody(world, a, { angularVelocity: [0, 0, 1] });
  createJoint(
    world,
    motor({ bodyA: a, bodyB: b, hertz: 1, offset: [0.3, -0.8, 0.2], rotation: turn([1, 0, 1], 1) }),
  );
  const [inertiaA, inertiaB] = [bodyMass(world, a).inertia[0], bodyMass(world, b).inertia[0]];
  const momenta = (): [Vec3, Vec3] => {
    const [vA, vB] = [scale(linearVelocity(world, a), 3), scale(linearVelocity(world, b), 2)];
    const orbit = add(cross(bodyPosition(world, a), vA), cross(bodyPosition(world, b), vB));
    const spin = add(scale(angularVelocity(world, a), inertiaA), scale(angularVelocity(world, b), inertiaB));
    return [add(vA, vB), add(orbit, spin)];
  };
  const [linear, angular] = momenta();
  run(world, 2);
  const [linearAfter, angularAfter] = momenta();
  expect(length(sub(linearAfter, linear))).toBeLessThan(1e-10);
  expect(length(sub(angularAfter, angular))).toBeLessThan(1e-10);
});
