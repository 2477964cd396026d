import { type Blocks, clearBlocks, createBlocks, enterBlock, leaveBlock } from './blocks.js';
import { growInts, growReals } from './grow.js';

/**
 * The entities of a world that have something in the solver: a body, a collider or a joint. Dense lists for loops over all of them, and
 * look-ups from the entity and from the solver's row.
 */
export interface Roster {
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

export const createRoster = (): Roster => ({
  count: 0,
  entities: new Int32Array(FIRST_CAPACITY),
  rows: new Int32Array(FIRST_CAPACITY),
  handles: new Float64Array(FIRST_CAPACITY),
  places: new Int32Array(FIRST_CAPACITY).fill(-1),
  entityOfRow: new Int32Array(FIRST_CAPACITY),
  blocks: createBlocks(),
});

export const addMember = (roster: Roster, eid: number, handle: number, row: number): void => {
  const place = roster.count++;
  roster.entities = growInts(roster.entities, roster.count);
  roster.rows = growInts(roster.rows, roster.count);
  roster.handles = growReals(roster.handles, roster.count);
  roster.places = growInts(roster.places, eid + 1, -1);
  roster.entityOfRow = growInts(roster.entityOfRow, row + 1);
  roster.entities[place] = eid;
  roster.rows[place] = row;
  roster.handles[place] = handle;
  roster.places[eid] = place;
  roster.entityOfRow[row] = eid;
  enterBlock(roster.blocks, eid);
};

export const isMember = (roster: Roster, eid: number): boolean => roster.places[eid] >= 0;

/** The place of an entity in the lists, or -1. */
export const placeOf = (roster: Roster, eid: number): number => roster.places[eid] ?? -1;

/** The entity has lost its component. What it has in the solver stays until the next pre system, but is nobody's by now. */
export const disown = (roster: Roster, eid: number): void => {
  const place = placeOf(roster, eid);
  if (place >= 0) roster.entityOfRow[roster.rows[place]] = 0;
};

/** The handle of what an entity has in the solver, unless it is what an earlier owner of the id had. */
export const handleIn = (roster: Roster, eid: number): number | undefined => {
  const place = placeOf(roster, eid);
  return place >= 0 && roster.entityOfRow[roster.rows[place]] === eid ? roster.handles[place] : undefined;
};

export const removeMember = (roster: Roster, eid: number): void => {
  const place = placeOf(roster, eid);
  if (place < 0) return;
  const { entities, rows, handles, places, entityOfRow } = roster;
  const last = --roster.count;
  // The row may have a new tenant already.
  if (entityOfRow[rows[place]] === eid) entityOfRow[rows[place]] = 0;
  places[eid] = -1;
  leaveBlock(roster.blocks, eid);
  if (place === last) return;
  entities[place] = entities[last];
  rows[place] = rows[last];
  handles[place] = handles[last];
  places[entities[place]] = place;
};

export const clearRoster = (roster: Roster): void => {
  roster.count = 0;
  roster.places.fill(-1);
  roster.entityOfRow.fill(0);
  clearBlocks(roster.blocks);
};
