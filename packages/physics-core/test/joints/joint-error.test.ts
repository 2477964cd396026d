import { describe, expect, it } from 'vitest';
import {
  createJoint,
  distance,
  gear,
  hashWorld,
  hinge,
  type JointDef,
  type JointHandle,
  jointDefinitions,
  jointError,
  loadClassicMethods,
  mouse,
  type Quat,
  rackAndPinion,
  rope,
  slider,
  stepWorld,
  updateJoint,
  type Vec3,
  type World,
} from '../../src/index.js';
import { multiply } from '../../src/math/quat.js';
import { about } from '../api/context.js';
import { DT, G, jointWorld, off, run } from './context.js';
import { addMass, weightless } from './joint-rig.js';
import { pointTo } from './swings.js';

loadClassicMethods();

/** The error of a joint in a pose, against what the pose says on paper. */

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
/** 0.5 m away, in no direction of the world's axes alone. */
const APART: Vec3 = [0.3, 0, -0.4];
const TILTED = about([0, 0.6, 0.8], 0.7);
interface Case {
  readonly what: string;
  readonly def: JointDef;
  readonly at?: Vec3;
  readonly turned?: Quat;
  readonly linear?: number;
  readonly angular?: number;
}

/** A is the world, both frames are those of the bodies, and B is put somewhere. */
const cases: readonly Case[] = [
  { what: 'apart', def: { type: 'fixed' }, at: APART, linear: 0.5 },
  { what: 'turned', def: { type: 'fixed' }, turned: about([0.6, 0, 0.8], 0.5), angular: 0.5 },
  { what: 'apart and turned', def: { type: 'ball' }, at: APART, turned: TILTED, linear: 0.5 },
  {
    what: 'past its cone',
    def: { type: 'ball', swing: { limits: [0, 0.4] } },
    turned: TILTED,
    angular: 0.3,
  },
  {
    what: 'past its twist',
    def: { type: 'ball', twist: { limits: [-0.2, 0.2] } },
    turned: about(X, -0.5),
    angular: 0.3,
  },
  {
    what: 'apart and tilted',
    def: { type: 'hinge' },
    at: APART,
    turned: TILTED,
    linear: 0.5,
    angular: 0.7,
  },
  {
    what: 'past its lower limit',
    def: { type: 'hinge', limits: [0.1, 1] },
    turned: about(X, -0.3),
    angular: 0.4,
  },
  {
    what: 'past its upper limit, which is soft',
    def: { type: 'hinge', limits: [-1, 0.1], limitSpring: { hertz: 3 } },
    turned: about(X, 0.3),
    angular: 0.2,
  },
  { what: 'beside its axis', def: { type: 'slider' }, at: [9, 0.3, 0.4], linear: 0.5 },
  {
    what: 'past its limit',
    def: { type: 'slider', limits: [-1, 1.2] },
    at: [2, 0.3, 0.4],
    turned: about(Y, 0.6),
    linear: 0.8,
    angular: 0.6,
  },
  {
    what: 'beside its axis',
    def: { type: 'cylindrical' },
    at: [9, 0.3, 0.4],
    turned: TILTED,
    linear: 0.5,
    angular: 0.7,
  },
  {
    what: 'off its thread',
    def: { type: 'screw', pitch: 2 * Math.PI },
    at: [0.5, 0, 0],
    turned: about(X, 0.2),
    linear: 0.3,
  },
  { what: 'as a rod', def: { type: 'distance', length: 1 }, at: [0, -1.94, 0], linear: 0.94 },
  { what: 'as a rope', def: { type: 'distance', mode: 'rope', length: 1 }, at: [0, -1.94, 0], linear: 0.94 },
  {
    what: 'as a strut',
    def: { type: 'distance', mode: 'strut', length: 3 },
    at: [0, -1.94, 0],
    linear: 1.06,
  },
  {
    what: 'as a limit',
    def: { type: 'distance', mode: 'free', limits: [0, 1.5] },
    at: [0, -1.94, 0],
    linear: 0.44,
  },
  {
    what: 'as a rope of 7 m on a way of 2 m and twice 3 m',
    def: { type: 'pulley', groundA: [0, 2, 0], groundB: [1, 2, 0], ratio: 2, length: 7 },
    at: [1, -1, 0],
    linear: 1,
  },
  { what: 'beside its line', def: { type: 'point-on-line' }, at: [5, 0.3, 0.4], linear: 0.5 },
  { what: 'above its plane', def: { type: 'point-on-plane' }, at: [0.25, 3, 4], linear: 0.25 },
  {
    what: 'past its limit',
    def: { type: 'point-on-plane', y: { limits: [-1, 2] } },
    at: [0, 3, 4],
    linear: 1,
  },
  {
    what: 'too far',
    def: { type: 'edge-edge', distance: 0.1 },
    at: [2, 0.3, 5],
    turned: about(Y, 1),
    linear: 0.2,
  },
  {
    what: 'too far',
    def: { type: 'edge-edge', mode: 'atMost', distance: 0.1 },
    at: [2, 0.3, 5],
    turned: about(Y, 1),
    linear: 0.2,
  },
  {
    what: 'too near',
    def: { type: 'edge-edge', mode: 'atLeast', distance: 0.5 },
    at: [2, 0.3, 5],
    turned: about(Y, 1),
    linear: 0.2,
  },
  { what: 'turned', def: { type: 'rotation-lock' }, at: APART, turned: TILTED, angular: 0.7 },
  {
    what: 'with pins that are not square',
    def: { type: 'universal' },
    at: APART,
    turned: about(Z, 0.3),
    linear: 0.5,
    angular: 0.3,
  },
  {
    what: 'twisted',
    def: { type: 'constant-velocity' },
    at: APART,
    turned: about(X, 0.4),
    linear: 0.5,
    angular: 0.4,
  },
  {
    what: 'past its ellipse along an axis',
    def: { type: 'swing-twist', swingY: { limits: [-0.5, 1] } },
    turned: about(Y, 1.3),
    angular: 0.3,
  },
  {
    what: 'past its ellipse between the axes: 0.5 (√(0.8² + 1.2²) - 1)',
    def: { type: 'swing-twist', swingY: { limits: [-1, 1] }, swingZ: { limits: [-0.5, 0.5] } },
    turned: about([0, 0.8, 0.6], 1),
    angular: 0.5 * (Math.hypot(0.8, 1.2) - 1),
  },
  {
    what: 'wide of its cone',
    def: { type: 'cone', limits: [0, 0.4] },
    at: APART,
    turned: TILTED,
    angular: 0.3,
  },
  { what: 'in the closed middle', def: { type: 'cone', limits: [1, 2] }, turned: TILTED, angular: 0.3 },
  {
    what: 'past its upper edge',
    def: { type: 'wedge', limits: [-0.3, 1] },
    turned: pointTo(1.4, 0),
    angular: 0.4,
  },
  {
    what: 'past its lower edge, above the plane: sin c = sin γ cos latitude',
    def: { type: 'wedge', limits: [-0.3, 1] },
    turned: pointTo(-0.8, 0.6),
    angular: Math.asin(Math.sin(0.5) * Math.cos(0.6)),
  },
  {
    what: 'apart and turned',
    def: { type: 'six-dof' },
    at: APART,
    turned: TILTED,
    linear: 0.5,
    angular: 0.7,
  },
  {
    what: 'past a limit of a swing',
    def: { type: 'six-dof', rotationY: 'free', rotationZ: 'free', swingZ: { limits: [-0.1, 0.1] } },
    turned: about(Z, 0.6),
    angular: 0.5,
  },
  { what: 'beside its axis', def: { type: 'wheel' }, at: [9, 0.3, 0.4], linear: 0.5 },
  {
    what: 'steered, and past its suspension',
    def: { type: 'wheel', suspension: { limits: [-0.5, 0.5] } },
    at: [0.9, 0, 0],
    turned: multiply(about(X, 0.3), about(Y, 2)),
    linear: 0.4,
    angular: 0.3,
  },
  { what: 'beside its offset', def: { type: 'motor', offset: [1, 0, 0] }, at: [1, 0.3, 0.4], linear: 0.5 },
  {
    what: 'off its rotation',
    def: { type: 'motor', rotation: about(Y, 1), hertz: 0, angularHertz: 0 },
    angular: 1,
  },
  { what: 'off its target', def: { type: 'mouse', target: [1, 1, 1] }, at: [1, 1.15, 1.2], linear: 0.25 },
  { what: 'tilted', def: { type: 'upright' }, at: APART, turned: TILTED, angular: 0.7 },
];

