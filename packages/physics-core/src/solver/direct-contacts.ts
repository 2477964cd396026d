import { writePointRow, writeSeparations } from '../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { BodyFlag, BodyType } from '../state/bodies.js';
import {
  APPROACH,
  CONTACT_BOUNCE,
  ContactFlag,
  PL,
  POINT,
  POINTS,
  PT,
  RECORD,
  STIFF,
} from '../state/contacts.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import {
  addRow,
  DIRECT,
  DIRECT_GUESS,
  DIRECT_HIGH,
  DIRECT_LAMBDA,
  DIRECT_LOW,
  DIRECT_LOWER,
  DIRECT_SPRING,
  DIRECT_UPPER,
  DIRECT_YIELD,
  DRIVES,
  direct,
  FIRST_BODY,
  finishDirectRow,
  ORIGIN,
  POINT_YIELDS,
  SECOND_BODY,
  SOURCE,
  speed,
  writeSpeed,
} from './direct-rows.js';
import { isInMechanism } from './mechanisms.js';

/** The points at which a mechanism touches other bodies, as rows of its direct solve. */

/** Where a row of `direct` comes from, if it is the point k of a contact; and back. */
const sourceOf = (contact: number, k: number): number => -1 - (contact * MAX_POINTS + k);
const contactOf = (source: number): number => Math.floor((-1 - source) / MAX_POINTS);
const pointOf = (source: number): number => (-1 - source) % MAX_POINTS;

/**
 * Adds the contacts of a body with what belongs to no mechanism, unless they are there already. Those between
 * two mechanisms, or two bodies of one, are left to their sweeps:
 * they couple rows far apart, and contradict the joints of a figure that is folded into itself.
 */
export const addContacts = (world: World, body: number, biased: boolean, substep: Substep): void => {
  const { bodies, contacts } = world;
  if (bodies.type[body] !== BodyType.dynamic) return;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((contacts.flags[contact] & ContactFlag.solved) === 0) continue;
    const other = (edge & 1) === 0 ? contacts.bodyB[contact] : contacts.bodyA[contact];
    if (!isInMechanism(world, other) && !isThere(contact)) addContact(world, contact, biased, substep);
  }
};

const isThere = (contact: number): boolean => {
  for (let i = 0; i < direct.count; i++) {
    const source = direct.origins[i * ORIGIN + SOURCE];
    if (source < 0 && contactOf(source) === contact) return true;
  }
  return false;
};

/** Those whose λ is in their record; that of balls is elsewhere while a step runs. */
const CARRIES = ContactFlag.steady | ContactFlag.restless;

const separations = createFloats(MAX_POINTS);

/** Overlap is removed as the sweep does it, softly. Of balls the sweep alone does it. */
const addContact = (world: World, contact: number, biased: boolean, substep: Substep): void => {
  const { record, count, flags } = world.contacts;
  const { h, pushOut, soft, stiff } = substep;
  const { biasRate, impulseScale, massScale } = record[contact * RECORD + STIFF] === 0 ? soft : stiff;
  const carries = (flags[contact] & CARRIES) !== 0;
  const bounces = record[contact * RECORD + CONTACT_BOUNCE] > 0;
  writeSeparations(world, contact, separations);
  for (let k = 0; k < count[contact]; k++) {
    const s = separations[k];
    const lambda = carries ? record[contact * RECORD + POINTS + k * POINT + PL] : 0;
    // What arrives in the next substep may bounce there.
    if (!biased && s > 0 && lambda === 0 && bounces) continue;
    const removes = biased && carries && s <= 0;
    const i = addPoint(world, contact, k);
    const d = i * DIRECT;
    const { floats } = direct;
    floats[d + DIRECT_LOW] = s > 0 ? -s / h : removes ? Math.min(-biasRate * s, pushOut) : 0;
    floats[d + DIRECT_LAMBDA] = lambda;
    floats[d + DIRECT_SPRING] = removes ? impulseScale / massScale : 0;
    finishDirectRow(world, i);
    if (s > 0) noteApproach(world, contact, i);
  }
};

const addPoint = (world: World, contact: number, k: number): number => {
  const { bodyA, bodyB } = world.contacts;
  const i = addRow(bodyA[contact], bodyB[contact], sourceOf(contact, k));
  const { jacobians, floats, origins } = direct;
  const d = i * DIRECT;
  writePointRow(world, contact, k, jacobians, i * 12);
  floats[d + DIRECT_HIGH] = Infinity;
  floats[d + DIRECT_YIELD] = POINT_YIELDS;
  floats[d + DIRECT_LOWER] = 0;
  floats[d + DIRECT_UPPER] = Infinity;
  origins[i * ORIGIN + DRIVES] = 0;
  return i;
};

/** Whoever hears of a hit wants to know how fast it was before it was stopped. */
const noteApproach = (world: World, contact: number, i: number): void => {
  const { record } = world.contacts;
  const at = contact * RECORD + APPROACH;
  writeSpeed(world, i);
  if (speed[0] < direct.floats[i * DIRECT + DIRECT_LOW] && -speed[0] > record[at]) record[at] = -speed[0];
};

/** λ back to its point. The relax sweep has already added what it left to the sums over the step. */
export const returnToPoint = (world: World, i: number, source: number, biased: boolean): void => {
  const { record, flags } = world.contacts;
  const contact = contactOf(source);
  const p = contact * RECORD + POINTS + pointOf(source) * POINT;
  const lambda = direct.floats[i * DIRECT + DIRECT_LAMBDA];
  const carries = (flags[contact] & CARRIES) !== 0;
  const change = lambda - direct.floats[i * DIRECT + DIRECT_GUESS];
  if (change === 0) return;
  if (carries) record[p + PL] = lambda;
  if (!biased || !carries) record[p + PT] += change;
  const isGuess = (flags[contact] & ContactFlag.steady) !== 0;
  for (let side = FIRST_BODY; side <= SECOND_BODY; side++) keepFree(world, i, side, isGuess);
};

/**
 * `free` has what steady contacts do not do. Bodies on joints have it relative to their velocity now, so all
 * that changes that is in it; from the others everything is missing.
 */
const keepFree = ({ bodies }: World, i: number, side: number, isGuess: boolean): void => {
  const { free, flags } = bodies;
  const body = direct.origins[i * ORIGIN + side];
  const isJointed = (flags[body] & BodyFlag.jointed) !== 0;
  if (isJointed !== isGuess) return;
  const { floats, responses } = direct;
  const change = floats[i * DIRECT + DIRECT_LAMBDA] - floats[i * DIRECT + DIRECT_GUESS];
  const r = i * 12 + 6 * side;
  for (let k = 0; k < 6; k++) free[body * 6 + k] += (isJointed ? -change : change) * responses[r + k];
};
