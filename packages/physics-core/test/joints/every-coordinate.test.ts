import { describe, expect, it } from 'vitest';
import {
  createJoint,
  type JointChanges,
  type JointDef,
  type JointDefinition,
  type JointHandle,
  jointCoordinate,
  jointDefinitions,
  jointImpulses,
  PhysicsError,
  type Quat,
  updateJoint,
  type Vec3,
  type World,
} from '../../src/index.js';
import type { RangeParam } from '../../src/joints/params.js';
import { about } from '../api/context.js';
import { jointWorld, off, run } from './context.js';
import { addMass, substepOf, weightless } from './joint-rig.js';
import { put } from './random-joints.js';

/**
 * Every control of every coordinate of every joint, on a body of 2 kg and 0.5 kg m² that nothing else moves. A coordinate is a way of its
 * centre or a turn about it, so that it answers a force F with F / m and a torque with τ / I.
 */

const MASS = 2;
const INERTIA = 0.5;

/** What a joint needs to leave the coordinate free, where its definition does not tell. */
const loosened: Readonly<Record<string, object>> = {
  pulley: { groundA: [-1, 0, 0], groundB: [1, 0, 0], length: 100 },
};

/** Where B is at the start, where that is not the place of A. */
const places: Readonly<Record<string, { position?: Vec3; rotation?: Quat }>> = {
  pulley: { position: [1, -2, 0] },
  // Lines that cross.
  'edge-edge': { position: [0, 0.5, 0], rotation: about([0, 1, 0], 1) },
};

interface Rig {
  readonly world: World;
  readonly joint: JointHandle;
  /** Changes the controls. */
  set(controls: object): void;
  value(): number;
  rate(): number;
}

const limitsOf = (definition: JointDefinition, k: number): RangeParam => {
  const [name, ...others] = definition.coordinateNames;
  const path = others.length === 0 ? 'limits' : `${[name, ...others][k]}.limits`;
  const entry = definition.params.find((each) => each.path.join('.') === path);
  return entry?.spec as RangeParam;
};

/** Unlocks the coordinate, by what its shape says of how it is locked or held. */
const freed = ({ coordinates, params }: JointDefinition, k: number): object => {
  const { shape } = coordinates[k];
  const fields: Record<string, unknown> = {};
  const kindOf = (name: string) => params.find(({ path }) => path.join('.') === name)?.spec;
  const lock = shape && 'lockedBy' in shape ? shape.lockedBy : undefined;
  if (lock !== undefined) fields[lock] = kindOf(lock)?.kind === 'flag' ? false : 'free';
  const held = shape && 'held' in shape ? shape.held : undefined;
  const modes = held && kindOf(held.mode);
  if (held && modes?.kind === 'choice') {
    const isFree = modes.names.includes('free');
    fields[held.mode] = isFree ? 'free' : 'atLeast';
    if (!isFree) fields[held.value] = -100;
  }
  return fields;
};

const rigOf = (definition: JointDefinition, k: number, controls: object = {}): Rig => {
  const { type, coordinates, coordinateNames } = definition;
  const name = coordinateNames[k];
  const world = jointWorld(weightless);
  const inertia = [INERTIA, INERTIA, INERTIA] as const;
  const [least, most] = limitsOf(definition, k).meets;
  // What never falls below 0 turns round there, so it starts away from it.
  const isPositive = least === 0 && most > 0;
  const isWay = coordinates[k].unit === 'm';
  const away = isWay ? { position: [2, 0, 0] as const } : { rotation: about([0, 0, 1], 1) };
  const { position = [0, 0, 0], ...place } = places[type] ?? (isPositive ? away : {});
  const ends = {
    ...(type === 'pulley' ? { bodyA: addMass(world, [-1, -2, 0], MASS, inertia) } : {}),
    bodyB: addMass(world, position, MASS, inertia, place),
  };
  const fields = (values: object): JointChanges => {
    const changes: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(values)) {
      put(changes, coordinateNames.length === 1 ? [key] : [name, key], value);
    }
    return changes;
  };
  const own = { ...loosened[type], ...freed(definition, k) };
  const def: JointDef = { type, ...ends, frameA: {}, frameB: {}, ...own };
  const joint = createJoint(world, { ...def, ...fields(controls) });
  return {
    world,
    joint,
    set: (values) => updateJoint(world, joint, fields(values)),
    value: () => jointCoordinate(world, joint, name).value,
    rate: () => jointCoordinate(world, joint, name).rate,
  };
};

const cases = jointDefinitions().flatMap((definition) =>
  definition.coordinateNames.map((name, k) => [definition.type, name, definition, k] as const),
);

