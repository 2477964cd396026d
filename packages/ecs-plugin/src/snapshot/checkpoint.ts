import {
  type Checkpoint as CoreCheckpoint,
  PhysicsError,
  restoreCheckpoint as restoreCore,
  saveCheckpoint as saveCore,
} from '@tenon/physics-core';
import type { World } from 'bitecs';
import { updateJointFields } from '../components/components.js';
import { stateOf } from '../state/physics-state.js';
import { createWriter, type NumberWriter } from './bytes.js';
import { restoreState } from './restore.js';
import { writeState } from './take.js';

/** What `takeSnapshot` stores, as a copy in memory. */
export interface Checkpoint {
  readonly numbers: NumberWriter;
  readonly core: CoreCheckpoint;
}

/**
 * Copies the physics of a world in memory, for rollback: faster than a snapshot, and only for the same world. A checkpoint that is passed
 * is written anew.
 */
export const saveCheckpoint = (world: World, into?: Checkpoint): Checkpoint => {
  const state = stateOf(world);
  if (into !== undefined) requireCheckpoint(into);
  const core = saveCore(state.core, into?.core);
  const numbers = into?.numbers ?? createWriter();
  writeState(state, numbers);
  return into ?? { numbers, core };
};

/** Goes back to a checkpoint of this world, as `restoreSnapshot` does. */
export const restoreCheckpoint = (world: World, checkpoint: Checkpoint): void => {
  const state = stateOf(world);
  requireCheckpoint(checkpoint);
  updateJointFields(state.backing);
  const { numbers, core } = checkpoint;
  restoreState(state, numbers.data.subarray(0, numbers.count), () => restoreCore(state.core, core));
};

const requireCheckpoint = (checkpoint: Checkpoint | null): void => {
  if (checkpoint?.numbers !== undefined && checkpoint.core !== undefined) return;
  throw new PhysicsError(
    'wrong-type',
    'This is no checkpoint of a bitECS world',
    'Pass what saveCheckpoint of @tenon/ecs-plugin returned; bytes of takeSnapshot go to restoreSnapshot',
  );
};
