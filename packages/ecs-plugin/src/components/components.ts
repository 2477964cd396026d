import { PhysicsError } from '@tenon/physics-core';
import { type BodyColumns, show } from '@tenon/physics-core/bulk';
import { LARGEST_ENTITY } from '../entity-id.js';
import { jointCode } from '../optional-code.js';
import type { FieldSpec, StoreOf } from './fields.js';
import type { BuiltInJointFields } from './joint-types.js';
import { createOwnership, type Ownership } from './ownership.js';
import { type ComponentName, componentSpecs, jointSpec } from './specs.js';
import {
  createComparedStore,
  createPlainStore,
  createWatchedStore,
  ensureRow,
  type FieldTable,
  tableOf,
} from './store.js';

type Specs = typeof componentSpecs;

/** The data components: one store each. */
export interface Stores {
  readonly Position: StoreOf<Specs['Position']>;
  readonly Rotation: StoreOf<Specs['Rotation']>;
  readonly LinearVelocity: StoreOf<Specs['LinearVelocity']>;
  readonly AngularVelocity: StoreOf<Specs['AngularVelocity']>;
  readonly RigidBody: StoreOf<Specs['RigidBody']>;
  readonly Collider: StoreOf<Specs['Collider']>;
  readonly Joint: StoreOf<typeof jointSpec> & BuiltInJointFields;
  readonly KinematicTarget: StoreOf<Specs['KinematicTarget']>;
  readonly Character: StoreOf<Specs['Character']>;
  readonly RenderTransform: StoreOf<Specs['RenderTransform']>;
}

/** What the plugin keeps with a set of stores. */
export interface Backing {
  readonly stores: Stores;
  readonly tables: Readonly<Record<ComponentName, FieldTable>>;
  /** Pose and velocity as physics-core's bulk functions want them: what users see, and what the solver last knew of it. */
  readonly columns: BodyColumns;
  readonly known: BodyColumns;
  readonly ownership: Ownership;
  /** Joint types whose fields the Joint store has. */
  jointTypes: number;
}

const backings = new WeakMap<object, Backing>();

export const componentNames = [...Object.keys(componentSpecs), 'Joint'] as readonly ComponentName[];

/** New stores, shared with no other world. */
export const createStores = (): Stores => {
  const stores: Stores = {
    Position: createComparedStore('Position', componentSpecs.Position),
    Rotation: createComparedStore('Rotation', componentSpecs.Rotation),
    LinearVelocity: createComparedStore('LinearVelocity', componentSpecs.LinearVelocity),
    AngularVelocity: createComparedStore('AngularVelocity', componentSpecs.AngularVelocity),
    RigidBody: createWatchedStore('RigidBody', componentSpecs.RigidBody),
    Collider: createWatchedStore('Collider', componentSpecs.Collider),
    Joint: createWatchedStore('Joint', jointSpec) as Stores['Joint'],
    KinematicTarget: createPlainStore('KinematicTarget', componentSpecs.KinematicTarget),
    Character: createComparedStore('Character', componentSpecs.Character),
    RenderTransform: createPlainStore('RenderTransform', componentSpecs.RenderTransform),
  };
  const tables = Object.fromEntries(componentNames.map((name) => [name, tableOf(stores[name])]));
  const backing: Backing = {
    stores,
    tables: tables as Record<ComponentName, FieldTable>,
    columns: {
      position: stores.Position,
      rotation: stores.Rotation,
      linearVelocity: stores.LinearVelocity,
      angularVelocity: stores.AngularVelocity,
    },
    known: {
      position: knownOf(stores.Position),
      rotation: knownOf(stores.Rotation),
      linearVelocity: knownOf(stores.LinearVelocity),
      angularVelocity: knownOf(stores.AngularVelocity),
    },
    ownership: createOwnership(),
    jointTypes: 0,
  };
  for (const name of componentNames) backings.set(stores[name], backing);
  updateJointFields(backing);
  return stores;
};

/** The known values of a compared store, as arrays that are replaced when the store grows, like its own. */
const knownOf = <T extends object>(store: T): T => tableOf(store).known as unknown as T;

/** Gives the Joint store the fields of joint types that were defined in the meantime. */
export const updateJointFields = (backing: Backing): void => {
  backing.jointTypes = jointCode.addFields(backing.stores.Joint, backing.jointTypes);
};

/** What is kept with a set of stores, found through any of them. */
export const backingOf = (stores: Stores): Backing => {
  const backing = backings.get(stores?.Position ?? {});
  if (backing) return backing;
  throw new PhysicsError(
    'wrong-type',
    'components is no set of components',
    'Pass what createComponents() returned',
  );
};

/** The stores that the package exports and that worlds use unless they have their own. */
export const sharedStores = createStores();

/** The shared Joint store has the fields of all joint types there are. */
export const updateSharedFields = (): void => updateJointFields(backingOf(sharedStores));

/** Tags hold no data, so all worlds share them. */
type Tag = Readonly<Record<never, never>>;

/** On a collider: it reports touching but pushes nothing. */
export const Sensor: Tag = {};
/** On a body or collider: its begin, end and hit events are reported. Sensors need no such tag. */
export const CollisionEvents: Tag = {};
/** On a body or collider: like CollisionEvents, and each step in which it goes on touching gives a persist event. */
export const PersistEvents: Tag = {};
/** On a body: it sleeps. The plugin adds and removes it; when you do, the body falls asleep or wakes. */
export const Sleeping: Tag = {};
/** Body, collider and joint of the entity take no part, but keep their state. */
export const Disabled: Tag = {};
/** On a body: it never falls asleep. */
export const NoSleep: Tag = {};
/** On a body: at no speed does it pass through dynamic bodies; none passes static and kinematic ones. */
export const Bullet: Tag = {};

export const tags = { Sensor, CollisionEvents, Sleeping, Disabled, NoSleep, Bullet, PersistEvents } as const;

/** A field as documentation, editors and inspectors want it. */
export interface FieldInfo extends FieldSpec {
  readonly name: string;
}

/** The fields of a component: name, how it is stored, unit, default, meaning. Those of Joint end with the parameters of the joint types. */
export const componentFields = (component: object): FieldInfo[] => {
  const { names, specs } = tableOf(component);
  return names.map((name, i) => ({ name, ...specs[i] }));
};

/** Makes room for entity ids up to `count` at once, so that the arrays are not replaced on the way there. */
export const reserveEntities = (count: number, stores: Stores = sharedStores): void => {
  if (!Number.isInteger(count) || count < 0 || count > LARGEST_ENTITY) {
    throw new PhysicsError(
      'out-of-range',
      `count is ${show(count)}`,
      `Pass an integer of at least 0 and of at most ${LARGEST_ENTITY}`,
    );
  }
  for (const table of Object.values(backingOf(stores).tables)) ensureRow(table, count);
};