/** Nothing is violated here, or what is away from its aim is no hold of the joint. */
const sound: readonly Case[] = [
  { what: 'a slack rope', def: { type: 'distance', mode: 'rope', length: 3 }, at: [0, -1.94, 0] },
  { what: 'a strut with room', def: { type: 'distance', mode: 'strut', length: 1 }, at: [0, -1.94, 0] },
  {
    what: 'a slack pulley',
    def: { type: 'pulley', groundA: [0, 2, 0], groundB: [1, 2, 0], ratio: 2, length: 9 },
    at: [1, -1, 0],
  },
  {
    what: 'lines with room',
    def: { type: 'edge-edge', mode: 'atLeast', distance: 0.1 },
    at: [2, 0.3, 5],
    turned: about(Y, 1),
  },
  { what: 'an axis in its cone', def: { type: 'cone', limits: [0.2, 0.8] }, turned: TILTED },
  { what: 'an axis in its wedge', def: { type: 'wedge', limits: [-0.3, 1] }, turned: pointTo(0.9, 0.6) },
  {
    what: 'a swing in its ellipse',
    def: { type: 'swing-twist', swingY: { limits: [-1, 1] }, swingZ: { limits: [-0.5, 0.5] } },
    turned: about([0, 0.8, 0.6], 0.6),
  },
  { what: 'an angle within its limits', def: { type: 'hinge', limits: [-0.4, 2] }, turned: about(X, -0.3) },
  {
    what: 'a servo, a spring and a motor on their way',
    def: {
      type: 'cylindrical',
      translation: { motor: { target: 3 } },
      angle: { spring: { hertz: 1, rest: 1 }, friction: 1 },
    },
  },
  { what: 'a servo about three axes on its way', def: { type: 'ball', motorTarget: about(Y, 1) } },
  { what: 'a motor about three axes', def: { type: 'swing-twist', motorVelocity: [1, 2, 3], friction: 2 } },
];

