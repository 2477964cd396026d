import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import {
  components,
  relative,
  writeRelativeChange,
  writeRelativeVelocity,
  writeSeparations,
} from '../../contacts/contact-frame.js';
import { jointStages } from '../../joint-stages.js';
import { createFloats } from '../../math/floats.js';
import { BodyFlag, BodyType } from '../../state/bodies.js';
import {
  APPROACH,
  CONTACT_BOUNCE,
  FRICTION_TOTAL,
  MU,
  N,
  POINT,
  POINTS,
  PT,
  PX,
  PY,
  RECORD,
  SLOP,
  SURFACE,
} from '../../state/contacts.js';
import { isLink } from '../../state/links.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { JOINTED_AHEAD, MAX_EARLIER_ARRIVALS } from '../../tuning.js';
import { mayTurnThrough } from './candidates.js';
import { findTurnedImpact } from './first-arrival.js';
import { createImpact, SPEEDS, solveImpact } from './law.js';
import { applyImpulse, gatherBodies, removeHeldSpeeds, writeResponse } from './response.js';
import {
  AHEAD,
  advanceToImpact,
  arrival,
  findFirstImpact,
  givesWay,
  moveAllByArrival,
  SINCE,
  SLOWEST,
  separations,
  WHEN,
} from './time-of-impact.js';

/** Scratch: the impact that is solved. */
const impact = createImpact();

/**
 * One impact. If a point of the contact arrives in this substep faster than SLOWEST, the bodies move to the time τ at
 * which it touches, get the impulse of the law at the points and the normal of these poses, and move back by τ at
 * their new velocities. The position step of h v⁺ then moves them first to the surface and then away from it, with
 * the energy and angular momentum of the impact. Returns whether there was an impulse; the bodies that got it are in
 * scratch.impacts.bodies.
 */
const strike = (world: World, contact: number, substep: Substep, bounces: boolean): boolean => {
  if (!hasImpact(world, contact, substep) || givesWay(world, contact)) return false;
  gatherBodies(world, contact);
  writeSince(world);
  if (!advanceToImpact(world, contact, substep)) return false;
  writeResponse(world, contact, impact);
  let isImpact = writeTargets(world, contact, substep, bounces);
  if (isImpact) {
    solveImpact(impact);
    isImpact = hasImpulse();
  }
  if (isImpact) {
    applyImpact(world, contact);
    storeTime(world);
  }
  arrival[WHEN] = -arrival[WHEN];
  moveAllByArrival(world);
  if (isImpact && world.scratch.impacts.ofLinks) jointStages.endImpact(world);
  return isImpact;
};

/**
 * The same for a patch of a body on a surface or one that arrives earlier, as the planes say at the start or those that are found on the
 * way: a corner would sink in while another is struck that comes down later. Returns which was struck, or -1.
 */
export const strikeFirstPatch = (
  world: World,
  contact: number,
  substep: Substep,
  bounces: boolean,
): number => {
  const { impacts } = world.scratch;
  let patch = contact;
  for (let round = 0; round <= MAX_EARLIER_ARRIVALS; round++) {
    impacts.asksPatches = round < MAX_EARLIER_ARRIVALS;
    impacts.earlierPatch = -1;
    const isStruck = strike(world, patch, substep, bounces);
    impacts.asksPatches = false;
    if (isStruck) return patch;
    if (impacts.earlierPatch < 0) return -1;
    patch = impacts.earlierPatch;
  }
  return -1;
};

/** The last impact of one of the bodies in this substep: numbers of iterations only rise. */
export const writeSince = ({ scratch: { impacts }, bodies: { type } }: World): void => {
  const { bodies, lastIteration, lastTime, firstIteration } = impacts;
  arrival[SINCE] = 0;
  for (let k = 0; k < bodies.count; k++) {
    const body = bodies.items[k];
    if (type[body] !== BodyType.dynamic || lastIteration[body] < firstIteration) continue;
    if (lastTime[body] > arrival[SINCE]) arrival[SINCE] = lastTime[body];
  }
};

export const storeTime = ({ scratch: { impacts } }: World): void => {
  const { bodies, lastTime } = impacts;
  for (let k = 0; k < bodies.count; k++) lastTime[bodies.items[k]] = arrival[WHEN];
};

/** Whether a point has a fast impact within the substep. */
const hasImpact = (world: World, contact: number, substep: Substep): boolean => {
  const { h } = substep;
  if (isLeftToTours(world, contact)) return false;
  if (mayTurnThrough(world, contact, substep)) return findTurnedImpact(world, contact, substep);
  arrival[AHEAD] = isJointed(world, contact) ? JOINTED_AHEAD * h : h;
  return findFirstImpact(world, contact);
};

const isJointed = ({ bodies: { flags }, contacts }: World, contact: number): boolean =>
  ((flags[contacts.bodyA[contact]] | flags[contacts.bodyB[contact]]) & BodyFlag.jointed) !== 0;

/** Tours stop links that strike without restitution (solver/articulations/tours). */
const isLeftToTours = (world: World, contact: number): boolean => {
  const { bodyA, bodyB, record } = world.contacts;
  if (record[contact * RECORD + CONTACT_BOUNCE] > 0) return false;
  return isLink(world, bodyA[contact]) || isLink(world, bodyB[contact]);
};

