import { BodyFlag, BodyType } from '../state/bodies.js';
import { DEAD, isLiveRow } from './check-columns.js';
import type { Part } from './parts.js';
import { must, type SavedState, type SavedTable } from './saved-state.js';

/** Lists, rings and chains: each leads through rows that are there, and ends. */
export const checkLinks = (state: SavedState): void => {
  checkLists(state);
  checkIslands(state);
  checkColliderChains(state);
  const { joints, bodies } = state;
  checkEdges(state, joints, bodies.columns.firstJoint, ownersOfJoints(state), 'the joints of a body');
};

export const checkContactLinks = (state: SavedState): void => {
  const { contacts, bodies } = state;
  const owners = ownersOfContacts(state);
  checkEdges(state, contacts, bodies.columns.firstContact, owners, 'the contacts of a body');
};

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
 * Contacts or joints of each body: lists of edges, row * 2 + side. Every edge is on the list of its body, once.
 */
const checkEdges = (
  { bodies }: SavedState,
  { columns: { edgeNext } }: SavedTable,
  first: Int32Array,
  owner: Int32Array,
  what: string,
): void => {
  let left = 0;
  for (const body of owner) if (body !== NO_OWNER) left++;
  for (let body = 0; body < bodies.used; body++) {
    if (!isLiveRow(bodies, body)) continue;
    for (let edge = first[body]; edge !== -1; edge = edgeNext[edge]) {
      // Beyond the end nothing is owned, and an edge that was met is not owned any more: so the walk ends.
      must(owner[edge] === body, what);
      owner[edge] = NO_OWNER;
      left--;
    }
  }
  must(left === 0, what);
};

/** For edges of rows that are not there. */
const NO_OWNER = -2;

/** The body of each edge. */
const ownersOfJoints = ({ joints }: SavedState): Int32Array => {
  const { bodyA, bodyB } = joints.columns;
  const owner = new Int32Array(2 * joints.used).fill(NO_OWNER);
  for (let row = 0; row < joints.used; row++) {
    if (!isLiveRow(joints, row)) continue;
    owner[2 * row] = bodyA[row];
    owner[2 * row + 1] = bodyB[row];
  }
  return owner;
};

const ownersOfContacts = ({ contacts, colliders }: SavedState): Int32Array => {
  const { flags, colliderA, colliderB } = contacts.columns;
  const { body } = colliders.columns;
  const owner = new Int32Array(2 * contacts.used).fill(NO_OWNER);
  for (let row = 0; row < contacts.used; row++) {
    if (!isLiveRow(contacts, row) || (flags[row] & DEAD) !== 0) continue;
    owner[2 * row] = body[colliderA[row]];
    owner[2 * row + 1] = body[colliderB[row]];
  }
  return owner;
};
