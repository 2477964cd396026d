import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import {
  components,
  relative,
  writeRelativeVelocity,
  writeSeparations,
} from '../../contacts/contact-frame.js';
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
  SURFACE,
} from '../../state/contacts.js';
import { isLink } from '../../state/links.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { JOINTED_AHEAD } from '../../tuning.js';
import { createImpact, solveImpact } from './law.js';
import { applyImpulse, gatherBodies, removeHeldSpeeds, writeResponse } from './response.js';
import {
  AHEAD,
  advanceToImpact,
  arrival,
  discardBeforeBounce,
  findFirstImpact,
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
export const strike = (
  world: World,
  contact: number,
  firstIteration: number,
  substep: Substep,
  bounces: boolean,
): boolean => {
  if (!hasImpact(world, contact, substep)) return false;
  gatherBodies(world, contact);
  writeSince(world, firstIteration);
  if (!advanceToImpact(world, contact, substep)) return false;
  discardBeforeBounce(world, contact);
  writeResponse(world, contact, impact);
  const isImpact = writeTargets(world, contact, substep, bounces);
  if (isImpact) {
    solveImpact(impact);
    applyImpact(world, contact);
    storeTime(world);
  }
  arrival[WHEN] = -arrival[WHEN];
  moveAllByArrival(world);
  return isImpact;
};

/** The last impact of one of the bodies in this substep: numbers of iterations only rise. */
const writeSince = ({ scratch: { impacts }, bodies: { type } }: World, firstIteration: number): void => {
  const { bodies, lastIteration, lastTime } = impacts;
  arrival[SINCE] = 0;
  for (let k = 0; k < bodies.count; k++) {
    const body = bodies.items[k];
    if (type[body] !== BodyType.dynamic || lastIteration[body] < firstIteration) continue;
    if (lastTime[body] > arrival[SINCE]) arrival[SINCE] = lastTime[body];
  }
};

const storeTime = ({ scratch: { impacts } }: World): void => {
  const { bodies, lastTime } = impacts;
  for (let k = 0; k < bodies.count; k++) lastTime[bodies.items[k]] = arrival[WHEN];
};

/** Whether a point has a fast impact within the substep. */
const hasImpact = (world: World, contact: number, { h }: Substep): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const { flags } = world.bodies;
  if (isLeftToTours(world, contact)) return false;
  const jointed = ((flags[bodyA[contact]] | flags[bodyB[contact]]) & BodyFlag.jointed) !== 0;
  arrival[AHEAD] = jointed ? JOINTED_AHEAD * h : h;
  return findFirstImpact(world, contact);
};

/** Tours stop links that strike without restitution (solver/articulations/tours). */
const isLeftToTours = (world: World, contact: number): boolean => {
  const { bodyA, bodyB, record } = world.contacts;
  if (record[contact * RECORD + CONTACT_BOUNCE] > 0) return false;
  return isLink(world, bodyA[contact]) || isLink(world, bodyB[contact]);
};

/**
 * At the time of impact, u⁺ >= -e u⁻ holds for every touching point, also for one that is separating (Moreau's
 * form of Newton's law, which never creates energy). Returns whether a point approaches fast. The velocities
 * already include the change by external forces of the whole substep; the part for the time after the impact has
 * no restitution.
 */
const writeTargets = (world: World, contact: number, { h }: Substep, bounces: boolean): boolean => {
  const { record, count } = world.contacts;
  const { slop } = world.settings;
  const r = contact * RECORD;
  writeSeparations(world, contact, separations);
  writeRelativeVelocity(world, contact);
  writeExternalSpeeds(world, contact);
  const { speeds, friction, present, target, x, y } = impact;
  speeds[0] = relative[0];
  speeds[1] = relative[1];
  speeds[2] = relative[2];
  speeds[3] = relative[4];
  speeds[4] = relative[5];
  removeHeldSpeeds(world, contact, speeds, externalSpeeds);
  const later = (1 - arrival[WHEN] / h) * externalSpeeds[ALL] - 0.5 * externalSpeeds[JOINTED];
  friction[0] = record[r + MU];
  friction[1] = record[r + SURFACE];
  friction[2] = record[r + SURFACE + 1];
  let fastest = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    const p = r + POINTS + i * POINT;
    x[i] = record[p + PX];
    y[i] = record[p + PY];
    const speed = speeds[0] + y[i] * speeds[3] - x[i] * speeds[4];
    const leaving = later - record[r + CONTACT_BOUNCE] * (speed - later);
    present[i] = i < count[contact] && separations[i] <= slop ? 1 : 0;
    target[i] = !bounces || (speed < 0 && leaving < 0) ? 0 : leaving;
    if (present[i] === 1 && -speed > fastest) fastest = -speed;
  }
  if (fastest > record[r + APPROACH]) record[r + APPROACH] = fastest;
  return fastest > arrival[SLOWEST];
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
