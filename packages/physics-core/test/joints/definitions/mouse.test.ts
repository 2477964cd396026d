import { expect, it } from 'vitest';
import {
  bodyPosition,
  createJoint,
  jointDef,
  jointReaction,
  linearVelocity,
  mouse,
  updateBody,
  updateJoint,
  type Vec3,
} from '../../../src/index.js';
import { length } from '../../../src/math/vec3.js';
import { addBox, DT, G, jointWorld, off, run } from '../context.js';

const expectAt = (position: Vec3, target: Vec3, digits: number): void => {
  for (let i = 0; i < 3; i++) expect(position[i]).toBeCloseTo(target[i], digits);
};

it('brings the body to the target, and to the next one', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const body = addBox(world, [0, 0, 0], 4);
  const joint = createJoint(world, mouse({ bodyB: body, target: [1, 2, 3] }));
  run(world, 2);
  expectAt(bodyPosition(world, body), [1, 2, 3], 6);
  updateJoint(world, joint, { target: [-1, 0, 0] });
  run(world, 2);
  expectAt(bodyPosition(world, body), [-1, 0, 0], 6);
});

it('draws as a damped oscillator', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const body = addBox(world, [1, 0, 0], 4);
  createJoint(world, mouse({ bodyB: body, target: [0, 0, 0], hertz: 1, dampingRatio: 0.5 }));
  const omega = 2 * Math.PI;
  const damped = omega * Math.sqrt(0.75);
  let worst = 0;
  run(world, 2, (t) => {
    const x =
      Math.exp(-omega * 0.5 * t) * (Math.cos(damped * t) + ((0.5 * omega) / damped) * Math.sin(damped * t));
    worst = Math.max(worst, Math.abs(bodyPosition(world, body)[0] - x));
  });
  expect(worst).toBeLessThan(0.8 * omega * (DT / 4));
});

it('stays where it was grabbed when no target is given, and sags by g/ω² under the weight', () => {
  const world = jointWorld();
  const body = addBox(world, [1, 5, 0], 4);
  const joint = createJoint(world, mouse({ bodyB: body, anchor: [1, 5.1, 0] }));
  expect(jointDef(world, joint)).toMatchObject({ target: [1, 5.1, 0], hertz: 5 });
  run(world, 4);
  expect(off(5 - bodyPosition(world, body)[1], G / (10 * Math.PI) ** 2)).toBeLessThan(1e-3);
  const { force, torque } = jointReaction(world, joint);
  expect(off(force[1], 4 * G)).toBeLessThan(1e-3);
  expect(length(torque)).toBeLessThan(1e-9);
});

it('never pulls harder than it may', () => {
  const world = jointWorld();
  const body = addBox(world, [0, 0, 0], 4);
  const joint = createJoint(
    world,
    mouse({ bodyB: body, anchor: [0.1, 0.1, 0.1], target: [3, 4, 5], maxForce: 80 }),
  );
  let strongest = 0;
  run(world, 3, () => {
    strongest = Math.max(strongest, length(jointReaction(world, joint).force));
  });
  expect(strongest).toBeLessThan(80 * (1 + 1e-9));
  expect(strongest).toBeGreaterThan(79);
});

it('with less than the weight only slows the fall', () => {
  const world = jointWorld();
  const body = addBox(world, [0, 0, 0], 4);
  createJoint(world, mouse({ bodyB: body, target: [0, 10, 0], maxForce: 30 }));
  run(world, 1);
  expect(off(linearVelocity(world, body)[1], -(G - 30 / 4))).toBeLessThan(1e-9);
});

it('lets a body that is held at a corner hang below it', () => {
  const world = jointWorld();
  const body = addBox(world, [0, 0, 0], 4);
  updateBody(world, body, { angularDamping: 10 });
  const joint = createJoint(world, mouse({ bodyB: body, anchor: [0.1, 0.1, 0.1] }));
  run(world, 15);
  const { force } = jointReaction(world, joint);
  expect(off(force[1], 4 * G)).toBeLessThan(1e-3);
  expect(bodyPosition(world, body)[0]).toBeCloseTo(0.1, 3);
  expect(bodyPosition(world, body)[2]).toBeCloseTo(0.1, 3);
});
