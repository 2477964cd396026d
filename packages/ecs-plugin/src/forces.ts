import type { BodyHandle, Vec3 } from '@tenon/physics-core';
import * as core from '@tenon/physics-core';
import { type EntityId, hasComponent, type World } from 'bitecs';
import type { EntityRef } from './entity-id.js';
import { EntityError } from './errors.js';
import { dryRunPush } from './factories/dry-run.js';
import { handleIn, placeOf } from './state/entity-map.js';
import { dropForce, noteForce } from './state/frame-forces.js';
import { type PhysicsState, type Push, stateOf } from './state/physics-state.js';
import { requireAlive } from './sync/entity-references.js';
import { moveBody, showBody } from './sync/moves.js';
import { showSleep } from './systems/post.js';

/** Forces and impulses. Forces act in all steps of the frame and are then cleared; impulses act at once and show in the components. */

const pushers = {
  force: core.applyForce,
  torque: core.applyTorque,
  impulse: core.applyImpulse,
  angularImpulse: core.applyAngularImpulse,
} as const;

/** Place of the entity's body; -1 when it is still to be made. */
const requirePlace = (state: PhysicsState, eid: EntityId): number => {
  const { world, backing, bodies } = state;
  requireAlive(world, eid, 'RigidBody');
  if (!hasComponent(world, eid, backing.stores.RigidBody)) {
    throw new EntityError('wrong-type', eid, 'RigidBody', '', 'is missing', 'Add RigidBody to the entity');
  }
  // A body that is there may be that of an earlier owner of the id, or of an earlier RigidBody.
  return handleIn(bodies, eid) === undefined ? -1 : placeOf(bodies, eid);
};

const push = (world: World, given: Push): void => {
  const state = stateOf(world);
  const place = requirePlace(state, given.entity);
  if (place >= 0) return apply(state, given);
  dryRunPush((dryRun, body) => pushers[given.kind](dryRun, body, given.vector, given.point));
  state.pushes.push(given);
};

const apply = (state: PhysicsState, { entity, kind, vector, point }: Push): void => {
  const { bodies, core: solver } = state;
  const place = placeOf(bodies, entity);
  // What was written to the velocity before comes first.
  moveBody(state, entity);
  pushers[kind](solver, bodies.handles[place] as BodyHandle, vector, point);
  // In a system of the step a force is one for that step.
  if ((kind === 'force' || kind === 'torque') && !state.hooks.running) noteForce(state, entity);
  showBody(state, entity);
};

/** Applies forces and impulses that waited for their body. Those whose body was not made are dropped. */
export const applyPushes = (state: PhysicsState): void => {
  if (state.pushes.length === 0) return;
  const waiting = state.pushes;
  state.pushes = [];
  for (const each of waiting) if (placeOf(state.bodies, each.entity) >= 0) apply(state, each);
};

/** The body is going: what it was pushed with must not act on the next owner of the id. */
export const dropPushes = (state: PhysicsState, eid: EntityId): void => {
  dropForce(state, eid);
  if (state.pushes.length > 0) state.pushes = state.pushes.filter(({ entity }) => entity !== eid);
};

const at = (point: Vec3 | undefined): Pick<Push, 'point'> => (point === undefined ? {} : { point });

/**
 * N, at the centre of mass or at a world point. It holds for all steps of the frame, so apply it in every frame; in a system of beforeStep,
 * for that step.
 */
export const applyForce = (world: World, eid: EntityRef, force: Vec3, point?: Vec3): void =>
  push(world, { entity: eid, kind: 'force', vector: force, ...at(point) });

/** N·m, world axes. */
export const applyTorque = (world: World, eid: EntityRef, torque: Vec3): void =>
  push(world, { entity: eid, kind: 'torque', vector: torque });

/** N·s, at the centre of mass or at a world point. */
export const applyImpulse = (world: World, eid: EntityRef, impulse: Vec3, point?: Vec3): void =>
  push(world, { entity: eid, kind: 'impulse', vector: impulse, ...at(point) });

/** N·m·s, world axes. */
export const applyAngularImpulse = (world: World, eid: EntityRef, impulse: Vec3): void =>
  push(world, { entity: eid, kind: 'angularImpulse', vector: impulse });

/** Wakes a body and all that sleep with it. */
export const wake = (world: World, eid: EntityRef): void => setAsleep(world, eid, core.wake);

/** Puts one body to sleep at once; it wakes like any sleeping body. */
export const sleep = (world: World, eid: EntityRef): void => setAsleep(world, eid, core.sleep);

const setAsleep = (world: World, eid: EntityId, change: typeof core.wake): void => {
  const state = stateOf(world);
  const place = requirePlace(state, eid);
  // A body that is still to be made is awake.
  if (place < 0) return;
  const handle = state.bodies.handles[place] as BodyHandle;
  moveBody(state, eid);
  change(state.core, handle);
  showBody(state, eid);
  const dynamic = core.bodyType(state.core, handle) !== 'static' && core.isBodyEnabled(state.core, handle);
  showSleep(state, eid, dynamic && !core.isBodyAwake(state.core, handle));
};
