import {
  type BodyHandle,
  bodyExists,
  type ColliderHandle,
  type World as CoreWorld,
  type JointHandle,
  PhysicsError,
} from '@tenon/physics-core';
import { bodyRow, colliderRow, jointRow, show } from '@tenon/physics-core/bulk';
import { type JointRow, jointRows } from '@tenon/physics-core/inspect';
import { type EntityId, hasComponent, type World } from 'bitecs';
import type { EntityRef } from './entity-id.js';
import { EntityError } from './errors.js';
import { type EntityMap, handleIn } from './state/entity-map.js';
import { stateOf } from './state/physics-state.js';
import { requireAlive } from './sync/entity-references.js';

/**
 * From entities to the solver and back. Everything physics-core can tell about its world is asked there, with the handles from here;
 * answers that name bodies, colliders or joints become entities here. Rays, overlaps and nearest points are in spatial-queries.ts.
 */

/** The world of physics-core behind a bitECS world: for reading, settings and hooks. Change bodies through their components. */
export const coreWorld = (world: World): CoreWorld => stateOf(world).core;

const handleOf = (map: EntityMap, eid: EntityId): number | undefined => {
  if (typeof eid === 'number') return handleIn(map, eid);
  throw new PhysicsError('wrong-type', `${show(eid)} is no entity`, 'Pass an entity id');
};

/** The body of an entity; undefined before the pre system has made it. */
export const bodyOf = (world: World, eid: EntityRef): BodyHandle | undefined =>
  handleOf(stateOf(world).bodies, eid) as BodyHandle | undefined;

export const colliderOf = (world: World, eid: EntityRef): ColliderHandle | undefined =>
  handleOf(stateOf(world).colliders, eid) as ColliderHandle | undefined;

export const jointOf = (world: World, eid: EntityRef): JointHandle | undefined =>
  handleOf(stateOf(world).joints, eid) as JointHandle | undefined;

/** The entity with this body; 0 when it was made in physics-core itself. */
export const entityOfBody = (world: World, body: BodyHandle): EntityId => {
  const { core, bodies } = stateOf(world);
  return bodies.entityOfRow[bodyRow(core, body)] ?? 0;
};

export const entityOfCollider = (world: World, collider: ColliderHandle): EntityId => {
  const { core, colliders } = stateOf(world);
  return colliders.entityOfRow[colliderRow(core, collider)] ?? 0;
};

export const entityOfJoint = (world: World, joint: JointHandle): EntityId => {
  const { core, joints } = stateOf(world);
  return joints.entityOfRow[jointRow(core, joint)] ?? 0;
};

/** A solver row with entities beside the handles; 0 is the world. */
export interface EntityRow extends JointRow {
  readonly entity: EntityId;
  readonly entityA: EntityId;
  readonly entityB: EntityId;
}

/** The world itself is no body. */
const endOf = (world: World, body: BodyHandle): EntityId =>
  bodyExists(coreWorld(world), body) ? entityOfBody(world, body) : 0;

/** The rows of an entity's joint as the last step solved them: Jacobian, error, bounds, effective mass, λ. None when it was not solved. */
export const rowsOf = (world: World, eid: EntityRef): EntityRow[] => {
  const { core, joints, backing } = stateOf(world);
  requireAlive(world, eid, 'Joint');
  if (!hasComponent(world, eid, backing.stores.Joint)) {
    throw new EntityError('wrong-type', eid, 'Joint', '', 'is missing', 'Ask for an entity with a Joint');
  }
  const handle = handleIn(joints, eid);
  if (handle === undefined) return [];
  return jointRows(core, handle as JointHandle).map((row) => ({
    ...row,
    entity: eid,
    entityA: endOf(world, row.bodyA),
    entityB: endOf(world, row.bodyB),
  }));
};

/** Entities whose body, collider or joint could not be made so far, with the reason that was reported. */
export const waitingEntities = (world: World): { readonly entity: EntityId; readonly reason: string }[] => {
  const { bodies, colliders, joints } = stateOf(world).waiting;
  return [bodies, colliders, joints].flatMap((list) =>
    [...list].map(([entity, reason]) => ({
      entity,
      reason: reason || 'It waits for a RigidBody on its entity.',
    })),
  );
};
