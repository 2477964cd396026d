import { writePointRow, writeSeparations } from '../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { growFloat64, growInt32 } from '../math/index-list.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { writeResponse } from '../parts/rows.js';
import { BodyFlag, BodyType, MOTION } from '../state/bodies.js';
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
import {
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  HIGH,
  J,
  LAMBDA,
  LOW,
  LOWER,
  RELAX_LOW,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  SPRUNG,
  UPPER,
} from '../state/rows.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { isInMechanism, members } from './mechanisms.js';
import { isRigidLock } from './single-row.js';
import { rowSpeed } from './solve-rows.js';
import { spellJoint, takeImpulses } from './spell-points.js';

/**
 * The rows of the mechanism that is being solved directly: rigid locks and limits of its joints, their motors and friction, and the
 * points at which other bodies touch it. Each wants Ċ within a window, by an impulse that pushes from one of
 * its ends. The window of a lock or motor has no width, that of a point no upper end.
 */
export const direct = {
  count: 0,
  /** J, and R = M⁻¹ Jᵀ, 12 floats a row. */
  jacobians: new Float64Array(0) as Float64Array,
  responses: new Float64Array(0) as Float64Array,
  /** What is wanted and what it takes, stride WINDOW. */
  windows: new Float64Array(0) as Float64Array,
  /** Integers of each row, stride ORIGIN. */
  origins: new Int32Array(0) as Int32Array,
};

export const WINDOW = 8;
export const LEAST = 0;
export const MOST = 1;
/** λ, and λ before the solve. */
export const PUSH = 2;
export const GUESS = 3;
/** Parts of K_ii: what a change of the impulse gives way, and what the impulse itself does, as a spring. */
export const YIELD = 4;
export const SPRING = 5;
/** Bounds of λ for rows whose window has no width; the others push from the end at which they hold. */
export const FLOOR = 6;
export const CEILING = 7;

export const ORIGIN = 4;
export const FIRST_BODY = 0;
export const SECOND_BODY = 1;
/** Row of a joint, or -1 - (contact * MAX_POINTS + point). */
const SOURCE = 2;
/** 1 for motors and friction: what they want is no error that is to be removed. */
export const DRIVES = 3;

/**
 * Limits and points yield a little: those that contradict each other would push without bound. Where they do
 * not, a few substeps remove what one has left.
 */
const YIELDING = 1e-3;

/** rad/s or m/s that a limit must be out of reach to be left out. */
const FAR = 100;

/**
 * Gathers them in the order of elimination: points of contacts behind the first joint of their body, so that K
 * stays narrow.
 */
export const gatherRows = (
  world: World,
  from: number,
  to: number,
  biased: boolean,
  substep: Substep,
): void => {
  const { joints } = world;
  direct.count = 0;
  for (let m = from; m < to; m++) {
    const joint = members.items[m];
    addJoint(world, joint, biased ? LOW : RELAX_LOW);
    addContacts(world, joints.bodyA[joint], biased, substep);
    addContacts(world, joints.bodyB[joint], biased, substep);
  }
};

const addJoint = (world: World, joint: number, low: number): void => {
  const { rows, joints } = world;
  const { data, index } = rows;
  spellJoint(world, joint);
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    const drives = isDrive(world, row);
    const locks = drives || isRigidLock(world, row);
    if (!locks && !mayReach(world, row, low)) continue;
    const i = addRow(index[row * ROW_INTS + BODY_A], index[row * ROW_INTS + BODY_B], row);
    const p = row * ROW;
    const w = i * WINDOW;
    for (let k = 0; k < 12; k++) direct.jacobians[i * 12 + k] = data[p + J + k];
    direct.windows[w + LEAST] = data[p + low];
    direct.windows[w + MOST] = data[p + low + (HIGH - LOW)];
    direct.windows[w + PUSH] = data[p + LAMBDA];
    direct.windows[w + YIELD] = locks ? 0 : YIELDING;
    direct.windows[w + SPRING] = 0;
    const isBounded = drives && index[row * ROW_INTS + BLOCK] === 1;
    direct.windows[w + FLOOR] = isBounded ? data[p + LOWER] : -Infinity;
    direct.windows[w + CEILING] = isBounded ? data[p + UPPER] : Infinity;
    direct.origins[i * ORIGIN + DRIVES] = drives ? 1 : 0;
    if (!locks && low === RELAX_LOW) holdCorrected(w);
    finishRow(world, i);
  }
};

