import { $internal, type EntityId, type InternalWorld, type World } from 'bitecs';

/**
 * bitECS gives the id of a removed entity to the next one at once, and nothing tells the two apart by number. But each life of an entity
 * has its own set of components, which serves as its identity here.
 */
export type Life = object;

type Context = InternalWorld[typeof $internal];

/** The inner state of a bitECS world; undefined once deleteWorld was called. */
export const contextOf = (world: World): Context => (world as unknown as InternalWorld)[$internal];

export const lifeOf = (world: World, eid: EntityId): Life | undefined =>
  contextOf(world).entityComponents.get(eid);

/** Whether the id is in use by a world that shares the entity index. */
export const livesElsewhere = (world: World, eid: EntityId): boolean => {
  const { entityIndex, entityComponents } = contextOf(world);
  const place = entityIndex.sparse[eid];
  return (
    !entityComponents.has(eid) &&
    place !== undefined &&
    place < entityIndex.aliveCount &&
    entityIndex.dense[place] === eid
  );
};
