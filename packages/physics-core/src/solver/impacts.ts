import { forgetImpulses, takeBackImpulses } from '../contacts/carried-impulses.js';
import {
  applyForGood,
  components,
  relative,
  writeContactK,
  writeRelativeVelocity,
  writeSeparations,
} from '../contacts/contact-frame.js';
import { isRecyclable } from '../contacts/recycle.js';
import { redetect } from '../contacts/redetect.js';
import { createFloats, setFloats } from '../math/floats.js';
import { createIndexList, pushIndex } from '../math/index-list.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { BodyFlag } from '../state/bodies.js';
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
} from '../state/contacts.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { AHEAD, arrival, drift, mayApproach, SLOWEST, separations, WHEN } from './arrival.js';
import { handOverStruckBalls } from './ball-rows.js';
import { applyHeld, forgetJolts, gatherHeld, held, holdK, holdSpeeds, seeHeld } from './held-impacts.js';
import { createImpact, solveImpact } from './impact-law.js';
import { isInMechanism } from './mechanisms.js';
import { pressOn } from './press-on.js';
import { dropStirred, stir } from './restless.js';
import { arrivesByItself } from './shed-loads.js';

/**
 * Impacts. A contact whose points arrive fast is treated as an event inside the substep, before the sweep, by
 * Newton's law for every point that arrives within the substep: u⁺ = -e u⁻, solved for all points of the
 * manifold together so that a box landing flat does not tip. Restitution once at the end of the step instead
 * (as most engines do it) measures the speed up to 16 ms too early and lets neighbours share the impact
 * first: a Newton's cradle then loses most of its energy.
 *
 * The impact falls at τ = s / |u⁻| after the substep's start. Both bodies go on to that time, meet with
 * the points and the normal they have there, and go back by τ at their new velocities, so that the
 * position step of h v⁺ takes them first to the surface and then away from it. Energy and angular momentum
 * are then those of the impact itself.
 *
 * One impact can make another contact approach: where bodies bounce, sweeps go on over the neighbours of what
 * was struck until nothing approaches fast any more, so an impact runs through a row of touching balls. What
 * is left then, and what does not bounce, is stopped by pressOn.
 */
export const resolveImpacts = (world: World, substep: Substep): void => {
  const { impactCandidates, contacts, scratch } = world;
  forgetJolts(world);
  if (impactCandidates.count === 0) return;
  const { record, bodyA, bodyB } = contacts;
  const { items, count } = impactCandidates;
  const lastImpactSweep = lastImpactSweeps(world);
  if (scratch.impactSweep > LAST_SWEEP) {
    scratch.impactSweep = 0;
    lastImpactSweep.fill(0);
  }
  const restless = world.restless.count;
  arrival[SLOWEST] = world.settings.impactSpeed;
  struckBodies.count = 0;
  const firstSweep = scratch.impactSweep + 1;
  let struck = true;
  for (let sweep = 0; sweep < MAX_SWEEPS && struck; sweep++) {
    const impactSweep = ++scratch.impactSweep;
    struck = false;
    for (let k = 0; k < count; k++) {
      const contact = items[k];
      const a = bodyA[contact];
      const b = bodyB[contact];
      if (sweep > 0) {
        if (record[contact * RECORD + CONTACT_BOUNCE] === 0) continue;
        if (lastImpactSweep[a] < impactSweep - 1 && lastImpactSweep[b] < impactSweep - 1) continue;
      }
      if (!mayApproach(world, contact) || !resolveImpact(world, contact, firstSweep, substep)) continue;
      for (let i = 0; i < held.count; i++) {
        lastImpactSweep[held.items[i]] = impactSweep;
        pushIndex(struckBodies, held.items[i]);
        stir(world, held.items[i], substep);
      }
      struck = true;
    }
  }
  pressOn(world, struckBodies, firstSweep, substep);
  if (world.restless.count > restless) dropStirred(world);
};

/** Bodies that were struck in this substep, some of them more than once. */
const struckBodies = createIndexList();

/**
 * An impact passes one ball a sweep in the worst order; what is left over after
 * so many is left to pressOn.
 */
const MAX_SWEEPS = 32;

/** Sweeps are counted up to here, then from 0 again: an int32 holds the count. */
const LAST_SWEEP = 2e9;

/** The last sweep in which each body was struck or pressed; numbers go on rising, so nothing needs to be cleared. */
const lastImpactSweeps = (world: World): Int32Array => {
  const { bodies, scratch } = world;
  if (scratch.lastImpactSweep.length < bodies.capacity) {
    const grown = new Int32Array(bodies.capacity);
    grown.set(scratch.lastImpactSweep);
    scratch.lastImpactSweep = grown;
  }
  return scratch.lastImpactSweep;
};

const impact = createImpact();

const resolveImpact = (world: World, contact: number, firstSweep: number, substep: Substep): boolean => {
  const { bodyA, bodyB } = world.contacts;
  if (!arrives(world, contact, firstSweep, substep)) return false;
  const a = bodyA[contact];
  const b = bodyB[contact];
  gatherHeld(world, contact);
  driftHeld(world);
  const seen = isRecyclable(world, contact, a, b) || seeAgain(world, contact);
  if (seen) seeHeld(world, contact);
  const struck = seen && writeTargets(world, contact, substep);
  if (struck) {
    writeContactK(world, contact, impact.freeK);
    setFloats(impact.k, impact.freeK, 0);
    holdK(impact.k);
    solveImpact(impact);
    applyImpact(world, contact);
    applyHeld(world);
  }
  arrival[WHEN] = -arrival[WHEN];
  driftHeld(world);
  return struck;
};