/**
 * A violated limit that pushed has given its joint the speed of the correction. The relax sweep takes that out again, all
 * of it: as a lock. With what one limit may not pull, a chain of them that was led back kept half its speed, and swung on.
 */
const holdCorrected = (w: number): void => {
  const { windows } = direct;
  const push = windows[w + PUSH];
  if (push > 0 && windows[w + LEAST] === 0) windows[w + MOST] = 0;
  else if (push < 0 && windows[w + MOST] === 0) windows[w + LEAST] = 0;
};

/**
 * Whether a row is a motor or friction that holds a speed. One that has an impulse given, those that are springs, and
 * several axes whose torque is bounded together are left to the sweeps.
 */
const isDrive = ({ rows: { data, index } }: World, row: number): boolean => {
  const k = row * ROW_INTS;
  if (index[k + ROLE] !== Role.motor && index[k + ROLE] !== Role.friction) return false;
  if (index[k + SPRUNG] !== 0) return false;
  if (index[k + BLOCK] === 1) return data[row * ROW + LOWER] < data[row * ROW + UPPER];
  let first = row;
  while (index[first * ROW_INTS + BLOCK] === 0) first--;
  return data[first * ROW + UPPER] === Infinity;
};

/** Whether a row is a rigid limit that pushes or may be reached. */
const mayReach = (world: World, row: number, low: number): boolean => {
  const { data, index } = world.rows;
  const p = row * ROW;
  if (index[row * ROW_INTS + ROLE] !== Role.limit || index[row * ROW_INTS + SPRUNG] !== 0) return false;
  if (data[p + BOUNCE] < 0) return false;
  if (data[p + LAMBDA] !== 0) return true;
  const speed = rowSpeed(world, row);
  return speed - data[p + low] < FAR || data[p + low + (HIGH - LOW)] - speed < FAR;
};

const addRow = (a: number, b: number, source: number): number => {
  const i = direct.count++;
  reserve(direct.count);
  direct.origins[i * ORIGIN + FIRST_BODY] = a;
  direct.origins[i * ORIGIN + SECOND_BODY] = b;
  direct.origins[i * ORIGIN + SOURCE] = source;
  return i;
};

const reserve = (count: number): void => {
  if (direct.jacobians.length >= 12 * count) return;
  direct.jacobians = growFloat64(direct.jacobians, 12 * count);
  direct.responses = growFloat64(direct.responses, 12 * count);
  direct.windows = growFloat64(direct.windows, WINDOW * count);
  direct.origins = growInt32(direct.origins, ORIGIN * count);
};

const finishRow = ({ bodies: { motion } }: World, i: number): void => {
  const { jacobians, responses, origins, windows } = direct;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  writeResponse(jacobians, i * 12, motion, a, b, responses, i * 12);
  windows[i * WINDOW + GUESS] = windows[i * WINDOW + PUSH];
};

/**
 * Contacts of a body with what belongs to no mechanism, unless they are there already. Those between two of
 * its own bodies are left to their sweeps: they couple rows far apart, and contradict the joints of a figure
 * that is folded into itself.
 */
const addContacts = (world: World, body: number, biased: boolean, substep: Substep): void => {
  const { bodies, contacts } = world;
  if (bodies.type[body] !== BodyType.dynamic) return;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((contacts.flags[contact] & ContactFlag.solved) === 0) continue;
    const other = (edge & 1) === 0 ? contacts.bodyB[contact] : contacts.bodyA[contact];
    if (!isInMechanism(other) && !isThere(contact)) addContact(world, contact, biased, substep);
  }
};

const isThere = (contact: number): boolean => {
  for (let i = 0; i < direct.count; i++) {
    const point = -1 - direct.origins[i * ORIGIN + SOURCE];
    if (point >= contact * MAX_POINTS && point < (contact + 1) * MAX_POINTS) return true;
  }
  return false;
};

/** Those whose λ is in their record; that of balls is elsewhere while a step runs. */
const CARRIES = ContactFlag.steady | ContactFlag.restless;

