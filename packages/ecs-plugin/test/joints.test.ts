import * as core from '@tenon/physics-core';
import { pointRows } from '@tenon/physics-core/parts';
import { addComponent, addEntity, type EntityId, type World } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plugin from '../src/index.js';
import {
  AngularVelocity,
  Disabled,
  entityOfJoint,
  hinge,
  Joint,
  jointFactory,
  jointFields,
  jointOf,
  MotorMode,
  Position,
  RigidBody,
  rowsOf,
  slider,
} from '../src/index.js';
import { addCrate, coreWorld, physicsWorld, run } from './context.js';

type AnyJoint = (def: object) => object;

/** Every function of physics-core that makes a joint: those with a definition, and short forms. */
const jointNames = Object.entries(core)
  .filter(([, value]) => typeof value === 'function' && 'definition' in value)
  .map(([name]) => name);
const shortForms = ['rod', 'rope', 'spring', 'strut'];
const allNames = [...jointNames, ...shortForms];

const factoryOf = (name: string): AnyJoint => (plugin as unknown as Record<string, AnyJoint>)[name];
const definitionOf = (name: string): core.JointDefinition =>
  (core as unknown as Record<string, { definition: core.JointDefinition }>)[name].definition;

const make = (world: World, name: string, given: object = {}): EntityId => {
  const a = addCrate(world, 0, 0);
  const b = addCrate(world, 2, 0);
  if (jointNames.includes(name) && definitionOf(name).couples) {
    const jointA = addEntity(world, hinge({ bodyB: a }));
    const jointB = addEntity(world, name === 'rackAndPinion' ? slider({ bodyB: b }) : hinge({ bodyB: b }));
    return addEntity(world, factoryOf(name)({ jointA, jointB, ...given }));
  }
  return addEntity(world, factoryOf(name)({ bodyA: a, bodyB: b, ...given }));
};

it('MotorMode has the numbers of the modes that motors have', () => {
  const modes = core
    .jointDefinitions()
    .flatMap(({ params }) =>
      params.filter(({ path }) => path.slice(-2).join('.') === 'motor.mode').map(({ spec }) => spec),
    );
  expect(modes.length).toBeGreaterThan(0);
  for (const spec of modes) expect('names' in spec && spec.names).toEqual(Object.keys(MotorMode));
  expect(Object.values(MotorMode)).toEqual([0, 1, 2, 3]);
});

describe('every joint of physics-core', () => {
  it('is exported by the plugin (see joint-exports.test.ts)', () => {
    expect(allNames.filter((name) => typeof factoryOf(name) !== 'function')).toEqual([]);
  });

  it.each(allNames)('%s is made and shows its parameters', (name) => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const joint = make(world, name, name === 'spring' ? { hertz: 2 } : {});
    run(world, 1);
    const handle = jointOf(world, joint);
    expect(handle).toBeDefined();
    expect(entityOfJoint(world, handle!)).toBe(joint);
    const def = core.jointDef(coreWorld(world), handle!);
    const { params, type } = core.jointDefinitions()[Joint.type[joint]];
    expect(type).toBe(def.type);
    const fields = Joint as unknown as Record<string, Float64Array>;
    for (const { path, spec } of params) {
      const value = path.reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], def);
      const field = path.map((word, i) => (i === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
      if (spec.kind === 'number') expect(fields[field][joint], field).toBe(value);
      if (spec.kind === 'choice') expect(spec.names[fields[field][joint]], field).toBe(value);
      if (spec.kind === 'range') {
        expect([fields[`${field}Lower`][joint], fields[`${field}Upper`][joint]], field).toEqual(value);
      }
      if (spec.kind === 'vector') {
        expect(
          ['X', 'Y', 'Z'].map((axis) => fields[field + axis][joint]),
          field,
        ).toEqual(value);
      }
    }
    expect(rowsOf(world, joint).length).toBe(Joint.rowCount[joint]);
  });

  it.each(jointNames)('%s: every number can be written, and the solver has it', (name) => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const joint = make(world, name);
    run(world, 1);
    const fields = Joint as unknown as Record<string, Float64Array>;
    const handle = jointOf(world, joint)!;
    for (const { path, spec } of definitionOf(name).params) {
      if (spec.kind !== 'number') continue;
      const field = path.map((word, i) => (i === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
      const value = spec.integer ? 0 : Math.min(spec.max, Math.max(spec.min, 0.75));
      fields[field][joint] = value;
      plugin.physicsPre(world);
      const def = core.jointDef(coreWorld(world), handle);
      expect(
        path.reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], def),
        field,
      ).toBe(value);
    }
  });
});