describe.each(cases)('%s: %s', (_, name, definition, k) => {
  const ease = 1 / (definition.coordinates[k].unit === 'm' ? MASS : INERTIA);
  const rig = (controls: object = {}): Rig => rigOf(definition, k, controls);
  const start = rig().value();

  it.each([0.4, -0.4])('a motor keeps %s a second', (speed) => {
    const { world, value, rate } = rig({ motor: { speed } });
    const worst = { rate: 0, value: 0 };
    run(world, 1, (time) => {
      worst.rate = Math.max(worst.rate, Math.abs(rate() - speed));
      worst.value = Math.max(worst.value, Math.abs(value() - start - speed * time));
    });
    expect(worst.rate).toBeCloseTo(0, 6);
    expect(worst.value).toBeCloseTo(0, 3);
  });

  it('a motor with a bound speeds up by F / m and then keeps its speed', () => {
    const force = 0.5 / ease;
    const { world, joint, rate } = rig({ motor: { speed: -0.4, maxForce: force } });
    run(world, 0.5);
    expect(off(rate(), -0.25)).toBeLessThan(1e-3);
    expect(off(jointImpulses(world, joint)[name].motor / substepOf(world), -force)).toBeLessThan(1e-6);
    run(world, 0.5);
    expect(off(rate(), -0.4)).toBeLessThan(1e-6);
  });

  it.each([
    [0.5, 4],
    [-0.5, 4],
    [0.5, 0],
    [-0.5, 0],
  ])('a servo reaches its target, %s away, at %s Hz', (way, hertz) => {
    const { world, value, rate } = rig({ motor: { target: start + way, hertz } });
    run(world, 2);
    expect(value()).toBeCloseTo(start + way, 5);
    expect(Math.abs(rate())).toBeLessThan(1e-4);
  });

  it.each([0.3, -0.3])('a spring swings by its frequency and settles at its rest, %s away', (way) => {
    const { world, value, set } = rig({ spring: { hertz: 1, dampingRatio: 0, rest: start + way } });
    // Half a period: as far on the other side.
    run(world, 0.5);
    expect(off(value() - start, 2 * way)).toBeLessThan(0.01);
    set({ spring: { dampingRatio: 1 } });
    run(world, 3);
    expect(value()).toBeCloseTo(start + way, 4);
  });

  it.each([1, -1])('an effort of %s gives its acceleration', (effort) => {
    const { world, joint, rate } = rig({ motor: { effort } });
    run(world, 0.3);
    expect(off(rate(), effort * ease * 0.3)).toBeLessThan(1e-3);
    expect(off(jointImpulses(world, joint)[name].motor / substepOf(world), effort)).toBeLessThan(1e-6);
  });

  it.each([
    [1, 0.3],
    [-1, -0.2],
  ])('limits stop what is pushed by %s at %s, and bear the push', (effort, end) => {
    const { world, joint, value, rate } = rig({ limits: [start - 0.2, start + 0.3], motor: { effort } });
    let furthest = 0;
    run(world, 3, () => {
      furthest = Math.max(furthest, (value() - start) / end);
    });
    expect(furthest).toBeLessThan(1.01);
    expect(value()).toBeCloseTo(start + end, 3);
    expect(Math.abs(rate())).toBeLessThan(1e-3);
    expect(off(jointImpulses(world, joint)[name].limit / substepOf(world), -effort)).toBeLessThan(1e-3);
  });

  it('limits lead it in from outside, if they may lie there', () => {
    const limits = [start + 0.3, start + 0.6];
    if (limits[0] > limitsOf(definition, k).meets[1]) {
      expect(() => rig({ limits })).toThrow(PhysicsError);
      return;
    }
    const { world, value } = rig({ limits });
    run(world, 2);
    expect(value()).toBeGreaterThan(limits[0] - 1e-3);
    expect(value()).toBeLessThan(limits[0] + 0.01);
  });

  it('friction brakes it by F / m, then holds it against what is less', () => {
    const { world, joint, set, rate, value } = rig({ motor: { speed: 0.4 } });
    run(world, 0.25);
    const force = 0.5 / ease;
    set({ motor: { mode: 'off' }, friction: force });
    run(world, 0.4);
    expect(rate()).toBeCloseTo(0.4 - 0.5 * 0.4, 3);
    expect(off(jointImpulses(world, joint)[name].friction / substepOf(world), -force)).toBeLessThan(1e-6);
    run(world, 0.6);
    const rest = value();
    expect(Math.abs(rate())).toBeLessThan(1e-9);
    set({ motor: { effort: 0.9 * force } });
    run(world, 0.5);
    expect(value()).toBeCloseTo(rest, 9);
  });
});
