import { type BodyDef, type CharacterOptions, PhysicsError, type Quat, type Vec3 } from '@tenon/physics-core';
import { bodyCheckWithout, checkBody, checkCharacter } from '@tenon/physics-core/bulk';
import { set } from 'bitecs';
import type { Stores } from '../components/components.js';
import { characterLists, massLists, namedNumbers, poseFields } from '../components/field-names.js';
import { AUTO_MASS, BodyType, lockBits } from '../components/names.js';
import { loadCharacterCode } from '../load-code.js';
import { requireNumbers, requireOptions } from './require.js';

/** What `set(component, values)` of bitECS makes: an argument for addEntity, addComponent and addComponents. */
export interface ComponentValues<C extends object> {
  readonly component: C;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Fields of a body that are not poses, velocities or tags. */
export type RigidBodyOptions = Omit<
  BodyDef,
  | 'position'
  | 'rotation'
  | 'linearVelocity'
  | 'angularVelocity'
  | 'enabled'
  | 'maySleep'
  | 'bullet'
  | 'userData'
>;

const PLANAR = ['z', 'rotationX', 'rotationY'] as const;

/** Only what was given, so that a second `set` changes nothing else. */
const given = (fields: Readonly<Record<string, number | undefined>>): Record<string, number> => {
  const kept: Record<string, number> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
};

const massFields = ({ mass, massProperties }: RigidBodyOptions): Record<string, number | undefined> => {
  if (massProperties === undefined) return { mass: mass === 'auto' ? AUTO_MASS : mass };
  const { centre = [0, 0, 0], inertia } = massProperties;
  const entries = inertia.length === 6 ? inertia : [inertia[0], 0, 0, inertia[1], 0, inertia[2]];
  return {
    mass: massProperties.mass,
    ...namedNumbers(massLists.centre, centre),
    ...namedNumbers(massLists.inertia, entries),
  };
};

/**
 * NoSleep, Bullet and Disabled are tags, the pose has components of its own, and materials are those of colliders: the error says what to
 * use.
 */
const instead: Readonly<Record<string, string>> = {
  position: 'position(x, y, z)',
  rotation: 'rotation(x, y, z, w)',
  linearVelocity: 'linearVelocity(x, y, z)',
  angularVelocity: 'angularVelocity(x, y, z)',
  enabled: 'the tag Disabled',
  maySleep: 'the tag NoSleep',
  bullet: 'the tag Bullet',
  userData: 'a component of your own',
  velocity: 'linearVelocity(x, y, z)',
  shape: 'collider(shape)',
  density: 'collider(shape, { density })',
  friction: 'collider(shape, { friction })',
  restitution: 'collider(shape, { restitution })',
};

const checkRigidBody = bodyCheckWithout(Object.keys(instead));

const refuseForeign = (options: object): void => {
  for (const field of Object.keys(options)) {
    if (!Object.hasOwn(instead, field)) continue;
    const advice = `Add ${instead[field]} to the entity`;
    throw new PhysicsError('unknown-field', `rigidBody has no field '${field}'`, advice);
  }
};

const THREE = 'Pass three numbers one by one, or spread a list: (...[x, y, z])';
const FOUR = 'Pass the four numbers of a quaternion one by one; angles are none';

/** In the place of a position that was left out, so that the check names it. */
const missing = [] as unknown as Vec3;

/** Factories of the components that a body needs, for one set of stores. Each checks its values before it returns. */
export const bodyFactories = (stores: Stores) => ({
  /** A body. Poses and velocities come along by themselves. */
  rigidBody: (options: RigidBodyOptions = {}): ComponentValues<Stores['RigidBody']> => {
    requireOptions(options, 'rigidBody');
    refuseForeign(options);
    checkRigidBody('rigidBody', options);
    const { type, locks, planar } = options;
    const locked = locks || planar ? lockBits([...(locks ?? []), ...(planar ? PLANAR : [])]) : undefined;
    return set(
      stores.RigidBody,
      given({
        type: type && BodyType[type],
        gravityScale: options.gravityScale,
        linearDamping: options.linearDamping,
        angularDamping: options.angularDamping,
        maxLinearSpeed: options.maxLinearSpeed,
        maxAngularSpeed: options.maxAngularSpeed,
        locks: locked,
        ...massFields(options),
      }),
    );
  },

  /** m. */
  position: (x: number, y: number, z: number): ComponentValues<Stores['Position']> => {
    requireNumbers('position(x, y, z)', [x, y, z], THREE);
    checkBody({ position: [x, y, z] });
    return set(stores.Position, { x, y, z });
  },

  /** A quaternion; any length but 0. */
  rotation: (x: number, y: number, z: number, w: number): ComponentValues<Stores['Rotation']> => {
    requireNumbers('rotation(x, y, z, w)', [x, y, z, w], FOUR);
    checkBody({ rotation: [x, y, z, w] });
    return set(stores.Rotation, { x, y, z, w });
  },

  /** Of the centre of mass, m/s. */
  linearVelocity: (x: number, y: number, z: number): ComponentValues<Stores['LinearVelocity']> => {
    requireNumbers('linearVelocity(x, y, z)', [x, y, z], THREE);
    checkBody({ linearVelocity: [x, y, z] });
    return set(stores.LinearVelocity, { x, y, z });
  },

  /** rad/s, world axes. */
  angularVelocity: (x: number, y: number, z: number): ComponentValues<Stores['AngularVelocity']> => {
    requireNumbers('angularVelocity(x, y, z)', [x, y, z], THREE);
    checkBody({ angularVelocity: [x, y, z] });
    return set(stores.AngularVelocity, { x, y, z });
  },

  /** Where a kinematic body goes. Without a rotation it keeps the one it has. */
  kinematicTarget: (position: Vec3, rotation?: Quat): ComponentValues<Stores['KinematicTarget']> => {
    checkBody({ position: position ?? missing, ...(rotation === undefined ? {} : { rotation }) });
    return set(stores.KinematicTarget, given(namedNumbers(poseFields, [...position, ...(rotation ?? [])])));
  },
});

/** Lets a kinematic body with one convex collider walk. Velocity and speed upwards are fields of the component. */
export const characterFactory = (stores: Stores) => {
  loadCharacterCode();
  return (options: CharacterOptions = {}): ComponentValues<Stores['Character']> => {
    checkCharacter(options);
    const { up = [], ...numbers } = options;
    return set(stores.Character, given({ ...numbers, ...namedNumbers(characterLists.up, up) }));
  };
};
