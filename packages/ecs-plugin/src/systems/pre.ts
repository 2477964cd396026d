import { reserve } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent, Prefab, type World } from 'bitecs';
import { Disabled, updateJointFields } from '../components/components.js';
import { EntityError } from '../errors.js';
import { listenToBody } from '../events/listening.js';
import { applyPushes } from '../forces.js';
import { jointCode } from '../optional-code.js';
import { isMember } from '../state/entity-map.js';
import { clearMarks, countMarked, Mark, mark, moveMarks } from '../state/marks.js';
import { type PhysicsState, report, stateOf } from '../state/physics-state.js';
import { applyBodyTags, applySleepTag, changeBodies, makeBody, settleBodies } from '../sync/bodies.js';
import { applyColliderTags, changeColliders, dropCollider, makeCollider } from '../sync/colliders.js';
import { moveBodies } from '../sync/moves.js';
import { removeGone } from '../sync/removals.js';
import { findUncalledFactories } from '../sync/uncalled.js';
import { notePre, warnOfIdleTags } from '../warnings.js';
import { refuseNested } from './hooks.js';
import { checkTargets } from './kinematic.js';

/** Components to solver: what was added, removed and written since the last frame. */
export const physicsPre = <W extends World>(world: W): W => {
  const state = stateOf(world);
  refuseNested(state);
  notePre(state);
  takeOver(state, false);
  return world;
};

/** The same between the steps of a frame, when systems have run there. */
export const takeOver = (state: PhysicsState, withinFrame: boolean): void => {
  updateJointFields(state.backing);
  // Observers and error handlers of the user may change the world meanwhile: that is for the next frame.
  moveMarks(state.marks, state.work);
  giveUpLostRows(state);
  findUncalledFactories(state);
  removeGone(state);
  moveBodies(state);
  reserve(state.core, countMarked(state.work, Mark.bodyNew), countMarked(state.work, Mark.colliderNew));
  forAll(state, state.waiting.bodies, Mark.bodyNew, wantBody);
  changeBodies(state);
  forMarked(state, Mark.tags, tagBody);
  forAll(state, state.waiting.colliders, Mark.colliderNew | Mark.tags, wantCollider);
  changeColliders(state);
  forMarked(state, Mark.tags, warnOfIdleTags);
  settleBodies(state);
  forAll(state, state.waiting.joints, Mark.jointNew, wantJoint);
  jointCode.change(state);
  forMarked(state, Mark.tags, jointCode.applyTags);
  forMarked(state, Mark.sleep, applySleepTag);
  applyPushes(state);
  settleBodies(state);
  checkTargets(state, withinFrame);
  clearMarks(state.work);
  throwFailures(state);
};

type Handler = (state: PhysicsState, eid: EntityId) => void;

/** Marks may be added on the way, so the list is read anew each time. */
const forMarked = (state: PhysicsState, bit: number, handle: Handler): void => {
  for (let k = 0; k < state.work.count; k++) {
    const eid = state.work.entities[k];
    if ((state.work.bits[eid] & bit) !== 0) handle(state, eid);
  }
};

/** Those that could not be made so far, then those that are new. */
const forAll = (state: PhysicsState, waiting: Map<EntityId, string>, bit: number, handle: Handler): void => {
  if (waiting.size > 0) for (const eid of [...waiting.keys()]) handle(state, eid);
  forMarked(state, bit, handle);
};

const has = ({ world }: PhysicsState, eid: EntityId, component: object): boolean =>
  hasComponent(world, eid, component) && !hasComponent(world, eid, Prefab);

const wantBody: Handler = (state, eid) => {
  if (!isMember(state.bodies, eid) && has(state, eid, state.backing.stores.RigidBody)) makeBody(state, eid);
};

const tagBody: Handler = (state, eid) => {
  applyBodyTags(state, eid);
  listenToBody(state, eid);
};

/** A disabled collider without a body of its own is taken out; otherwise the body is disabled as a whole. */
const wantCollider: Handler = (state, eid) => {
  if (!has(state, eid, state.backing.stores.Collider)) return;
  const out = hasComponent(state.world, eid, Disabled) && !isMember(state.bodies, eid);
  if (out) dropCollider(state, eid);
  else if (isMember(state.colliders, eid)) applyColliderTags(state, eid);
  else makeCollider(state, eid);
};

const wantJoint: Handler = (state, eid) => {
  if (!isMember(state.joints, eid) && has(state, eid, state.backing.stores.Joint)) jointCode.make(state, eid);
};

/** Rows of the stores that another world has taken: the physics of those entities ends. */
const giveUpLostRows = (state: PhysicsState): void => {
  for (const eid of state.lost) {
    const what = 'and the other components of this entity are now those of an entity of another world';
    const advice = 'Give each world its own createComponents(), or let both share an entity index';
    report(state, new EntityError('foreign-handle', eid, 'Position', '', what, advice));
    mark(state.work, eid, Mark.bodyGone | Mark.colliderGone | Mark.jointGone);
  }
  state.lost.length = 0;
};

/** Without an error handler the first error is thrown, now that everything else has been done. */
export const throwFailures = ({ failures }: PhysicsState): void => {
  if (failures.length === 0) return;
  const [first, ...others] = failures.splice(0);
  throw first.with(others);
};
