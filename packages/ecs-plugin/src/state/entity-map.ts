import { type Blocks, clearBlocks, createBlocks, enterBlock, leaveBlock } from './blocks.js';
import { growInts, growReals } from './grow.js';

/**
 * Maps entities to what they have in the solver, and back: one map for bodies, one for colliders, one for joints. Dense lists serve loops
 * over all of them; look-ups go from the entity and from the solver's row.
 */
export interface EntityMap {
  count: number;
  /** Dense, in the order of arrival; the last fills the gap of one that goes. */
  entities: Int32Array;
  /** Rows in physics-core, in the same order. */
  rows: Int32Array;
  /** Handles in physics-core, in the same order. */
  handles: Float64Array;
  /** By entity: place in the lists, or -1. */
  places: Int32Array;
  /** By row: the entity, or 0. */
  entityOfRow: Int32Array;
  readonly blocks: Blocks;
}

const FIRST_CAPACITY = 64;

export const createEntityMap = (): EntityMap => ({
  count: 0,
  entities: new Int32Array(FIRST_CAPACITY),
  rows: new Int32Array(FIRST_CAPACITY),
  handles: new Float64Array(FIRST_CAPACITY),
  places: new Int32Array(FIRST_CAPACITY).fill(-1),
  entityOfRow: new Int32Array(FIRST_CAPACITY),
  blocks: createBlocks(),
});

export const addMember = (map: EntityMap, eid: number, handle: number, row: number): void => {
  const place = map.count++;
  map.entities = growInts(map.entities, map.count);
  map.rows = growInts(map.rows, map.count);
  map.handles = growReals(map.handles, map.count);
  map.places = growInts(map.places, eid + 1, -1);
  map.entityOfRow = growInts(map.entityOfRow, row + 1);
  map.entities[place] = eid;
  map.rows[place] = row;
  map.handles[place] = handle;
  map.places[eid] = place;
  map.entityOfRow[row] = eid;
  enterBlock(map.blocks, eid);
};

export const isMember = (map: EntityMap, eid: number): boolean => map.places[eid] >= 0;

/** The place of an entity in the lists, or -1. */
export const placeOf = (map: EntityMap, eid: number): number => map.places[eid] ?? -1;

/** The entity has lost its component. What it has in the solver stays until the next pre system, but is nobody's by now. */
export const disown = (map: EntityMap, eid: number): void => {
  const place = placeOf(map, eid);
  if (place >= 0) map.entityOfRow[map.rows[place]] = 0;
};

/** The handle of what an entity has in the solver, unless it is what an earlier owner of the id had. */
export const handleIn = (map: EntityMap, eid: number): number | undefined => {
  const place = placeOf(map, eid);
  return place >= 0 && map.entityOfRow[map.rows[place]] === eid ? map.handles[place] : undefined;
};

export const removeMember = (map: EntityMap, eid: number): void => {
  const place = placeOf(map, eid);
  if (place < 0) return;
  const { entities, rows, handles, places, entityOfRow } = map;
  const last = --map.count;
  // Another entity may already use the row.
  if (entityOfRow[rows[place]] === eid) entityOfRow[rows[place]] = 0;
  places[eid] = -1;
  leaveBlock(map.blocks, eid);
  if (place === last) return;
  entities[place] = entities[last];
  rows[place] = rows[last];
  handles[place] = handles[last];
  places[entities[place]] = place;
};

export const clearEntityMap = (map: EntityMap): void => {
  map.count = 0;
  map.places.fill(-1);
  map.entityOfRow.fill(0);
  clearBlocks(map.blocks);
};
