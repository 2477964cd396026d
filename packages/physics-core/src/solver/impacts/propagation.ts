import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import {
  applyOneShotWrench,
  components,
  relative,
  writeRelativeVelocity,
} from '../../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { createFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyType } from '../../state/bodies.js';
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
} from '../../state/contacts.js';
import type { ImpactScratch } from '../../state/impact-scratch.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import {
  MAX_POWER_LEFT,
  MAX_SHOCK_EFFORT,
  MAX_SHOCK_IMPULSES,
  SHOCK_POINT_ITERATIONS,
  SHOCK_SPEED,
  TOUCHING_SLOP,
} from '../../tuning.js';
import { hasTurnedFar } from '../contacts/fast-contacts.js';
import { mayApproach } from './candidates.js';
import { arrivesWithoutWarmStart } from './discard-warm-start.js';
import {
  AHEAD,
  arrival,
  moveByArrival,
  pointSpeeds,
  SLOWEST,
  separations,
  WHEN,
  writePoints,
} from './time-of-impact.js';

/**
 * Shock propagation (inelastic impact propagation). The impact on one body reaches its neighbours at once: a box
 * that lands on a stack is stopped by the floor, through all boxes below it. If the solve did this, the impulse
 * would stay in the contacts between them, and the warm start of the next substep threw the stack up with a fifth
 * of the landing speed. Under a body a hundred times as heavy the solve was too slow, and the heavy body passed
 * through the light one.
 *
 * So Gauss-Seidel iterations go over the contacts of the bodies with an impact, without restitution, until nothing
 * approaches faster than a part of the impact speed, or a limit of the work is reached. Their impulses are one-shot
 * as those of an impact; the warm-start impulses stay, except for what discardAround discards. Each impulse removes
 * energy: every row is a projection.
 */
export const propagateShock = (world: World, firstIteration: number, { h }: Substep): void => {
  arrival[SLOWEST] = SHOCK_SPEED * world.settings.impactSpeed;
  arrival[AHEAD] = h;
  const { impacts } = world.scratch;
  const { items, count } = impacts.impactedBodies;
  const iteration = ++impacts.iteration;
  impacts.next.count = 0;
  for (let k = 0; k < count; k++) markMoved(world, items[k], iteration);
  let impulses = 0;
  while (impacts.next.count > 0 && impulses < MAX_SHOCK_IMPULSES) {
    if (impulses * impacts.next.count > MAX_SHOCK_EFFORT) arrival[SLOWEST] = world.settings.impactSpeed;
    swap(impacts);
    impulses += propagateAround(world, firstIteration);
  }
};

/** The bodies of the present iteration become those of the last one. */
const swap = (impacts: ImpactScratch): void => {
  const list = impacts.moved;
  impacts.moved = impacts.next;
  impacts.next = list;
  list.count = 0;
};

const markMoved = ({ scratch, bodies }: World, body: number, iteration: number): void => {
  const { lastIteration, next } = scratch.impacts;
  if (lastIteration[body] === iteration || bodies.type[body] !== BodyType.dynamic) return;
  lastIteration[body] = iteration;
  pushIndex(next, body);
};

/** One iteration over the contacts of the bodies that moved in the last one; returns the number of impulses. */
const propagateAround = (world: World, firstIteration: number): number => {
  const { bodyA, bodyB, flags } = world.contacts;
  const { moved } = world.scratch.impacts;
  const iteration = ++world.scratch.impacts.iteration;
  let impulses = 0;
  for (let k = 0; k < moved.count; k++) {
    for (let edge = firstEdge(world, moved.items[k]); edge >= 0; edge = nextEdge(world, edge)) {
      const contact = edgeContact(edge);
      // Not sensors, nor contacts of sleepers.
      if ((flags[contact] & ContactFlag.solved) === 0) continue;
      if (!mayApproach(world, contact) || !arrivesWithoutWarmStart(world, contact, firstIteration)) continue;
      if (!stopApproach(world, contact)) continue;
      impulses++;
      markMoved(world, bodyA[contact], iteration);
      markMoved(world, bodyB[contact], iteration);
    }
  }
  return impulses;
};

/**
 * Stops the approach at the time of impact, and the slip as far as friction can. False where nothing approaches at
 * that time, or a body has turned too far for the contact's rows: with such rows a rod that hit end on gained
 * energy.
 */
const stopApproach = (world: World, contact: number): boolean => {
  const later = !isClose(world, contact);
  if (later) {
    moveBothByArrival(world, contact);
    writePoints(world, contact);
  }
  const stops = !hasTurnedFar(world, contact) && writeNormalImpulses(world, contact);
  if (stops) {
    applyNormalImpulses(world, contact);
    applyFriction(world, contact);
  }
  arrival[WHEN] = -arrival[WHEN];
  if (later) moveBothByArrival(world, contact);
  return stops;
};

