import { describe, expect, it } from 'vitest';
import {
  bodyPosition,
  bodyRotation,
  createJoint,
  hinge,
  type JointChanges,
  type JointDef,
  jointCoordinate,
  jointDef,
  jointDefinitions,
  jointError,
  type Quat,
  slider,
  stepWorld,
  universal,
  updateJoint,
  type Vec3,
} from '../../src/index.js';
import { rotate } from '../../src/math/quat.js';
import { length, sub } from '../../src/math/vec3.js';
import { about, expectVector } from '../api/context.js';
import { createRandom } from '../determinism/context.js';
import { addBox, DT, jointWorld, run } from './context.js';
import { put, randomSpecimen, randomValue, scatter } from './random-joints.js';

const valueAt = (def: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], def);

/** Of a coordinate's motor, or of one about three axes. */
const isMotorMode = (path: readonly string[]): boolean => /motor\.?mode$/i.test(path.join('.'));

const types = jointDefinitions().map((definition) => [definition.type, definition] as const);

describe.each(types)('every parameter of %s', (_, definition) => {
  it('changes at run time, reads back, and leaves the others alone', () => {
    const random = createRandom(31);
    const specimen = randomSpecimen(random, definition, { controls: false });
    const { world, joint } = specimen;
    for (const { path, spec } of definition.params) {
      const before = jointDef(world, joint);
      // The place of a coordinate in a list of one.
      const value = spec.kind === 'number' && spec.integer ? spec.min : randomValue(random, spec);
      const changes = {};
      put(changes, path, value);
      updateJoint(world, joint, changes);
      const after = jointDef(world, joint);
      expect(valueAt(after, path), path.join('.')).toEqual(value);
      for (const other of definition.params) {
        const starts = isMotorMode(other.path) && path.some((name) => name.startsWith('motor'));
        if (other.path === path || starts) continue;
        expect(valueAt(after, other.path), `${other.path} by ${path}`).toEqual(valueAt(before, other.path));
      }
      expect([after.frameA, after.frameB]).toEqual([before.frameA, before.frameB]);
    }
  });

  it('may be anything while it runs', () => {
    const random = createRandom(32);
    const specimen = randomSpecimen(random, definition);
    const { world, joint, bodies } = specimen;
    scatter(random, specimen, 'slight');
    for (const { path, spec } of definition.params) {
      if (path[0].startsWith('break') || (spec.kind === 'number' && spec.integer)) continue;
      const changes = {};
      put(changes, path, randomValue(random, spec));
      updateJoint(world, joint, changes);
      stepWorld(world, DT);
      for (const body of bodies) expect(bodyPosition(world, body).every(Number.isFinite)).toBe(true);
    }
  });
});

describe('a motor', () => {
  it('runs when it is given something to do, in the mode that this tells, until it is switched off', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const bodyB = addBox(world, [0, 0, 0]);
    const joint = createJoint(world, hinge({ bodyB }));
    const mode = (changes: JointChanges): unknown => {
      updateJoint(world, joint, changes);
      return (jointDef(world, joint).motor as { mode: string }).mode;
    };
    expect(mode({ motor: { maxForce: 3 } })).toBe('off');
    expect(mode({ motor: { speed: 2 } })).toBe('speed');
    expect(mode({ motor: { target: 1 } })).toBe('speed');
    expect(mode({ motor: { mode: 'position' } })).toBe('position');
    expect(mode({ motor: { mode: 'off' } })).toBe('off');
    expect(mode({ motor: { effort: 0.1 } })).toBe('effort');
    expect(jointDef(world, joint).motor).toMatchObject({ maxForce: 3, speed: 2, target: 1, effort: 0.1 });
  });
});

describe('create and update agree', () => {
  it.each([
    ['ball', 'motorVelocity', [0, 0, 1], 'speed'],
    ['swing-twist', 'motorTarget', [0, 0, 0, 1], 'orientation'],
  ] as const)('on the mode of the three-axis motor of a %s that is given %s', (type, field, value, mode) => {
    const world = jointWorld();
    const [bodyB, other] = [addBox(world, [0, 0, 0]), addBox(world, [2, 0, 0])];
    const created = createJoint(world, { type, bodyB, [field]: value });
    const updated = createJoint(world, { type, bodyB: other });
    updateJoint(world, updated, { motorMaxTorque: 5 });
    expect(jointDef(world, updated).motorMode).toBe('off');
    updateJoint(world, updated, { [field]: value });
    expect(jointDef(world, created).motorMode).toBe(mode);
    expect(jointDef(world, updated).motorMode).toBe(mode);
    updateJoint(world, updated, { motorMode: 'off', [field]: value });
    expect(jointDef(world, updated).motorMode).toBe('off');
  });

  it.each([{}, { angularHertz: 5 }, { angularHertz: 0 }, { angularDampingRatio: 1 }])(
    'on the softness of a fixed joint with %o',
    (own) => {
      const place = { anchor: [0, 0, 0] } as const;
      const bent = (def: JointChanges, changes: JointChanges): Quat => {
        const world = jointWorld();
        const bodyB = addBox(world, [1, 0, 0], 2);
        const joint = createJoint(world, { type: 'fixed', bodyB, ...place, ...own, ...def });
        updateJoint(world, joint, changes);
        run(world, 0.5);
        return bodyRotation(world, bodyB);
      };
      const changes = { hertz: 2, dampingRatio: 0.3 };
      expect(bent({ hertz: 5, dampingRatio: 1 }, changes)).toEqual(bent(changes, {}));
    },
  );
});

