import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  createJoint,
  fixed,
  hinge,
  type JointDef,
  type JointHandle,
  jointDefinitions,
  jointReaction,
  type Vec3,
} from '../../../src/index.js';
import { between, createRandom } from '../../determinism/context.js';
import { G, jointWorld, run } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { cross, largest } from './context.js';

/** λ of what an articulation solved: the loads on paper. */

type Make = (place: {
  readonly bodyA?: BodyHandle;
  readonly bodyB: BodyHandle;
  readonly anchor: Vec3;
  readonly axis: Vec3;
}) => JointDef;

/** Bodies of random mass from the world along `way`, on joints half-way between them. */
const row = (count: number, way: Vec3, make: Make) => {
  const random = createRandom(count);
  const world = jointWorld();
  const joints: JointHandle[] = [];
  const masses = Array.from({ length: count }, () => between(random, 0.5, 20));
  const at = (s: number): Vec3 => [s * way[0], s * way[1], s * way[2]];
  let last: { readonly bodyA?: BodyHandle } = {};
  masses.forEach((mass, i) => {
    const bodyB = addMass(world, at(i + 0.5), mass, [0.1 * mass, 0.1 * mass, 0.1 * mass]);
    joints.push(createJoint(world, make({ ...last, bodyB, anchor: at(i), axis: [0, 0, 1] })));
    last = { bodyA: bodyB };
  });
  /** Force and torque about anchor i of all that hangs beyond it. */
  const loadOf = (i: number): number[] => {
    const load = [0, 0, 0, 0, 0, 0];
    masses.forEach((mass, k) => {
      if (k < i) return;
      const arm = at(k + 0.5 - i);
      load[1] += mass * G;
      cross(arm, [0, mass * G, 0]).forEach((x, m) => {
        load[3 + m] += x;
      });
    });
    return load;
  };
  return { world, joints, loadOf };
};

describe('the reactions at rest are those of statics, to 1e-12', () => {
  it.each([
    ['a chain of balls that hangs', 12, [0, -0.3, 0], ball],
    ['a chain of hinges that hangs', 12, [0, -0.3, 0], hinge],
    ['a welded beam', 12, [0.3, 0, 0], fixed],
    ['a welded beam that slopes', 8, [0.3, 0.2, -0.1], fixed],
  ] as [string, number, Vec3, Make][])('%s', (_, count, way, make) => {
    const { world, joints, loadOf } = row(count, way, make);
    run(world, 0.5);
    const whole = largest(loadOf(0));
    joints.forEach((joint, i) => {
      const { force, torque } = jointReaction(world, joint);
      const off = [...force, ...torque].map((x, m) => x - loadOf(i)[m]);
      expect(largest(off) / whole, `joint ${i}`).toBeLessThan(1e-12);
    });
  });
});

describe('what sweeps bear is not counted twice: friction on every coordinate', () => {
  it.each(['six-dof', 'wheel', 'cylindrical', 'universal'])('%s', (type) => {
    const world = jointWorld();
    const bodyB = addMass(world, [0, 0, 0], 2, [0.1, 0.1, 0.1]);
    const names = jointDefinitions().find((each) => each.type === type)?.coordinateNames ?? [];
    const held = Object.fromEntries(names.map((name) => [name, { friction: 1e6 }]));
    const joint = createJoint(world, { type, bodyB, anchor: [0.3, 0.4, -0.2], ...held } as JointDef);
    run(world, 2);
    const { force, torque } = jointReaction(world, joint);
    const load = [0, 2 * G, 0, -0.2 * 2 * G, 0, -0.3 * 2 * G];
    expect(largest([...force, ...torque].map((x, m) => x - load[m]))).toBeLessThan(1e-9);
    expect(largest(bodyPosition(world, bodyB))).toBeLessThan(1e-6);
  });
});