const moveBothByArrival = (world: World, contact: number): void => {
  moveByArrival(world, world.contacts.bodyA[contact]);
  moveByArrival(world, world.contacts.bodyB[contact]);
};

/** Whether some point is so close that the time of impact is now. */
const isClose = ({ contacts, settings }: World, contact: number): boolean => {
  for (let i = 0; i < contacts.count[contact]; i++)
    if (separations[i] <= TOUCHING_SLOP * settings.slop) return true;
  return false;
};

/** Scratch: λ of each point. */
const lambda = createFloats(MAX_POINTS);

/**
 * All points at once where all impulses are positive, so that a box does not tip; else one after the other. False
 * when all impulses are zero: a body that turns may be separating at the time of impact.
 */
const writeNormalImpulses = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const points = count[contact];
  const r = contact * RECORD;
  for (let i = 0; i < points; i++) speedsBefore[i] = pointSpeeds[i];
  lambda.fill(0);
  if (points === 1) lambda[0] = Math.max(0, -record[r + POINTS + PM] * pointSpeeds[0]);
  else if (!solvePointsTogether(world, contact, points)) solvePointsInTurn(world, contact, points);
  let some = false;
  for (let i = 0; i < points; i++) {
    if (lambda[i] === 0) continue;
    some = true;
    if (-speedsBefore[i] > record[r + APPROACH]) record[r + APPROACH] = -speedsBefore[i];
  }
  return some;
};

/** Scratch: normal speeds of the points before the impulse. */
const speedsBefore = createFloats(MAX_POINTS);

const solvePointsTogether = (
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
    lambda[i] = sum;
  }
  return true;
};

const solvePointsInTurn = (
  { contacts: { record }, settings }: World,
  contact: number,
  points: number,
): void => {
  const r = contact * RECORD;
  lambda.fill(0);
  for (let round = 0; round < SHOCK_POINT_ITERATIONS; round++) {
    for (let i = 0; i < points; i++) {
      const p = r + POINTS + i * POINT;
      if (separations[i] > settings.slop || record[p + PM] === 0) continue;
      const unbounded = lambda[i] - record[p + PM] * pointSpeeds[i];
      const d = unbounded > 0 ? unbounded - lambda[i] : -lambda[i];
      if (d === 0) continue;
      lambda[i] += d;
      for (let k = 0; k < points; k++)
        pointSpeeds[k] += d * (k === i ? 1 / record[p + PM] : record[r + CROSS + OTHER[i * MAX_POINTS + k]]);
    }
  }
};

/** Where POINTS_INVERSE has the entry of two points, and CROSS that of two different ones. */
const PAIR = Int32Array.of(0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9);
const OTHER = Int32Array.of(-1, 0, 1, 2, 0, -1, 3, 4, 1, 3, -1, 5, 2, 4, 5, -1);

/** Applies the normal impulses to the bodies. They are one-shot: the next substep does not warm-start them. */
const applyNormalImpulses = (world: World, contact: number): void => {
  writeNormalComponents(world, contact);
  applyOneShotWrench(world, contact);
  const part = excess(world, contact);
  if (part > 0) {
    for (let i = 0; i < 6; i++) components[i] *= -part;
    applyOneShotWrench(world, contact);
    for (let i = 0; i < MAX_POINTS; i++) lambda[i] *= 1 - part;
    writeNormalComponents(world, contact);
  }
  const { record, count } = world.contacts;
  for (let i = 0; i < count[contact]; i++) record[contact * RECORD + POINTS + i * POINT + PT] += lambda[i];
};

const writeNormalComponents = ({ contacts: { record, count } }: World, contact: number): void => {
  components.fill(0);
  for (let i = 0; i < count[contact]; i++) {
    const p = contact * RECORD + POINTS + i * POINT;
    components[0] += lambda[i];
    components[4] += record[p + PY] * lambda[i];
    components[5] -= record[p + PX] * lambda[i];
  }
};

/**
 * The part of the impulse that is too large. The effective masses belong to the poses of detection, the levers to
 * the present ones: where these differ much, points separate after an impulse that should only stop them. The
 * power of the impulse changes from -P to P' as it grows; the right impulse ends at power 0.
 */
const excess = (world: World, contact: number): number => {
  const { count } = world.contacts;
  let before = 0;
  for (let i = 0; i < count[contact]; i++) before += lambda[i] * speedsBefore[i];
  writeRelativeVelocity(world, contact);
  const after = components[0] * relative[0] + components[4] * relative[4] + components[5] * relative[5];
  return after > MAX_POWER_LEFT * -before ? after / (after - before) : 0;
};

/** Friction against the slip that is left after the normal impulses. */
const applyFriction = (world: World, contact: number): void => {
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
  applyOneShotWrench(world, contact);
};
