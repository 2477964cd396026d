import { applyForGood, components, relative, writeRelativeVelocity } from '../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { createIndexList, type IndexList, pushIndex } from '../math/index-list.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { BodyType } from '../state/bodies.js';
import {
  APPROACH,
  ContactFlag,
  CROSS,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
  PT,
  PX,
  PY,
  RECORD,
  SURFACE,
} from '../state/contacts.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import {
  AHEAD,
  arrival,
  drift,
  mayApproach,
  pointSpeeds,
  SLOWEST,
  separations,
  WHEN,
  writePoints,
} from './arrival.js';
import { hasTurnedFar } from './restless.js';
import { arrivesByItself } from './shed-loads.js';

/**
 * What an impact has set moving presses on its neighbours in the same moment: a box that lands on a stack is
 * stopped by the floor, through all boxes below it. Left to the sweeps, that impulse would become the load of
 * the contacts in between, and as the guess for the next substep it threw the stack up with a fifth of the
 * landing speed; under a body a hundred times as heavy it came too late, and the light one was run through.
 *
 * So sweeps go over the contacts of all that was struck, inelastically, until nothing approaches faster than a part of
 * the impact speed, or it has taken long. Like those of an impact their impulses are no guess for the next substep; the
 * loads from before stay, but for what shedAround hands back. Each takes energy away: the rows are projections, one
 * after the other.
 */
export const pressOn = (world: World, struck: IndexList, firstSweep: number, { h }: Substep): void => {
  arrival[SLOWEST] = PRESS_SPEED * world.settings.impactSpeed;
  arrival[AHEAD] = h;
  const sweep = ++world.scratch.impactSweep;
  for (let k = 0; k < struck.count; k++) markMoved(world, struck.items[k], sweep);
  let presses = 0;
  while (next.count > 0 && presses < MOST_PRESSES) {
    if (presses * next.count > MOST_EFFORT) arrival[SLOWEST] = world.settings.impactSpeed;
    swap();
    presses += pressAround(world, firstSweep);
  }
  next.count = 0;
};

/** Part of the impact speed that is left to the sweeps. A stack at rest sees speeds of g h, 0.04 m/s. */
const PRESS_SPEED = 0.1;

/**
 * In a substep, counted after each sweep. What is left over then is left to the sweeps, too. A body 500 times as heavy as what it lands on needs
 * 2000. A slab that fell on three layers of 100 balls was thrown up by 154 mm with 2000,
 * 76 mm with 3000, 36 mm with 4000; a falling pile pays for it.
 */
const MOST_PRESSES = 3000;
/**
 * Presses times the bodies that still move. Beyond it only what is as fast as an impact is pressed: in a falling pile of
 * 1000, where everything strikes, the slow rest changes little and takes long.
 */
const MOST_EFFORT = 8000;

/** Bodies that were struck or pressed in the last sweep, and those of the sweep in hand. */
let moved = createIndexList();
let next = createIndexList();

const swap = (): void => {
  const list = moved;
  moved = next;
  next = list;
  next.count = 0;
};

const markMoved = ({ scratch, bodies }: World, body: number, sweep: number): void => {
  if (scratch.lastImpactSweep[body] === sweep || bodies.type[body] !== BodyType.dynamic) return;
  scratch.lastImpactSweep[body] = sweep;
  pushIndex(next, body);
};

/** One sweep over the contacts of what moved in the last one; returns how many were pressed. */
const pressAround = (world: World, firstSweep: number): number => {
  const { bodyA, bodyB, flags } = world.contacts;
  const sweep = ++world.scratch.impactSweep;
  let presses = 0;
  for (let k = 0; k < moved.count; k++) {
    for (let edge = firstEdge(world, moved.items[k]); edge >= 0; edge = nextEdge(world, edge)) {
      const contact = edgeContact(edge);
      // Not sensors, nor contacts of sleepers.
      if ((flags[contact] & ContactFlag.solved) === 0) continue;
      if (!mayApproach(world, contact) || !arrivesByItself(world, contact, firstSweep)) continue;
      if (!press(world, contact)) continue;
      presses++;
      markMoved(world, bodyA[contact], sweep);
      markMoved(world, bodyB[contact], sweep);
    }
  }
  return presses;
};

/**
 * Stops what approaches at the moment in hand, and the slip as far as friction can. False where nothing approaches
 * then, or a body has turned too far for the contact's rows: pushed with them a rod that struck end on gained energy.
 */
const press = (world: World, contact: number): boolean => {
  const later = !isClose(world, contact);
  if (later) {
    driftBoth(world, contact);
    writePoints(world, contact);
  }
  const pushes = !hasTurnedFar(world, contact) && writePush(world, contact);
  if (pushes) {
    applyPush(world, contact);
    rub(world, contact);
  }
  arrival[WHEN] = -arrival[WHEN];
  if (later) driftBoth(world, contact);
  return pushes;
};

const driftBoth = (world: World, contact: number): void => {
  drift(world, world.contacts.bodyA[contact]);
  drift(world, world.contacts.bodyB[contact]);
};

/** Whether some point is so close that what meets there meets now. */
const isClose = ({ contacts, settings }: World, contact: number): boolean => {
  for (let i = 0; i < contacts.count[contact]; i++) if (separations[i] <= CLOSE * settings.slop) return true;
  return false;
};

