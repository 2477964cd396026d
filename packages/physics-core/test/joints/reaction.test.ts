import { describe, expect, it } from 'vitest';
import {
  applyTorque,
  ball,
  createJoint,
  fixed,
  hashWorld,
  hinge,
  type JointDef,
  type JointHandle,
  type JointRole,
  jointDefinitions,
  jointImpulses,
  jointReaction,
  motor,
  mouse,
  PhysicsError,
  slider,
  stepWorld,
  swingTwist,
  upright,
  type Vec3,
  type World,
} from '../../src/index.js';
import { add, cross, length, normalize, scale, sub } from '../../src/math/vec3.js';
import { about } from '../api/context.js';
import { createRandom } from '../determinism/context.js';
import { DT, G, jointWorld, off, run } from './context.js';
import { addMass, runPushed, substepOf, weightless } from './joint-rig.js';
import { randomSpecimen, scatter } from './random-joints.js';
import { addTop } from './swings.js';

/** Which part of a joint bears which part of a known load. */

const expectVector = (found: Vec3, wanted: Vec3): void =>
  expect(length(sub(found, wanted))).toBeLessThan(1e-3 * Math.max(length(wanted), 1e-3));

const bears = (world: World, joint: JointHandle, role: JointRole, force: Vec3, torque: Vec3): void => {
  const reaction = jointReaction(world, joint, role);
  expectVector(reaction.force, force);
  expectVector(reaction.torque, torque);
};

const NONE: Vec3 = [0, 0, 0];

describe('a single axis', () => {
  it('of a hinge tells what its motor, its limit, its spring, its friction and its locks bear', () => {
    const world = jointWorld();
    // 49.05 N·m: 20 of them a push, 9 dry friction, the rest a stop.
    const beam = addTop(world, 10, [0.1, 1, 1], { position: [0.5, 0, 0] });
    const joint = createJoint(
      world,
      hinge({ bodyB: beam, anchor: NONE, limits: [0, 1], motor: { effort: 20 }, friction: 9 }),
    );
    run(world, 2);
    bears(world, joint, 'lock', [0, 10 * G, 0], NONE);
    bears(world, joint, 'motor', NONE, [0, 0, 20]);
    const left = jointReaction(world, joint, 'limit').torque[2];
    const dry = jointReaction(world, joint, 'friction').torque[2];
    expect(left + dry).toBeCloseTo(10 * G * 0.5 - 20, 2);
    expect(Math.abs(dry)).toBeLessThan(9 + 1e-9);
    bears(world, joint, 'spring', NONE, NONE);
    bears(world, joint, 'coupling', NONE, NONE);
  });

  it('of a slider that lies off the centre tells the torque about its anchor', () => {
    const world = jointWorld();
    const cage = addMass(world, [0, 0, 0], 20);
    const joint = createJoint(
      world,
      slider({ bodyB: cage, anchor: [0.3, 0, 0], axis: [0, 1, 0], motor: { target: 0, hertz: 0 } }),
    );
    run(world, 2);
    // The force acts at the anchor, 0.3 m from the weight, and the locks keep B from turning.
    bears(world, joint, 'motor', [0, 20 * G, 0], NONE);
    bears(world, joint, 'lock', NONE, [0, 0, -0.3 * 20 * G]);
  });
});

describe.each(['ball', 'swing-twist'] as const)('the drive of a %s about three axes', (type) => {
  const make = type === 'ball' ? ball : swingTwist;
  /** 1 kg at 1 m: 9.81 N·m while it is level. */
  const hang = (def: Omit<Parameters<typeof ball>[0], 'bodyB'>, rotation = about([0, 0, 1], 0)) => {
    const world = jointWorld();
    const [x, y] = [rotation[3] ** 2 - rotation[2] ** 2, 2 * rotation[2] * rotation[3]];
    const bodyB = addTop(world, 1, [0.1, 0.3, 0.3], { position: [x, y, 0], rotation });
    const joint = createJoint(world, make({ bodyB, frameA: {}, frameB: { position: [-1, 0, 0] }, ...def }));
    return { world, bodyB, joint };
  };

  it.each([
    ['motor', 'a motor', { motorVelocity: NONE, motorMaxTorque: 20 }],
    ['motor', 'a rigid servo', { motorTarget: [0, 0, 0, 1], motorHertz: 0 }],
    ['friction', 'friction', { friction: 20 }],
  ] as const)('as %s (%s) bears 9.81 N·m, the point 9.81 N', (role, _, def) => {
    const { world, joint } = hang(def);
    run(world, 1);
    bears(world, joint, role, NONE, [0, 0, G]);
    bears(world, joint, 'lock', [0, G, 0], NONE);
    bears(world, joint, role === 'motor' ? 'friction' : 'motor', NONE, NONE);
  });

  it('tells it along its coordinates: m g l cos θ along the swing, nothing along the twist', () => {
    const rotation = about([0, 0, 1], -0.6);
    const { world, joint } = hang({ motorTarget: rotation, motorHertz: 0 }, rotation);
    run(world, 1);
    const torque = G * Math.cos(0.6);
    bears(world, joint, 'motor', NONE, [0, 0, torque]);
    const h = substepOf(world);
    const { twist, swing, swingY, swingZ } = jointImpulses(world, joint);
    expect(Math.abs(twist.motor / h)).toBeLessThan(1e-3);
    // A torque about +z takes the arm up: the part about z grows, the angle from level falls.
    if (type === 'ball') expect(off(swing.motor / h, -torque)).toBeLessThan(1e-3);
    else {
      expect(off(swingZ.motor / h, torque)).toBeLessThan(1e-3);
      expect(Math.abs(swingY.motor / h)).toBeLessThan(1e-3);
    }
    for (const each of Object.values(jointImpulses(world, joint))) {
      expect([each.limit, each.spring, each.friction]).toEqual([0, 0, 0]);
    }
  });
});

