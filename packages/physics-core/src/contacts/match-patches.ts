import { createManifold, MAX_POINTS } from '../collision/narrowphase/manifold.js';
import { MAX_PATCHES, type Patch, patches } from '../collision/narrowphase/surfaces/patches.js';
import { createPatch } from '../graph/contact-graph.js';
import { ContactFlag, N, RECORD } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { prepareContact } from './prepare-contacts.js';
import { zeroImpulses } from './warm-start-impulses.js';

/**
 * The patches of a convex shape on a mesh, and the contacts that hold them from step to step. A contact goes on with the
 * patch that shares most points with it, then with that of the nearest normal, so that a body keeps its warm start while
 * it slides from triangle to triangle.
 */

/** Scratch: the contacts of a pair by the number of their patch, or -1; and which of the new patches each gets, or -1. */
const members = new Int32Array(MAX_PATCHES);
const chosen = new Int32Array(MAX_PATCHES);
const taken = new Int32Array(MAX_PATCHES);

const nothing = createManifold();

/** Shares the first `count` new patches out among the contacts of a pair. */
export const matchPatches = (world: World, contact: number, count: number): void => {
  listMembers(world, contact);
  choose(world, count);
};

/** The new patch that goes on with a contact of that pair, or -1. */
export const matchedPatch = (world: World, contact: number): number => chosen[world.contacts.patch[contact]];

/** Makes as many contacts of a pair as it can have patches: in the middle of a step none can be made. */
export const reservePatches = (world: World, contact: number): void => {
  listMembers(world, contact);
  for (let m = 0; m < MAX_PATCHES; m++) if (members[m] < 0) createPatch(world, contact, m);
};

/** Writes the new patches to the contacts of a pair, with more contacts where there are too few. */
export const preparePatches = (world: World, contact: number, count: number): void => {
  listMembers(world, contact);
  choose(world, count);
  for (let k = 0; k < count; k++) {
    if (taken[k] >= 0) continue;
    let member = 0;
    while (members[member] >= 0) member++;
    members[member] = createPatch(world, contact, member);
    chosen[member] = k;
  }
  for (let m = 0; m < MAX_PATCHES; m++) {
    if (members[m] < 0) continue;
    if (chosen[m] >= 0) prepare(world, members[m], patches[chosen[m]]);
    // The first keeps the poses of the detection.
    else if (m > 0 && world.contacts.count[members[m]] === 0)
      world.contacts.flags[members[m]] &= ~(ContactFlag.stale | ContactFlag.disabled);
    else {
      zeroImpulses(world, members[m]);
      prepareContact(world, members[m], nothing);
    }
  }
};

const prepare = (world: World, contact: number, patch: Patch): void => {
  takeMaterial(world, contact, patch);
  prepareContact(world, contact, patch.manifold);
};

/** Another material must be combined with that of the body again. */
export const takeMaterial = ({ contacts }: World, contact: number, { material }: Patch): void => {
  if (contacts.surface[contact] === material) return;
  contacts.surface[contact] = material;
  contacts.flags[contact] |= ContactFlag.stale;
};

const listMembers = ({ contacts: { patch, nextPatch } }: World, contact: number): void => {
  members.fill(-1);
  let member = contact;
  do {
    members[patch[member]] = member;
    member = nextPatch[member];
  } while (member !== contact);
};

/** The best pair of contact and patch first, then the best of those that are left. */
const choose = (world: World, count: number): void => {
  chosen.fill(-1);
  taken.fill(-1);
  for (let round = 0; round < count; round++) {
    let best = -Infinity;
    let bestMember = -1;
    let bestPatch = -1;
    for (let m = 0; m < MAX_PATCHES; m++) {
      if (members[m] < 0 || chosen[m] >= 0) continue;
      for (let k = 0; k < count; k++) {
        if (taken[k] >= 0) continue;
        const score = likeness(world, members[m], patches[k]);
        if (score <= best) continue;
        best = score;
        bestMember = m;
        bestPatch = k;
      }
    }
    if (bestMember < 0) return;
    chosen[bestMember] = bestPatch;
    taken[bestPatch] = bestMember;
  }
};

/** Points in common, and the cosine between the normals; a contact without points is the last choice. */
const likeness = ({ contacts }: World, contact: number, { manifold }: Patch): number => {
  const { record, features, count } = contacts;
  if (count[contact] === 0) return -2;
  const r = contact * RECORD;
  let score =
    record[r + N] * manifold.normal[0] +
    record[r + N + 1] * manifold.normal[1] +
    record[r + N + 2] * manifold.normal[2];
  for (let i = 0; i < count[contact]; i++) {
    for (let j = 0; j < manifold.count; j++)
      if (features[contact * MAX_POINTS + i] === manifold.features[j]) score++;
  }
  return score;
};
