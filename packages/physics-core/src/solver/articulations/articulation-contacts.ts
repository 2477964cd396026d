import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import { writePointRow, writeSeparations } from '../../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { createFloats } from '../../math/floats.js';
import { speeds } from '../../rows/row-speed.js';
import { BodyType } from '../../state/bodies.js';
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
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { CONTACT_COMPLIANCE } from '../../tuning.js';
import {
  addRow,
  DIRECT,
  DIRECT_COMPLIANCE,
  DIRECT_HIGH,
  DIRECT_LAMBDA,
  DIRECT_LOW,
  DIRECT_LOWER,
  DIRECT_SPRING,
  DIRECT_START,
  DIRECT_UPPER,
  DRIVES,
  finishDirectRow,
  ORIGIN,
  SOURCE,
  writeSpeed,
} from './articulation-rows.js';
import { isInArticulation } from './find-articulations.js';

/** Contact points between an articulation and other bodies, as rows of its system. */

/** Encodes the point k of a contact as the SOURCE of a row, and decodes it. */
const sourceOf = (contact: number, k: number): number => -1 - (contact * MAX_POINTS + k);
const contactOf = (source: number): number => Math.floor((-1 - source) / MAX_POINTS);
const pointOf = (source: number): number => (-1 - source) % MAX_POINTS;

/**
 * Adds the contacts of a body with bodies outside all articulations, each contact once. Contacts between two
 * articulations, or within one, stay with the Gauss-Seidel kernels: they couple rows far apart, and
 * contradict the joints of a figure that is folded into itself.
 */
export const addContacts = (world: World, body: number, biased: boolean, substep: Substep): void => {
  const { bodies, contacts } = world;
  if (bodies.type[body] !== BodyType.dynamic) return;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((contacts.flags[contact] & ContactFlag.solved) === 0) continue;
    const other = (edge & 1) === 0 ? contacts.bodyB[contact] : contacts.bodyA[contact];
    if (!isInArticulation(world, other) && !isAdded(world, contact))
      addContact(world, contact, biased, substep);
  }
};

const isAdded = ({ articulations: { rows: direct } }: World, contact: number): boolean => {
  for (let i = 0; i < direct.count; i++) {
    const source = direct.origins[i * ORIGIN + SOURCE];
    if (source < 0 && contactOf(source) === contact) return true;
  }
  return false;
};

/** Contacts whose λ is in their record. While a step runs, single-point contacts keep it elsewhere. */
const RECORD_HAS_IMPULSE = ContactFlag.cached | ContactFlag.fast;

/** Scratch: separation of each point of one contact. */
const separations = createFloats(MAX_POINTS);

/**
 * Adds the points of a contact. Penetration is removed softly, as the contact kernel does it; that of
 * single-point contacts by the kernel alone.
 */
const addContact = (world: World, contact: number, biased: boolean, substep: Substep): void => {
  const { record, count, flags } = world.contacts;
  const { h, maxDepenetrationSpeed, soft, stiff } = substep;
  const { biasRate, impulseScale, massScale } = record[contact * RECORD + STIFF] === 0 ? soft : stiff;
  const hasImpulse = (flags[contact] & RECORD_HAS_IMPULSE) !== 0;
  const bounces = record[contact * RECORD + CONTACT_BOUNCE] > 0;
  writeSeparations(world, contact, separations);
  for (let k = 0; k < count[contact]; k++) {
    const s = separations[k];
    const lambda = hasImpulse ? record[contact * RECORD + POINTS + k * POINT + PL] : 0;
    // A point that closes its gap only in the next substep may bounce there.
    if (!biased && s > 0 && lambda === 0 && bounces) continue;
    const removes = biased && hasImpulse && s <= 0;
    const i = addPoint(world, contact, k);
    const d = i * DIRECT;
    const { floats } = world.articulations.rows;
    floats[d + DIRECT_LOW] = s > 0 ? -s / h : removes ? Math.min(-biasRate * s, maxDepenetrationSpeed) : 0;
    floats[d + DIRECT_LAMBDA] = lambda;
    floats[d + DIRECT_SPRING] = removes ? impulseScale / massScale : 0;
    finishDirectRow(world, i);
    if (s > 0) recordApproachSpeed(world, contact, i);
  }
};

const addPoint = (world: World, contact: number, k: number): number => {
  const { bodyA, bodyB } = world.contacts;
  const direct = world.articulations.rows;
  const i = addRow(direct, bodyA[contact], bodyB[contact], sourceOf(contact, k));
  const { jacobians, floats, origins } = direct;
  const d = i * DIRECT;
  writePointRow(world, contact, k, jacobians, i * 12);
  floats[d + DIRECT_HIGH] = Infinity;
  floats[d + DIRECT_COMPLIANCE] = CONTACT_COMPLIANCE;
  floats[d + DIRECT_LOWER] = 0;
  floats[d + DIRECT_UPPER] = Infinity;
  origins[i * ORIGIN + DRIVES] = 0;
  return i;
};

/** Events report the approach speed from before the contact stopped it. */
const recordApproachSpeed = (world: World, contact: number, i: number): void => {
  const { record } = world.contacts;
  const at = contact * RECORD + APPROACH;
  writeSpeed(world, i);
  const low = world.articulations.rows.floats[i * DIRECT + DIRECT_LOW];
  if (speeds[0] < low && -speeds[0] > record[at]) record[at] = -speeds[0];
};

/**
 * Writes λ back to the contact point. The relax kernel has already added its own λ to the sums over the step.
 */
export const writeBackToPoint = (world: World, i: number, source: number, biased: boolean): void => {
  const { record, flags } = world.contacts;
  const { floats } = world.articulations.rows;
  const contact = contactOf(source);
  const p = contact * RECORD + POINTS + pointOf(source) * POINT;
  const lambda = floats[i * DIRECT + DIRECT_LAMBDA];
  const hasImpulse = (flags[contact] & RECORD_HAS_IMPULSE) !== 0;
  const change = lambda - floats[i * DIRECT + DIRECT_START];
  if (change === 0) return;
  if (hasImpulse) record[p + PL] = lambda;
  if (!biased || !hasImpulse) record[p + PT] += change;
};
