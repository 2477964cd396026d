import { describe, expect, it } from 'vitest';
import {
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  cylindrical,
  fixed,
  hinge,
  type JointDef,
  jointError,
  loadClassicMethods,
  motor,
  type Quat,
  rotationLock,
  screw,
  sixDof,
  slider,
  stepWorld,
  universal,
  updateBody,
  upright,
  type Vec3,
  type WorldSettings,
  wheel,
} from '../../src/index.js';
import { rotate } from '../../src/math/quat.js';
import { add, length, sub } from '../../src/math/vec3.js';
import { createRandom, randomRotation } from '../determinism/context.js';
import { DT } from './context.js';

loadClassicMethods();

/**
 * A joint whose bodies are an exact half turn off comes back (Tamis 2015 §3.2.3: at 180° every axis leads back,
 * so one is picked). Exactly 180° is a state in which rows written in sines have no slope.
 */

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

const joints: Record<string, JointDef> = {
  'rotation-lock': rotationLock({}),
  fixed: fixed({}),
  'fixed, soft': fixed({ hertz: 5, dampingRatio: 1 }),
  slider: slider({ axis: X }),
  hinge: hinge({ axis: X }),
  cylindrical: cylindrical({ axis: X }),
  screw: screw({ axis: X, pitch: 0.1 }),
  upright: upright({ axis: X }),
  'upright, rigid': upright({ axis: X, hertz: 0 }),
  motor: motor({}),
  universal: universal({ axis: X, secondAxis: Y }),
  wheel: wheel({ axis: X, secondAxis: Y }),
  'six-dof, all axes': sixDof({}),
  'six-dof, free about x': sixDof({ rotationX: 'free' }),
  'six-dof, free about y': sixDof({ rotationY: 'free' }),
  'six-dof, free about z': sixDof({ rotationZ: 'free' }),
};

/** The rotation by π plus a little about a unit vector, with w = 0 to the last bit where nothing is added. */
const turnOf = ([x, y, z]: Vec3, extra: number): Quat => {
  const s = extra === 0 ? 1 : Math.cos(extra / 2);
  const w = extra === 0 ? 0 : -Math.sin(extra / 2);
  return [x * s, y * s, z * s, w];
};

/** Angle between two unit vectors. */
const between = (a: Vec3, b: Vec3): number => 2 * Math.atan2(length(sub(a, b)), length(add(a, b)));

/** The error of each type by the axes of its bodies, rad, whatever its rows say. */
const angleOff = (type: string, qA: Quat, qB: Quat): number => {
  const [x, y, z] = [X, Y, Z].map((axis) => [rotate(qA, axis), rotate(qB, axis)] as const);
  if (type === 'universal' || type === 'wheel') return Math.abs(between(x[0], y[1]) - Math.PI / 2);
  const tilt = between(...x);
  if (['hinge', 'cylindrical', 'screw', 'upright'].includes(type)) return tilt;
  return Math.max(tilt, between(...y), between(...z));
};

/** Degrees of error after so many seconds, for a free body of uneven inertia that is put into this orientation. */
const errorAfter = (
  def: JointDef,
  rotation: Quat,
  seconds: number,
  settings: Partial<WorldSettings>,
): number => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false, ...settings });
  const bodyA = createBody(world, { massProperties: { mass: 3, inertia: [0.8, 0.6, 0.9] } });
  const bodyB = createBody(world, { massProperties: { mass: 2, inertia: [0.5, 0.3, 0.4] } });
  const joint = createJoint(world, { ...def, bodyA, bodyB });
  updateBody(world, bodyB, { rotation });
  for (let i = 0; i < seconds / DT; i++) stepWorld(world, DT);
  // Of a six-dof with a free axis the rows alone know which error counts.
  const own =
    def.type === 'six-dof' ? 0 : angleOff(def.type, bodyRotation(world, bodyA), bodyRotation(world, bodyB));
  return (Math.max(own, jointError(world, joint).angular) * 180) / Math.PI;
};

const axes: Vec3[] = [X, Y, Z, [0, Math.SQRT1_2, Math.SQRT1_2], [0.6, 0, -0.8], [1 / 3, -2 / 3, 2 / 3]];
const extras = [1e-16, -1e-15, 1e-13, -1e-12, 1e-9, -1e-6, 1e-3, -0.1];

/** Rigid rows need π rad at 4 rad/s, and a spring of 1 Hz its time. */
const secondsOf = ({ type }: JointDef): number => (type === 'upright' ? 3 : 1.5);

describe.each(Object.entries(joints))('%s', (_, def) => {
  const expectBack = (rotation: Quat, what: string): void =>
    expect(errorAfter(def, rotation, secondsOf(def), {}), what).toBeLessThan(0.5);

  it('comes back from an exact half turn about any axis', () => {
    for (const axis of axes) expectBack(turnOf(axis, 0), `about ${axis}`);
  });

  it('comes back from around a half turn', () => {
    for (const extra of extras) expectBack(turnOf([0, 0.6, 0.8], extra), `π + ${extra}`);
  });

  it('comes back from random orientations', () => {
    const random = createRandom(3);
    for (let i = 0; i < 6; i++) expectBack(randomRotation(random), `random ${i}`);
  });
});

it.each(['baumgarte', 'push-factor'] as const)('%s brings a lock and a hinge back, too', (method) => {
  for (const def of [rotationLock({}), hinge({ axis: X }), universal({ axis: X, secondAxis: Y })]) {
    for (const axis of axes) expect(errorAfter(def, turnOf(axis, 0), 3, { method })).toBeLessThan(0.5);
  }
});

it('axes of a universal joint that are exactly parallel come apart', () => {
  // yB on xA, both ways: nearly, and with components that are exactly 0 and 1.
  const rotations: Quat[] = [
    [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    [0, 0, -Math.SQRT1_2, Math.SQRT1_2],
    [-0.5, -0.5, -0.5, 0.5],
    [0.5, -0.5, 0.5, 0.5],
  ];
  for (const rotation of rotations) {
    for (const def of [universal({ axis: X, secondAxis: Y }), wheel({ axis: X, secondAxis: Y })]) {
      expect(errorAfter(def, rotation, 1.5, {}), `${def.type} ${rotation}`).toBeLessThan(0.5);
    }
  }
});
