import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import {
  applyOneShotWrench,
  components,
  relative,
  writeContactK,
  writeRelativeVelocity,
  writeSeparations,
} from '../../contacts/contact-frame.js';
import { isRecyclable } from '../../contacts/recycle.js';
import { redetect } from '../../contacts/redetect.js';
import { discardImpulses, zeroImpulses } from '../../contacts/warm-start-impulses.js';
import { createFloats, setFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyFlag } from '../../state/bodies.js';
import {
  APPROACH,
  CONTACT_BOUNCE,
  ContactFlag,
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
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { JOINTED_AHEAD, MAX_RESTITUTION_ITERATIONS } from '../../tuning.js';
import { isLink } from '../articulations/links.js';
import { dropFastFromCached, makeContactsFast } from '../contacts/fast-contacts.js';
import { listImpactedSinglePoints } from '../contacts/single-point-rows.js';
import { AHEAD, arrival, mayApproach, moveByArrival, SLOWEST, separations, WHEN } from './arrival.js';
import { arrivesWithoutWarmStart } from './discard-warm-start.js';
import { createImpact, solveImpact } from './impact-law.js';
import {
  applyJointImpulses,
  buildJointSystem,
  clearRowImpacts,
  gatherJointed,
  removeJointSpeeds,
  subtractJointResponse,
} from './jointed-impacts.js';
import { propagateShock } from './shock-propagation.js';

/**
 * Impacts. A contact whose points approach fast is an event inside the substep, before the solve. Newton's law
 * u⁺ = -e u⁻ holds for every point that arrives within the substep; all points of the manifold are solved together,
 * so that a box that lands flat does not tip. Restitution once at the end of the step instead (as most engines do
 * it) measures the speed up to 16 ms too early and lets neighbours share the impact first: a Newton's cradle then
 * loses most of its energy.
 *
 * The time of impact is τ = s / |u⁻| after the substep's start. Both bodies move to their poses at that time, get
 * the impact impulse at the points and the normal of these poses, and move back by τ at their new velocities. The
 * position step of h v⁺ then moves them first to the surface and then away from it, with the energy and angular
 * momentum of the impact.
 *
 * One impact can make another contact approach. Where contacts have restitution, iterations over the neighbours
 * continue until nothing approaches fast, so an impact passes through a row of touching balls. propagateShock
 * stops what remains, and contacts without restitution.
 */
export const resolveImpacts = (world: World, substep: Substep): void => {
  const { impactCandidates, contacts, scratch } = world;
  clearRowImpacts(world);
  if (impactCandidates.count === 0) return;
  const { record, bodyA, bodyB, flags } = contacts;
  const { items, count } = impactCandidates;
  const { impacts } = scratch;
  const { bodies, impactedBodies } = impacts;
  const lastIteration = reserveIterations(world);
  if (impacts.iteration > LAST_ITERATION) {
    impacts.iteration = 0;
    lastIteration.fill(0);
  }
  const fastBefore = world.fastContacts.count;
  arrival[SLOWEST] = world.settings.impactSpeed;
  impactedBodies.count = 0;
  const firstIteration = impacts.iteration + 1;
  let found = true;
  for (let iteration = 0; iteration < MAX_RESTITUTION_ITERATIONS && found; iteration++) {
    const impactIteration = ++impacts.iteration;
    found = false;
    for (let k = 0; k < count; k++) {
      const contact = items[k];
      // A ghost collision.
      if ((flags[contact] & ContactFlag.solved) === 0) continue;
      const a = bodyA[contact];
      const b = bodyB[contact];
      if (iteration > 0) {
        if (record[contact * RECORD + CONTACT_BOUNCE] === 0) continue;
        if (lastIteration[a] < impactIteration - 1 && lastIteration[b] < impactIteration - 1) continue;
      }
      if (!mayApproach(world, contact) || !resolveImpact(world, contact, firstIteration, substep)) continue;
      for (let i = 0; i < bodies.count; i++) {
        lastIteration[bodies.items[i]] = impactIteration;
        pushIndex(impactedBodies, bodies.items[i]);
        makeContactsFast(world, bodies.items[i], substep);
      }
      found = true;
    }
  }
  propagateShock(world, firstIteration, substep);
  if (world.fastContacts.count > fastBefore) dropFastFromCached(world);
};

/** Iterations are counted up to here, then from 0 again: an int32 holds the count. */
const LAST_ITERATION = 2e9;

/** The last iteration in which each body got an impact or shock impulse. Numbers only rise, so nothing is cleared. */
const reserveIterations = ({ bodies, scratch: { impacts } }: World): Int32Array => {
  if (impacts.lastIteration.length < bodies.capacity) {
    const grown = new Int32Array(bodies.capacity);
    grown.set(impacts.lastIteration);
    impacts.lastIteration = grown;
  }
  return impacts.lastIteration;
};

/** Scratch: the impact that is solved. */
const impact = createImpact();

const resolveImpact = (world: World, contact: number, firstIteration: number, substep: Substep): boolean => {
  const { bodyA, bodyB } = world.contacts;
  if (!hasImpact(world, contact, firstIteration, substep)) return false;
  const a = bodyA[contact];
  const b = bodyB[contact];
  gatherJointed(world, contact);
  moveAllByArrival(world);
  const hasPoints = isRecyclable(world, contact, a, b) || redetectAtImpact(world, contact);
  if (hasPoints) buildJointSystem(world, contact);
  const isImpact = hasPoints && writeTargets(world, contact, substep);
  if (isImpact) {
    writeContactK(world, contact, impact.unjointedK);
    setFloats(impact.k, impact.unjointedK, 0);
    subtractJointResponse(world, impact.k);
    solveImpact(impact);
    applyImpact(world, contact);
    applyJointImpulses(world);
  }
  arrival[WHEN] = -arrival[WHEN];
  moveAllByArrival(world);
  return isImpact;
};

/** Whether a point has a fast impact within the substep. */
const hasImpact = (world: World, contact: number, firstIteration: number, { h }: Substep): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const { flags } = world.bodies;
  if (isSolvedByArticulation(world, contact)) return false;
  const jointed = ((flags[bodyA[contact]] | flags[bodyB[contact]]) & BodyFlag.jointed) !== 0;
  arrival[AHEAD] = jointed ? JOINTED_AHEAD * h : h;
  return arrivesWithoutWarmStart(world, contact, firstIteration);
};