/** s. So short that nothing moves. */
const INSTANT = 1e-8;

const errorOf = ({ def, at = [0, 0, 0], turned = [0, 0, 0, 1] }: Case) => {
  const world = jointWorld(weightless);
  const ends = def.type === 'pulley' ? { bodyA: addMass(world, [0, 0, 0], 1) } : {};
  const bodyB = addMass(world, at, 1, [1, 1, 1], { rotation: turned });
  const joint = createJoint(world, { ...ends, bodyB, frameA: {}, frameB: {}, ...def });
  expect(jointError(world, joint)).toEqual({ linear: 0, angular: 0 });
  stepWorld(world, INSTANT);
  const before = hashWorld(world);
  const error = jointError(world, joint);
  expect(hashWorld(world)).toBe(before);
  return error;
};

describe('the error of a joint that is violated', () => {
  it.each(cases.map((each) => [each.def.type, each.what, each] as const))('%s: %s', (_, __, each) => {
    const { linear, angular } = errorOf(each);
    expect(linear).toBeCloseTo(each.linear ?? 0, 6);
    expect(angular).toBeCloseTo(each.angular ?? 0, 6);
    expect(linear + angular).toBeGreaterThan(0.01);
  });

  /** A hinge and a slider where they stand, and what couples them. */
  const couple = (make: (a: JointHandle, b: JointHandle) => JointDef, first: 'hinge' | 'slider') => {
    const world = jointWorld(weightless);
    const carry = (type: 'hinge' | 'slider', value: number): JointHandle => {
      const place = type === 'hinge' ? { rotation: about(X, value) } : {};
      const bodyB = addMass(world, type === 'hinge' ? [0, 0, 0] : [value, 0, 0], 1, [1, 1, 1], place);
      return createJoint(world, (type === 'hinge' ? hinge : slider)({ bodyB, frameA: {}, frameB: {} }));
    };
    const joint = createJoint(world, make(carry(first, 0.3), carry('hinge', 0.5)));
    stepWorld(world, INSTANT);
    return jointError(world, joint);
  };

  it('gear: an angle, 0.3 + 2 · 0.5 - 0.9', () => {
    const { linear, angular } = couple(
      (jointA, jointB) => gear({ jointA, jointB, ratio: 2, offset: 0.9 }),
      'hinge',
    );
    expect(linear).toBe(0);
    expect(angular).toBeCloseTo(0.4, 6);
  });

  it('rack-and-pinion: a way, 0.3 - 0.2 · 0.5', () => {
    const { linear, angular } = couple(
      (jointA, jointB) => rackAndPinion({ jointA, jointB, ratio: -0.2, offset: 0 }),
      'slider',
    );
    expect(linear).toBeCloseTo(0.2, 6);
    expect(angular).toBe(0);
  });

  it('is known for every joint there is: add a case for a new one', () => {
    const known = [...cases.map(({ def }) => def.type), 'gear', 'rack-and-pinion'];
    expect(jointDefinitions().filter(({ type }) => !known.includes(type))).toEqual([]);
  });
});

