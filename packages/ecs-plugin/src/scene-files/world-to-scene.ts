import {
  allBodies,
  allJoints,
  type BodyHandle,
  bodyColliders,
  bodyExists,
  worldToScene as coreToScene,
  type JointHandle,
  jointExists,
  PhysicsError,
  type SceneComponents,
  type SceneFile,
  type SceneNames,
} from '@tenon/physics-core';
import { colliderRow, isArray, show } from '@tenon/physics-core/bulk';
import type { EntityId, World } from 'bitecs';
import type { Stores } from '../components/components.js';
import { rawOf } from '../components/store.js';
import type { EntityRef } from '../entity-id.js';
import { EntityError } from '../errors.js';
import { bodyOf, coreWorld, entityOfBody, entityOfCollider, entityOfJoint, jointOf } from '../queries.js';
import { stateOf } from '../state/physics-state.js';
import { physicsPre } from '../systems/pre.js';
import { readComponents } from './scene-components.js';

/**
 * What a scene file shall call entities with a body and entities with a joint, and which of them belong together. What was
 * made in physics-core itself has no entity and is named by its handle, which is larger than any entity id.
 */
export type EntitySceneNames = SceneNames<EntityId | BodyHandle, EntityId | JointHandle>;

/**
 * The physics of a bitECS world as a scene file of physics-core. Runs the pre system first, so that everything added and
 * written so far is in it. The tags of colliders and joints are their user data in the file. CollisionEvents,
 * KinematicTarget, Character and RenderTransform are its components; components of your own are yours to save.
 */
export const worldToScene = (world: World, names: EntitySceneNames = {}): SceneFile => {
  const { core, backing } = stateOf(world);
  asObject(names, 'names');
  physicsPre(world);
  const file = coreToScene(core, {
    ...(names as object),
    bodies: handlesOf(names.bodies, 'bodies', (key) => requireBody(world, key)),
    joints: handlesOf(names.joints, 'joints', (key) => requireJoint(world, key)),
    groups: Object.fromEntries(
      Object.entries(asObject(names.groups, 'groups')).map(([name, group]) => [
        name,
        {
          ...asObject(group, `groups.${name}`),
          bodies: asList(group?.bodies, `groups.${name}.bodies`).map((key) => requireBody(world, key)),
          joints: asList(group?.joints, `groups.${name}.joints`).map((key) => requireJoint(world, key)),
        },
      ]),
    ),
  });
  const { Collider, Joint } = backing.stores;
  const colliders = allBodies(core)
    .flatMap((body) => bodyColliders(core, body))
    .sort((a, b) => colliderRow(core, a) - colliderRow(core, b));
  const components = componentsOf(
    world,
    backing.stores,
    allBodies(core).map((body) => entityOfBody(world, body)),
    colliders.map((collider) => entityOfCollider(world, collider)),
  );
  return {
    ...file,
    ...(components.length > 0 ? { components } : {}),
    bodies: withUserData(
      file.bodies,
      allBodies(core).map((body) => (entityOfBody(world, body) ? 0 : undefined)),
    ),
    colliders: withUserData(
      file.colliders,
      colliders.map((collider) => tagOf(entityOfCollider(world, collider), rawOf(Collider).tag)),
    ),
    joints: withUserData(
      file.joints,
      allJoints(core).map((joint) => tagOf(entityOfJoint(world, joint), rawOf(Joint).tag)),
    ),
  };
};

/** Components of the entities of bodies, and of colliders that have an entity of their own. Entity 0 is none. */
const componentsOf = (
  world: World,
  stores: Stores,
  bodies: readonly EntityId[],
  colliders: readonly EntityId[],
): SceneComponents[] => {
  const list: SceneComponents[] = [];
  const owners = new Set(bodies);
  for (const [body, eid] of bodies.entries()) {
    const values = eid === 0 ? undefined : readComponents(world, stores, eid);
    if (values) list.push({ body, values });
  }
  for (const [collider, eid] of colliders.entries()) {
    const values = eid === 0 || owners.has(eid) ? undefined : readComponents(world, stores, eid);
    if (values) list.push({ collider, values });
  }
  return list;
};

const asObject = <T extends object>(value: T | undefined, field: string): T => {
  if (value === undefined) return {} as T;
  if (typeof value === 'object' && value !== null && !isArray(value)) return value;
  throw new PhysicsError(
    'wrong-type',
    `${field} is ${show(value)}`,
    'Pass an object with what belongs to each name',
  );
};

const asList = <T>(value: readonly T[] | undefined, field: string): readonly T[] => {
  if (value === undefined) return [];
  if (isArray(value)) return value;
  throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass a list of entities');
};

/** The plugin keeps entity ids in the user data of the solver, which mean nothing in another world. */
const withUserData = <Entry extends object>(
  entries: readonly Entry[],
  values: readonly (number | undefined)[],
): Entry[] =>
  entries.map((entry, i) => (values[i] === undefined ? entry : { ...entry, userData: values[i] }));

/** Undefined for what was made in physics-core itself. */
const tagOf = (eid: EntityId, tags: ArrayLike<number>): number | undefined =>
  eid === 0 ? undefined : tags[eid];

const handlesOf = <Handle>(
  names: Readonly<Record<string, number>> | undefined,
  field: string,
  handleOf: (key: number) => Handle,
): Record<string, Handle> =>
  Object.fromEntries(Object.entries(asObject(names, field)).map(([name, key]) => [name, handleOf(key)]));

const requireBody = (world: World, key: EntityId | BodyHandle): BodyHandle =>
  bodyOf(world, key as EntityRef) ??
  (bodyExists(coreWorld(world), key as BodyHandle) ? (key as BodyHandle) : missing(key, 'RigidBody'));

const requireJoint = (world: World, key: EntityId | JointHandle): JointHandle =>
  jointOf(world, key as EntityRef) ??
  (jointExists(coreWorld(world), key as JointHandle) ? (key as JointHandle) : missing(key, 'Joint'));

const missing = (eid: EntityId, component: 'RigidBody' | 'Joint'): never => {
  throw new EntityError(
    'wrong-type',
    eid,
    component,
    '',
    'is missing, so a scene file cannot name it',
    'Name entities that have it',
  );
};