/**
 * At the time of impact, u⁺ >= -e u⁻ holds for every touching point, also for one that is separating (Moreau's
 * form of Newton's law, which never creates energy). Returns whether a point approaches fast.
 */
const writeTargets = (world: World, contact: number, substep: Substep, bounces: boolean): boolean => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const slop = record[r + SLOP];
  writeSeparations(world, contact, separations);
  writeSpeeds(world, contact, substep);
  const { speeds, friction, present, target, x, y } = impact;
  const e = bounces ? record[r + CONTACT_BOUNCE] : 0;
  friction[0] = record[r + MU];
  friction[1] = record[r + SURFACE];
  friction[2] = record[r + SURFACE + 1];
  let fastest = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    const p = r + POINTS + i * POINT;
    x[i] = record[p + PX];
    y[i] = record[p + PY];
    const speed = speeds[0] + y[i] * speeds[3] - x[i] * speeds[4];
    present[i] = i < count[contact] && separations[i] <= slop ? 1 : 0;
    target[i] = -e * speed;
    if (present[i] === 1 && -speed > fastest) fastest = -speed;
  }
  if (fastest > record[r + APPROACH]) record[r + APPROACH] = fastest;
  return fastest > arrival[SLOWEST];
};

/**
 * The speeds at the time of impact τ. The velocities include all that external forces and the warm start change in the
 * substep, Δ; at τ it is τ/h of it. The rest comes after the impact and stays with the solve: it is a load, and λ must
 * learn it. Deep in a stack a warm start that is wrong by 1 % of the load moves a box faster than SHOCK_SPEED. When
 * impacts took that for motion, the λ of the stack never learned its loads, and a pyramid of 100 rows that nothing
 * strikes shook itself to pieces in 4 s.
 */
const writeSpeeds = (world: World, contact: number, { h }: Substep): void => {
  const { speeds } = impact;
  const rest = 1 - arrival[WHEN] / h;
  writeRelativeVelocity(world, contact);
  for (let i = 0; i < 3; i++) speeds[i] = relative[i];
  for (let i = 3; i < SPEEDS; i++) speeds[i] = relative[i + 1];
  if (isJointed(world, contact)) {
    writeExternalSpeeds(world, contact);
    removeHeldSpeeds(world, contact, speeds, externalSpeeds);
    speeds[0] -= rest * externalSpeeds[ALL] - 0.5 * externalSpeeds[JOINTED];
    return;
  }
  writeRelativeChange(world, contact);
  for (let i = 0; i < 3; i++) speeds[i] -= rest * relative[i];
  for (let i = 3; i < SPEEDS; i++) speeds[i] -= rest * relative[i + 1];
};

/**
 * Scratch: change of the normal speed by external forces in this substep: of both bodies, and of jointed bodies
 * only. Jointed bodies move by h v, see integratePositions, so v counts as the velocity in the middle of the
 * substep, before half of the change.
 */
const externalSpeeds = createFloats(2);
const ALL = 0;
const JOINTED = 1;

const writeExternalSpeeds = (world: World, contact: number): void => {
  const { bodyA, bodyB } = world.contacts;
  externalSpeeds.fill(0);
  addExternalSpeed(world, contact, bodyB[contact], 1);
  addExternalSpeed(world, contact, bodyA[contact], -1);
};

const addExternalSpeed = ({ bodies, contacts }: World, contact: number, body: number, sign: 1 | -1): void => {
  const { externalChange, flags } = bodies;
  const { record } = contacts;
  const n = contact * RECORD + N;
  const k = body * 3;
  const along =
    sign *
    (record[n] * externalChange[k] +
      record[n + 1] * externalChange[k + 1] +
      record[n + 2] * externalChange[k + 2]);
  externalSpeeds[ALL] += along;
  if ((flags[body] & BodyFlag.jointed) !== 0) externalSpeeds[JOINTED] += along;
};

/** Joints may hold two links of an articulation against each other: then no impulse changes their speed. */
const hasImpulse = (): boolean => {
  for (let i = 0; i < MAX_POINTS; i++) if (impact.lambda[i] > 0) return true;
  return false;
};

/** Applies the impact impulse to the bodies, and counts it in the sums over the step. */
const applyImpact = (world: World, contact: number): void => {
  const { record } = world.contacts;
  const { lambda, frictionImpulse, x, y } = impact;
  const r = contact * RECORD;
  let force = 0;
  let t1 = 0;
  let t2 = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    force += lambda[i];
    t1 += y[i] * lambda[i];
    t2 -= x[i] * lambda[i];
    record[r + POINTS + i * POINT + PT] += lambda[i];
  }
  record[r + FRICTION_TOTAL] += frictionImpulse[0];
  record[r + FRICTION_TOTAL + 1] += frictionImpulse[1];
  components[0] = force;
  components[1] = frictionImpulse[0];
  components[2] = frictionImpulse[1];
  components[3] = 0;
  components[4] = t1;
  components[5] = t2;
  applyImpulse(world, contact);
};
