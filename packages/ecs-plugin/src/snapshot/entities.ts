import { addEntity, type EntityId, type World } from 'bitecs';
import { contextOf } from '../state/lives.js';

/**
 * Entities with given ids. bitECS has no function for that, but its entity index is simple: `dense` holds the ids in use, then those to be
 * used again, the next one first; `sparse` says where each id is.
 */
export interface EntityIds {
  /** In this world. */
  readonly alive: ArrayLike<number>;
  /** To be used again, the next one first. */
  readonly free: ArrayLike<number>;
}

export const readIds = (world: World): EntityIds => {
  const { entityIndex, entityComponents } = contextOf(world);
  return { alive: [...entityComponents.keys()], free: entityIndex.dense.slice(entityIndex.aliveCount) };
};

const swap = (world: World, i: number, j: number): void => {
  const { dense, sparse } = contextOf(world).entityIndex;
  [dense[i], dense[j]] = [dense[j], dense[i]];
  sparse[dense[i]] = i;
  sparse[dense[j]] = j;
};

/** Brings an entity back under its id. Returns false when the id is in use. */
export const reviveEntity = (world: World, eid: EntityId): boolean => {
  const { entityIndex } = contextOf(world);
  while (entityIndex.maxId < eid) {
    const id = ++entityIndex.maxId;
    entityIndex.sparse[id] = entityIndex.dense.push(id) - 1;
  }
  const place = entityIndex.sparse[eid];
  if (place < entityIndex.aliveCount) return false;
  swap(world, place, entityIndex.aliveCount);
  return addEntity(world) === eid;
};

/** Gives out free ids in the order in which the snapshot would have: what is created anew then gets the ids it had. */
export const orderFreeIds = (world: World, free: ArrayLike<number>): void => {
  const { entityIndex } = contextOf(world);
  let next = entityIndex.aliveCount;
  for (let i = 0; i < free.length; i++) {
    const place = entityIndex.sparse[free[i]];
    if (place !== undefined && place >= next) swap(world, place, next++);
  }
  // Ids that the snapshot did not know come after them, the lowest first, as if they had never been used.
  const later = entityIndex.dense.slice(next).sort((a, b) => a - b);
  for (const [k, id] of later.entries()) {
    entityIndex.dense[next + k] = id;
    entityIndex.sparse[id] = next + k;
  }
};
