import { BodyFlag, BodyType } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import { isLiveRow } from './check-columns.js';
import type { Part } from './parts.js';
import { must, type SavedState, type SavedTable } from './saved-state.js';

/** Lists, rings and chains: each leads through rows that are there, and ends. */
export const checkLinks = (state: SavedState): void => {
  checkLists(state);
  checkIslands(state);
  checkColliderChains(state);
  checkEdges(state, state.joints, 'firstJoint', 0);
};

export const checkContactLinks = (state: SavedState): void =>
  checkEdges(state, state.contacts, 'firstContact', ContactFlag.dead);

/** Rows on a list, each once. */
const checkList = (list: Part, table: SavedTable, what: string, live: boolean): void => {
  const seen = new Uint8Array(table.used);
  for (const slot of list) {
    must(slot >= 0 && slot < table.used && seen[slot] === 0, what);
    must(!live || isLiveRow(table, slot), what);
    seen[slot] = 1;
  }
};

const checkLists = (state: SavedState): void => {
  const { bodies, contacts, joints, awake } = state;
  checkList(awake, bodies, 'the list of awake bodies', true);
  checkList(state.listed, contacts, 'the list of contacts', true);
  // These only serve inspection, and what is on them may be gone.
  checkList(state.solved, contacts, 'the list of solved contacts', false);
  checkList(state.impactCandidates, contacts, 'the list of impact candidates', false);
  checkList(state.activeJoints, joints, 'the list of active joints', false);
  checkList(state.jointed, bodies, 'the list of jointed bodies', false);
  const { awakeIndex, flags, type } = bodies.columns;
  for (const body of awake) {
    const moves = (flags[body] & BodyFlag.enabled) !== 0 && type[body] !== BodyType.static;
    must(moves, 'the list of awake bodies');
  }
  let onList = 0;
  for (let body = 0; body < bodies.used; body++) {
    if (!isLiveRow(bodies, body) || awakeIndex[body] === -1) continue;
    must(awake[awakeIndex[body]] === body, 'the list of awake bodies');
    onList++;
  }
  must(onList === awake.length, 'the list of awake bodies');
};

/** The bodies of an island form a ring: every body has one successor and one predecessor. */
const checkIslands = ({ bodies }: SavedState): void => {
  const { islandNext } = bodies.columns;
  const seen = new Uint8Array(bodies.used);
  for (let body = 0; body < bodies.used; body++) {
    if (!isLiveRow(bodies, body)) continue;
    const next = islandNext[body];
    must(isLiveRow(bodies, next) && seen[next] === 0, 'the ring of an island');
    seen[next] = 1;
  }
};

const checkColliderChains = ({ bodies, colliders }: SavedState): void => {
  const { body: owner, next } = colliders.columns;
  const { firstCollider } = bodies.columns;
  let count = 0;
  for (let body = 0; body < bodies.used; body++) {
    if (!isLiveRow(bodies, body)) continue;
    for (let c = firstCollider[body]; c !== -1; c = next[c]) {
      count++;
      const sound = isLiveRow(colliders, c) && owner[c] === body && count <= colliders.live;
      must(sound, 'the colliders of a body');
    }
  }
  must(count === colliders.live, 'the colliders of a body');
};

/**
 * Contacts or joints of each body: doubly linked lists of edges, row * 2 + side. Every edge points back where it is pointed at from, so a
 * walk from the first edge cannot meet an edge twice. Rows with the flag `dead` are on no list.
 */
const checkEdges = (
  { bodies }: SavedState,
  table: SavedTable,
  first: 'firstContact' | 'firstJoint',
  dead: number,
): void => {
  const what = first === 'firstContact' ? 'the contacts of a body' : 'the joints of a body';
  const { edgeNext, edgePrevious } = table.columns;
  const firstEdge = bodies.columns[first];
  const owner = ownersOf(table, dead);
  let isSound = true;
  for (let body = 0; body < bodies.used; body++) {
    const edge = firstEdge[body];
    if (!isLiveRow(bodies, body) || edge === -1) continue;
    isSound &&= edge >= 0 && edge < owner.length && owner[edge] === body && edgePrevious[edge] === -1;
  }
  for (let edge = 0; edge < owner.length; edge++) {
    const body = owner[edge];
    if (body === NO_OWNER) continue;
    isSound &&= isLiveRow(bodies, body);
    const next = edgeNext[edge];
    const previous = edgePrevious[edge];
    // Beyond the end of the list nothing is owned.
    isSound &&= next === -1 || (owner[next] === body && edgePrevious[next] === edge);
    isSound &&=
      previous === -1 ? firstEdge[body] === edge : owner[previous] === body && edgeNext[previous] === edge;
  }
  must(isSound, what);
};

/** For edges of rows that are not there. */
const NO_OWNER = -2;

/** The body of each edge. */
const ownersOf = ({ used, columns }: SavedTable, dead: number): Int32Array => {
  const { generation, flags, bodyA, bodyB } = columns;
  const owner = new Int32Array(2 * used);
  for (let row = 0; row < used; row++) {
    const isLinked = (generation[row] & 1) === 1 && (flags[row] & dead) === 0;
    owner[2 * row] = isLinked ? bodyA[row] : NO_OWNER;
    owner[2 * row + 1] = isLinked ? bodyB[row] : NO_OWNER;
  }
  return owner;
};