/** Part of the slop. */
const CLOSE = 0.02;

/** λ of each point. */
const push = createFloats(MAX_POINTS);

/**
 * All points at once where all of them push, so that a box does not tip; else one after the other. False when none
 * pushes: a body that turns may be leaving at the later moment.
 */
const writePush = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const points = count[contact];
  const r = contact * RECORD;
  for (let i = 0; i < points; i++) arriving[i] = pointSpeeds[i];
  push.fill(0);
  if (points === 1) push[0] = Math.max(0, -record[r + POINTS + PM] * pointSpeeds[0]);
  else if (!pushTogether(world, contact, points)) pushInTurn(world, contact, points);
  let some = false;
  for (let i = 0; i < points; i++) {
    if (push[i] === 0) continue;
    some = true;
    if (-arriving[i] > record[r + APPROACH]) record[r + APPROACH] = -arriving[i];
  }
  return some;
};

/** Speeds of the points before the push. */
const arriving = createFloats(MAX_POINTS);

const pushTogether = (
  { contacts: { record }, settings }: World,
  contact: number,
  points: number,
): boolean => {
  const inverse = contact * RECORD + POINTS_INVERSE;
  if (record[inverse] === 0) return false;
  for (let i = 0; i < points; i++) {
    if (separations[i] > settings.slop) return false;
    let sum = 0;
    for (let k = 0; k < points; k++) sum -= record[inverse + PAIR[i * MAX_POINTS + k]] * pointSpeeds[k];
    if (sum < 0) return false;
    push[i] = sum;
  }
  return true;
};

const pushInTurn = ({ contacts: { record }, settings }: World, contact: number, points: number): void => {
  const r = contact * RECORD;
  push.fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < points; i++) {
      const p = r + POINTS + i * POINT;
      if (separations[i] > settings.slop || record[p + PM] === 0) continue;
      const wanted = push[i] - record[p + PM] * pointSpeeds[i];
      const d = wanted > 0 ? wanted - push[i] : -push[i];
      if (d === 0) continue;
      push[i] += d;
      for (let k = 0; k < points; k++)
        pointSpeeds[k] += d * (k === i ? 1 / record[p + PM] : record[r + CROSS + OTHER[i * MAX_POINTS + k]]);
    }
  }
};

/** Over points that do not all push; the sweeps go on anyhow. */
const ROUNDS = 3;
/** Where POINTS_INVERSE has the entry of two points, and CROSS that of two different ones. */
const PAIR = Int32Array.of(0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9);
const OTHER = Int32Array.of(-1, 0, 1, 2, 0, -1, 3, 4, 1, 3, -1, 5, 2, 4, 5, -1);

/** Hands the push to the bodies, as no guess for the next substep: to `free` as well. */
const applyPush = (world: World, contact: number): void => {
  writePushComponents(world, contact);
  applyForGood(world, contact);
  const part = excess(world, contact);
  if (part > 0) {
    for (let i = 0; i < 6; i++) components[i] *= -part;
    applyForGood(world, contact);
    for (let i = 0; i < MAX_POINTS; i++) push[i] *= 1 - part;
    writePushComponents(world, contact);
  }
  const { record, count } = world.contacts;
  for (let i = 0; i < count[contact]; i++) record[contact * RECORD + POINTS + i * POINT + PT] += push[i];
};

const writePushComponents = ({ contacts: { record, count } }: World, contact: number): void => {
  components.fill(0);
  for (let i = 0; i < count[contact]; i++) {
    const p = contact * RECORD + POINTS + i * POINT;
    components[0] += push[i];
    components[4] += record[p + PY] * push[i];
    components[5] -= record[p + PX] * push[i];
  }
};

/**
 * The part of the push that was too much. The masses of the rows are those of the poses for which the points were
 * found, the levers those of now: where these differ much, points may leave after the push that only had to stop.
 * Its power goes from -P to P' as it grows; it has done its work where it is 0.
 */
const excess = (world: World, contact: number): number => {
  const { count } = world.contacts;
  let before = 0;
  for (let i = 0; i < count[contact]; i++) before += push[i] * arriving[i];
  writeRelativeVelocity(world, contact);
  const after = components[0] * relative[0] + components[4] * relative[4] + components[5] * relative[5];
  return after > TOO_MUCH * -before ? after / (after - before) : 0;
};

/** Part of the power before that the power after may have: rounding, and points solved in turn. */
const TOO_MUCH = 0.01;

/** Friction against the slip that the push has left. */
const rub = (world: World, contact: number): void => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  const limit = record[r + MU] * components[0];
  if (limit === 0) return;
  writeRelativeVelocity(world, contact);
  const slip1 = relative[1] + record[r + SURFACE];
  const slip2 = relative[2] + record[r + SURFACE + 1];
  const m = r + FRICTION_MASS;
  let f1 = -record[m] * slip1 - record[m + 1] * slip2;
  let f2 = -record[m + 1] * slip1 - record[m + 2] * slip2;
  const size = Math.sqrt(f1 * f1 + f2 * f2);
  if (size > limit) {
    f1 *= limit / size;
    f2 *= limit / size;
  }
  record[r + FRICTION_TOTAL] += f1;
  record[r + FRICTION_TOTAL + 1] += f2;
  components.fill(0);
  components[1] = f1;
  components[2] = f2;
  applyForGood(world, contact);
};