describe('places', () => {
  it('a new anchor: both sides meet there from now on', () => {
    const world = jointWorld();
    const bodyB = addBox(world, [1, 0, 0]);
    const joint = createJoint(world, hinge({ bodyB, anchor: [0, 0, 0] }));
    run(world, 0.3);
    updateJoint(world, joint, { anchor: [2, 1, 0] });
    const { frameA } = jointDef(world, joint) as Frames;
    expectVector(frameA.position, [2, 1, 0], 0);
    stepWorld(world, DT);
    expect(jointError(world, joint).linear).toBeLessThan(2e-3);
    const arm = (): number => length(sub(bodyPosition(world, bodyB), [2, 1, 0]));
    const now = arm();
    run(world, 2);
    expect(arm()).toBeCloseTo(now, 2);
  });

  it('a new axis: the pose of now is coordinate 0, and the second axis stays near where it was', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const bodyB = addBox(world, [1, 0, 0]);
    const joint = createJoint(world, universal({ bodyB, axis: [1, 0, 0], secondAxis: [0, 0, 1] }));
    updateJoint(world, joint, { axis: [1, 1, 0] });
    const { frameA } = jointDef(world, joint) as Frames;
    expectVector(rotate(frameA.rotation, [1, 0, 0]), [Math.SQRT1_2, Math.SQRT1_2, 0], 1e-15);
    expectVector(rotate(frameA.rotation, [0, 1, 0]), [0, 0, 1], 1e-15);
    updateJoint(world, joint, { secondAxis: [0, 0, -1] });
    const { frameA: turned } = jointDef(world, joint) as Frames;
    expectVector(rotate(turned.rotation, [1, 0, 0]), [Math.SQRT1_2, Math.SQRT1_2, 0], 1e-15);
    expectVector(rotate(turned.rotation, [0, 1, 0]), [0, 0, -1], 1e-15);
  });

  it('of a hinge that has turned: its angle starts again', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const bodyB = addBox(world, [0, 0, 0]);
    const joint = createJoint(world, hinge({ bodyB, motor: { speed: 5 } }));
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(10, 2);
    updateJoint(world, joint, { axis: [0, 0, 1] });
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0, 12);
  });

  it('local anchors and frames change one side alone, and only what is given', () => {
    const world = jointWorld();
    const [bodyA, bodyB] = [addBox(world, [0, 0, 0]), addBox(world, [1, 0, 0])];
    const joint = createJoint(world, slider({ bodyA, bodyB, axis: [0, 0, 1], anchor: [0.5, 0, 0] }));
    const before = jointDef(world, joint) as Frames;
    const turn = about([0, 1, 0], 0.3);
    updateJoint(world, joint, { anchorA: [0, 2, 0] });
    expect(jointDef(world, joint)).toMatchObject({
      frameA: { position: [0, 2, 0], rotation: before.frameA.rotation },
      frameB: before.frameB,
    });
    updateJoint(world, joint, { frameB: { rotation: turn } });
    expect(jointDef(world, joint)).toMatchObject({
      frameA: { position: [0, 2, 0] },
      frameB: { position: before.frameB.position, rotation: turn },
    });
    updateJoint(world, joint, { frameB: { position: [1, 2, 3] } });
    expect(jointDef(world, joint)).toMatchObject({ frameB: { position: [1, 2, 3], rotation: turn } });
  });

  it('what did not change keeps its bits', () => {
    const world = jointWorld();
    const bodyB = addBox(world, [0.3, 0.7, -0.2]);
    const joint = createJoint(world, hinge({ bodyB, axis: [1, 2, 3], anchor: [0.1, 0.2, 0.3] }));
    run(world, 0.3);
    const before = jointDef(world, joint) as Frames;
    updateJoint(world, joint, { anchor: [0, 1, 0] });
    const after = jointDef(world, joint) as Frames;
    expect([after.frameA.rotation, after.frameB.rotation]).toEqual([
      before.frameA.rotation,
      before.frameB.rotation,
    ]);
  });
});

type Frames = JointDef & Readonly<Record<'frameA' | 'frameB', { position: Vec3; rotation: Quat }>>;