it.each(sound.map((each) => [each.what, each] as const))('%s is no error', (_, each) => {
  expect(errorOf(each)).toEqual({ linear: 0, angular: 0 });
});

describe('the error under a load', () => {
  const settle = (world: World, def: JointDef): number => {
    const joint = createJoint(world, def);
    run(world, 6);
    return jointError(world, joint).linear;
  };

  it('of a mouse of 1 Hz is g / (2π)²', () => {
    const world = jointWorld();
    const bodyB = addMass(world, [0, 0, 0], 3);
    expect(off(settle(world, mouse({ bodyB, hertz: 1 })), G / (2 * Math.PI) ** 2)).toBeLessThan(1e-3);
  });

  it('of a rope of rubber, 2 Hz, is g / (4π)²', () => {
    const world = jointWorld();
    const bodyB = addMass(world, [0, -1, 0], 3);
    expect(off(settle(world, rope({ bodyB, maxLength: 1, hertz: 2 })), G / (4 * Math.PI) ** 2)).toBeLessThan(
      1e-3,
    );
  });

  it('of a soft limit of 2 Hz is g / (4π)²', () => {
    const world = jointWorld();
    const bodyB = addMass(world, [0, 0, 0], 3);
    const def = slider({ bodyB, axis: Y, limits: [0, 1], limitSpring: { hertz: 2 } });
    expect(off(settle(world, def), G / (4 * Math.PI) ** 2)).toBeLessThan(1e-3);
  });
});

it.each(['baumgarte', 'push-factor'] as const)('is the same for the method %s', (method) => {
  const world = jointWorld({ ...weightless, method });
  const far = addMass(world, [0, -1.94, 0], 1);
  const near = addMass(world, [5, -1.94, 0], 1);
  const taut = createJoint(world, rope({ bodyB: far, maxLength: 1 }));
  const slack = createJoint(world, rope({ bodyB: near, anchorA: [5, 0, 0], maxLength: 3 }));
  const strut = createJoint(world, distance({ bodyB: near, anchorA: [5, 0, 0], mode: 'strut', length: 2 }));
  stepWorld(world, DT);
  expect(jointError(world, taut).linear).toBeCloseTo(0.94, 9);
  expect(jointError(world, slack).linear).toBe(0);
  expect(jointError(world, strut).linear).toBeCloseTo(0.06, 9);
});

it('is zero while the joint is disabled', () => {
  const world = jointWorld(weightless);
  const joint = createJoint(world, mouse({ bodyB: addMass(world, [0, 0, 0], 1), target: [1, 0, 0] }));
  stepWorld(world, DT);
  expect(jointError(world, joint).linear).toBeGreaterThan(0.8);
  updateJoint(world, joint, { enabled: false });
  stepWorld(world, DT);
  expect(jointError(world, joint)).toEqual({ linear: 0, angular: 0 });
});
