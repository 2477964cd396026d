import { settleMasses } from '../bodies/pending-mass.js';
import { requireWorld } from '../handles.js';
import { packParts, unpackParts } from '../snapshot/bytes.js';
import { hashState } from '../snapshot/hash.js';
import { collectParts } from '../snapshot/parts.js';
import { restoreParts, sealParts } from '../snapshot/restore.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';

/**
 * The whole state as flat bytes: poses, velocities, impulses, contact cache, sleep, events,
 * settings, ids. Restored into this or any other world, the next steps give the same bits as
 * if nothing had happened in between.
 */
export const takeSnapshot = (world: World): Uint8Array => {
  requireNoStep();
  requireWorld(world);
  settleMasses(world);
  return packParts(sealParts(collectParts(world)));
};

/** Goes back to a snapshot. Handles from the time of the snapshot are valid again, later ones are stale. */
export const restoreSnapshot = (world: World, bytes: Uint8Array): void => {
  requireNoStep();
  requireWorld(world);
  restoreParts(world, unpackParts(bytes));
};

/** 16 hex digits that differ when any bit of the state differs. Two machines in lockstep compare them. */
export const hashWorld = (world: World): string => {
  requireNoStep();
  requireWorld(world);
  settleMasses(world);
  return hashState(world);
};