it('a swing-twist tells a torque about any axis, part by part', () => {
  const world = jointWorld(weightless);
  const bodyB = addTop(world, 1, [0.2, 0.2, 0.2]);
  const joint = createJoint(world, swingTwist({ bodyB, friction: 50 }));
  runPushed(world, 1, () => applyTorque(world, bodyB, [3, -5, 7]));
  const h = substepOf(world);
  const { swingY, swingZ, twist } = jointImpulses(world, joint);
  expect(twist.friction / h).toBeCloseTo(-3, 6);
  expect(swingY.friction / h).toBeCloseTo(5, 6);
  expect(swingZ.friction / h).toBeCloseTo(-7, 6);
});

describe('joints that follow a target', () => {
  it('a motor bears weight and torque', () => {
    const world = jointWorld();
    const bodyB = addMass(world, [0, 3, 0], 4);
    const joint = createJoint(world, motor({ bodyB, hertz: 3, angularHertz: 2 }));
    runPushed(world, 4, () => applyTorque(world, bodyB, [0.2, 0, 0.5]));
    bears(world, joint, 'motor', [0, 4 * G, 0], [-0.2, 0, -0.5]);
    bears(world, joint, 'lock', NONE, NONE);
  });

  it('a mouse bears weight at its anchor', () => {
    const world = jointWorld();
    const bodyB = addMass(world, NONE, 4);
    const joint = createJoint(world, mouse({ bodyB, anchor: [0, 1, 0], dampingRatio: 2 }));
    run(world, 4);
    bears(world, joint, 'motor', [0, 4 * G, 0], NONE);
  });

  it('an upright bears what would tilt it', () => {
    const world = jointWorld(weightless);
    const bodyB = addMass(world, NONE, 2, [0.5, 0.5, 0.5]);
    const joint = createJoint(world, upright({ bodyB, hertz: 2 }));
    runPushed(world, 4, () => applyTorque(world, bodyB, [0, 0, 6]));
    bears(world, joint, 'motor', NONE, [0, 0, -6]);
  });
});

const types = jointDefinitions().map((definition) => [definition.type, definition] as const);
const roles = ['lock', 'limit', 'motor', 'spring', 'friction', 'coupling'] as const;

it.each(types)('the parts of what a %s does are the whole, and looking changes nothing', (_, definition) => {
  const random = createRandom(77);
  for (let i = 0; i < 12; i++) {
    const specimen = randomSpecimen(random, definition, { toWorld: i % 3 === 2 });
    const { world, joint } = specimen;
    scatter(random, specimen, i % 2 === 0 ? 'slight' : 'wild');
    stepWorld(world, DT);
    const before = hashWorld(world);
    const whole = jointReaction(world, joint);
    const parts = roles.map((role) => jointReaction(world, joint, role));
    expect(hashWorld(world)).toBe(before);
    for (const what of ['force', 'torque'] as const) {
      const sum = parts.map((part) => part[what]).reduce(add);
      // Levers are about a metre long, so torques are as exact as forces are large.
      const size = Math.max(...parts.map(({ force, torque }) => length(force) + length(torque)), 1e-9);
      expect(length(sub(sum, whole[what])) / size, what).toBeLessThan(1e-9);
    }
  }
});

it('nothing acts before the first step, and an unknown role is refused', () => {
  const world = jointWorld();
  const joint = createJoint(world, hinge({ bodyB: addMass(world, NONE, 1) } as JointDef));
  expect(jointReaction(world, joint, 'motor')).toEqual({ force: NONE, torque: NONE });
  expect(() => jointReaction(world, joint, 'motors' as JointRole)).toThrow(PhysicsError);
  expect(() => jointReaction(world, joint, 'contact' as JointRole)).toThrow(/role is 'contact'/);
});

// A lever along every axis and a load along every axis: a term that is left out of r × F shows here alone.
it('bears any load at any anchor, torque about the anchor', () => {
  const random = createRandom(23);
  for (let i = 0; i < 20; i++) {
    const any = (most: number): Vec3 => [0, 1, 2].map(() => most * (2 * random() - 1)) as unknown as Vec3;
    const gravity = any(10);
    const world = jointWorld({ gravity });
    const [centre, anchor] = [any(2), any(2)];
    const rotation = about(normalize(any(1)), 3 * random());
    const bodyB = addMass(world, centre, 2, [0.5, 0.7, 0.9], { rotation });
    const joint = createJoint(world, fixed({ bodyB, anchor }));
    run(world, 1);
    const load = scale(gravity, 2);
    const { force, torque } = jointReaction(world, joint);
    expectVector(force, scale(load, -1));
    expectVector(torque, scale(cross(sub(centre, anchor), load), -1));
  }
});
