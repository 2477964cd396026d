import {
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createJoint,
  distance,
  fixed,
  hinge,
  type JointDef,
  jointError,
  jointReaction,
  pointOnLine,
  pointOnPlane,
  rotationLock,
  slider,
  updateBody,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { addBody, awakeWorld, G, run, weightlessWorld } from './context.js';

/** Several joints between the same two bodies. */

const makers: readonly ((bodies: Pair, anchor: Vec3, axis: Vec3) => JointDef)[] = [
  (bodies, anchor) => ball({ ...bodies, anchor }),
  (bodies, anchor, axis) => hinge({ ...bodies, anchor, axis }),
  (bodies, anchor, axis) => slider({ ...bodies, anchor, axis }),
  (bodies, anchor) => fixed({ ...bodies, anchor }),
  (bodies, anchor, axis) => distance({ ...bodies, anchorA: anchor, anchorB: axis }),
  (bodies, anchor, axis) => pointOnLine({ ...bodies, anchor, axis }),
  (bodies, anchor, axis) => pointOnPlane({ ...bodies, anchor, axis }),
  (bodies) => rotationLock(bodies),
];

interface Pair {
  readonly bodyA: BodyHandle;
  readonly bodyB: BodyHandle;
}

const addBox = (world: World, position: Vec3, mass = 1, half: Vec3 = [0.1, 0.1, 0.1]): BodyHandle =>
  addBody(world, box(...half), { position, mass });

it('parallel joints whose anchors are metres away from both bodies neither come apart nor add energy', () => {
  const random = createRandom(7);
  const { between } = random;
  const direction = (): Vec3 => {
    const [x, y, z] = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  };
  for (let i = 0; i < 40; i++) {
    const world = awakeWorld();
    const bodyA = createBody(world, { type: 'static' });
    const size: Vec3 = [between(0.1, 0.5), between(0.1, 0.5), between(0.1, 0.5)];
    const bodyB = addBox(world, [between(0.5, 1.5), between(-0.5, 0.5), 0], between(0.3, 3), size);
    const joints = Array.from({ length: 2 + Math.floor(3 * random.next()) }, () => {
      const make = makers[Math.floor(makers.length * random.next())];
      const [x, y, z] = direction();
      const distance = between(1, 10);
      const anchor: Vec3 = [x * distance, y * distance, z * distance];
      return createJoint(world, make({ bodyA, bodyB }, anchor, direction()));
    });
    const start = kineticEnergy(world) + potentialEnergy(world);
    let fastest = 0;
    let gain = 0;
    run(world, 10, () => {
      const kinetic = kineticEnergy(world);
      fastest = Math.max(fastest, kinetic);
      gain = Math.max(gain, kinetic + potentialEnergy(world) - start);
    });
    // A hundredth is what the steps of a long pendulum make of the energy.
    expect(gain).toBeLessThan(0.01 * fastest + 1e-3);
    for (const joint of joints) expect(jointError(world, joint).linear).toBeLessThan(0.005);
  }
});

describe.each([
  ['ball', (bodyB: BodyHandle, anchor: Vec3) => ball({ bodyB, anchor })],
  ['fixed', (bodyB: BodyHandle, anchor: Vec3) => fixed({ bodyB, anchor })],
  ['hinge', (bodyB: BodyHandle, anchor: Vec3) => hinge({ bodyB, anchor, axis: [1, 0, 0] })],
] as const)('a beam on two %s joints', (_, make) => {
  it('rests on both alike', () => {
    const world = awakeWorld();
    const bodyB = addBox(world, [0, 0, 0], 10, [1, 0.1, 0.1]);
    const joints = [-1, 1].map((x) => createJoint(world, make(bodyB, [x, 0, 0])));
    run(world, 1);
    for (const joint of joints) {
      const { force, torque } = jointReaction(world, joint);
      expect(force[1] / (5 * G)).toBeCloseTo(1, 2);
      expect(Math.abs(torque[2])).toBeLessThan(0.1);
    }
  });
});

it('two parallel joints that name the bodies in different order keep them where they are', () => {
  const world = weightlessWorld();
  const [one, two] = [addBox(world, [0, 0, 0]), addBox(world, [1, 0, 0])];
  createJoint(world, ball({ bodyA: one, bodyB: two, anchor: [0.501, 0, 0] }));
  createJoint(world, fixed({ bodyA: two, bodyB: one, anchor: [0.4, 0, 0] }));
  updateBody(world, two, { position: [1.01, 0, 0] });
  run(world, 1, () => expect(Math.abs(bodyPosition(world, two)[0] - 1)).toBeLessThan(0.02));
});