const separations = new Float64Array(MAX_POINTS);

/** Overlap is removed as the sweep does it, softly. Of balls the sweep alone does it. */
const addContact = (world: World, contact: number, biased: boolean, substep: Substep): void => {
  const { record, count, bodyA, bodyB, flags } = world.contacts;
  const { h, pushOut, soft, stiff } = substep;
  const { biasRate, impulseScale, massScale } = record[contact * RECORD + STIFF] === 0 ? soft : stiff;
  const carries = (flags[contact] & CARRIES) !== 0;
  const bounces = record[contact * RECORD + CONTACT_BOUNCE] > 0;
  writeSeparations(world, contact, separations);
  for (let k = 0; k < count[contact]; k++) {
    const s = separations[k];
    const push = carries ? record[contact * RECORD + POINTS + k * POINT + PL] : 0;
    // What arrives in the next substep may bounce there.
    if (!biased && s > 0 && push === 0 && bounces) continue;
    const removes = biased && carries && s <= 0;
    const i = addRow(bodyA[contact], bodyB[contact], -1 - (contact * MAX_POINTS + k));
    const w = i * WINDOW;
    writePointRow(world, contact, k, direct.jacobians, i * 12);
    direct.windows[w + LEAST] = s > 0 ? -s / h : removes ? Math.min(-biasRate * s, pushOut) : 0;
    direct.windows[w + MOST] = Infinity;
    direct.windows[w + PUSH] = push;
    direct.windows[w + YIELD] = YIELDING;
    direct.windows[w + SPRING] = removes ? impulseScale / massScale : 0;
    direct.windows[w + FLOOR] = 0;
    direct.windows[w + CEILING] = Infinity;
    direct.origins[i * ORIGIN + DRIVES] = 0;
    finishRow(world, i);
    if (s > 0) noteApproach(world, contact, i);
  }
};

/** Whoever hears of a hit wants to know how fast it was before it was stopped. */
const noteApproach = (
  { contacts: { record }, bodies: { motion } }: World,
  contact: number,
  i: number,
): void => {
  const { jacobians, origins, windows } = direct;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  let speed = 0;
  for (let m = 0; m < 6; m++)
    speed += jacobians[i * 12 + m] * motion[a + m] + jacobians[i * 12 + 6 + m] * motion[b + m];
  const at = contact * RECORD + APPROACH;
  if (speed < windows[i * WINDOW + LEAST] && -speed > record[at]) record[at] = -speed;
};

/** Impulses back to where the rows came from. */
export const returnImpulses = (world: World, from: number, to: number, biased: boolean): void => {
  const { origins } = direct;
  for (let i = 0; i < direct.count; i++) {
    const source = origins[i * ORIGIN + SOURCE];
    if (source >= 0) returnRow(world, i, source);
    else returnPoint(world, i, -1 - source, biased);
  }
  for (let m = from; m < to; m++) takeImpulses(world, members.items[m]);
};

/** A limit that had to pull to take out a correction carries nothing on. */
const returnRow = ({ rows }: World, i: number, row: number): void => {
  const push = direct.windows[i * WINDOW + PUSH];
  const pulled =
    rows.index[row * ROW_INTS + ROLE] === Role.limit && push * direct.windows[i * WINDOW + GUESS] < 0;
  rows.data[row * ROW + LAMBDA] = pulled ? 0 : push;
};

/** The relax sweep has already added what it left to the sums over the step. */
const returnPoint = (world: World, i: number, at: number, biased: boolean): void => {
  const { record, flags } = world.contacts;
  const contact = Math.floor(at / MAX_POINTS);
  const p = contact * RECORD + POINTS + (at - contact * MAX_POINTS) * POINT;
  const push = direct.windows[i * WINDOW + PUSH];
  const carries = (flags[contact] & CARRIES) !== 0;
  const change = push - direct.windows[i * WINDOW + GUESS];
  if (change === 0) return;
  if (carries) record[p + PL] = push;
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
  const { windows, responses } = direct;
  const change = windows[i * WINDOW + PUSH] - windows[i * WINDOW + GUESS];
  const r = i * 12 + 6 * side;
  for (let k = 0; k < 6; k++) free[body * 6 + k] += (isJointed ? -change : change) * responses[r + k];
};
