import { addCandidate } from '../../contacts/contact-lists.js';
import { edgeContact, edgeOther, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyFlag, DR, MOTION, W } from '../../state/bodies.js';
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
import { FAST_TURN, QUICKENING_DECREASE } from '../../tuning.js';
import { hasMovedFar } from './fast-contacts.js';

/**
 * Before the solve and before the relax stage: contacts become fast contacts for the rest of the step if an impact made one of their
 * bodies turn fast, or if one has turned since the step began so that its inertia at the contact is another. Whether a contact is fast
 * was decided when the step began, by angle alone. Solved with the effective masses of then, the contacts of a body that an impact has
 * set spinning, or of a needle that has turned by 0.1 rad, add energy in every sweep. Iterated contacts have those of the present poses
 * anyway.
 */
export const quickenContacts = (world: World, { h }: Substep): void => {
  const { items, count } = world.awake;
  const { lastIteration, firstIteration } = world.scratch.impacts;
  const { motion, flags, moments } = world.bodies;
  const most = FAST_TURN / (h * world.settings.substeps);
  let quickened = false;
  for (let k = 0; k < count; k++) {
    const body = items[k];
    if ((flags[body] & BodyFlag.isotropic) !== 0) continue;
    const m = (body * MOTION) & INDEX_BITS;
    const i = (body * 3) & INDEX_BITS;
    const least = Math.min(moments[i], moments[i + 1], moments[i + 2]);
    const unlike = Math.max(moments[i], moments[i + 1], moments[i + 2]) - least;
    const isStruck = lastIteration[body] >= firstIteration && squareAt(motion, m + W) > most * most;
    // With more than twice the mass that it has, a contact comes out of the solve faster than it came in.
    const turns = squareAt(motion, m + DR) * unlike > QUICKENING_DECREASE * least;
    if ((isStruck || turns) && quickenAround(world, body, isStruck)) quickened = true;
  }
  if (quickened) dropQuickened(world);
};

const squareAt = (v: Floats, at: number): number =>
  v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];

/** Contacts that are solved, and that only the first of these flags marks, get effective masses once a step. */
const MARKS = ContactFlag.solved | ContactFlag.fast | ContactFlag.iterated | ContactFlag.articulated;

/** All contacts of a body, or those alone whose rows do not fit its present pose. */
const quickenAround = (world: World, body: number, all: boolean): boolean => {
  const { flags } = world.contacts;
  if (isLink(world, body)) return false;
  let found = false;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((flags[contact] & MARKS) !== ContactFlag.solved || isLink(world, edgeOther(world, edge))) continue;
    if (!all && !hasMovedFar(world, contact)) continue;
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
