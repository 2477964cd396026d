import type { EntityId } from 'bitecs';
import type { JointPlan } from './factories/joint.js';
import type { PhysicsState } from './state/physics-state.js';

/**
 * What only worlds with joints need, in the order in which a frame calls it. A bundle has this code if it has something that
 * makes joints or shows their fields: a joint's factory, the component Joint, what makes entities from data. That calls
 * loadJointCode, which fills in the table. Before that no world has joints.
 */
export interface JointCode {
  /** Gives the Joint store the fields of the joint types from `known` on; returns how many types it has then. */
  addFields: (store: object, known: number) => number;
  writePlan: (state: PhysicsState, eid: EntityId, plan: JointPlan) => void;
  drop: (state: PhysicsState, eid: EntityId) => void;
  make: (state: PhysicsState, eid: EntityId) => void;
  change: (state: PhysicsState) => void;
  applyTags: (state: PhysicsState, eid: EntityId) => void;
  /** For errors: the field that holds a parameter, and what may be written to one that is a choice. */
  fieldName: (type: number, path: readonly string[], part: number | undefined) => string;
  choices: (type: number, field: string) => string | undefined;
}

const nothing = (): void => {};

export const jointCode: JointCode = {
  addFields: (_, known) => known,
  writePlan: nothing,
  drop: nothing,
  make: nothing,
  change: nothing,
  applyTags: nothing,
  fieldName: (_, [head]) => head,
  choices: () => undefined,
};

/** The same for characters: filled in by loadCharacterCode, which the component Character and its factory call. */
export const characterCode: { move: (state: PhysicsState) => void } = { move: nothing };
