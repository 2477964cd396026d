import {
  type BodyDef,
  type ColliderDef,
  sceneToWorld as checkScene,
  readScene,
  type SceneDefs,
  type SceneJoint,
  updateSettings,
} from '@tenon/physics-core';
import { addComponent, addEntity, type EntityId, set, type World } from 'bitecs';
import {
  Bullet,
  Disabled,
  NoSleep,
  PersistEvents,
  Sensor,
  type Stores,
  updateJointFields,
} from '../components/components.js';
import { bodyFactories, type RigidBodyOptions } from '../factories/body.js';
import { colliderFactory } from '../factories/collider.js';
import type { JointPlan } from '../factories/joint.js';
import { loadAllCode } from '../load-code.js';
import { stateOf } from '../state/physics-state.js';
import { addComponents, checkComponents } from './scene-components.js';

/** The entities of a scene file, in its order, and by name. */
export interface EntityScene {
  readonly bodies: readonly EntityId[];
  readonly colliders: readonly EntityId[];
  readonly joints: readonly EntityId[];
  readonly bodyNames: ReadonlyMap<string, EntityId>;
  readonly jointNames: ReadonlyMap<string, EntityId>;
  readonly groups: ReadonlyMap<
    string,
    { readonly bodies: readonly EntityId[]; readonly joints: readonly EntityId[] }
  >;
}

/**
 * Adds the entities of a scene file to a bitECS world with physics, and takes over the settings that the file names. A file
 * with an error changes nothing: the whole scene is made in a world of its own first, and the error names the field.
 *
 * A body's first collider is on the body's entity, where that keeps the order of the file; others have entities of their own.
 * Joints always do. User data of colliders and joints becomes their tag; that of bodies is not kept.
 */
export const sceneToWorld = (world: World, data: unknown): EntityScene => {
  const { core, backing } = stateOf(world);
  checkScene(data);
  const scene = readScene(data);
  loadAllCode();
  updateJointFields(backing);
  checkComponents(backing.stores, scene.components);
  updateSettings(core, scene.settings);
  const { bodies, colliders } = addBodies(world, backing.stores, scene);
  const joints: EntityId[] = [];
  for (const entry of scene.components) {
    const entity = entry.body === undefined ? colliders[entry.collider ?? -1] : bodies[entry.body];
    addComponents(world, backing.stores, entity, entry);
  }
  for (const joint of scene.joints) joints.push(addJoint(world, backing.stores, joint, bodies, joints));
  return {
    bodies,
    colliders,
    joints,
    bodyNames: namesOf(scene.bodies, bodies),
    jointNames: namesOf(scene.joints, joints),
    groups: new Map(
      scene.groups.map((group) => [
        group.name,
        { bodies: group.bodies.map((i) => bodies[i]), joints: group.joints.map((i) => joints[i]) },
      ]),
    ),
  };
};

/**
 * The pre system makes bodies and colliders in the order of their entities. So a collider may share the entity of its body
 * only while no later entity has a collider: then the colliders of the solver are in the order of the file. Nor does it
 * where it has components of its own, which the body shall not have.
 */
const addBodies = (
  world: World,
  stores: Stores,
  scene: SceneDefs,
): Pick<EntityScene, 'bodies' | 'colliders'> => {
  const bodies: EntityId[] = [];
  const addUpTo = (count: number): void => {
    while (bodies.length < count) bodies.push(addBody(world, stores, scene.bodies[bodies.length].def));
  };
  const apart = new Set(scene.components.map(({ collider }) => collider));
  const colliders = scene.colliders.map(({ body, def }, i) => {
    const isShared = body >= bodies.length && !apart.has(i);
    addUpTo(body + 1);
    const entity = isShared ? bodies[body] : addEntity(world);
    addCollider(world, stores, entity, def, isShared ? undefined : bodies[body]);
    return entity;
  });
  addUpTo(scene.bodies.length);
  return { bodies, colliders };
};

const addBody = (world: World, stores: Stores, def: BodyDef): EntityId => {
  const factories = bodyFactories(stores);
  const {
    position = [0, 0, 0],
    rotation = [0, 0, 0, 1],
    linearVelocity = [0, 0, 0],
    angularVelocity = [0, 0, 0],
    enabled = true,
    maySleep = true,
    bullet = false,
    userData: _,
    ...options
  } = def;
  return addEntity(
    world,
    factories.rigidBody(options satisfies RigidBodyOptions),
    factories.position(...position),
    factories.rotation(...rotation),
    factories.linearVelocity(...linearVelocity),
    factories.angularVelocity(...angularVelocity),
    ...(enabled ? [] : [Disabled]),
    ...(maySleep ? [] : [NoSleep]),
    ...(bullet ? [Bullet] : []),
  );
};

const addCollider = (
  world: World,
  stores: Stores,
  entity: EntityId,
  { shape, sensor, persistEvents, userData = 0, ...options }: ColliderDef,
  body: EntityId | undefined,
): void => {
  const owner = body === undefined ? {} : { body };
  const collider = colliderFactory(stores);
  addComponent(world, entity, collider(shape, { ...options, ...owner, tag: userData }));
  if (sensor === true) addComponent(world, entity, Sensor);
  if (persistEvents === true) addComponent(world, entity, PersistEvents);
};

const addJoint = (
  world: World,
  stores: Stores,
  { def, bodyA, bodyB, jointA, jointB }: SceneJoint,
  bodies: readonly EntityId[],
  joints: readonly EntityId[],
): EntityId => {
  const { userData = 0, ...rest } = def;
  const plan: JointPlan = {
    ...rest,
    type: def.type,
    tag: userData as number,
    ...(bodyA === undefined ? {} : { bodyA: bodies[bodyA] }),
    ...(bodyB === undefined ? {} : { bodyB: bodies[bodyB] }),
    ...(jointA === undefined ? {} : { jointA: joints[jointA] }),
    ...(jointB === undefined ? {} : { jointB: joints[jointB] }),
  };
  return addEntity(world, set(stores.Joint, { plan }));
};

const namesOf = (
  entries: readonly { readonly name?: string }[],
  entities: readonly EntityId[],
): Map<string, EntityId> =>
  new Map(
    entries.flatMap(({ name }, i): [string, EntityId][] => (name === undefined ? [] : [[name, entities[i]]])),
  );
