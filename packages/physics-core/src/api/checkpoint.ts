import { settleMasses } from '../bodies/pending-mass.js';
import { PhysicsError } from '../errors.js';
import { requireWorld } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { type Checkpoint, copyWorld, createCheckpoint, restoreWorld } from '../snapshot/checkpoint.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';

export type { Checkpoint };

/**
 * Copies the whole state of a world in memory, for rollback: faster than a snapshot, and only for the same world. With a checkpoint of the
 * world as second argument its memory is used again, and nothing is allocated that grows with the world.
 */
export const saveCheckpoint = (world: World, into?: Checkpoint): Checkpoint => {
  requireNoStep();
  requireWorld(world);
  if (into !== undefined) requireCheckpoint(world, into);
  jointStages.settleRows(world);
  settleMasses(world);
  const checkpoint = into ?? createCheckpoint(world);
  copyWorld(world, checkpoint);
  return checkpoint;
};

/** Goes back to a checkpoint of the world. Handles from its time are valid again, later ones are stale. */
export const restoreCheckpoint = (world: World, checkpoint: Checkpoint): void => {
  requireNoStep();
  requireWorld(world);
  requireCheckpoint(world, checkpoint);
  restoreWorld(world, checkpoint);
};

const requireCheckpoint = (world: World, checkpoint: unknown): void => {
  const owner = (checkpoint as Checkpoint | null | undefined)?.world;
  if (owner === world.id) return;
  if (typeof owner === 'number')
    throw new PhysicsError(
      'foreign-handle',
      'The checkpoint belongs to another world',
      'Restore it in its own world, or use takeSnapshot and restoreSnapshot, which work between worlds',
    );
  throw new PhysicsError(
    'wrong-type',
    'This is no checkpoint',
    'Pass what saveCheckpoint returned; bytes of takeSnapshot go to restoreSnapshot',
  );
};