describe('frames', () => {
  it('anchor and axis become frames in the bodies, which can be written', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const a = addCrate(world, 0, 0);
    const b = addCrate(world, 2, 0);
    const joint = addEntity(world, hinge({ bodyA: a, bodyB: b, anchor: [1, 0, 0], axis: [1, 0, 0] }));
    run(world, 1);
    expect([Joint.frameAX[joint], Joint.frameBX[joint], Joint.frameAQW[joint]]).toEqual([1, -1, 1]);
    Joint.frameBX[joint] = -2;
    run(world, 200);
    expect(Position.x[b] - Position.x[a]).toBeCloseTo(3, 3);
  });

  it('another body at the other end', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const [a, b, c] = [0, 2, 4].map((x) => addCrate(world, x, 0));
    const joint = addEntity(world, hinge({ bodyA: a, bodyB: b, anchor: [1, 0, 0], motor: { speed: 1 } }));
    run(world, 2);
    const before = jointOf(world, joint);
    Joint.bodyB[joint] = c;
    Position.x[c] = 2;
    Position.x[b] = 9;
    run(world, 30);
    expect(jointOf(world, joint)).not.toBe(before);
    expect(AngularVelocity.z[c] - AngularVelocity.z[a]).toBeCloseTo(1, 2);
    expect(Joint.motorSpeed[joint]).toBe(1);
  });

  it('a joint made field by field, as it comes from a serializer', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const b = addCrate(world, 0, 0);
    const joint = addEntity(world, Joint);
    Joint.type[joint] = core.jointDefinitions().indexOf(core.hinge.definition);
    Joint.bodyB[joint] = b;
    Joint.motorMode[joint] = 1;
    Joint.motorSpeed[joint] = 2;
    Joint.motorMaxForce[joint] = 500;
    Joint.limitsUpper[joint] = 1;
    run(world, 120);
    expect(core.jointCoordinate(coreWorld(world), jointOf(world, joint)!).value).toBeCloseTo(1, 3);
  });
});

describe('rows', () => {
  it('are those of the solver, with entities', () => {
    const world = physicsWorld();
    const b = addCrate(world, 0, 0);
    RigidBody.mass[b] = 10;
    const joint = addEntity(world, plugin.ball({ bodyB: b }));
    // Not so long that it sleeps: sleeping bodies are not solved.
    run(world, 20);
    const rows = rowsOf(world, joint);
    expect(rows.map(({ name }) => name)).toEqual(['point x', 'point y', 'point z']);
    expect(rows.map(({ entity, entityA, entityB }) => [entity, entityA, entityB])).toEqual(
      rows.map(() => [joint, 0, b]),
    );
    // λ of a substep over its length is the weight.
    expect(rows[1].lambda / (1 / 240)).toBeCloseTo(98.1, 2);
    expect([Joint.firstRow[joint], Joint.rowCount[joint]]).toEqual([0, 3]);
    addComponent(world, joint, Disabled);
    run(world, 1);
    expect(rowsOf(world, joint)).toEqual([]);
    expect(Joint.rowCount[joint]).toBe(0);
  });

  it('a joint that waits has none', () => {
    const world = physicsWorld({ onError: () => undefined });
    const joint = addEntity(world, plugin.ball({}));
    run(world, 1);
    expect(rowsOf(world, joint)).toEqual([]);
  });
});

/** A joint of the game: a point held with a parameter of its own. */
const tether = core.defineJoint({
  type: 'test-tether',
  about: 'Two points stay together.',
  slots: ['point x', 'point y', 'point z'],
  params: {
    tetherStrength: {
      kind: 'number',
      unit: 'N',
      default: 5,
      min: 0,
      max: 100,
      unlimited: false,
      integer: false,
      about: 'How strong it is.',
    },
  },
  rows: (j) => pointRows(j, 0),
});

describe('joints of the game', () => {
  const tetherEntity = jointFactory(tether);

  it('work like the others, with fields of their own', () => {
    const world = physicsWorld();
    const b = addCrate(world, 0, 0);
    const joint = addEntity(world, tetherEntity({ bodyB: b, tetherStrength: 7 }));
    run(world, 60);
    expect(Position.y[b]).toBeCloseTo(0, 3);
    expect(jointFields(tether).tetherStrength[joint]).toBe(7);
    jointFields(tether).tetherStrength[joint] = 9;
    run(world, 1);
    expect(core.jointDef(coreWorld(world), jointOf(world, joint)!)).toMatchObject({
      type: 'test-tether',
      tetherStrength: 9,
    });
    expect(() => tetherEntity({ tetherStrength: 1000 })).toThrow(/tetherStrength is 1000/);
  });

  it('a parameter that would hide a field is refused', () => {
    const clash = core.defineJoint({
      type: 'test-clash',
      about: 'Its parameter has a bad name.',
      slots: ['point x', 'point y', 'point z'],
      params: { tag: { kind: 'flag', default: true, about: 'On.' } },
      rows: (j) => pointRows(j, 0),
    });
    expect(() => jointFactory(clash)({})).toThrow(/would be Joint\.tag, which means something else/);
  });
});