/**
 * An inelastic impact on an articulation is solved with the articulation (solver/articulations). If only the
 * link moved to the time of impact and back, it would separate from its neighbours.
 */
const isSolvedByArticulation = (world: World, contact: number): boolean => {
  const { record, bodyA, bodyB } = world.contacts;
  if (record[contact * RECORD + CONTACT_BOUNCE] > 0) return false;
  return isLink(world, bodyA[contact]) || isLink(world, bodyB[contact]);
};

/**
 * At the time of impact, u⁺ >= -e u⁻ holds for every touching point, also for one that is separating (Moreau's
 * form of Newton's law, which never creates energy). Returns whether a point approaches fast. The velocities
 * already include the change by external forces of the whole substep; the part for the time after the impact has
 * no restitution.
 */
const writeTargets = (world: World, contact: number, { h }: Substep): boolean => {
  const { record, count } = world.contacts;
  const { impactSpeed, slop } = world.settings;
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
  removeJointSpeeds(world, speeds, externalSpeeds);
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
    target[i] = speed < 0 && leaving < 0 ? 0 : leaving;
    if (present[i] === 1 && -speed > fastest) fastest = -speed;
  }
  if (fastest > record[r + APPROACH]) record[r + APPROACH] = fastest;
  return fastest > impactSpeed;
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

/** Applies the impact impulse to the bodies. It is one-shot: the next substep does not warm-start it. */
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
  applyOneShotWrench(world, contact);
};

const moveAllByArrival = (world: World): void => {
  const { items, count } = world.scratch.impacts.bodies;
  for (let k = 0; k < count; k++) moveByArrival(world, items[k]);
};

/**
 * After the relax stage: clears the accumulated impulses of the contacts with an impact in this substep, so that the
 * next one does not warm-start them.
 */
export const clearImpactImpulses = (world: World): void => {
  listImpactedSinglePoints(world);
  const { items, count } = world.scratch.impacted;
  for (let k = 0; k < count; k++) zeroImpulses(world, items[k]);
  world.scratch.impacted.count = 0;
};

/** Re-detects the contact at the time of impact, up to the speculative margin. */
const redetectAtImpact = (world: World, contact: number): boolean => {
  discardImpulses(world, contact);
  world.scratch.manifold.margin[0] = world.settings.speculativeMargin;
  return redetect(world, contact);
};
