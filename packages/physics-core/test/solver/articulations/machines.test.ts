import { expect, it } from 'vitest';
import {
  ball,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  gear,
  hinge,
  type JointHandle,
  jointError,
  pulley,
  rackAndPinion,
  rope,
  slider,
  stepWorld,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../../src/inspect.js';
import { between, createRandom, DT, type Random } from '../../determinism/context.js';

/** Random machines of couplings, ropes and planar bodies at default settings, with uneven masses: joints hold and no energy is gained. */

type Build = (world: World, random: Random) => JointHandle[];

const Z: Vec3 = [0, 0, 1];
const heavy = (random: Random): number => 10 ** between(random, 0, 2);

const add = (world: World, position: Vec3, mass: number, size = 0.2, planar = false) => {
  const moment = 0.4 * mass * size * size;
  return createBody(world, {
    position,
    planar,
    massProperties: { mass, inertia: [moment, 0.7 * moment, 1.2 * moment] },
  });
};

const gears: Build = (world, random) => {
  const hinges: JointHandle[] = [];
  const joints: JointHandle[] = [];
  for (let i = 0; i < 4; i++) {
    const bodyB = add(world, [i, 0, 0], between(random, 0.5, 20), 0.4);
    hinges.push(createJoint(world, hinge({ bodyB, anchor: [i, 0, 0], axis: Z })));
    if (i > 0)
      joints.push(
        createJoint(
          world,
          gear({ jointA: hinges[i - 1], jointB: hinges[i], ratio: between(random, 0.3, 3) }),
        ),
      );
    const load = add(world, [i + 0.8, 0.1, 0], heavy(random));
    joints.push(createJoint(world, hinge({ bodyA: bodyB, bodyB: load, anchor: [i + 0.6, 0, 0], axis: Z })));
  }
  return [...hinges, ...joints];
};

const racks: Build = (world, random) => {
  const pinion = add(world, [0, 0, 0], between(random, 0.2, 10));
  const jointB = createJoint(world, hinge({ bodyB: pinion, anchor: [0, 0, 0], axis: Z }));
  const rack = add(world, [0.2, 0, 0], heavy(random));
  const rail = slider({ bodyB: rack, anchor: [0.2, 0, 0], axis: [0, 1, 0], limits: [-0.5, 0.5] });
  const jointA = createJoint(world, rail);
  const bob = add(world, [0.5, -0.3, 0], heavy(random));
  return [
    jointA,
    jointB,
    createJoint(world, rackAndPinion({ jointA, jointB, ratio: between(random, 0.05, 0.4) })),
    createJoint(world, ball({ bodyA: rack, bodyB: bob, anchor: [0.25, -0.2, 0] })),
  ];
};

const pulleys: Build = (world, random) => {
  const ends = [-1, 1].map((x) => add(world, [x, between(random, -1, 1), 0.1 * x], heavy(random)));
  const [bodyA, bodyB] = ends;
  const joints = [createJoint(world, pulley({ bodyA, bodyB, groundA: [-1, 60, 0], groundB: [1, 60, 0] }))];
  for (const end of ends) {
    const [x, y, z] = bodyPosition(world, end);
    const bob = add(world, [x + 0.3, y - 0.8, z], heavy(random));
    joints.push(createJoint(world, ball({ bodyA: end, bodyB: bob, anchor: [x, y - 0.3, z] })));
  }
  return joints;
};

const ropes: Build = (world, random) => {
  const joints: JointHandle[] = [];
  let last: { bodyA?: ReturnType<typeof add> } = {};
  for (let i = 1; i <= 6; i++) {
    const bodyB = add(world, [0.3 * i, 0, 0], i === 6 ? heavy(random) : between(random, 0.5, 3));
    joints.push(createJoint(world, rope({ ...last, bodyB, maxLength: 0.35 })));
    last = { bodyA: bodyB };
  }
  return joints;
};

const planarLoops: Build = (world, random) => {
  const joints: JointHandle[] = [];
  let last: { bodyA?: ReturnType<typeof add> } = {};
  for (let i = 0; i < 5; i++) {
    const bodyB = add(world, [i + 0.5, 0.2 * between(random, -1, 1), 0], heavy(random), 0.3, true);
    // The first one hangs on nothing, so that it has rows for its locked axes.
    if (i > 0)
      joints.push(
        createJoint(world, (i === 2 ? ball : hinge)({ ...last, bodyB, anchor: [i, 0, 0], axis: Z })),
      );
    last = { bodyA: bodyB };
  }
  return joints;
};

it.each([
  ['gear trains', gears, 1e-4],
  ['racks and pinions at their stops', racks, 1e-4],
  ['pulleys with pendulums', pulleys, 1e-4],
  // A slack rope that becomes taut within a substep.
  ['ropes of ropes', ropes, 5e-3],
  ['planar chains', planarLoops, 1e-4],
] as const)('%s hold', (_, build, most) => {
  let worst = 0;
  let gain = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const world = createWorld({ sleeping: false });
    const joints = build(world, createRandom(seed));
    const start = kineticEnergy(world) + potentialEnergy(world);
    for (let i = 0; i < 120; i++) {
      stepWorld(world, DT);
      for (const joint of joints) {
        const { linear, angular } = jointError(world, joint);
        worst = Math.max(worst, linear, angular);
      }
      const kinetic = kineticEnergy(world);
      gain = Math.max(gain, (kinetic + potentialEnergy(world) - start) / Math.max(1, kinetic));
    }
  }
  expect(worst).toBeLessThan(most);
  expect(gain).toBeLessThan(0.01);
});

it('planar bodies stay in their plane to the last bit', () => {
  const world = createWorld({ sleeping: false, gravity: [1, -10, 3] });
  const bodies = [0, 1, 2, 3].map((x) => add(world, [x, 0, 0], 1 + x, 0.3, true));
  for (let i = 1; i < 4; i++)
    createJoint(world, ball({ bodyA: bodies[i - 1], bodyB: bodies[i], anchor: [i - 0.5, 0, 0] }));
  createJoint(world, hinge({ bodyB: bodies[0], anchor: [-0.5, 0, 0], axis: Z }));
  for (let i = 0; i < 200; i++) stepWorld(world, DT);
  for (const body of bodies) expect(bodyPosition(world, body)[2]).toBe(0);
});
