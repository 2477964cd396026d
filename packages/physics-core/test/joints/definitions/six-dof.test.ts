import { describe, expect, it } from 'vitest';
import {
  applyTorque,
  createJoint,
  hinge,
  jointCoordinate,
  jointCoordinates,
  jointError,
  sixDof,
  slider,
  type Vec3,
} from '../../../src/index.js';
import { jointRows, momentum } from '../../../src/inspect.js';
import { DT, G, jointWorld, off, run } from '../context.js';
import { addMass, expectReaction, runPushed, weightless } from '../joint-rig.js';

const FREE_ROTATION = { rotationX: 'free', rotationY: 'free', rotationZ: 'free' } as const;

describe('six-dof', () => {
  it('with a free twist is a hinge: the same pendulum', () => {
    const [one, other] = [jointWorld(), jointWorld()];
    const place = { anchor: [0, 0, 0], axis: [0, 0, 1] } as const;
    const add = (world: typeof one) => addMass(world, [0.8, -0.6, 0], 2, [0.1, 0.1, 0.1]);
    const joint = createJoint(one, sixDof({ bodyB: add(one), ...place, rotationX: 'free' }));
    const twin = createJoint(other, hinge({ bodyB: add(other), ...place }));
    for (let i = 0; i < 300; i++) {
      run(one, DT);
      run(other, DT);
      const { value } = jointCoordinate(one, joint, 'twist');
      expect(Math.abs(value - jointCoordinate(other, twin).value)).toBeLessThan(2e-3);
    }
    expect(jointError(one, joint).linear).toBeLessThan(1e-3);
  });

  it.each([
    ['rotationY', 'swingY', [0, 1, 0]],
    ['rotationZ', 'swingZ', [0, 0, 1]],
  ] as const)('with a free %s turns about that axis alone', (param, coordinate, axis) => {
    const world = jointWorld(weightless);
    const spin = axis.map((x) => 2 * x) as unknown as Vec3;
    const body = addMass(world, [0, 0, 0], 2, [0.1, 0.2, 0.3], { angularVelocity: spin });
    const joint = createJoint(world, sixDof({ bodyB: body, [param]: 'free' }));
    runPushed(world, 1, () => applyTorque(world, body, [1 - axis[0], 1 - axis[1], 1 - axis[2]]));
    expect(jointCoordinates(world, joint)[coordinate].value).toBeCloseTo(2, 2);
    expect(jointError(world, joint).angular).toBeLessThan(1e-3);
  });

  it('with a free translation is a slider: the same fall onto a limit', () => {
    const [one, other] = [jointWorld(), jointWorld()];
    const joint = createJoint(
      one,
      sixDof({
        bodyB: addMass(one, [0, 0, 0], 2),
        axis: [0, 1, 0],
        x: 'free',
        translationX: { limits: [-1, 1] },
      }),
    );
    const twin = createJoint(
      other,
      slider({ bodyB: addMass(other, [0, 0, 0], 2), axis: [0, 1, 0], limits: [-1, 1] }),
    );
    for (let i = 0; i < 60; i++) {
      run(one, DT);
      run(other, DT);
      const { value } = jointCoordinate(one, joint, 'translationX');
      expect(Math.abs(value - jointCoordinate(other, twin).value)).toBeLessThan(1e-9);
    }
    expect(jointCoordinate(one, joint, 'translationX').value).toBeCloseTo(-1, 3);
  });

  it('clamps a load when all is locked', () => {
    const world = jointWorld();
    const body = addMass(world, [0.5, 0, 0.2], 10);
    const joint = createJoint(world, sixDof({ bodyB: body, anchor: [0, 0, 0] }));
    run(world, 2);
    expectReaction(world, joint, [0, 10 * G, 0], [-0.2 * 10 * G, 0, 0.5 * 10 * G]);
    expect(jointRows(world, joint).map(({ name }) => name)).toEqual(sixDof.definition.slots.slice(0, 6));
  });

  it('names the rows of the locked axes, whichever they are', () => {
    const names = (def: object): string[] => {
      const world = jointWorld();
      const joint = createJoint(world, sixDof({ bodyB: addMass(world, [0, 0, 0], 1), ...def }));
      run(world, DT);
      return jointRows(world, joint).map(({ name }) => name);
    };
    expect(names({ y: 'free', rotationY: 'free' })).toEqual([
      'translation x',
      'translation z',
      'rotation x',
      'rotation z',
    ]);
    expect(names({ x: 'free', y: 'free', rotationX: 'free', rotationZ: 'free' })).toEqual([
      'translation z',
      'rotation y',
    ]);
    expect(names({ x: 'free', y: 'free', z: 'free', ...FREE_ROTATION })).toEqual([]);
  });

  it.each([
    ['twist', [1, 0, 0]],
    ['swingY', [0, 1, 0]],
    ['swingZ', [0, 0, 1]],
  ] as const)('a soft %s limit stretches by τ / (I ω²)', (coordinate, axis) => {
    const world = jointWorld(weightless);
    const body = addMass(world, [0, 0, 0], 2, [0.5, 0.5, 0.5]);
    const joint = createJoint(
      world,
      sixDof({
        bodyB: body,
        ...FREE_ROTATION,
        [coordinate]: { limits: [-0.3, 0.3], limitSpring: { hertz: 2, dampingRatio: 1 } },
      }),
    );
    runPushed(world, 6, () => applyTorque(world, body, [4 * axis[0], 4 * axis[1], 4 * axis[2]]));
    const { value } = jointCoordinates(world, joint)[coordinate];
    expect(off(value - 0.3, 4 / (0.5 * (4 * Math.PI) ** 2))).toBeLessThan(1e-3);
  });

  it('drives several axes at once', () => {
    const world = jointWorld(weightless);
    const servo = (target: number) => ({ motor: { target, hertz: 2 } });
    const joint = createJoint(
      world,
      sixDof({
        bodyB: addMass(world, [0, 0, 0], 2),
        x: 'free',
        y: 'free',
        z: 'free',
        ...FREE_ROTATION,
        translationX: servo(1),
        translationY: servo(-2),
        translationZ: servo(0.5),
        twist: servo(1.2),
        swingY: servo(0.8),
        swingZ: servo(-0.6),
      }),
    );
    run(world, 6);
    const state = jointCoordinates(world, joint);
    const ideal = {
      translationX: 1,
      translationY: -2,
      translationZ: 0.5,
      twist: 1.2,
      swingY: 0.8,
      swingZ: -0.6,
    };
    for (const [name, value] of Object.entries(ideal)) expect(state[name].value).toBeCloseTo(value, 3);
  });

  it('has no rows for the controls of a locked coordinate, which could only fight the lock', () => {
    const world = jointWorld();
    const controls = { limits: [0.5, 1], motor: { speed: 3 }, spring: { hertz: 2 }, friction: 1 } as const;
    const def = sixDof({ twist: controls, translationX: controls });
    const bodyB = addMass(world, [0.8, 0, 0], 2, [0.1, 0.1, 0.1]);
    const joint = createJoint(world, { ...def, bodyB, anchor: [0, 0, 0] });
    run(world, 1);
    expect(jointRows(world, joint).map(({ role }) => role)).toEqual(new Array(6).fill('lock'));
    expect(jointError(world, joint).linear).toBeLessThan(2e-3);
    expect(jointError(world, joint).angular).toBeLessThan(0.01);
  });

  it('conserves momentum when it locks two flying bodies', () => {
    const world = jointWorld(weightless);
    const a = addMass(world, [-1, 0, 0], 1, [0.1, 0.2, 0.3], { angularVelocity: [1, 2, 3] });
    const b = addMass(world, [1, 0.5, 0], 2, [0.3, 0.2, 0.2], { linearVelocity: [0, 1, 1] });
    const joint = createJoint(world, sixDof({ bodyA: a, bodyB: b, anchor: [0, 0, 0] }));
    const before = momentum(world);
    run(world, 3);
    expect(jointError(world, joint).linear).toBeLessThan(2e-3);
    for (let i = 0; i < 3; i++) {
      expect(momentum(world).linear[i]).toBeCloseTo(before.linear[i], 9);
      expect(momentum(world).angular[i]).toBeCloseTo(before.angular[i], 9);
    }
  });
});
