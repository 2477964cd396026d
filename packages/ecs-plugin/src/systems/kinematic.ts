import { readPose, writeNextPose } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { poseFields } from '../components/field-names.js';
import { BodyType } from '../components/names.js';
import { rawOf } from '../components/store.js';
import { EntityError } from '../errors.js';
import { placeOf } from '../state/entity-map.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { blendPose, copyPose, type PoseNumbers } from './pose.js';

/**
 * Entities with a KinematicTarget. The target stays in force: a body that is there stands still. In a frame of several steps the motion
 * is divided evenly among them, so that a slow frame does not make a platform jump.
 */
export interface KinematicList {
  readonly entities: EntityId[];
  readonly known: Map<EntityId, KnownTarget>;
}

interface KnownTarget {
  /** The target when it was last looked at. */
  readonly pose: PoseNumbers;
  /** That the body is not kinematic has been reported. */
  refused: boolean;
  /** Written by a system of the step: the body goes there in one step. */
  ofStep: boolean;
}

export const createKinematicList = (): KinematicList => ({ entities: [], known: new Map() });

const readTarget = ({ backing }: PhysicsState, eid: EntityId, into: PoseNumbers): void => {
  const target = backing.stores.KinematicTarget;
  for (let i = 0; i < 7; i++) into[i] = target[poseFields[i]][eid];
};

const writeTarget = ({ backing }: PhysicsState, eid: EntityId, from: PoseNumbers): void => {
  const target = backing.stores.KinematicTarget;
  for (let i = 0; i < 7; i++) target[poseFields[i]][eid] = from[i];
};

/** A target begins where the body is. */
export const addTarget = (state: PhysicsState, eid: EntityId): void => {
  state.targets.entities.push(eid);
  const pose = new Float64Array(7);
  state.targets.known.set(eid, { pose, refused: false, ofStep: false });
  copyPose(state.backing.columns, eid, pose);
  writeTarget(state, eid, pose);
};

export const removeTarget = ({ targets }: PhysicsState, eid: EntityId): void => {
  const at = targets.entities.indexOf(eid);
  if (at >= 0) targets.entities.splice(at, 1);
  targets.known.delete(eid);
};

const present = new Float64Array(7);
const next = new Float64Array(7);

const isSame = (a: PoseNumbers, b: PoseNumbers): boolean => {
  for (let i = 0; i < 7; i++) if (a[i] !== b[i]) return false;
  return true;
};

/** After a teleport, or when the body is made: a target that was not written moves with the body. */
export const carryTarget = (state: PhysicsState, eid: EntityId): void => {
  const known = state.targets.known.get(eid);
  if (!known) return;
  readTarget(state, eid, present);
  if (!isSame(present, known.pose)) return;
  copyPose(state.backing.columns, eid, known.pose);
  writeTarget(state, eid, known.pose);
};

/** Looks at targets that were written; a bad one goes back to the last good one. */
export const checkTargets = (state: PhysicsState, ofStep: boolean): void => {
  const { targets, bodies } = state;
  for (let k = 0; k < targets.entities.length; k++) {
    const eid = targets.entities[k];
    const known = targets.known.get(eid);
    if (!known || placeOf(bodies, eid) < 0) continue;
    requireKinematic(state, eid, known);
    if (!ofStep) known.ofStep = false;
    readTarget(state, eid, present);
    if (isSame(present, known.pose)) continue;
    const error = refusal(eid, present);
    if (error) {
      report(state, error);
      writeTarget(state, eid, known.pose);
    } else {
      known.pose.set(present);
      known.ofStep = ofStep;
    }
  }
};

const isKinematic = ({ backing }: PhysicsState, eid: EntityId): boolean =>
  rawOf(backing.stores.RigidBody).type[eid] === BodyType.kinematic;

const requireKinematic = (state: PhysicsState, eid: EntityId, known: KnownTarget): void => {
  const refused = !isKinematic(state, eid);
  if (refused && !known.refused) {
    const advice = "Use rigidBody({ type: 'kinematic' }), or write to Position to teleport";
    report(
      state,
      new EntityError('wrong-type', eid, 'KinematicTarget', '', 'is on a body that is not kinematic', advice),
    );
  }
  known.refused = refused;
};

/** m. As far as bodies may be. */
const FARTHEST = 1e9;
/** Square of the length below which a quaternion has no direction. */
const SHORTEST = 1e-9;

const refusal = (eid: EntityId, pose: PoseNumbers): EntityError | undefined => {
  let square = 0;
  for (let i = 0; i < 7; i++) {
    if (!(Math.abs(pose[i]) <= FARTHEST)) {
      const code = Number.isFinite(pose[i]) ? 'out-of-range' : 'not-finite';
      const advice = `Write a finite number of at most ${FARTHEST}`;
      return new EntityError(code, eid, 'KinematicTarget', poseFields[i], `is ${pose[i]}`, advice);
    }
    if (i > 2) square += pose[i] * pose[i];
  }
  if (square >= SHORTEST) return undefined;
  const what = 'and the other three make no rotation';
  return new EntityError('out-of-range', eid, 'KinematicTarget', 'qw', what, 'Write a unit quaternion');
};

/** Before a step, with `left` steps of the frame to go: each body gets its share of the motion. */
export const aimBodies = (state: PhysicsState, left: number): void => {
  const { targets, bodies, core } = state;
  for (let k = 0; k < targets.entities.length; k++) {
    const eid = targets.entities[k];
    const place = placeOf(bodies, eid);
    const known = targets.known.get(eid);
    if (place < 0 || !known || !isKinematic(state, eid)) continue;
    readPose(core, bodies.rows[place], present, 0);
    blendPose(present, 0, known.pose, 0, known.ofStep ? 1 : 1 / left, next);
    if (!isSame(next, present)) writeNextPose(core, bodies.rows[place], next);
  }
};
