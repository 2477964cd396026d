import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
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
} from '../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../src/inspect.js';
import { normalize, scale } from '../../src/math/vec3.js';
import { between, createRandom, randomVector } from '../determinism/context.js';
import { addBox, G, jointWorld, run } from './context.js';

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

it('joints whose anchors are metres away from both bodies neither come apart nor add energy', () => {
  const random = createRandom(7);
  const direction = (): Vec3 => normalize(randomVector(random, 1));
  for (let i = 0; i < 40; i++) {
    const world = jointWorld();
    const bodyA = createBody(world, { type: 'static' });
    const size: Vec3 = [between(random, 0.1, 0.5), between(random, 0.1, 0.5), between(random, 0.1, 0.5)];
    const bodyB = addBox(
      world,
      [between(random, 0.5, 1.5), between(random, -0.5, 0.5), 0],
      between(random, 0.3, 3),
      size,
    );
    const joints = Array.from({ length: 2 + Math.floor(3 * random()) }, () => {
      const make = makers[Math.floor(makers.length * random())];
      return createJoint(
        world,
        make({ bodyA, bodyB }, scale(direction(), between(random, 1, 10)), direction()),
      );
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
    const world = jointWorld();
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

it('two joints that name the bodies in different order hold them where they are', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const [one, two] = [addBox(world, [0, 0, 0]), addBox(world, [1, 0, 0])];
  createJoint(world, ball({ bodyA: one, bodyB: two, anchor: [0.501, 0, 0] }));
  createJoint(world, fixed({ bodyA: two, bodyB: one, anchor: [0.4, 0, 0] }));
  updateBody(world, two, { position: [1.01, 0, 0] });
  run(world, 1, () => expect(Math.abs(bodyPosition(world, two)[0] - 1)).toBeLessThan(0.02));
});