/** Whether a point arrives fast within the substep. */
const arrives = (world: World, contact: number, firstSweep: number, { h }: Substep): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const { flags } = world.bodies;
  if (isStoppedDirectly(world, contact)) return false;
  const jointed = ((flags[bodyA[contact]] | flags[bodyB[contact]]) & BodyFlag.jointed) !== 0;
  arrival[AHEAD] = jointed ? HELD_AHEAD * h : h;
  return arrivesByItself(world, contact, firstSweep);
};

/**
 * What strikes a mechanism without a bounce is stopped by all of it at once (solver/direct-joints.ts). Moved to
 * the impact and back on its own, the struck body would leave its neighbours.
 */
const isStoppedDirectly = (world: World, contact: number): boolean => {
  const { record, bodyA, bodyB } = world.contacts;
  if (record[contact * RECORD + CONTACT_BOUNCE] > 0) return false;
  return isInMechanism(world, bodyA[contact]) || isInMechanism(world, bodyB[contact]);
};

/**
 * Substeps. The speed of a body on joints is that before the joints have pulled: on an arc it arrives a
 * little sooner than it seems, and an arrival that was not seen is stopped like one without a bounce. A
 * bob against a slanted wall lost all its energy in one of 50 hits.
 */
const HELD_AHEAD = 1.05;

/**
 * At the moment of the impact: every point that touches takes part with u⁺ >= -e u⁻, also one that is
 * just leaving (Moreau's form of Newton's law, which never creates energy). Returns whether any arrives
 * fast. Gravity's kick for all of the substep is already in the velocities, so its share for the time
 * after the impact does not bounce.
 */
const writeTargets = (world: World, contact: number, { h }: Substep): boolean => {
  const { record, count } = world.contacts;
  const { impactSpeed, slop } = world.settings;
  const r = contact * RECORD;
  writeSeparations(world, contact, separations);
  writeRelativeVelocity(world, contact);
  writeRelativeKick(world, contact);
  const { speeds, friction, present, target, x, y } = impact;
  speeds[0] = relative[0];
  speeds[1] = relative[1];
  speeds[2] = relative[2];
  speeds[3] = relative[4];
  speeds[4] = relative[5];
  holdSpeeds(world, speeds, relativeKick);
  const later = (1 - arrival[WHEN] / h) * relativeKick[ALL] - 0.5 * relativeKick[HELD];
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
 * What gravity and forces added to the normal speed in this substep: of both bodies, and of those on joints.
 * These move by h v with the kick of all the substep in v, see integratePositions: that is the velocity of
 * its middle, in which half the kick is still to come.
 */
const relativeKick = createFloats(2);
const ALL = 0;
const HELD = 1;

const writeRelativeKick = (world: World, contact: number): void => {
  const { bodyA, bodyB } = world.contacts;
  relativeKick.fill(0);
  addKick(world, contact, bodyB[contact], 1);
  addKick(world, contact, bodyA[contact], -1);
};

const addKick = ({ bodies, contacts }: World, contact: number, body: number, sign: 1 | -1): void => {
  const { kick, flags } = bodies;
  const { record } = contacts;
  const n = contact * RECORD + N;
  const k = body * 3;
  const along = sign * (record[n] * kick[k] + record[n + 1] * kick[k + 1] + record[n + 2] * kick[k + 2]);
  relativeKick[ALL] += along;
  if ((flags[body] & BodyFlag.jointed) !== 0) relativeKick[HELD] += along;
};

/**
 * Hands the impact to the bodies: to the velocity and to the velocity without contacts alike, as it
 * is no guess for the next substep.
 */
const applyImpact = (world: World, contact: number): void => {
  const { record } = world.contacts;
  const { lambda, rub, x, y } = impact;
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
  record[r + FRICTION_TOTAL] += rub[0];
  record[r + FRICTION_TOTAL + 1] += rub[1];
  components[0] = force;
  components[1] = rub[0];
  components[2] = rub[1];
  components[3] = 0;
  components[4] = t1;
  components[5] = t2;
  applyForGood(world, contact);
};

const driftHeld = (world: World): void => {
  for (let k = 0; k < held.count; k++) drift(world, held.items[k]);
};

/**
 * After the relax sweep: what the contacts carried that were struck in this
 * substep is no guess for the next one.
 */
export const forgetImpactImpulses = (world: World): void => {
  handOverStruckBalls(world);
  const { items, count } = world.scratch.impacted;
  for (let k = 0; k < count; k++) forgetImpulses(world, items[k]);
  world.scratch.impacted.count = 0;
};

/** The points at the moment of the impact, for shapes as near as the speculative margin. */
const seeAgain = (world: World, contact: number): boolean => {
  takeBackImpulses(world, contact);
  world.scratch.manifold.margin[0] = world.settings.speculativeMargin;
  return redetect(world, contact);
};
