import {
  type BodyHandle,
  bodyContacts,
  type CoordinateState,
  type JointHandle,
  type JointReaction,
  jointCoordinates,
  jointReaction,
  type Vec3,
} from '@tenon/physics-core';
import { bodyRow, colliderRow } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent, type World } from 'bitecs';
import type { EntityRef } from './entity-id.js';
import { EntityError } from './errors.js';
import { handleIn } from './state/entity-map.js';
import { stateOf } from './state/physics-state.js';
import { requireAlive } from './sync/entity-references.js';

/** What games ask most often about a joint or a body, with entities in place of handles. */

const handleOf = (world: World, eid: EntityRef, component: 'Joint' | 'RigidBody'): number => {
  const { joints, bodies, backing } = stateOf(world);
  requireAlive(world, eid, component);
  if (!hasComponent(world, eid, backing.stores[component])) {
    const what = component === 'Joint' ? 'a Joint' : 'a RigidBody';
    throw new EntityError('wrong-type', eid, component, '', 'is missing', `Ask for an entity with ${what}`);
  }
  const handle = handleIn(component === 'Joint' ? joints : bodies, eid);
  if (handle !== undefined) return handle;
  throw new EntityError(
    'wrong-type',
    eid,
    component,
    '',
    'is not made yet',
    'Ask after the next physicsPre or stepPhysics; waitingEntities tells what else it waits for',
  );
};

/** The free coordinates of an entity's joint by name: the angle of a hinge, the translation of a slider. In m or rad, with their rates. */
export const coordinatesOf = (world: World, eid: EntityRef): Record<string, CoordinateState> =>
  jointCoordinates(stateOf(world).core, handleOf(world, eid, 'Joint') as JointHandle);

/** The force (N) and torque (N·m) of an entity's joint on its body B in the last step. */
export const reactionOf = (world: World, eid: EntityRef): JointReaction =>
  jointReaction(stateOf(world).core, handleOf(world, eid, 'Joint') as JointHandle);

/** What an entity touches. */
export interface Touch {
  /** The other entity with a Collider, and the one with its RigidBody; 0 for what physics-core made itself. */
  readonly entity: EntityId;
  readonly body: EntityId;
  /** From the entity that was asked about to the other one. */
  readonly normal: Vec3;
  /** Where they touch, m. */
  readonly points: readonly Vec3[];
  /** Normal impulse of the last step over all points, N·s. Divided by `fixedDt` it is the mean force. */
  readonly impulse: number;
  /** One of the two is a sensor. */
  readonly sensor: boolean;
}

/** What the body of an entity touches as of the last step, with all of its colliders. */
export const touchesOf = (world: World, eid: EntityRef): Touch[] => {
  const { core, bodies, colliders } = stateOf(world);
  const body = handleOf(world, eid, 'RigidBody') as BodyHandle;
  return bodyContacts(core, body)
    .filter(({ touching }) => touching)
    .map(({ bodyA, bodyB, colliderA, colliderB, normal: [x, y, z], points, sensor }) => ({
      entity: colliders.entityOfRow[colliderRow(core, bodyA === body ? colliderB : colliderA)] ?? 0,
      body: bodies.entityOfRow[bodyRow(core, bodyA === body ? bodyB : bodyA)] ?? 0,
      normal: bodyA === body ? [x, y, z] : [-x, -y, -z],
      points: points.map(({ position }) => position),
      impulse: points.reduce((sum, { impulse }) => sum + impulse, 0),
      sensor,
    }));
};
