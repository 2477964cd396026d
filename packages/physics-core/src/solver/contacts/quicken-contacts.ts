import { addCandidate } from '../../contacts/contact-lists.js';
import { edgeContact, edgeOther, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyFlag, MOTION, W } from '../../state/bodies.js';
import { ContactFlag, FRICTION_LAMBDA, PL, POINTS, RECORD } from '../../state/contacts.js';
import { isLink } from '../../state/links.js';
import {
  SINGLE,
  SINGLE_FRICTION,
  SINGLE_FRICTION_MASS,
  SINGLE_LAMBDA,
  SINGLE_MASS,
} from '../../state/single-points.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { FAST_TURN } from '../../tuning.js';

/**
 * After the impacts of a substep: the contacts of bodies that they made turn fast become fast contacts for the rest of the step.
 * Whether a contact is fast was decided when the step began. Solved with the effective masses of then, the contacts of a body that
 * an impact has set spinning add energy in every sweep. Iterated contacts have those of the present poses anyway.
 */
export const quickenContacts = (world: World, { h }: Substep): void => {
  const { items, count } = world.awake;
  const { impacts } = world.scratch;
  const { motion, flags } = world.bodies;
  const most = FAST_TURN / (h * world.settings.substeps);
  let quickened = false;
  for (let k = 0; k < count; k++) {
    const body = items[k];
    if (impacts.lastIteration[body] < impacts.firstIteration || (flags[body] & BodyFlag.isotropic) !== 0)
      continue;
    const w = ((body * MOTION) & INDEX_BITS) + W;
    const x = motion[w];
    const y = motion[w + 1];
    const z = motion[w + 2];
    if (x * x + y * y + z * z > most * most && quickenAround(world, body)) quickened = true;
  }
  if (quickened) dropQuickened(world);
};

/** Contacts that are solved, and that only the first of these flags marks, get effective masses once a step. */
const MARKS = ContactFlag.solved | ContactFlag.fast | ContactFlag.iterated | ContactFlag.articulated;

const quickenAround = (world: World, body: number): boolean => {
  const { flags } = world.contacts;
  if (isLink(world, body)) return false;
  let found = false;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((flags[contact] & MARKS) !== ContactFlag.solved || isLink(world, edgeOther(world, edge))) continue;
    if ((flags[contact] & ContactFlag.cached) === 0) readSinglePoint(world, contact);
    flags[contact] = (flags[contact] & ~ContactFlag.cached) | ContactFlag.fast;
    pushIndex(world.fastContacts, contact);
    pushIndex(world.scratch.nearFastContacts, contact);
    addCandidate(world, contact);
    found = true;
  }
  return found;
};

/** λ of a single-point contact goes over to the record; its row does nothing any more but keep its sums. */
const readSinglePoint = (world: World, contact: number): void => {
  const { items, count } = world.singlePointContacts;
  const { values } = world.scratch.singlePoints;
  const { record } = world.contacts;
  for (let k = 0; k < count; k++) {
    if (items[k] !== contact) continue;
    const at = k * SINGLE;
    const r = contact * RECORD;
    record[r + POINTS + PL] = values[at + SINGLE_LAMBDA];
    record[r + FRICTION_LAMBDA] = values[at + SINGLE_FRICTION];
    record[r + FRICTION_LAMBDA + 1] = values[at + SINGLE_FRICTION + 1];
    values[at + SINGLE_LAMBDA] = 0;
    values[at + SINGLE_FRICTION] = 0;
    values[at + SINGLE_FRICTION + 1] = 0;
    values[at + SINGLE_MASS] = 0;
    for (let i = 0; i < 3; i++) values[at + SINGLE_FRICTION_MASS + i] = 0;
    return;
  }
};

const dropQuickened = ({ cachedContacts, contacts: { flags } }: World): void => {
  const { items, count } = cachedContacts;
  let kept = 0;
  for (let k = 0; k < count; k++) if ((flags[items[k]] & ContactFlag.cached) !== 0) items[kept++] = items[k];
  cachedContacts.count = kept;
};
