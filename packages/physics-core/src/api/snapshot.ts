import { settleMasses } from '../bodies/pending-mass.js';
import { PhysicsError } from '../errors.js';
import { requireWorld } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { pack, packInto, unpackParts } from '../snapshot/bytes.js';
import { type Checkpoint, copyWorld, createCheckpoint, restoreWorld } from '../snapshot/checkpoint.js';
import { hashState } from '../snapshot/hash.js';
import { restoreParts } from '../snapshot/restore.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import { loadEverything } from './loading/load-everything.js';

export type { Checkpoint };

/**
 * The whole state as flat bytes: poses, velocities, impulses, contact cache, sleep, events,
 * settings, ids. Restored into this or any other world, the next steps give the same bits as
 * if nothing had happened in between.
 */
export const takeSnapshot = (world: World): Uint8Array => {
  requireNoStep();
  requireWorld(world);
  jointStages.settleRows(world);
  settleMasses(world);
  return pack(world);
};

/**
 * The same into a buffer of yours, from its beginning, and returns how many bytes it took: `buffer.subarray(0, length)` is the snapshot.
 * Nothing is allocated that grows with the world. The buffer begins at a multiple of 8 bytes.
 */
export const writeSnapshot = (world: World, into: Uint8Array): number => {
  requireNoStep();
  requireWorld(world);
  requireBuffer(into);
  jointStages.settleRows(world);
  settleMasses(world);
  const size = packInto(world, into);
  if (size <= into.byteLength) return size;
  throw new PhysicsError(
    'out-of-range',
    `The snapshot has ${size} bytes and the buffer ${into.byteLength}`,
    'Pass a larger buffer, with room for the bodies and contacts to come',
  );
};

const requireBuffer = (into: unknown): void => {
  if (into instanceof Uint8Array && into.byteOffset % 8 === 0) return;
  const what = into instanceof Uint8Array ? `begins at byte ${into.byteOffset}` : 'is no Uint8Array';
  throw new PhysicsError(
    'wrong-type',
    `The buffer ${what}`,
    'Pass a new Uint8Array(size), or a view that begins at a multiple of 8',
  );
};

/** Goes back to a snapshot. Handles from the time of the snapshot are valid again, later ones are stale. */
export const restoreSnapshot = (world: World, bytes: Uint8Array): void => {
  requireNoStep();
  requireWorld(world);
  loadEverything();
  restoreParts(world, unpackParts(bytes));
};

/** 16 hex digits that differ when any bit of the state differs. Two machines in lockstep compare them. */
export const hashWorld = (world: World): string => {
  requireNoStep();
  requireWorld(world);
  jointStages.settleRows(world);
  settleMasses(world);
  return hashState(world);
};

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
