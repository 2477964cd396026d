import {
  type BodyHandle,
  bodyColliders,
  bodyJoints,
  destroyBody,
  type JointHandle,
  jointExists,
} from '@tenon/physics-core';
import { colliderRow } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent, removeComponent } from 'bitecs';
import { rawOf } from '../components/store.js';
import { rememberRemoved } from '../events/removed-entities.js';
import { jointCode } from '../optional-code.js';
import { placeOf, removeMember } from '../state/entity-map.js';
import { Mark } from '../state/marks.js';
import type { PhysicsState } from '../state/physics-state.js';
import { dropCollider } from './colliders.js';
import { dropReferences } from './entity-references.js';
import { SILENT } from './waiting.js';

/**
 * Removes from the solver what has lost its component: joints first, so that they are not reported as removed with a body, then
 * colliders, then bodies, and last the colliders and joints that went with a body.
 */
export const removeGone = (state: PhysicsState): void => {
  const { count, entities, bits } = state.work;
  let jointsWent = false;
  for (let k = 0; k < count; k++) {
    if ((bits[entities[k]] & Mark.jointGone) === 0) continue;
    endJoint(state, entities[k]);
    jointsWent = true;
  }
  for (let k = 0; k < count; k++) {
    if ((bits[entities[k]] & Mark.colliderGone) !== 0) endCollider(state, entities[k]);
  }
  for (let k = 0; k < count; k++) {
    if ((bits[entities[k]] & Mark.bodyGone) !== 0 && endBody(state, entities[k])) jointsWent = true;
  }
  if (jointsWent) releaseJoints(state);
};

const JOINT_ENDS = ['bodyA', 'bodyB', 'jointA', 'jointB'];

const endJoint = (state: PhysicsState, eid: EntityId): void => {
  jointCode.drop(state, eid);
  state.waiting.joints.delete(eid);
};

const endCollider = (state: PhysicsState, eid: EntityId): void => {
  dropCollider(state, eid);
  state.lastTags.delete(eid);
  state.waiting.colliders.delete(eid);
};

/** Returns whether the body had joints. */
const endBody = (state: PhysicsState, eid: EntityId): boolean => {
  const { bodies, colliders, core } = state;
  state.waiting.bodies.delete(eid);
  const place = placeOf(bodies, eid);
  if (place < 0) return false;
  const handle = bodies.handles[place] as BodyHandle;
  const jointed = bodyJoints(core, handle).length > 0;
  const taken = bodyColliders(core, handle).map((each) => colliders.entityOfRow[colliderRow(core, each)]);
  for (const collider of taken) rememberRemoved(state, collider);
  destroyBody(core, handle);
  removeMember(bodies, eid);
  for (const collider of taken) releaseCollider(state, collider);
  return jointed;
};

/**
 * A collider that was removed with its body. On the body's own entity it waits for another RigidBody there. A collider of another entity
 * loses its component: the id that it names will soon belong to another entity.
 */
const releaseCollider = (state: PhysicsState, eid: EntityId): void => {
  const { colliders, colliderBody, world, backing } = state;
  removeMember(colliders, eid);
  dropReferences(state, 'Collider', eid, ['body']);
  if (!hasComponent(world, eid, backing.stores.Collider)) return;
  if (colliderBody[eid] === eid) state.waiting.colliders.set(eid, SILENT);
  else removeComponent(world, eid, backing.stores.Collider);
};

/** Joints that were removed with a body, or with a joint they coupled: their component is removed too. */
const releaseJoints = (state: PhysicsState): void => {
  const { joints, core, world, backing, events } = state;
  for (let k = joints.count - 1; k >= 0; k--) {
    if (jointExists(core, joints.handles[k] as JointHandle)) continue;
    const eid = joints.entities[k];
    removeMember(joints, eid);
    events.lostJoints.set(eid, rawOf(backing.stores.Joint).tag[eid]);
    dropReferences(state, 'Joint', eid, JOINT_ENDS);
    if (hasComponent(world, eid, backing.stores.Joint)) removeComponent(world, eid, backing.stores.Joint);
  }
};
